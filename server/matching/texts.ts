import { type Alignment, align } from '../lib/align/index.ts'
import { type Passage, passagesOf, type Readable } from './passages.ts'

/** The texts of two pages, word by word. */
export interface TextMatching {
  original: Passage[]
  rebuilt: Passage[]
  alignment: Alignment
  /** For each word of the rebuilt page, the original passage that has it, or -1. */
  origin: Int32Array
  /** The rebuilt page has more text than could be read: nothing can be said to be missing from it. */
  cut: boolean
  /** The same seen by elements, by original then rebuilt index; a text that was split or merged has several. */
  blocks: BlockMatch[]
}

/** Two text blocks that have words in common, by their index in the blocks of the 1440 px layout. */
export interface BlockMatch {
  original: number
  rebuilt: number
  /** Share of the original block's words that stand in the rebuilt one, and the other way round; 0 to 1. */
  share: number
  part: number
}

/** Words in common that make two blocks a pair, as a share of either. */
const MIN_COMMON = 0.5

export function matchTexts(before: Readable, after: Readable): TextMatching {
  const { passages: original, desktop } = passagesOf(before)
  const { passages: rebuilt, desktop: desktopNow, cut } = passagesOf(after)
  const wordsOf = (passages: Passage[]) => passages.map(passage => passage.tokens.map(token => token.word))
  const words = wordsOf(original)
  const alignment = align(words, rebuilt === original ? words : wordsOf(rebuilt), {
    lenient: index => !original[index]!.visible,
    secondary: index => !rebuilt[index]!.visible,
  })
  return {
    original,
    rebuilt,
    alignment,
    origin: originOf(alignment),
    cut,
    blocks: blocksOf(alignment).filter(
      pair =>
        pair.original < desktop && pair.rebuilt < desktopNow && Math.max(pair.share, pair.part) >= MIN_COMMON,
    ),
  }
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
export function sourceOf(
  { alignment, origin }: Pick<TextMatching, 'alignment' | 'origin'>,
  passage: number,
): number | undefined {
  return mostFrequent(origin.subarray(alignment.targetStart[passage]!, alignment.targetStart[passage + 1]!))
}

function originOf({ match, sourceStart, targetBlock }: Alignment): Int32Array {
  const origin = new Int32Array(targetBlock.length).fill(-1)
  for (let passage = 0; passage + 1 < sourceStart.length; passage++)
    for (let at = sourceStart[passage]!; at < sourceStart[passage + 1]!; at++)
      if (match[at]! >= 0) origin[match[at]!] = passage
  return origin
}

function blocksOf({ match, sourceStart, targetStart, targetBlock }: Alignment): BlockMatch[] {
  const pairs: BlockMatch[] = []
  for (let block = 0; block + 1 < sourceStart.length; block++) {
    const common = new Map<number, number>()
    const [from, to] = [sourceStart[block]!, sourceStart[block + 1]!]
    for (let at = from; at < to; at++) {
      const other = match[at]! < 0 ? -1 : targetBlock[match[at]!]!
      if (other >= 0) common.set(other, (common.get(other) ?? 0) + 1)
    }
    for (const [other, count] of [...common].sort((a, b) => a[0] - b[0]))
      pairs.push({
        original: block,
        rebuilt: other,
        share: count / (to - from),
        part: count / (targetStart[other + 1]! - targetStart[other]!),
      })
  }
  return pairs
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
