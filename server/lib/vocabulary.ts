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
    const lists = words.map(word => postings.get(word) ?? NONE).sort((a, b) => a.length - b.length)
    const [rarest, ...others] = lists
    if (!rarest) return pages.length
    if (rarest.length === 0 || others.length === 0) return rarest.length
    if (rarest.length === 1) return others.every(list => includes(list, rarest[0]!)) ? 1 : 0
    const key = words.toSorted().join(' ')
    const known = counts.get(key)
    if (known !== undefined) return known
    const fresh = rarest.filter(index => others.every(list => includes(list, index))).length
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
const REMEMBERED = 50_000

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
