import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { PlacedFact } from './place.ts'

/**
 * Whether the very characters of a fact stand where its words were found, although it reads as another fact there or
 * as none: elements that were split or merged differently hide numbers from one reader and not from the other.
 */
export function literallyKept(
  fact: PlacedFact,
  original: Passage[],
  rebuilt: Passage[],
  { match, sourceStart, targetBlock }: Alignment,
): boolean {
  const places: number[] = []
  for (const { passage, start, end } of fact.parts)
    original[passage]!.tokens.forEach((token, index) => {
      if (token.start < end && token.end > start) places.push(match[sourceStart[passage]! + index]!)
    })
  if (!places.length || places.some(place => place < 0)) return false
  const passages = [...new Set(places.map(place => targetBlock[place]!))].sort((a, b) => a - b)
  const [first, last] = [passages[0]!, passages.at(-1)!]
  // A sign may stand in an element of its own, before or after.
  if (last - first > 6) return false
  const text = rebuilt
    .slice(Math.max(0, first - 1), last + 2)
    .map(passage => passage.text)
    .join(' ')
    .toLowerCase()
  const letters = [...fact.raw.toLowerCase().replace(/ /g, '')].map(letter =>
    letter.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  )
  return new RegExp(String.raw`(?<!\d[.,]?)${letters.join(' ?')}(?![.,]?\d)`, 'u').test(text)
}
