import type { AlignState, Segment, Stream } from './align-state.ts'

/** Words that may be missing or added on the way before a segment has to be taken up again. */
const BAND = 24
const GAP = 0.1
/** What short shingles have to find of a segment: they are too common to mean much by themselves. */
const LEAST_SHARE = 0.3

/**
 * Smith-Waterman in a band around `diagonal` of the stream: matches the best run of the segment's words, if it has
 * the words of a shingle of `length` at least and is not mostly gaps. Returns how many were matched.
 */
export function alignLocally(
  background: AlignState,
  stream: Stream,
  segment: Segment,
  diagonal: number,
  length: number,
  consume: boolean,
): number {
  const pairs =
    straight(background, stream, segment, diagonal) ?? banded(background, stream, segment, diagonal)
  const share = length < 4 ? LEAST_SHARE * (segment.to - segment.from) : 0
  if (pairs.length < Math.max(length, share)) return 0
  const span = pairs.at(-1)![0] - pairs[0]![0] + 1
  if (pairs.length * 2 < span) return 0
  for (const [from, to] of pairs) {
    background.match[from] = to
    if (consume) background.used[to] = 1
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
    const place = stream[diagonal + at - from]!
    if (used[place] || target[place] !== source[at]) return null
    pairs.push([at, place])
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
  // Column c of row r is place r + diagonal - BAND + c: straight up is c + 1, diagonal is c, left is c - 1.
  let above = new Float64Array(width + 1)
  let row = new Float64Array(width + 1)
  let best = { score: 0, r: -1, c: -1 }
  for (let r = 0; r < rows; r++) {
    const word = source[from + r]!
    for (let c = 0; c < width; c++) {
      const place = r + diagonal - BAND + c
      const inside = place >= 0 && place < stream.length
      const same = inside && !used[stream[place]!] && target[stream[place]!] === word
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
