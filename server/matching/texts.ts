import { type Alignment, align } from '../lib/align/index.ts'
import { countEach } from '../lib/count.ts'
import { unaccented } from '../lib/text.ts'
import type { BlockMatch } from './block-match.ts'
import { pairHeadings } from './headings.ts'
import { type Passage, passagesOf, type Readable } from './passages.ts'

/** The texts of two pages, word by word; a word without its accents is the same word. */
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

/** Words in common that make two blocks a pair, as a share of either. */
const MIN_COMMON = 0.5

export function matchTexts(before: Readable, after: Readable): TextMatching {
  const { passages: original, desktop } = passagesOf(before)
  const { passages: rebuilt, desktop: desktopNow, cut } = passagesOf(after)
  const wordsOf = (passages: Passage[]) =>
    passages.map(passage => passage.tokens.map(token => unaccented(token.word)))
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
    blocks: pairHeadings(
      blocksOf(alignment).filter(
        ({ share, part, ...pair }) =>
          pair.original < desktop && pair.rebuilt < desktopNow && Math.max(share, part) >= MIN_COMMON,
      ),
      original.slice(0, desktop),
      rebuilt.slice(0, desktopNow),
    ),
  }
}

/** For each word of an original passage, the rebuilt passage that has it, or -1. */
export const targetsOf = ({ match, sourceStart, targetBlock }: Alignment, passage: number): Int32Array =>
  match.subarray(sourceStart[passage]!, sourceStart[passage + 1]!).map(at => (at < 0 ? -1 : targetBlock[at]!))

/** The rebuilt passage that has most of the words of an original one, or undefined. */
export const counterpartOf = (alignment: Alignment, passage: number): number | undefined =>
  mostFrequent(targetsOf(alignment, passage))

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

function blocksOf(alignment: Alignment): BlockMatch[] {
  const { sourceStart, targetStart } = alignment
  const pairs: BlockMatch[] = []
  for (let block = 0; block + 1 < sourceStart.length; block++) {
    const targets = targetsOf(alignment, block)
    for (const [other, count] of countEach(targets.toSorted()))
      if (other >= 0)
        pairs.push({
          original: block,
          rebuilt: other,
          share: count / targets.length,
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
