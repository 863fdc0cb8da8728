/** Which words a text holds, in a few hundred characters: of those that it does not hold about one in ten seems to be there. */
import { hash32 } from './hash.ts'
import { words, wordsOnce } from './text.ts'

/** A page of over 500 words has fewer for each. */
const MAX_BITS = 4096
const BITS_A_WORD = 8

export function wordSet(text: string): string {
  const hashes = new Set(wordsOnce(text).map(word => hash32(word)))
  const bits = Math.min(MAX_BITS, Math.max(8, 2 ** Math.ceil(Math.log2(BITS_A_WORD * hashes.size))))
  const bytes = new Uint8Array(bits / 8)
  for (const hash of hashes) {
    const at = hash % bits
    bytes[at >> 3]! |= 1 << (at & 7)
  }
  return Buffer.from(bytes).toString('base64')
}

/** The share of the words of `text` that are in a set, 0 to 1; 1 without words. */
export function shareIn(set: string, text: string): number {
  const bytes = Buffer.from(set, 'base64')
  const all = words(text)
  const held = all.filter(word => {
    const at = hash32(word) % Math.max(8, 8 * bytes.length)
    return ((bytes[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
  })
  return all.length === 0 ? 1 : held.length / all.length
}
