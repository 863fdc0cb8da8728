import type { Alignment } from '../../../lib/align/index.ts'
import type { PlacedFact } from './place.ts'

/** What stands in the place of a lost fact: one of its kind in the same text, or behind the same label. */
export function replacements(
  lost: PlacedFact[],
  others: PlacedFact[],
  { match, sourceStart, targetBlock }: Alignment,
): Map<PlacedFact, PlacedFact> {
  const found = new Map<PlacedFact, PlacedFact>()
  const taken = new Set<PlacedFact>()
  const byPassage = Map.groupBy(others, fact => `${fact.kind} ${fact.passage}`)
  const byLabel = Map.groupBy(others, fact => `${fact.kind} ${fact.label}`)
  for (const fact of lost) {
    const passages = new Set<number>()
    for (let at = sourceStart[fact.passage]!; at < sourceStart[fact.passage + 1]!; at++)
      if (match[at]! >= 0) passages.add(targetBlock[match[at]!]!)
    const candidates = [
      ...[...passages].flatMap(passage => byPassage.get(`${fact.kind} ${passage}`) ?? []),
      ...(fact.label ? (byLabel.get(`${fact.kind} ${fact.label}`) ?? []) : []),
    ]
    const instead =
      candidates.find(other => !taken.has(other) && other.label === fact.label) ??
      candidates.find(other => !taken.has(other))
    if (!instead) continue
    found.set(fact, instead)
    taken.add(instead)
  }
  return found
}
