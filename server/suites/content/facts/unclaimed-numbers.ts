import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { Reading } from '../find-facts/number.ts'
import { plain } from '../find-facts/number.ts'

/**
 * The numbers of visible text that belong to no fact and stand for no word of the original: there a number that stood
 * alone may have gone, as `1,250` above `happy bakers` into `1250 happy bakers`. Each is given once.
 */
export function unclaimedNumbers(
  passages: Passage[],
  cover: Uint8Array[],
  { explained, targetStart }: Alignment,
  reading: Reading,
): { take(value: string): boolean } {
  let counts: Map<string, number> | undefined
  return {
    take(value) {
      counts ??= countAll()
      const left = counts.get(value) ?? 0
      counts.set(value, left - 1)
      return left > 0
    },
  }

  function countAll(): Map<string, number> {
    const found = new Map<string, number>()
    passages.forEach(({ tokens, visible }, index) => {
      if (!visible) return
      tokens.forEach(({ word }, offset) => {
        if (!/^\d/.test(word) || cover[index]![offset] || explained[targetStart[index]! + offset]) return
        const value = plain(word, reading, false)
        found.set(value, (found.get(value) ?? 0) + 1)
      })
    })
    return found
  }
}
