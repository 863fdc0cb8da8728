/** Entries of a list of names and links, such as the groups of a network, that are gone whole. */
import { countEach, sumOf } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { isOnDesktop, type Passage } from '../../../matching/passages.ts'
import { isWithin, withoutTurns } from '../../core/path.ts'
import { sharedSteps } from '../comparison/card-facts.ts'
import type { ContentSide } from '../comparison/index.ts'
import type { TextOutcome } from '../outcomes/index.ts'
import { MIN_ENTRIES } from './rules.ts'

export interface Entry {
  /** What stands in it beside its name, in order. */
  texts: string[]
  /** Entries of its list. */
  count: number
}

/**
 * Reads an entry by its name, a text that is lost and no other entry says; undefined where that is none. Most of its list
 * is kept, which is shorter by it: a list of what is new moves on. What stands beside the name is lost or said in other
 * entries as well, and its links lead to what `isReached` denies of each.
 */
export function lostEntries(
  outcomes: TextOutcome[],
  rebuilt: readonly Passage[],
  { links }: Pick<ContentSide, 'links'>,
  isReached: (link: ContentSide['links'][number]) => boolean,
): (name: TextOutcome) => Entry | undefined {
  const shown = outcomes.filter(({ passage }) => isOnDesktop(passage))
  const times = countEach(shown.map(({ passage }) => passage.name))
  const pathOf = ({ passage }: TextOutcome) => passage.place.selector ?? ''
  const turns = new Map(shown.map((outcome, turn) => [outcome, turn]))
  const lists = Map.groupBy(shown, ({ passage }) => kindOf(passage))
  const placeIn = new Map([...lists.values()].flatMap(list => list.map((each, at) => [each, { list, at }])))
  const keptOf = memo((list: TextOutcome[]) => list.filter(({ state }) => state === 'kept').length)
  const timesNow = countEach(rebuilt.filter(isOnDesktop).map(kindOf))
  /** By the places that what is kept of it has now. */
  const isShorter = memo((list: TextOutcome[]) => {
    const kinds = new Set(list.flatMap(({ state, now }) => (state === 'kept' && now ? kindOf(now) : [])))
    return sumOf([...kinds], kind => timesNow.get(kind) ?? 0) < list.length
  })

  return name => {
    const { list, at } = placeIn.get(name) ?? { list: [], at: 0 }
    if (list.length < MIN_ENTRIES || keptOf(list) * 2 <= list.length || !isShorter(list)) return undefined
    if (times.get(name.passage.name)! > 1) return undefined
    const steps = pathOf(name).split(' > ')
    // In order, the names that share most of its path stand next to it.
    const shared = [list[at - 1], list[at + 1]].map(other =>
      other ? sharedSteps(name.passage, other.passage) : 0,
    )
    const entry = steps.slice(0, Math.max(...shared) + 1).join(' > ')
    const isInside = (each: TextOutcome | undefined) => each !== undefined && isWithin(pathOf(each), entry)
    const [turn, others] = [turns.get(name)!, [] as TextOutcome[]]
    for (let before = turn - 1; isInside(shown[before]); before--) others.unshift(shown[before]!)
    for (let after = turn + 1; isInside(shown[after]); after++) others.push(shown[after]!)
    const own = links.filter(({ selector, state }) => state === 'visible' && isWithin(selector, entry))
    const isGone = others.every(({ state, passage }) => state === 'lost' || times.get(passage.name)! > 1)
    if (!others.length || !isGone || !own.length || own.some(isReached)) return undefined
    return { texts: others.map(({ passage }) => passage.text), count: list.length }
  }
}

/** Of texts that stand alike. */
const kindOf = ({ kind, place }: Passage) => `${kind} ${withoutTurns(place.selector ?? '')}`
