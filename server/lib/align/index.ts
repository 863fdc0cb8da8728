/**
 * Which words of one page's text are found on another page, however its elements were split, merged or moved.
 * Every word of the target is used once, so that a repeated paragraph needs as many copies.
 */

import {
  type AlignState,
  createAlignState,
  type Segment,
  type Stream,
  segmentsOf,
  streamOf,
} from './align-state.ts'
import { findEqual, pairEqual, pairInstead } from './equal.ts'
import { matchShingles } from './shingles.ts'
import { matchWhitespaceInsensitive } from './whitespace-insensitive.ts'

export interface Alignment {
  /** For each word of the source, block after block, the index of its word in the target or -1. */
  match: Int32Array
  /** Index of the first word of each source block; one more entry gives the total. */
  sourceStart: Int32Array
  targetStart: Int32Array
  /** Block of each word of the target. */
  targetBlock: Int32Array
  /** 1 where a word of the target was found in the source. */
  explained: Uint8Array
}

export interface AlignOptions {
  /** Source blocks that may be found in words that others have used already. None by default. */
  lenient?: (block: number) => boolean
  /** Target blocks that are used only for what is found nowhere else. None by default. */
  secondary?: (block: number) => boolean
}

/**
 * Aligns blocks of words, near-linear in their number: equal blocks pair in order, what is left is anchored by its
 * rarest shingles, placed by votes for a diagonal and aligned locally there, and at last compared without spaces.
 */
export function align(
  source: readonly (readonly string[])[],
  target: readonly (readonly string[])[],
  { lenient = () => false, secondary = () => false }: AlignOptions = {},
): Alignment {
  if (source === target && source.every((_, block) => lenient(block) === secondary(block)))
    return alignWithItself(source)
  const background = createAlignState(source, target)
  const strict = blocksWhere(source, block => !lenient(block))
  const primary = (block: number) => !secondary(block)
  const every = () => true

  const rest = blocksWhere(source, lenient)
  pairEqual(background, strict, primary)
  searchAll(background, strict, primary)
  // Secondary blocks belong to lenient ones first: a text of which one copy is lost must not seem to have moved there.
  pairEqual(background, rest, secondary)
  pairInstead(background, strict, secondary, 0.5)
  // A second look over everything, used or not: for what has no copy left, and for who needs none of his own.
  const generous: AlignState = { ...background, used: new Uint8Array(background.used.length) }
  findEqual(generous, withoutCopy(background, strict), secondary)
  searchAll(background, strict, every)
  matchWhitespaceInsensitive(background, strict, streamOf(background, every))

  findEqual(generous, rest, primary)
  findEqual(generous, rest, every)
  searchAll(generous, rest, every, false)
  matchWhitespaceInsensitive(generous, rest, streamOf(generous, every))

  const explained = new Uint8Array(background.used.length)
  for (const at of background.match) if (at >= 0) explained[at] = 1
  for (let at = 0; at < explained.length; at++) if (background.used[at]) explained[at] = 1
  const { match, sourceStart, targetStart, targetBlock } = background
  return { match, sourceStart, targetStart, targetBlock, explained }
}

/** What the long way gives where both are one: each block is its own equal, in the company it always had. */
function alignWithItself(blocks: readonly (readonly string[])[]): Alignment {
  const start = new Int32Array(blocks.length + 1)
  blocks.forEach((words, block) => {
    start[block + 1] = start[block]! + words.length
  })
  const total = start[blocks.length]!
  const targetBlock = new Int32Array(total)
  blocks.forEach((_, block) => {
    targetBlock.fill(block, start[block]!, start[block + 1]!)
  })
  return {
    match: Int32Array.from({ length: total }, (_, at) => at),
    sourceStart: start,
    targetStart: start,
    targetBlock,
    explained: new Uint8Array(total).fill(1),
  }
}

function blocksWhere(blocks: readonly unknown[], keep: (block: number) => boolean): number[] {
  return blocks.map((_, block) => block).filter(keep)
}

/** Blocks of which nothing was found, nor anything of another block of the same words. */
function withoutCopy({ sourceText, sourceStart, match }: AlignState, blocks: number[]): number[] {
  const isFound = (block: number) =>
    match.subarray(sourceStart[block]!, sourceStart[block + 1]!).some(at => at >= 0)
  const found = new Set(blocks.filter(isFound).map(block => sourceText[block]))
  return blocks.filter(block => !found.has(sourceText[block]) && !isFound(block))
}

/**
 * Shingle lengths, and up to how many words a block is looked for by them: short ones would find the common words of
 * a lost paragraph all over the page. Longer blocks take part when half of them was found already, if `rest` says so.
 */
const ROUNDS = [
  { length: 4, most: Number.POSITIVE_INFINITY, rest: true, times: 4 },
  { length: 2, most: 10, rest: true, times: 3 },
  { length: 1, most: 1, rest: false, times: 1 },
]

function searchAll(
  background: AlignState,
  blocks: number[],
  allowed: (block: number) => boolean,
  consume = true,
) {
  for (const { length, most, rest, times } of ROUNDS)
    for (let time = 0; time < times; time++) {
      const open = segmentsOf(background, blocks, length).filter(segment =>
        isOpen(background, segment, most, rest),
      )
      if (!open.length) break
      const stream: Stream = streamOf(background, allowed)
      if (!stream.length || !matchShingles(background, stream, open, length, consume)) break
    }
}

function isOpen(
  { sourceStart, match }: AlignState,
  { block }: Segment,
  most: number,
  rest: boolean,
): boolean {
  const from = sourceStart[block]!
  const to = sourceStart[block + 1]!
  if (to - from <= most) return true
  let found = 0
  for (let at = from; at < to; at++) if (match[at]! >= 0) found++
  return rest && found * 2 >= to - from
}
