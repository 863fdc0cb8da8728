import { createHash } from 'node:crypto'
import { hash32, mix32 } from '../../../lib/hash.ts'
import type { LandedPage } from './types.ts'

/** A letter of a script without spaces is a word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu
const MAX_WORDS = 5000
const SKETCH_SIZE = 32

/**
 * A text in few numbers: two pages' sketches tell how much of their word triples they share. Of a file that is no page
 * `bytes` are taken instead.
 * @see Broder, "On the resemblance and containment of documents" (1997)
 */
export function sketchOf(text: string, bytes?: Buffer): Pick<LandedPage, 'words' | 'digest' | 'sketch'> {
  if (bytes)
    return { words: 0, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16), sketch: [] }
  const hashes: number[] = []
  for (const match of text.toLowerCase().normalize('NFKC').matchAll(WORD)) {
    if (hashes.length === MAX_WORDS) break
    hashes.push(hash32(match[0]))
  }
  let digest = 0
  let other = 0
  for (const hash of hashes) {
    digest = mix32(digest ^ hash)
    other = mix32((other + hash) | 0)
  }
  const triples = new Set<number>()
  for (let at = 0; at < Math.max(1, hashes.length - 2) && hashes.length > 0; at++)
    triples.add(mix32(hashes[at]! ^ rotated(hashes[at + 1] ?? 0, 11) ^ rotated(hashes[at + 2] ?? 0, 22)))
  const sketch = [...Uint32Array.from(triples).sort().subarray(0, SKETCH_SIZE)]
  return {
    words: hashes.length,
    digest: digest.toString(16).padStart(8, '0') + other.toString(16).padStart(8, '0'),
    sketch,
  }
}

const rotated = (value: number, by: number) => ((value << by) | (value >>> (32 - by))) >>> 0
