/** Numbers from 0 to 1 that a seed and a name decide (mulberry32 over FNV-1a). */
export function randomFrom(seed: number, name: string): () => number {
  let state = 0x811c9dc5 ^ seed
  for (let at = 0; at < name.length; at++) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const madeOf = (random: () => number, letters: string, length: number) =>
  Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
