/** The order in which the keyboard comes to things. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { called, listed, type Needed, placeName, placeOf } from '../page.ts'
import { type StopPair, stopsOf } from './stops.ts'

export function judgeOrder(pair: Pair<Needed>): Finding[] {
  const moved = outOfOrder(pair)
  const jumped = jumping(pair)
  return [
    ...(moved.length && jumped.every(({ key }) => key !== JUMPS)
      ? [
          {
            key: 'a11y/tab-order',
            severity: 'moderate' as const,
            penalty: Math.min(0.4, 0.15 + 0.05 * (moved.length - 1)),
            message: `The keyboard comes to ${listed(moved.map(({ now }) => `the ${called(now)}`))} in another order than on the original, and than the eye`,
            fix: 'Put them into the markup in the order in which they are read; no tabindex above 0, no order by style alone',
            original: placeOf(moved[0]!.was, pair.original),
            rebuilt: placeOf(moved[0]!.now, pair.rebuilt),
          },
        ]
      : []),
    ...jumped,
  ]
}

const JUMPS = 'a11y/tabindex-added'

/** Elements with a tabindex above 0 come before everything else; those that had it before are inherited. */
function jumping(pair: Pair<Needed>): Finding[] {
  const nameOf = ({ role, name }: { role: string; name: string }) => `${role} ${normalise(name)}`
  const left = pair.original.semantics.positive.map(nameOf)
  const [kept, added] = [
    [] as typeof pair.rebuilt.semantics.positive,
    [] as typeof pair.rebuilt.semantics.positive,
  ]
  for (const one of pair.rebuilt.semantics.positive) {
    const at = left.indexOf(nameOf(one))
    if (at >= 0) left.splice(at, 1)
    ;(at >= 0 ? kept : added).push(one)
  }
  // As many as the original has, whatever they are called now.
  const fresh = added.slice(left.length)
  return [
    ...kept.map(
      (one): Finding => ({
        key: `a11y/tabindex:${placeName(one)}`,
        severity: 'moderate',
        penalty: 0.05,
        message: `tabindex="${one.tabindex}" takes the ${called(one)} out of its turn, as on the original`,
        fix: 'Use tabindex="0" or none',
        rebuilt: placeOf(one, pair.rebuilt),
      }),
    ),
    ...(fresh.length
      ? [
          {
            key: JUMPS,
            severity: 'moderate' as const,
            penalty: Math.min(0.4, 0.15 + 0.05 * (fresh.length - 1)),
            message: `tabindex="${fresh[0]!.tabindex}" takes ${listed(fresh.map(one => `the ${called(one)}`))} out of turn: the keyboard comes there before everything else`,
            fix: 'Use tabindex="0" or none, and the order of the markup',
            rebuilt: placeOf(fresh[0]!, pair.rebuilt),
          },
        ]
      : []),
  ]
}

/**
 * Stops whose turn against others changed since the original, and contradicts what the eye sees on the rebuilt page:
 * sections that swapped places for the eye and the keyboard alike are no fault.
 */
function outOfOrder(pair: Pair<Needed>): StopPair[] {
  const pairs = stopsOf(pair).pairs.filter(({ was, now }) => !was.back && !now.back)
  const kept = longestRise(pairs.map(({ rebuilt }) => rebuilt))
  const fixed = pairs.filter((_, index) => kept.has(index))
  const rtl = pair.rebuilt.head.dir === 'rtl'
  return pairs.filter((one, index) => {
    if (kept.has(index)) return false
    return fixed.some(other => {
      const was = one.original < other.original
      const now = one.rebuilt < other.rebuilt
      if (was === now) return false
      const [first, second] = now ? [one, other] : [other, one]
      return isBefore(second.now, first.now, rtl)
    })
  })
}

/** Whether the eye meets `a` before `b`: clearly above it, or beside it on one line. */
function isBefore(a: KeyStop, b: KeyStop, rtl: boolean): boolean {
  if (a.box.y + a.box.height <= b.box.y + 2) return true
  if (b.box.y + b.box.height <= a.box.y + 2) return false
  const left = a.box.x + a.box.width <= b.box.x + 2
  const right = b.box.x + b.box.width <= a.box.x + 2
  return rtl ? right : left
}

/** Indices of a longest rising subsequence. */
function longestRise(numbers: number[]): Set<number> {
  const tails: number[] = []
  const previous: number[] = []
  numbers.forEach((number, index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[tails[middle]!]! < number) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.add(at)
  return kept
}
