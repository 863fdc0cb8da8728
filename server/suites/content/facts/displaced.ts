import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { Settled } from './context-anchor.ts'
import { exchangedFacts } from './exchange.ts'
import { coverOf, type PlacedFact } from './place.ts'

interface Side {
  passages: Passage[]
  facts: PlacedFact[]
}

/**
 * Facts whose value is still on the page, but no longer where it belongs, each with what stands there instead: another
 * value between the very words that stood around it, another value in a text of words that no other has, or the value
 * of a fact that exchanged its place with it.
 */
export function displacedFacts(
  before: Side,
  after: Side,
  partner: Map<PlacedFact, PlacedFact>,
  alignment: Alignment,
  { isSettled, between }: Settled,
): Map<PlacedFact, PlacedFact> {
  const doubtful = [...partner].filter(([fact, now]) => fact.visible && now.visible && !isSettled(fact, now))
  const found = new Map<PlacedFact, PlacedFact>()
  if (!doubtful.length) return found
  const taken = new Set(partner.values())
  const byLabel = factsByLabel(before.facts, after.facts)
  for (const [fact, now] of doubtful) {
    const there = between(fact)
    const instead = there && !taken.has(there) ? there : byLabel(fact)
    if (instead && instead !== now && instead.value !== fact.value) found.set(fact, instead)
  }
  const single = singlesOf(before.facts, after.facts)
  for (const [kind, pairs] of Map.groupBy(doubtful, ([fact]) => fact.kind)) {
    if (pairs.length < 2) continue
    // What is stated once on both pages may say whose fact another one is, unless it is out of place itself.
    const isCovered = (fact: PlacedFact) => fact.kind === kind || !single(fact) || found.has(fact)
    const exchanged = exchangedFacts(pairs, before.passages, after.passages, alignment, {
      cover: coverOf(before.passages, before.facts.filter(isCovered)),
      coverNow: coverOf(after.passages, after.facts.filter(isCovered)),
    })
    for (const [fact, instead] of exchanged) if (!found.has(fact)) found.set(fact, instead)
  }
  return found
}

/** The rebuilt fact in a text of the same words as a fact's own, where both pages have one of these words. */
function factsByLabel(
  before: PlacedFact[],
  after: PlacedFact[],
): (fact: PlacedFact) => PlacedFact | undefined {
  const [own, other] = [before, after].map(facts =>
    Map.groupBy(
      facts.filter(fact => fact.visible && fact.label),
      fact => `${fact.kind} ${fact.label}`,
    ),
  ) as [Map<string, PlacedFact[]>, Map<string, PlacedFact[]>]
  return fact => {
    const name = `${fact.kind} ${fact.label}`
    const found = other.get(name)
    return fact.labelled && own.get(name)?.length === 1 && found?.length === 1 && found[0]!.labelled
      ? found[0]
      : undefined
  }
}

function singlesOf(before: PlacedFact[], after: PlacedFact[]): (fact: PlacedFact) => boolean {
  const [own, other] = [before, after].map(facts => {
    const counts = new Map<string, number>()
    for (const { kind, value } of facts)
      counts.set(`${kind} ${value}`, (counts.get(`${kind} ${value}`) ?? 0) + 1)
    return counts
  }) as [Map<string, number>, Map<string, number>]
  return ({ kind, value }) => own.get(`${kind} ${value}`) === 1 && other.get(`${kind} ${value}`) === 1
}
