/**
 * Which words of one page's text are found on another page, however its elements were split, merged or moved.
 * Every word of the target is used once, so that a repeated paragraph needs as many copies.
 */
import { firstWhere } from '../binary-search.ts'
import {
  type AlignState,
  createAlignState,
  flatten,
  type Segment,
  type Stream,
  segmentsOf,
  streamOf,
} from './align-state.ts'
import { matchShingles } from './shingles.ts'

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
  const state = createAlignState(source, target)
  const strict = blocksWhere(source, block => !lenient(block))
  const primary = (block: number) => !secondary(block)
  const every = () => true

  const rest = blocksWhere(source, lenient)
  pairEqual(state, strict, primary)
  searchAll(state, strict, primary)
  // Secondary blocks belong to lenient ones first: a text of which one copy is lost must not seem to have moved there.
  pairEqual(state, rest, secondary)
  pairInstead(state, strict, secondary, 0.5)
  // A second look over everything, used or not: for what has no copy left, and for who needs none of his own.
  const generous: AlignState = { ...state, used: new Uint8Array(state.used.length) }
  findEqual(generous, withoutCopy(state, strict), secondary)
  searchAll(state, strict, every)
  matchWhitespaceInsensitive(state, strict, streamOf(state, every))

  findEqual(generous, rest, primary)
  findEqual(generous, rest, every)
  searchAll(generous, rest, every, false)
  matchWhitespaceInsensitive(generous, rest, streamOf(generous, every))

  const explained = state.used.slice()
  for (const at of state.match) if (at >= 0) explained[at] = 1
  const { match, sourceStart, targetStart, targetBlock } = state
  return { match, sourceStart, targetStart, targetBlock, explained }
}

