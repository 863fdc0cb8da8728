/** Whether one sees where the keyboard is. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import type { Finding } from '../../core/finding.ts'
import { listed } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { describe, type Needed, placeKey, placesOf } from '../page.ts'
import { rules } from './rules.ts'
import { stopsOf } from './stops.ts'

/** In a field the caret shows the focus as well. */
const isInvisible = ({ ring, caret }: KeyStop) => ring === false && !caret

/** Share of the stops that show no focus from which on nobody finds it again. */
const MIN_BLIND_SHARE = 0.5

/** Whether one finds the focus again: most stops show it. */
const isFoundAgain = (stops: readonly KeyStop[]): boolean => {
  const blind = stops.filter(isInvisible).length
  return blind < MIN_BLIND_SHARE * stops.length
}

/**
 * Controls that showed the focus and do not any more are one cause, and one issue; those that never did are inherited
 * one by one.
 */
export function judgeFocus(pair: Pair<Needed>): Finding[] {
  const { pairs, gone, added } = stopsOf(pair)
  const invisible = pairs.filter(({ now }) => isInvisible(now))
  const inherited = invisible.filter(({ was }) => isInvisible(was))
  // Where the original's focus could not be photographed (null), nothing can be said to be lost.
  const lost = invisible.filter(({ was }) => was.ring === true)
  const goneCount = gone.filter(isInvisible).length
  // Where most of the original's show none that is how the site is made; else as many as are gone may be the same ones.
  const isHabit = inherited.length + goneCount > pair.original.keyboard.stops.length / 2
  const fresh = isHabit ? [] : added.filter(isInvisible).slice(goneCount)
  const carets = pairs.filter(({ was, now }) => now.caret && now.ring === false && was.ring === true)
  const shareOf = ({ length }: unknown[]) => length / pair.rebuilt.keyboard.stops.length
  const findings = inherited.map(({ was, now }) =>
    rules.report('focus-missing', {
      key: `a11y/focus:${placeKey(was)}`,
      as: 'inherited',
      message: `The ${describe(now)} does not show that it has the focus, as on the original`,
      ...placesOf(pair, was, now),
    }),
  )
  if (lost.length)
    findings.push(
      rules.report('focus-lost', {
        key: 'a11y/focus-lost',
        extent: shareOf(lost),
        // Two without a name may be any two.
        as:
          isFoundAgain(pair.rebuilt.keyboard.stops) || lost.every(({ now }) => now.name === '')
            ? 'some'
            : undefined,
        message: `${counted(lost.length, 'control')} on the way of the keyboard ${lost.length === 1 ? 'does' : 'do'} not show the focus any more: ${listed(lost.map(describeNow), 4)}`,
        ...placesOf(pair, lost[0]!.was, lost[0]!.now),
      }),
    )
  if (fresh.length)
    findings.push(
      rules.report('focus-missing', {
        key: 'a11y/focus-missing',
        extent: shareOf(fresh),
        message: `${counted(fresh.length, 'new control')} ${fresh.length === 1 ? 'does' : 'do'} not show the focus: ${listed(fresh.map(describe), 4)}`,
        ...placesOf(pair, undefined, fresh[0]),
      }),
    )
  if (carets.length)
    findings.push(
      rules.report('focus-by-caret', {
        key: 'a11y/focus-caret',
        message: `${counted(carets.length, 'field')} ${carets.length === 1 ? 'shows' : 'show'} the focus by the caret alone now: ${listed(carets.map(describeNow), 4)}`,
        ...placesOf(pair, undefined, carets[0]!.now),
      }),
    )
  return findings
}

const describeNow = ({ now }: { now: KeyStop }) => describe(now)

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
