import { isMain, type Passage } from '../../../matching/passages.ts'
import { counterpartOf, sourceOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/suite.ts'
import { type Comparison, keyOf, quote } from '../comparison/index.ts'

/** Words from which a text is known to be the same one on the other page. */
const LEAST_WORDS = 4
/** Share of a section's words that has to stand under the other heading. */
const MOST = 0.6
const PENALTY = 0.3

/**
 * Headings that exchanged their texts. Only where the order of the markup and the places on the screen agree on both
 * pages, and only a closed exchange: a title below its card would otherwise seem to belong to the next one.
 */
export function exchangedHeadings(comparison: Comparison): Finding[] {
  const { original, rebuilt } = comparison
  const above = headingsAbove(original)
  const aboveNow = headingsAbove(rebuilt)
  const moved = new Map<number, Map<number, number>>()
  original.forEach((passage, index) => {
    const own = above[index]!
    if (own < 0 || passage.length < LEAST_WORDS) return
    const now = counterpartOf(comparison.alignment, index)
    if (now === undefined || aboveNow[now]! < 0) return
    const other = sourceOf(comparison, aboveNow[now]!) ?? -1
    const counts = moved.get(own) ?? new Map<number, number>()
    moved.set(own, counts)
    counts.set(other, (counts.get(other) ?? 0) + passage.length)
  })
  const becomes = new Map<number, number>()
  for (const [heading, counts] of moved) {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    for (const [other, count] of counts)
      if (other >= 0 && other !== heading && count >= MOST * total && !sameText(original, heading, other))
        becomes.set(heading, other)
  }
  return [...becomes]
    .filter(([heading]) => isCycle(becomes, heading))
    .map(([heading, other]) => findingOf(comparison, heading, other))
}

function sameText(passages: Passage[], one: number, other: number): boolean {
  return passages[one]!.name === passages[other]!.name
}

function isCycle(becomes: Map<number, number>, start: number): boolean {
  let at = becomes.get(start)
  for (let steps = 0; at !== undefined && steps < 12; steps++) {
    if (at === start) return true
    at = becomes.get(at)
  }
  return false
}

function findingOf({ original, rebuilt, alignment }: Comparison, heading: number, other: number): Finding {
  const [own, instead] = [original[heading]!, original[other]!]
  const now = counterpartOf(alignment, other)
  return {
    key: `content/structure:heading:${keyOf(own)}`,
    severity: 'moderate',
    penalty: PENALTY,
    message: `The texts that stood under ${quote(own.text)} stand under ${quote(instead.text)} now`,
    fix: `Put the heading ${quote(own.text)} back above them`,
    original: own.place,
    rebuilt: now === undefined ? undefined : rebuilt[now]!.place,
  }
}

/** For each visible text of the main content the heading above it, in the markup and on the screen; -1 where unclear. */
function headingsAbove(passages: Passage[]): Int32Array {
  const found = new Int32Array(passages.length).fill(-1)
  let last = -1
  const recent: number[] = []
  passages.forEach((passage, index) => {
    if (!passage.visible || passage.place.viewport !== 1440 || !isMain(passage)) return
    if (passage.kind === 'heading') {
      last = index
      recent.push(index)
      return
    }
    if (last >= 0 && nearestAbove(passages, recent, passage) === last) found[index] = last
  })
  return found
}

/** How many headings back in the markup may be nearest on the screen. */
const REACH = 12

function nearestAbove(passages: Passage[], recent: number[], { box }: Passage): number {
  let [best, bottom] = [-1, Number.NEGATIVE_INFINITY]
  for (const index of recent.slice(-REACH)) {
    const other = passages[index]!.box
    const below = other.y + other.height
    if (below > box.y + 4 || other.x > box.x + box.width || box.x > other.x + other.width) continue
    if (below >= bottom) [best, bottom] = [index, below]
  }
  return best
}
