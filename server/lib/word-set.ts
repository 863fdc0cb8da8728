/** Which words a text holds, in 684 characters: of those that it does not hold some seem to be there, of a page about one in ten. */
import { hash32 } from './hash.ts'
import { words } from './text.ts'

const BITS = 4096

export function wordSet(text: string): string {
  const bytes = new Uint8Array(BITS / 8)
  for (const word of words(text)) {
    const at = hash32(word) % BITS
    bytes[at >> 3]! |= 1 << (at & 7)
  }
  return Buffer.from(bytes).toString('base64')
}

/** The share of the words of `text` that are in a set, 0 to 1; 1 without words. */
export function shareIn(set: string, text: string): number {
  const bytes = Buffer.from(set, 'base64')
  const all = words(text)
  const held = all.filter(word => {
    const at = hash32(word) % BITS
    return ((bytes[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
  })
  return all.length === 0 ? 1 : held.length / all.length
}
