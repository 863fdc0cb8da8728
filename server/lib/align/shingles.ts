import type { AlignState, Segment, Stream } from './align-state.ts'
import { indexShingles, type ShingleIndex } from './index-shingles.ts'
import { alignLocally } from './local.ts'

/** A shingle with more places than this says little about where a segment is. */
const RARE = 8
/** Grams of a long segment that vote: enough to place it. */
const VOTERS = 256
/** Votes for diagonals this near count together: a word or two may be missing in between. */
const BUCKET = 8

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
  background: AlignState,
  stream: Stream,
  segments: Segment[],
  length: number,
  consume: boolean,
): boolean {
  const index = indexShingles(background.target, stream, length)
  const sure: Placed[] = []
  const unsure: Segment[] = []
  for (const segment of segments) {
    const grams = index.gramsOf(background.source, segment.from, segment.to)
    const place = vote(index, grams, segment)
    if (place) sure.push(place)
    else if (grams.some(gram => gram >= 0)) unsure.push(segment)
  }
  sure.sort((a, b) => b.votes - a.votes || a.segment.from - b.segment.from)
  let matched = 0
  for (const { segment, diagonal } of sure) {
    let found = alignLocally(background, stream, segment, diagonal, length, consume)
    if (!found) {
      // Another copy was here before: what is still free votes again.
      const grams = index.gramsOf(background.source, segment.from, segment.to)
      const next = vote(index, grams, segment, place => background.used[stream[place]!] === 0)
      if (next) found = alignLocally(background, stream, segment, next.diagonal, length, consume)
    }
    matched += found
  }
  let cursor = 0
  for (const segment of unsure) {
    const diagonal = nextPlace(background, stream, index, segment, cursor)
    if (diagonal === null) continue
    const found = alignLocally(background, stream, segment, diagonal, length, consume)
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
  isFree: (place: number) => boolean = () => true,
): Placed | null {
  const step = Math.max(1, Math.ceil(grams.length / VOTERS))
  const votes = new Map<number, { votes: number; diagonal: number }>()
  for (let offset = 0; offset < grams.length; offset += step) {
    const gram = grams[offset]!
    const count = gram < 0 ? 0 : index.countOf(gram)
    if (count === 0 || count > RARE) continue
    for (let nth = 0; nth < count; nth++) {
      const place = index.placeOf(gram, nth)
      if (!isFree(place)) continue
      const diagonal = place - offset
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

/** Where the segment's rarest shingle is next free, from the cursor on and then from the top. */
function nextPlace(
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
  for (let nth = 0; nth < Math.min(count, 64); nth++) {
    const place = index.placeOf(gram, (first + nth) % count)
    if (!used[stream[place]!]) return place - rarest
  }
  return null
}
