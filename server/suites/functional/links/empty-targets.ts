/** Entries of a menu that lead to a part of the page in which nothing is shown. */
import type { Finding } from '../../core/finding.ts'
import { lacksData } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import { isAlive } from './answers.ts'
import { type Link, label, type PairedLinks, placesOf } from './link.ts'
import { selfReader } from './offered.ts'
import { rules } from './rules.ts'
import { workedReader } from './worked.ts'

/** Links in view of the navigation and calls to action, all of them as one: what emptied one part emptied the others. */
export function emptyTargets(
  pair: Pair<'document' | 'head' | 'health' | 'links' | 'probes'>,
  { now, originals }: PairedLinks,
): Finding[] {
  if (lacksData(pair.original, pair.rebuilt)) return []
  const isWorked = workedReader(pair.rebuilt)
  const isSelf = selfReader(pair)
  const isOffered = ({ target, answer, link }: Link) =>
    target.kind === 'fragment'
      ? link.fragmentFound && !link.emptyTarget
      : target.kind === 'page' && isAlive(answer) && !isSelf(target)
  const jumps = now.flatMap(link => {
    const old = originals.get(link)
    return old && isOffered(old) && link.prominent && link.target.kind === 'fragment' ? [{ link, old }] : []
  })
  const empty = jumps.filter(({ link }) => link.link.emptyTarget && !isWorked(link))
  const [first] = empty
  if (!first) return []
  const places = new Set(empty.map(({ link }) => link.target.place))
  const all = new Set(jumps.map(({ link }) => link.target.place))
  const isMenu = places.size > 1 && places.size * 2 >= all.size
  const others = places.size > 1 ? `, and so do ${places.size - 1} more` : ''
  return [
    rules.report('empty-target', {
      place: first.old.target.place,
      as: isMenu ? 'menu' : undefined,
      message: `${label(first.link)} leads to a part of the page that shows nothing but a heading at most${others}: ${[...places].slice(0, 5).join(', ')}`,
      fix: `Show in ${first.link.target.place} what the original shows ${first.old.target.kind === 'page' ? `on ${first.old.target.place}` : 'there'}`,
      ...placesOf(pair, first.old, first.link),
    }),
  ]
}
