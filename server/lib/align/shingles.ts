import { firstWhere } from '../binary-search.ts'
import type { AlignState, Segment, Stream } from './align-state.ts'

/** A shingle with more positions than this says little about where a segment is. */
const MAX_POSITIONS = 8
/** Grams of a long segment that vote: enough to place it. */
const MAX_VOTERS = 256
/** Votes for diagonals this near, in words, count together: a word or two may be missing in between. */
const BUCKET = 8

/** Positions of one shingle that are tried for a free one. */
const MAX_TRIES = 64

interface Placed {
  segment: Segment
  /** Position in the stream less position in the segment. */
  diagonal: number
  votes: number
}

/**
 * Looks for segments in the stream by their shingles of `length` words. First those that a rare shingle anchors,
 * the surest first; then the others in order, each after the one before. Returns whether any word was matched.
 */
export function matchShingles(
  state: AlignState,
  stream: Stream,
  segments: Segment[],
  length: number,
  consume: boolean,
): boolean {
  const index = indexShingles(state.target, stream, length)
  const sure: Placed[] = []
  const unsure: Segment[] = []
  for (const segment of segments) {
    const grams = index.gramsOf(state.source, segment.from, segment.to)
    const placed = vote(index, grams, segment)
    if (placed) sure.push(placed)
    else if (grams.some(gram => gram >= 0)) unsure.push(segment)
  }
  sure.sort((a, b) => b.votes - a.votes || a.segment.from - b.segment.from)
  let matched = 0
  for (const { segment, diagonal } of sure) {
    let found = alignLocally(state, stream, segment, diagonal, length, consume)
    if (!found) {
      // Another copy was here before: what is still free votes again.
      const grams = index.gramsOf(state.source, segment.from, segment.to)
      const next = vote(index, grams, segment, position => state.used[stream[position]!] === 0)
      if (next) found = alignLocally(state, stream, segment, next.diagonal, length, consume)
    }
    matched += found
  }
  let cursor = 0
  for (const segment of unsure) {
    const diagonal = nextDiagonal(state, stream, index, segment, cursor)
    if (diagonal === null) continue
    const found = alignLocally(state, stream, segment, diagonal, length, consume)
    matched += found
    if (found) cursor = diagonal + (segment.to - segment.from)
  }
  return matched > 0
}

/** The diagonal that most rare shingles agree on, or null where none is rare. */
function vote(
  index: ShingleIndex,
  grams: Int32Array,
  segment: Segment,
  isFree: (position: number) => boolean = () => true,
): Placed | null {
  const step = Math.max(1, Math.ceil(grams.length / MAX_VOTERS))
  const votes = new Map<number, { votes: number; diagonal: number }>()
  for (let offset = 0; offset < grams.length; offset += step) {
    const gram = grams[offset]!
    const count = gram < 0 ? 0 : index.countOf(gram)
    if (count === 0 || count > MAX_POSITIONS) continue
    for (let nth = 0; nth < count; nth++) {
      const position = index.positionOf(gram, nth)
      if (!isFree(position)) continue
      const diagonal = position - offset
      const bucket = Math.floor(diagonal / BUCKET)
      const known = votes.get(bucket)
      if (known) known.votes += 1 / count
      else votes.set(bucket, { votes: 1 / count, diagonal })
    }
  }
  let best: Placed | null = null
  for (const [bucket, { votes: own, diagonal }] of votes) {
    const total = own + (votes.get(bucket + 1)?.votes ?? 0)
    if (!best || total > best.votes) best = { segment, diagonal, votes: total }
  }
  return best
}

/** The diagonal on which the segment's rarest shingle is next free, from the cursor on and then from the top. */
function nextDiagonal(
  { source, used }: AlignState,
  stream: Stream,
  index: ShingleIndex,
  segment: Segment,
  cursor: number,
): number | null {
  const grams = index.gramsOf(source, segment.from, segment.to)
  let rarest = -1
  grams.forEach((gram, offset) => {
    if (gram >= 0 && (rarest < 0 || index.countOf(gram) < index.countOf(grams[rarest]!))) rarest = offset
  })
  if (rarest < 0) return null
  const gram = grams[rarest]!
  const count = index.countOf(gram)
  const first = index.firstFrom(gram, cursor)
  for (let nth = 0; nth < Math.min(count, MAX_TRIES); nth++) {
    const position = index.positionOf(gram, (first + nth) % count)
    if (!used[stream[position]!]) return position - rarest
  }
  return null
}

/** Words that may be missing or added on the way before a segment has to be taken up again. */
const BAND = 24
/** What a word that is missing or added on the way costs, against a weight of up to 1 for one that is found. */
const GAP = 0.1
/** Share of a segment that short shingles have to find: they are too common to mean much by themselves. */
const MIN_SHARE = 0.3

/**
 * Smith-Waterman in a band around `diagonal` of the stream: matches the best run of the segment's words, if it has
 * the words of a shingle of `length` at least and is not mostly gaps. Returns how many were matched.
 */
function alignLocally(
  state: AlignState,
  stream: Stream,
  segment: Segment,
  diagonal: number,
  length: number,
  consume: boolean,
): number {
  const pairs = straight(state, stream, segment, diagonal) ?? banded(state, stream, segment, diagonal)
  const share = length < 4 ? MIN_SHARE * (segment.to - segment.from) : 0
  if (pairs.length < Math.max(length, share)) return 0
  const span = pairs.at(-1)![0] - pairs[0]![0] + 1
  if (pairs.length * 2 < span) return 0
  for (const [from, to] of pairs) {
    state.match[from] = to
    if (consume) state.used[to] = 1
  }
  return pairs.length
}

