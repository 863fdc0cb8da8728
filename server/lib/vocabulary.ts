/** What words tell of a page among its siblings: how few of them have all of these. */

export interface Vocabulary {
  /** Pages that have all of the words. */
  count(words: readonly string[]): number
  /** Bits of information: how much the words narrow down which of the pages is meant. Words that none has are one's own. */
  bits(words: readonly string[]): number
}

/** Counted together, not word by word: `flowers`, `in` and `delivered`, when all siblings have them, tell as much as one. */
export function vocabularyOf(pages: readonly Iterable<string>[]): Vocabulary {
  const postings = new Map<string, number[]>()
  for (const [index, words] of pages.entries())
    for (const word of words) {
      const known = postings.get(word)
      if (!known) postings.set(word, [index])
      else if (known.at(-1) !== index) known.push(index)
    }
  const counts = new Map<string, number>()

  function count(words: readonly string[]): number {
    if (words.length < 2) return words.length === 0 ? pages.length : (postings.get(words[0]!)?.length ?? 0)
    const key = words.join(' ')
    const known = counts.get(key)
    if (known !== undefined) return known
    const [rarest, ...others] = words
      .map(word => postings.get(word) ?? NONE)
      .sort((a, b) => a.length - b.length) as [readonly number[], ...(readonly number[])[]]
    const fresh = rarest.reduce(
      (sum, index) => sum + (others.every(list => includes(list, index)) ? 1 : 0),
      0,
    )
    if (counts.size >= REMEMBERED) counts.clear()
    counts.set(key, fresh)
    return fresh
  }

  return {
    count,
    bits: words => (words.length === 0 ? 0 : Math.log2((pages.length + 2) / Math.max(1, count(words)))),
  }
}

const NONE: readonly number[] = []
const REMEMBERED = 100_000

/** In a sorted list. */
function includes(list: readonly number[], value: number): boolean {
  let [low, high] = [0, list.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (list[middle] === value) return true
    if (list[middle]! < value) low = middle + 1
    else high = middle - 1
  }
  return false
}
