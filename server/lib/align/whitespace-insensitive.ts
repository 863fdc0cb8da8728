import { type AlignState, type Stream, segmentsOf } from './align-state.ts'

/** In runs of lost words up to this long, each few words are looked for; longer ones are lost or found whole. */
const SEARCHED_RUN = 24
const LONGEST_SEARCH = 4
/** Letters that candidates have to begin with, and how many candidates are looked at. */
const HEAD = 4
const MOST_CANDIDATES = 50

/**
 * Finds what was cut into other words: letters in elements of their own, a drop cap, `e-mail` for `email`. The words
 * without spaces have to stand, from the start of a word to the end of one, in the stream without spaces.
 */
export function matchWhitespaceInsensitive(background: AlignState, blocks: number[], stream: Stream) {
  const { spelling, source, target } = background
  const open = segmentsOf(background, blocks, 1)
  if (!open.length || !stream.length) return
  const pieces = Array.from(stream, place => spelling[target[place]!]!)
  const glued = pieces.join('')
  const { begins, byHead } = indexHeads(pieces, glued)

  for (const { from, to } of open) {
    if (find(from, to) || to - from > SEARCHED_RUN) continue
    for (let at = from; at < to; at++)
      for (let size = Math.min(LONGEST_SEARCH, to - at); size > 0; size--)
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
    for (const first of candidates.length > MOST_CANDIDATES
      ? candidates.slice(0, MOST_CANDIDATES)
      : candidates) {
      if (!glued.startsWith(text, begins[first])) continue
      const last = indexOf(begins, begins[first]! + text.length, first)
      // As many words for as many is moved text, not words cut otherwise.
      if (last < 0 || last - first === to - from) continue
      if (stream.subarray(first, last).some(place => background.used[place])) continue
      for (let at = from; at < to; at++) background.match[at] = stream[first]!
      for (let index = first; index < last; index++) background.used[stream[index]!] = 1
      return true
    }
    return false
  }
}

/** Where each piece begins in the whole, the end included, and which pieces begin with which letters. */
function indexHeads(pieces: string[], glued: string) {
  const begins = new Int32Array(pieces.length + 1)
  const byHead = new Map<string, number[]>()
  pieces.forEach((piece, index) => {
    const begin = begins[index]!
    begins[index + 1] = begin + piece.length
    const head = glued.slice(begin, begin + HEAD)
    const known = byHead.get(head)
    if (known) known.push(index)
    else byHead.set(head, [index])
  })
  return { begins, byHead }
}

/** The index of `value` in ascending numbers, or -1. */
function indexOf(ascending: Int32Array, value: number, from: number): number {
  let [low, high] = [from, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return ascending[low] === value ? low : -1
}
