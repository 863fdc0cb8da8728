/** The link that is first on the way of the keyboard, out of sight until then, and leads past the head of the page. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { isWithin } from '../../core/path.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { describe, type Needed, placeKey, placesOf } from '../page.ts'
import { rules } from './rules.ts'
import { stopsOf } from './stops.ts'

/** Of more links that are out of sight one after the other the keyboard opens a menu. */
const MAX_SKIP_LINKS = 3
/** Stops among which another one is looked for: what asks for consent may come first. */
const MAX_FIRST = 10

/** What it leads past has to be there still: where nothing of it is, nobody misses it. */
export function judgeSkipLink(pair: Pair<Needed>): Finding[] {
  const before = skipLinksOf(pair.original)
  const [was, next] = [before[0], pair.original.keyboard.stops[before.length]]
  if (!was || !next) return []
  const { keyboard, links } = pair.rebuilt
  const isNamed = ({ name }: KeyStop) => normalise(name) === normalise(was.stop.name)
  const isAnother = ({ selector }: KeyStop) =>
    links.some(
      link =>
        link.selector === selector &&
        link.fragmentFound &&
        (link.state !== 'visible' || link.raw === was.raw),
    )
  const isLedPast = stopsOf(pair).pairs.some(({ was: kept }) => kept.landmark === next.landmark)
  const isKept = keyboard.stops.some(isNamed) || keyboard.stops.slice(0, MAX_FIRST).some(isAnother)
  if (isKept || !isLedPast) return []
  // Whoever pressed it came to where it stood.
  const isIdle = isWithin(next.selector, was.raw)
  const lost = isIdle
    ? 'the part that it led to held the head of the page'
    : 'nothing else leads past the head of the page'
  return [
    rules.report('skip-link', {
      key: `a11y/skip-link:${placeKey(was.stop)}`,
      as: isIdle ? 'idle' : undefined,
      message: `The ${describe(was.stop)}, to which the keyboard came first, is gone; ${lost}`,
      ...placesOf(pair, was.stop, undefined),
    }),
  ]
}

function skipLinksOf({ keyboard, links }: Side<'keyboard' | 'links'>): { stop: KeyStop; raw: string }[] {
  const unseen = new Map(
    links
      .filter(({ state, fragmentFound }) => state !== 'visible' && fragmentFound)
      .map(({ selector, raw }) => [selector, raw]),
  )
  const end = keyboard.stops.findIndex(({ selector }) => !unseen.has(selector))
  if (end < 1 || end > MAX_SKIP_LINKS) return []
  return keyboard.stops.slice(0, end).map(stop => ({ stop, raw: unseen.get(stop.selector)! }))
}