/** What the search would give where both are one: each block is its own equal, with the neighbours it always had. */
function alignWithItself(blocks: readonly (readonly string[])[]): Alignment {
  const { start, block } = flatten(blocks, () => 0)
  return {
    match: block.map((_, at) => at),
    sourceStart: start,
    targetStart: start,
    targetBlock: block,
    explained: new Uint8Array(block.length).fill(1),
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
  { length: 4, maxWords: Number.POSITIVE_INFINITY, rest: true, times: 4 },
  { length: 2, maxWords: 10, rest: true, times: 3 },
  { length: 1, maxWords: 1, rest: false, times: 1 },
]

function searchAll(state: AlignState, blocks: number[], allowed: (block: number) => boolean, consume = true) {
  for (const { length, maxWords, rest, times } of ROUNDS)
    for (let time = 0; time < times; time++) {
      const open = segmentsOf(state, blocks, length).filter(segment => isOpen(state, segment, maxWords, rest))
      if (!open.length) break
      const stream: Stream = streamOf(state, allowed)
      if (!stream.length || !matchShingles(state, stream, open, length, consume)) break
    }
}

function isOpen(
  { sourceStart, match }: AlignState,
  { block }: Segment,
  maxWords: number,
  rest: boolean,
): boolean {
  const from = sourceStart[block]!
  const to = sourceStart[block + 1]!
  if (to - from <= maxWords) return true
  let found = 0
  for (let at = from; at < to; at++) if (match[at]! >= 0) found++
  return rest && found * 2 >= to - from
}

/** Which neighbour has to be equal as well: of several copies the one with the same neighbours is the same one. */
type Neighbour = -1 | 0 | 1

/** Pairs blocks of the same words, those with the same neighbours first, then in order. */
function pairEqual(state: AlignState, blocks: number[], allowed: (block: number) => boolean) {
  for (const neighbour of [-1, 1, 0] as const) pairBy(state, blocks, allowed, { neighbour })
}

/** A block found in part, less than the share `max` of it, gives that up for an equal one. */
function pairInstead(state: AlignState, blocks: number[], allowed: (block: number) => boolean, max: number) {
  pairBy(state, blocks, allowed, { max })
}

/** Finds equal blocks without using them up. */
function findEqual(state: AlignState, blocks: number[], allowed: (block: number) => boolean) {
  pairBy(state, blocks, allowed, { consume: false })
}

function pairBy(
  { sourceStart, targetStart, sourceText, targetText, match, used }: AlignState,
  blocks: number[],
  allowed: (block: number) => boolean,
  { neighbour = 0, max = 1, consume = true }: { neighbour?: Neighbour; max?: number; consume?: boolean },
) {
  const byName = new Map<string, number[]>()
  for (let block = targetText.length - 1; block >= 0; block--) {
    if (targetText[block]! < 0 || !allowed(block) || isAnyUsed(block)) continue
    const name = nameOf(targetText, block, neighbour)
    const queue = byName.get(name)
    if (queue) queue.push(block)
    else byName.set(name, [block])
  }
  for (const block of blocks) {
    if (sourceText[block]! < 0) continue
    const own = match.subarray(sourceStart[block]!, sourceStart[block + 1]!)
    const found = own.reduce((sum, at) => sum + (at >= 0 ? 1 : 0), 0)
    if (found === own.length || (found > 0 && found >= max * own.length)) continue
    const queue = byName.get(nameOf(sourceText, block, neighbour))
    const partner = consume ? queue?.pop() : queue?.at(-1)
    if (partner === undefined) continue
    own.forEach((at, offset) => {
      if (at >= 0) used[at] = 0
      own[offset] = targetStart[partner]! + offset
      if (consume) used[own[offset]!] = 1
    })
  }

  function isAnyUsed(block: number): boolean {
    return used.subarray(targetStart[block]!, targetStart[block + 1]!).includes(1)
  }
}

function nameOf(texts: Int32Array, block: number, neighbour: Neighbour): string {
  if (neighbour === 0) return String(texts[block])
  let near = block + neighbour
  while (near >= 0 && near < texts.length && texts[near]! < 0) near += neighbour
  return `${texts[block]} ${texts[near] ?? 'end'}`
}

/** In runs of lost words up to this long, each few words are looked for; longer ones are lost or found whole. */
const MAX_SEARCHED_RUN = 24
const MAX_SEARCHED_WORDS = 4
/** Letters that candidates have to begin with, and how many candidates are looked at. */
const HEAD = 4
const MAX_CANDIDATES = 50

/**
 * Finds what was cut into other words: letters in elements of their own, a drop cap, `e-mail` for `email`. The words
 * without spaces have to stand, from the start of a word to the end of one, in the stream without spaces.
 */
function matchWhitespaceInsensitive(state: AlignState, blocks: number[], stream: Stream) {
  const { spelling, source, target } = state
  const open = segmentsOf(state, blocks, 1)
  if (!open.length || !stream.length) return
  const pieces = Array.from(stream, position => spelling[target[position]!]!)
  const whole = pieces.join('')
  const { begins, byHead } = indexHeads(pieces, whole)

  for (const { from, to } of open) {
    if (find(from, to) || to - from > MAX_SEARCHED_RUN) continue
    for (let at = from; at < to; at++)
      for (let size = Math.min(MAX_SEARCHED_WORDS, to - at); size > 0; size--)
        if (size < to - from && find(at, at + size)) {
          at += size - 1
          break
        }
  }

  function find(from: number, to: number): boolean {
    let text = ''
    for (let at = from; at < to; at++) text += spelling[source[at]!]!
    if (text.length < HEAD) return false
    const candidates = byHead.get(text.slice(0, HEAD)) ?? []
    for (const first of candidates.slice(0, MAX_CANDIDATES)) {
      if (!whole.startsWith(text, begins[first])) continue
      const end = begins[first]! + text.length
      const last = firstWhere(first, begins.length, at => begins[at]! >= end)
      // As many words for as many is moved text, not words cut otherwise.
      if (begins[last] !== end || last - first === to - from) continue
      if (stream.subarray(first, last).some(position => state.used[position])) continue
      for (let at = from; at < to; at++) state.match[at] = stream[first]!
      for (let index = first; index < last; index++) state.used[stream[index]!] = 1
      return true
    }
    return false
  }
}

/** Where each piece begins in the whole, the end included, and which pieces begin with which letters. */
function indexHeads(pieces: string[], whole: string) {
  const begins = new Int32Array(pieces.length + 1)
  const byHead = new Map<string, number[]>()
  pieces.forEach((piece, index) => {
    const begin = begins[index]!
    begins[index + 1] = begin + piece.length
    const head = whole.slice(begin, begin + HEAD)
    const known = byHead.get(head)
    if (known) known.push(index)
    else byHead.set(head, [index])
  })
  return { begins, byHead }
}
