import { type Alignment, align } from '../../lib/align.ts'
import type { Pair } from '../suite.ts'
import { compareFacts, type FactComparison } from './facts/compare.ts'
import { type Passage, passagesOf } from './passages.ts'

export type ContentPair = Pair<'layouts' | 'document' | 'volatile' | 'head'>

/** The two pages' texts, word by word: what all checks of this suite reason on. */
export interface Comparison {
  original: Passage[]
  rebuilt: Passage[]
  alignment: Alignment
  /** For each word of the rebuilt page, the original passage that has it, or -1. */
  origin: Int32Array
  facts: FactComparison
  /** The rebuilt page has more text than could be read: nothing can be said to be missing from it. */
  cut: boolean
}

const done = new WeakMap<object, WeakMap<object, Comparison>>()

/** Compared once for each pair of sides; the checks share it. */
export function compare(pair: ContentPair): Comparison {
  const known = done.get(pair.original)?.get(pair.rebuilt)
  if (known) return known
  const { passages: original } = passagesOf(pair.original)
  const { passages: rebuilt, cut } = passagesOf(pair.rebuilt)
  const wordsOf = (passages: Passage[]) => passages.map(passage => passage.tokens.map(token => token.word))
  const alignment = align(wordsOf(original), wordsOf(rebuilt), {
    lenient: index => !original[index]!.visible,
    secondary: index => !rebuilt[index]!.visible,
  })
  const facts = compareFacts(original, rebuilt, alignment, pair.original.head.lang)
  const fresh = { original, rebuilt, alignment, origin: originOf(alignment), facts, cut }
  const mine = done.get(pair.original) ?? new WeakMap()
  done.set(pair.original, mine)
  mine.set(pair.rebuilt, fresh)
  return fresh
}

function originOf({ match, sourceStart, targetBlock }: Alignment): Int32Array {
  const origin = new Int32Array(targetBlock.length).fill(-1)
  for (let passage = 0; passage + 1 < sourceStart.length; passage++)
    for (let at = sourceStart[passage]!; at < sourceStart[passage + 1]!; at++)
      if (match[at]! >= 0) origin[match[at]!] = passage
  return origin
}

/** The rebuilt passage that has most of the words of an original one, or undefined. */
export function counterpartOf(
  { match, sourceStart, targetBlock }: Alignment,
  passage: number,
): number | undefined {
  const own = match.subarray(sourceStart[passage]!, sourceStart[passage + 1]!)
  return mostFrequent(own.map(at => (at < 0 ? -1 : targetBlock[at]!)))
}

/** The original passage that has most of the words of a rebuilt one, or undefined. */
export function sourceOf({ alignment, origin }: Comparison, passage: number): number | undefined {
  return mostFrequent(origin.subarray(alignment.targetStart[passage]!, alignment.targetStart[passage + 1]!))
}

/** Of numbers from 0 on; the first to get there wins. */
function mostFrequent(numbers: Int32Array): number | undefined {
  const counts = new Map<number, number>()
  let best: number | undefined
  for (const number of numbers) {
    if (number < 0) continue
    counts.set(number, (counts.get(number) ?? 0) + 1)
    if (best === undefined || counts.get(number)! > counts.get(best)!) best = number
  }
  return best
}

/** `text` in quotes, shortened for a message. */
export function quote(text: string, most = 80): string {
  return `“${text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text}”`
}

/** The first eight words of a text, for a key. */
export function keyOf({ tokens, text }: Passage): string {
  return (
    tokens
      .slice(0, 8)
      .map(token => token.word)
      .join(' ')
      .slice(0, 120) || text.slice(0, 40)
  )
}
