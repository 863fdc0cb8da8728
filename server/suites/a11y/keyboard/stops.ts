/** The stops of the keyboard on both pages, paired by their controls. */
import type { KeyStop } from '../../../capture/collectors/keyboard.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair } from '../../suite.ts'
import { layoutOf, type Needed } from '../page.ts'

export interface StopPair {
  was: KeyStop
  now: KeyStop
  /** Their turns. */
  original: number
  rebuilt: number
}

export interface Stops {
  pairs: StopPair[]
  /** Without a counterpart. */
  gone: KeyStop[]
  added: KeyStop[]
}

const cache = new WeakMap<object, Stops>()

export function stopsOf(pair: Pair<Needed>): Stops {
  const ready = cache.get(pair.matching)
  if (ready) return ready
  const [before, now] = [pair.original.keyboard.stops, pair.rebuilt.keyboard.stops]
  const [first, second] = [layoutOf(pair.original)?.controls ?? [], layoutOf(pair.rebuilt)?.controls ?? []]
  const turns = new Map(now.map((stop, turn) => [stop.selector, turn]))
  const partner = new Map(
    pair.matching.controls.map(match => [first[match.original]!.selector, second[match.rebuilt]!.selector]),
  )
  const names = new Map<string, number[]>()
  now.forEach((stop, turn) => {
    const list = names.get(nameOf(stop))
    if (list) list.push(turn)
    else names.set(nameOf(stop), [turn])
  })
  const pairs: StopPair[] = []
  const taken = new Set<number>()
  const take = (original: number, rebuilt: number | undefined) => {
    if (rebuilt === undefined || taken.has(rebuilt)) return false
    taken.add(rebuilt)
    pairs.push({ was: before[original]!, now: now[rebuilt]!, original, rebuilt })
    return true
  }
  const open = before.flatMap((stop, turn) =>
    take(turn, turns.get(partner.get(stop.selector) ?? '\n')) ? [] : [turn],
  )
  // Stops that are no controls, such as scrollers and frames: by name, in order.
  const left = open.filter(
    turn =>
      !take(
        turn,
        names.get(nameOf(before[turn]!))?.find(other => !taken.has(other)),
      ),
  )
  const fresh = {
    pairs: pairs.sort((a, b) => a.original - b.original),
    gone: left.map(turn => before[turn]!),
    added: now.filter((_, turn) => !taken.has(turn)),
  }
  cache.set(pair.matching, fresh)
  return fresh
}

const nameOf = ({ role, name, landmark }: KeyStop) => `${role} ${normalise(name)} ${landmark}`