type Pairs = [source: number, target: number][]

/** The common case: all of the segment stands there word for word. */
function straight(
  { source, target, used }: AlignState,
  stream: Stream,
  { from, to }: Segment,
  diagonal: number,
): Pairs | null {
  if (diagonal < 0 || diagonal + (to - from) > stream.length) return null
  const pairs: Pairs = []
  for (let at = from; at < to; at++) {
    const position = stream[diagonal + at - from]!
    if (used[position] || target[position] !== source[at]) return null
    pairs.push([at, position])
  }
  return pairs
}

function banded(
  { source, target, used, weight }: AlignState,
  stream: Stream,
  { from, to }: Segment,
  diagonal: number,
): Pairs {
  const width = 2 * BAND + 1
  const rows = to - from
  const steps = new Uint8Array(rows * width)
  // Column c of row r is position r + diagonal - BAND + c: straight up is c + 1, diagonal is c, left is c - 1.
  let above = new Float64Array(width + 1)
  let row = new Float64Array(width + 1)
  let best = { score: 0, r: -1, c: -1 }
  for (let r = 0; r < rows; r++) {
    const word = source[from + r]!
    for (let c = 0; c < width; c++) {
      const position = r + diagonal - BAND + c
      const inside = position >= 0 && position < stream.length
      const same = inside && !used[stream[position]!] && target[stream[position]!] === word
      let score = same ? above[c]! + weight[word]! : 0
      let step = same ? DIAGONAL : STOP
      const up = above[c + 1]! - GAP
      if (up > score) {
        score = up
        step = UP
      }
      const left = (c > 0 ? row[c - 1]! : 0) - GAP
      if (left > score) {
        score = left
        step = LEFT
      }
      row[c] = score
      steps[r * width + c] = step
      if (score > best.score) best = { score, r, c }
    }
    const finished = row
    row = above
    above = finished
  }
  const pairs: Pairs = []
  for (let { r, c } = best; r >= 0 && c >= 0 && c < width; ) {
    const step = steps[r * width + c]!
    if (step === STOP) break
    if (step === DIAGONAL) pairs.push([from + r--, stream[r + 1 + diagonal - BAND + c]!])
    else if (step === UP) [r, c] = [r - 1, c + 1]
    else c--
  }
  return pairs.reverse()
}

const STOP = 0
const DIAGONAL = 1
const UP = 2
const LEFT = 3

/** Shingles of a stream of words by number, with the positions where each begins. */
interface ShingleIndex {
  /** For each shingle that begins in `words[from..to)`: its number, or -1 when the stream has none like it. */
  gramsOf(words: Int32Array, from: number, to: number): Int32Array
  countOf(gram: number): number
  /** The nth position in the stream, ascending. */
  positionOf(gram: number, nth: number): number
  /** Which of the gram's positions is the first at or after `position`; its count when none is. */
  firstFrom(gram: number, position: number): number
}

/** Shingles of 1, 2 or 4 words: two words make a pair, two pairs a four, each with a number of its own. */
function indexShingles(words: Int32Array, stream: Int32Array, length: number): ShingleIndex {
  const flat = new Int32Array(stream.length)
  for (let at = 0; at < stream.length; at++) flat[at] = words[stream[at]!]!
  const levels: Map<number, number>[] = []
  let grams: Int32Array = flat
  for (let size = 1; size < length; size *= 2) {
    const numbers = new Map<number, number>()
    levels.push(numbers)
    grams = combine(grams, size, key => {
      const known = numbers.get(key) ?? numbers.size
      numbers.set(key, known)
      return known
    })
  }
  const top = grams.reduce((most, gram) => Math.max(most, gram), -1) + 1
  const start = new Int32Array(top + 1)
  for (const gram of grams) start[gram + 1]!++
  for (let gram = 0; gram < top; gram++) start[gram + 1]! += start[gram]!
  const positions = new Int32Array(grams.length)
  const filled = start.slice()
  grams.forEach((gram, position) => {
    positions[filled[gram]!++] = position
  })
  const countOf = (gram: number) => (gram < top ? start[gram + 1]! - start[gram]! : 0)

  return {
    gramsOf(from, begin, end) {
      let own: Int32Array = from.slice(begin, end)
      levels.forEach((numbers, level) => {
        own = combine(own, 2 ** level, key => numbers.get(key) ?? -1)
      })
      return own.map(gram => (gram >= 0 && countOf(gram) > 0 ? gram : -1))
    },
    countOf,
    positionOf: (gram, nth) => positions[start[gram]! + nth]!,
    firstFrom(gram, position) {
      const from = start[gram]!
      return firstWhere(from, start[gram + 1]!, at => positions[at]! >= position) - from
    },
  }
}

/** Numbers are far below 2^26 (a page has fewer words), so that two fit into one exact number. */
function combine(grams: Int32Array, size: number, numberOf: (key: number) => number): Int32Array {
  const combined = new Int32Array(Math.max(0, grams.length - size))
  for (let at = 0; at < combined.length; at++) {
    const [left, right] = [grams[at]!, grams[at + size]!]
    combined[at] = left < 0 || right < 0 ? -1 : numberOf(left * 2 ** 26 + right)
  }
  return combined
}
