/** Shingles of a stream of words by number, with the places where each begins. */
export interface ShingleIndex {
  /** For each shingle that begins in `words[from..to)`: its number, or -1 when the stream has none like it. */
  gramsOf(words: Int32Array, from: number, to: number): Int32Array
  countOf(gram: number): number
  /** The nth place in the stream, ascending. */
  placeOf(gram: number, nth: number): number
  /** Which of the gram's places is the first at or after `place`; its count when none is. */
  firstFrom(gram: number, place: number): number
}

/** Shingles of 1, 2 or 4 words: two words make a pair, two pairs a four, each with a number of its own. */
export function indexShingles(words: Int32Array, stream: Int32Array, length: number): ShingleIndex {
  const flat = new Int32Array(stream.length)
  for (let at = 0; at < stream.length; at++) flat[at] = words[stream[at]!]!
  const levels: Map<number, number>[] = []
  let grams: Int32Array = flat
  for (let size = 1; size < length; size *= 2) {
    const numbers = new Map<number, number>()
    levels.push(numbers)
    grams = combine(grams, size, key => {
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, numbers.size)
      return numbers.size - 1
    })
  }
  const top = grams.reduce((most, gram) => Math.max(most, gram), -1) + 1
  const start = new Int32Array(top + 1)
  for (const gram of grams) start[gram + 1]!++
  for (let gram = 0; gram < top; gram++) start[gram + 1]! += start[gram]!
  const places = new Int32Array(grams.length)
  const filled = start.slice()
  grams.forEach((gram, place) => {
    places[filled[gram]!++] = place
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
    placeOf: (gram, nth) => places[start[gram]! + nth]!,
    firstFrom(gram, place) {
      let low = start[gram]!
      let high = start[gram + 1]!
      while (low < high) {
        const middle = (low + high) >> 1
        if (places[middle]! < place) low = middle + 1
        else high = middle
      }
      return low - start[gram]!
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
