/** The stops of the keyboard on both pages, paired by their controls. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import type { ControlBox } from '../../../capture/collectors/layouts.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair } from '../../core/suite.ts'
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
  /** Without a counterpart, and not merely one that the walk of the other page did not come to. */
  gone: KeyStop[]
  added: KeyStop[]
}

const cache = new WeakMap<object, Stops>()

export function stopsOf(pair: Pair<Needed>): Stops {
  const ready = cache.get(pair.matching)
  if (ready) return ready
  const [before, now] = [pair.original.keyboard.stops, pair.rebuilt.keyboard.stops]
  const [first, second] = [
    controlsAt(before, layoutOf(pair.original)?.controls ?? []),
    controlsAt(now, layoutOf(pair.rebuilt)?.controls ?? []),
  ]
  const turns = new Map(second.map((control, turn) => [control, turn]))
  const partner = new Map(pair.matching.controls.map(match => [match.original, match.rebuilt]))
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
  const open = before.flatMap((_, turn) =>
    take(turn, turns.get(partner.get(first[turn]!) ?? NONE)) ? [] : [turn],
  )
  // What a walk that ended early did not come to is neither gone nor new, and nothing else stands for it.
  const { complete: isWhole } = pair.rebuilt.keyboard
  const { complete: wasWhole } = pair.original.keyboard
  const kept = new Set(partner.values())
  const isAhead = (control: number) => !isWhole && (control < 0 || partner.has(control))
  const wasAhead = (control: number) => !wasWhole && (control < 0 || kept.has(control))
  // Stops that are no controls, such as scrollers and frames: by name, in order.
  const left = open.filter(
    turn =>
      !take(
        turn,
        isWhole || !partner.has(first[turn]!)
          ? names
              .get(nameOf(before[turn]!))
              ?.find(other => !taken.has(other) && (wasWhole || !kept.has(second[other]!)))
          : undefined,
      ),
  )
  const fresh = {
    pairs: pairs.sort((a, b) => a.original - b.original),
    gone: left.filter(turn => !isAhead(first[turn]!)).map(turn => before[turn]!),
    added: now.filter((_, turn) => !taken.has(turn) && !wasAhead(second[turn]!)),
  }
  cache.set(pair.matching, fresh)
  return fresh
}

const NONE = -2

/**
 * The control at each stop, by its index, -1 where it is none. Deep in a page one path may name several: of those that
 * are left the one of its name, then the nearest.
 */
function controlsAt(stops: readonly KeyStop[], controls: readonly ControlBox[]): number[] {
  const waiting = Map.groupBy(controls.keys(), index => controls[index]!.selector)
  return stops.map(stop => {
    const list = waiting.get(stop.selector) ?? []
    const away = (index: number) => {
      const { name, role, box } = controls[index]!
      const other = Number(role !== stop.role) + Number(normalise(name) !== normalise(stop.name))
      return other * FAR + Math.hypot(box.x - stop.box.x, box.y - stop.box.y)
    }
    const best = list.reduce((a, b) => (away(b) < away(a) ? b : a), list[0] ?? -1)
    if (best >= 0) list.splice(list.indexOf(best), 1)
    return best
  })
}

/** More than two places on one page can be apart, in CSS px. */
const FAR = 1e6

const nameOf = ({ role, name, landmark }: KeyStop) => `${role} ${normalise(name)} ${landmark}`
