/** Headings, and short texts, that exchanged their places. */
import { countEach, sumOf } from '../../../lib/count.ts'
import { isMain, isOnDesktop, type Passage } from '../../../matching/passages.ts'
import { counterpartOf, sourceOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { anchorFacts } from '../comparison/context-anchor.ts'
import { exchangedFacts } from '../comparison/displaced-facts.ts'
import { type Comparison, keyOf, quote } from '../comparison/index.ts'
import { coverOf, type PlacedFact } from '../comparison/placed-facts.ts'
import { MAX_SHORT_TEXT, MIN_MOVED, rules } from './rules.ts'

/** Words from which a text is known to be the same one on the other page. */
const MIN_WORDS = 4
/** Headings that exchange their texts in one circle. */
const MAX_CYCLE = 12
/** Headings back in the markup among which the nearest one on the screen is looked for. */
const HEADING_WINDOW = 12

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
    if (own < 0 || passage.length < MIN_WORDS) return
    const now = counterpartOf(comparison.alignment, index)
    if (now === undefined || aboveNow[now]! < 0) return
    const other = sourceOf(comparison, aboveNow[now]!) ?? -1
    const counts = moved.get(own) ?? new Map<number, number>()
    moved.set(own, counts)
    counts.set(other, (counts.get(other) ?? 0) + passage.length)
  })
  const becomes = new Map<number, number>()
  for (const [heading, counts] of moved) {
    const total = sumOf([...counts.values()], count => count)
    for (const [other, count] of counts)
      if (
        other >= 0 &&
        other !== heading &&
        count >= MIN_MOVED * total &&
        original[heading]!.name !== original[other]!.name
      )
        becomes.set(heading, other)
  }
  return [...becomes]
    .filter(([heading]) => isCycle(becomes, heading))
    .map(([heading, other]) => headingFinding(comparison, heading, other))
}

function isCycle(becomes: Map<number, number>, start: number): boolean {
  let at = becomes.get(start)
  for (let steps = 0; at !== undefined && steps < MAX_CYCLE; steps++) {
    if (at === start) return true
    at = becomes.get(at)
  }
  return false
}

function headingFinding(
  { original, rebuilt, alignment }: Comparison,
  heading: number,
  other: number,
): Finding {
  const [own, instead] = [original[heading]!, original[other]!]
  const now = counterpartOf(alignment, other)
  return rules.report('heading', {
    place: keyOf(own),
    message: `The texts that stood under ${quote(own.text)} stand under ${quote(instead.text)} now`,
    fix: `Put the heading ${quote(own.text)} back above them`,
    original: own.place,
    rebuilt: now === undefined ? undefined : rebuilt[now]!.place,
  })
}

/** For each visible text of the main content the heading above it, in the markup and on the screen; -1 where unclear. */
function headingsAbove(passages: Passage[]): Int32Array {
  const found = new Int32Array(passages.length).fill(-1)
  let last = -1
  const recent: number[] = []
  passages.forEach((passage, index) => {
    if (!isOnDesktop(passage) || !isMain(passage)) return
    if (passage.kind === 'heading') {
      last = index
      recent.push(index)
      return
    }
    if (last >= 0 && nearestAbove(passages, recent, passage) === last) found[index] = last
  })
  return found
}

function nearestAbove(passages: Passage[], recent: number[], { box }: Passage): number {
  let [best, bottom] = [-1, Number.NEGATIVE_INFINITY]
  for (const index of recent.slice(-HEADING_WINDOW)) {
    const other = passages[index]!.box
    const below = other.y + other.height
    if (below > box.y + 4 || other.x > box.x + box.width || box.x > other.x + other.width) continue
    if (below >= bottom) [best, bottom] = [index, below]
  }
  return best
}

/** Short texts that are compared with each other. */
const MAX_SHORT_TEXTS = 2000
/** Titles, links and buttons name what they lead to; these say something of another text. */
const STATEMENT = /^(paragraph|list-item|cell)$/

/**
 * Short texts of the main content that exchanged their places: the roles of two names, the cities of two branches. Only
 * where texts that are set otherwise than these stand to each as before, so that a list may be sorted.
 */
export function exchangedTexts({ original, rebuilt, alignment, facts }: Comparison): Finding[] {
  const before = shortTexts(original, facts.cover)
  const after = shortTexts(rebuilt)
  const partner = new Map<PlacedFact, PlacedFact>()
  for (const [name, fact] of before) {
    const now = after.get(name)
    if (now) partner.set(fact, now)
  }
  if (partner.size < 2 || partner.size > MAX_SHORT_TEXTS) return []
  const { cover } = facts
  const coverNow = coverOf(rebuilt, [...facts.partner.values()])
  const { isInPlace } = anchorFacts(
    original,
    cover,
    { passages: rebuilt, facts: [...partner.values()] },
    alignment,
  )
  const doubtful = [...partner].filter(([fact, now]) => !isInPlace(fact, now))
  const labels = countEach(original.flatMap(({ name, visible }) => (visible ? name : [])))
  const exchanged = [...Map.groupBy(doubtful, ([fact]) => original[fact.passage]!.set).values()].flatMap(
    pairs => [
      ...exchangedFacts(pairs, original, rebuilt, alignment, {
        cover,
        coverNow,
        isLabelFor: (text, fact) =>
          text.set !== fact.set && text.length <= MAX_SHORT_TEXT && labels.get(text.name) === 1,
      }),
    ],
  )
  return exchanged.map(([fact, instead]): Finding => {
    const [own, now] = [original[fact.passage]!, rebuilt[instead.passage]!]
    return rules.report('text', {
      place: keyOf(own),
      message: `Where ${quote(own.text)} stood stands ${quote(now.text)} now, among the same other texts`,
      fix: `Put ${quote(own.text)} back to what it was said of`,
      original: own.place,
      rebuilt: now.place,
    })
  })
}

/** Texts of a few words that are there once, by their words. */
function shortTexts(passages: Passage[], cover?: Uint8Array[]): Map<string, PlacedFact> {
  const found = new Map<string, PlacedFact | null>()
  passages.forEach((passage, at) => {
    const { name, text, kind, visible, length, volatile } = passage
    if (!isOnDesktop(passage) || volatile || !length || length > MAX_SHORT_TEXT) return
    const parts = [{ passage: at, start: 0, end: text.length }]
    const isOne =
      !found.has(name) &&
      isMain(passage) &&
      STATEMENT.test(kind) &&
      /\p{L}/u.test(text) &&
      !cover?.[at]?.includes(1)
    found.set(
      name,
      isOne ? { kind: 'text', value: name, raw: text, passage: at, parts, visible, label: '' } : null,
    )
  })
  return new Map([...found].filter((entry): entry is [string, PlacedFact] => entry[1] !== null))
}
