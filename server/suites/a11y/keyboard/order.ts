/** The order in which the keyboard comes to things. */
import type { KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import { firstWhere } from '../../../lib/binary-search.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { describe, type Needed, placeKey, placesOf } from '../page.ts'
import { rules } from './rules.ts'
import { type StopPair, stopsOf } from './stops.ts'

export function judgeOrder(pair: Pair<Needed>): Finding[] {
  const moved = outOfOrder(pair)
  const { kept, added } = tabindexesOf(pair)
  const inherited = kept.map(one =>
    rules.report('tabindex-added', {
      key: `a11y/tabindex:${placeKey(one)}`,
      as: 'inherited',
      message: `tabindex="${one.tabindex}" takes the ${describe(one)} out of its turn, as on the original`,
      ...placesOf(pair, undefined, one),
    }),
  )
  if (added.length) {
    const names = added.map(one => `the ${describe(one)}`)
    return [
      ...inherited,
      rules.report('tabindex-added', {
        key: 'a11y/tabindex-added',
        extent: added.length - 1,
        message: `tabindex="${added[0]!.tabindex}" takes ${listed(names, 4)} out of turn: the keyboard comes there before everything else`,
        ...placesOf(pair, undefined, added[0]),
      }),
    ]
  }
  const [first] = moved
  if (!first) return inherited
  const names = moved.map(({ now }) => `the ${describe(now)}`)
  return [
    rules.report('order', {
      key: 'a11y/tab-order',
      extent: moved.length - 1,
      message: `The keyboard comes in another order than on the original, and than the eye, to ${listed(names, 4)}`,
      ...placesOf(pair, first.was, first.now),
    }),
    ...inherited,
  ]
}

/** Elements of the rebuilt page with a tabindex above 0: those that had it before, and those beyond the original's number. */
function tabindexesOf({ original, rebuilt }: Pair<Needed>) {
  const nameOf = ({ role, name }: { role: string; name: string }) => `${role} ${normalise(name)}`
  const left = original.semantics.positive.map(nameOf)
  const { kept = [], added = [] } = Object.groupBy(rebuilt.semantics.positive, one => {
    const at = left.indexOf(nameOf(one))
    if (at >= 0) left.splice(at, 1)
    return at >= 0 ? 'kept' : 'added'
  })
  // As many as the original has, whatever they are called now.
  return { kept, added: added.slice(left.length) }
}

/**
 * Stops whose turn against others changed since the original, and contradicts what the eye sees on the rebuilt page:
 * sections that swapped places for the eye and the keyboard alike are no fault.
 */
function outOfOrder(pair: Pair<Needed>): StopPair[] {
  const pairs = stopsOf(pair).pairs.filter(
    // A link of a side bar and one of the text may have one name.
    ({ was, now }) => !was.back && !now.back && was.landmark === now.landmark,
  )
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

/** CSS px by which two boxes may overlap and still be beside each other. */
const SLACK = 2

/** Whether the eye meets `a` before `b`: clearly above it, or beside it on one line. */
function isBefore(a: KeyStop, b: KeyStop, rtl: boolean): boolean {
  if (a.box.y + a.box.height <= b.box.y + SLACK) return true
  if (b.box.y + b.box.height <= a.box.y + SLACK) return false
  return rtl ? b.box.x + b.box.width <= a.box.x + SLACK : a.box.x + a.box.width <= b.box.x + SLACK
}

/** Indices of a longest rising subsequence. */
function longestRise(numbers: number[]): Set<number> {
  const tails: number[] = []
  const previous: number[] = []
  for (const [index, number] of numbers.entries()) {
    const at = firstWhere(0, tails.length, tail => numbers[tails[tail]!]! >= number)
    previous[index] = tails[at - 1] ?? -1
    tails[at] = index
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.add(at)
  return kept
}
