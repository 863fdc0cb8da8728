/** Median-DCT perceptual hash. @see Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions" (2010) */

const SIDE = 8

/**
 * 64-bit hash of a square of `size` x `size` luma values as 16 hex digits: the low frequencies of its DCT, each
 * above their median or not. The constant term is left out: brightness alone is no difference.
 */
export function dctHash(luma: ArrayLike<number>, size: number): string {
  const basis = cosines(size)
  const rows = new Float64Array(SIDE * size)
  for (let v = 0; v < SIDE; v++)
    for (let x = 0; x < size; x++) {
      let sum = 0
      for (let y = 0; y < size; y++) sum += luma[y * size + x]! * basis[(v + 1) * size + y]!
      rows[v * size + x] = sum
    }
  const low = new Float64Array(SIDE * SIDE)
  for (let v = 0; v < SIDE; v++)
    for (let u = 0; u < SIDE; u++) {
      let sum = 0
      for (let x = 0; x < size; x++) sum += rows[v * size + x]! * basis[(u + 1) * size + x]!
      low[v * SIDE + u] = sum
    }
  const sorted = [...low].sort((a, b) => a - b)
  const median = (sorted[31]! + sorted[32]!) / 2
  let hash = ''
  for (let i = 0; i < 64; i += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit++) digit = digit * 2 + (low[i + bit]! > median ? 1 : 0)
    hash += digit.toString(16)
  }
  return hash
}

/** Bits that differ, 0 to 64. */
export function hashDistance(a: string, b: string): number {
  let distance = 0
  for (let i = 0; i < 16; i++) {
    let bits = Number.parseInt(a[i]!, 16) ^ Number.parseInt(b[i]!, 16)
    for (; bits; bits &= bits - 1) distance++
  }
  return distance
}

const known = new Map<number, Float64Array>()

function cosines(size: number): Float64Array {
  const ready = known.get(size)
  if (ready) return ready
  const fresh = new Float64Array((SIDE + 1) * size)
  for (let k = 0; k <= SIDE; k++)
    for (let n = 0; n < size; n++) fresh[k * size + n] = Math.cos((Math.PI * k * (2 * n + 1)) / (2 * size))
  known.set(size, fresh)
  return fresh
}
