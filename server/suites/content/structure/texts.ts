import { isMain, type Passage } from '../../../matching/passages.ts'
import type { Finding } from '../../core/suite.ts'
import { anchorFacts } from '../comparison/context-anchor.ts'
import { exchangedFacts } from '../comparison/displaced-facts.ts'
import { type Comparison, keyOf, quote } from '../comparison/index.ts'
import { coverOf, type PlacedFact } from '../comparison/placed-facts.ts'

/** Words up to which a text says something of the one beside it: a role, a place, a rank. */
const SHORT = 8
const PENALTY = 0.3
const MOST = 2000
/** Titles, links and buttons lead to what they say. */
const SAYS = /^(paragraph|list-item|cell)$/

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
  if (partner.size < 2 || partner.size > MOST) return []
  const { cover } = facts
  const coverNow = coverOf(rebuilt, [...facts.partner.values()])
  const { isInPlace } = anchorFacts(
    original,
    cover,
    { passages: rebuilt, facts: [...partner.values()] },
    alignment,
  )
  const doubtful = [...partner].filter(([fact, now]) => !isInPlace(fact, now))
  const labels = namesOf(original)
  const exchanged = [...Map.groupBy(doubtful, ([fact]) => original[fact.passage]!.set).values()].flatMap(
    pairs => [
      ...exchangedFacts(pairs, original, rebuilt, alignment, {
        cover,
        coverNow,
        isLabelFor: (text, fact) =>
          text.set !== fact.set && text.length <= SHORT && labels.get(text.name) === 1,
      }),
    ],
  )
  return exchanged.map(([fact, instead]): Finding => {
    const [own, now] = [original[fact.passage]!, rebuilt[instead.passage]!]
    return {
      key: `content/structure:text:${keyOf(own)}`,
      severity: 'serious',
      penalty: PENALTY,
      message: `Where ${quote(own.text)} stood stands ${quote(now.text)} now, among the same other texts`,
      fix: `Put ${quote(own.text)} back to what it was said of`,
      original: own.place,
      rebuilt: now.place,
    }
  })
}

/** Texts of a few words that are there once, by their words. */
function shortTexts(passages: Passage[], cover?: Uint8Array[]): Map<string, PlacedFact> {
  const found = new Map<string, PlacedFact | null>()
  passages.forEach((passage, at) => {
    const { name, text, kind, visible, length, volatile } = passage
    if (!visible || volatile || !length || length > SHORT || passage.place.viewport !== 1440) return
    const parts = [{ passage: at, start: 0, end: text.length }]
    const isOne =
      !found.has(name) &&
      isMain(passage) &&
      SAYS.test(kind) &&
      /\p{L}/u.test(text) &&
      !cover?.[at]?.includes(1)
    found.set(
      name,
      isOne ? { kind: 'text', value: name, raw: text, passage: at, parts, visible, label: '' } : null,
    )
  })
  return new Map([...found].filter((entry): entry is [string, PlacedFact] => entry[1] !== null))
}

function namesOf(passages: Passage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, visible } of passages) if (visible) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
