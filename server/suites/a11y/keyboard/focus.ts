/** Whether one sees where the keyboard is. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { called, listed, type Needed, placeName, placeOf } from '../page.ts'
import { stopsOf } from './stops.ts'

/** However few they are. */
const LEAST = 0.25

/** In a field the caret shows the focus as well. */
const isBlind = ({ ring, caret }: KeyStop) => ring === false && !caret

/**
 * Controls that showed the focus and do not any more are one cause, and one issue; those that never did are inherited
 * one by one.
 */
export function judgeFocus(pair: Pair<Needed>): Finding[] {
  const { pairs, gone, added } = stopsOf(pair)
  const blind = pairs.filter(({ now }) => isBlind(now))
  const inherited = blind.filter(({ was }) => isBlind(was))
  // The original's picture of it is not known: nothing can be said to be lost.
  const lost = blind.filter(({ was }) => was.ring === true).map(({ was, now }) => ({ was, now }))
  const all = pair.rebuilt.keyboard.stops.length
  // Where most of the original's show none that is how the site is made; else as many as are gone may be the same ones.
  const isHabit = inherited.length + gone.filter(isBlind).length > pair.original.keyboard.stops.length / 2
  const fresh = isHabit ? [] : added.filter(isBlind).slice(gone.filter(isBlind).length)
  const carets = pairs.filter(({ was, now }) => now.caret && now.ring === false && was.ring === true)
  return [
    ...inherited.map(
      ({ was, now }): Finding => ({
        key: `a11y/focus:${placeName(was)}`,
        severity: 'serious',
        penalty: LEAST / 5,
        message: `The ${called(now)} does not show that it has the focus, as on the original`,
        fix: 'Give it an outline or another look for :focus-visible',
        original: placeOf(was, pair.original),
        rebuilt: placeOf(now, pair.rebuilt),
      }),
    ),
    ...(lost.length
      ? [
          {
            key: 'a11y/focus-lost',
            severity: 'serious' as const,
            penalty: Math.min(1, Math.max(LEAST, lost.length / all)),
            message: `${count(lost.length, 'control')} on the way of the keyboard ${lost.length === 1 ? 'does' : 'do'} not show the focus any more: the ${listed(lost.map(({ now }) => called(now)))}`,
            fix: 'Take back what removes the outline (often “outline: none”), or give :focus-visible a look of its own',
            original: placeOf(lost[0]!.was, pair.original),
            rebuilt: placeOf(lost[0]!.now, pair.rebuilt),
          },
        ]
      : []),
    ...(fresh.length
      ? [
          {
            key: 'a11y/focus-missing',
            severity: 'moderate' as const,
            penalty: Math.min(LEAST, fresh.length / all),
            message: `${count(fresh.length, 'new control')} ${fresh.length === 1 ? 'does' : 'do'} not show the focus: the ${listed(fresh.map(called))}`,
            fix: 'Give them an outline or another look for :focus-visible',
            rebuilt: placeOf(fresh[0]!, pair.rebuilt),
          },
        ]
      : []),
    ...(carets.length
      ? [
          {
            key: 'a11y/focus-caret',
            severity: 'minor' as const,
            penalty: 0.02,
            message: `${count(carets.length, 'field')} ${carets.length === 1 ? 'shows' : 'show'} the focus by the caret alone now: the ${listed(carets.map(({ now }) => called(now)))}`,
            fix: 'Give fields an outline or another look for :focus-visible',
            rebuilt: placeOf(carets[0]!.now, pair.rebuilt),
          },
        ]
      : []),
  ]
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
