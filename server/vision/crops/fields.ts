import type { ImageFingerprint } from '../fingerprint.ts'

/** A part of a picture, in shares of its sides from its upper left corner, 0 to 1. */
export interface Window {
  x: number
  y: number
  width: number
  height: number
}

export const WHOLE: Window = { x: 0, y: 0, width: 1, height: 1 }

/** A square of values as sums from its upper left corner: the mean of any part of it is four look-ups. */
export interface Field {
  side: number
  sums: Float64Array
}

/** A fingerprint made ready to be searched. */
export interface Fields {
  luma: Field
  /** Red, green and blue. */
  colours: [Field, Field, Field]
}

const known = new WeakMap<ImageFingerprint, Fields>()

/** Of a fingerprint that has `grey`. */
export function fieldsOf(fingerprint: ImageFingerprint): Fields {
  const ready = known.get(fingerprint)
  if (ready) return ready
  const rgb = Buffer.from(fingerprint.thumb, 'base64')
  const colour = (channel: number) => fieldOf(rgb, 3, channel)
  const fresh: Fields = {
    luma: fieldOf(Buffer.from(fingerprint.grey, 'base64'), 1, 0),
    colours: [colour(0), colour(1), colour(2)],
  }
  known.set(fingerprint, fresh)
  return fresh
}

function fieldOf(values: Uint8Array, stride: number, offset: number): Field {
  const side = Math.floor(Math.sqrt(values.length / stride))
  const width = side + 1
  const sums = new Float64Array(width * width)
  for (let y = 0; y < side; y++) {
    let row = 0
    for (let x = 0; x < side; x++) {
      row += values[(y * side + x) * stride + offset]!
      sums[(y + 1) * width + x + 1] = sums[y * width + x + 1]! + row
    }
  }
  return { side, sums }
}

/** Mean of a window, its edges taken to the nearest value. */
export function meanOf({ side, sums }: Field, { x, y, width, height }: Window): number {
  const left = Math.min(side - 1, Math.round(x * side))
  const top = Math.min(side - 1, Math.round(y * side))
  const right = Math.max(left + 1, Math.min(side, Math.round((x + width) * side)))
  const bottom = Math.max(top + 1, Math.min(side, Math.round((y + height) * side)))
  const row = side + 1
  const sum =
    sums[bottom * row + right]! -
    sums[top * row + right]! -
    sums[bottom * row + left]! +
    sums[top * row + left]!
  return sum / ((right - left) * (bottom - top))
}

/** The finest grid that is asked for. */
const FINEST = 16
const [at, within] = [new Int32Array(FINEST + 1), new Float64Array(FINEST + 1)]
let [above, below] = [new Float64Array(FINEST + 1), new Float64Array(FINEST + 1)]

/** Means of `n` x `n` cells (16 at most) of a window, row by row, into `cells`; edges lie between the values. */
export function sample(field: Field, window: Window, n: number, cells: Float64Array): void {
  const { side, sums } = field
  const row = side + 1
  for (let i = 0; i <= n; i++) {
    const x = Math.min(side, (window.x + (window.width * i) / n) * side)
    at[i] = Math.min(side - 1, Math.floor(x))
    within[i] = x - at[i]!
  }
  const area = (window.width * window.height * side * side) / (n * n)
  for (let j = 0; j <= n; j++) {
    const y = Math.min(side, (window.y + (window.height * j) / n) * side)
    const line = Math.min(side - 1, Math.floor(y))
    const down = y - line
    for (let i = 0; i <= n; i++) {
      const corner = line * row + at[i]!
      const over = sums[corner]! + within[i]! * (sums[corner + 1]! - sums[corner]!)
      const under = sums[corner + row]! + within[i]! * (sums[corner + row + 1]! - sums[corner + row]!)
      below[i] = over + down * (under - over)
    }
    if (j > 0)
      for (let i = 0; i < n; i++)
        cells[(j - 1) * n + i] = (below[i + 1]! - below[i]! - above[i + 1]! + above[i]!) / area
    const spare = above
    above = below
    below = spare
  }
}

/** Pearson's correlation of the first `count` values, -1 to 1; 0 where one of both is even. */
export function correlate(a: Float64Array, b: Float64Array, count: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const p = a[i]!
    const q = b[i]!
    sumA += p
    sumB += q
    squaresA += p * p
    squaresB += q * q
    products += p * q
  }
  const varianceA = squaresA - (sumA * sumA) / count
  const varianceB = squaresB - (sumB * sumB) / count
  if (varianceA < 1e-6 || varianceB < 1e-6) return 0
  return (products - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB)
}
