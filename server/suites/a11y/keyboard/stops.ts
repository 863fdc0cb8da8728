/** The stops of the keyboard on both pages, paired by their controls. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import type { ControlBox } from '../../../capture/collectors/layouts.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair } from '../../core/suite.ts'
import { controlsOf, layoutOf, type Needed } from '../page.ts'

export interface StopPair {
  was: KeyStop
  now: KeyStop
  /** Their turns. */
  original: number
  rebuilt: number
}

/**
 * `gone` and `added` have no counterpart, and not merely one that the walk of the other page did not come to, or that is
 * hidden at rest on both: whether what comes with scrolling is there by its turn is chance.
 */
export const stopsOf = memo((pair: Pair<Needed>) => {
  const { stops: before, complete: wasComplete } = pair.original.keyboard
  const { stops: now, complete } = pair.rebuilt.keyboard
  const [wasThere, isThere] = [pair.original, pair.rebuilt].map(side => layoutOf(side)?.controls ?? [])
  const first = controlsAt(before, wasThere!)
  const second = controlsAt(now, isThere!)
  const turns = new Map(second.map((control, turn) => [control, turn]))
  const { after: partners, before: sources } = controlsOf(pair)
  const pairs: StopPair[] = []
  const taken = new Set<number>()
  const take = (original: number, rebuilt: number | undefined) => {
    if (rebuilt === undefined || taken.has(rebuilt)) return false
    taken.add(rebuilt)
    pairs.push({ was: before[original]!, now: now[rebuilt]!, original, rebuilt })
    return true
  }
  const open = [...before.keys()].filter(turn => {
    const partner = partners.get(first[turn]!)
    return !take(turn, partner === undefined ? undefined : turns.get(partner))
  })
  // What a walk that ended early did not come to is neither gone nor new, and nothing else stands for it.
  const isHidden = (original: number | undefined, rebuilt: number | undefined) =>
    wasThere![original ?? -1]?.state === 'hidden' && isThere![rebuilt ?? -1]?.state === 'hidden'
  const isAhead = (control: number) =>
    (!complete && (control < 0 || partners.has(control))) || isHidden(control, partners.get(control))
  const wasAhead = (control: number) =>
    (!wasComplete && (control < 0 || sources.has(control))) || isHidden(sources.get(control), control)
  // Stops that are no controls, such as scrollers and frames: by name, in order.
  const byName = Map.groupBy(now.keys(), turn => nameOf(now[turn]!))
  const left = open.filter(turn => {
    if (!complete && partners.has(first[turn]!)) return true
    const alike = byName.get(nameOf(before[turn]!)) ?? []
    const isFree = (other: number) => !taken.has(other) && (wasComplete || !sources.has(second[other]!))
    return !take(turn, alike.find(isFree))
  })
  return {
    pairs: pairs.sort((a, b) => a.original - b.original),
    gone: left.filter(turn => !isAhead(first[turn]!)).map(turn => before[turn]!),
    added: now.filter((_, turn) => !taken.has(turn) && !wasAhead(second[turn]!)),
  }
})

/** More than two places on one page can be apart, in CSS px. */
const FAR = 1e6

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

const nameOf = ({ role, name, landmark }: KeyStop) => `${role} ${normalise(name)} ${landmark}`
