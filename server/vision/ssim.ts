/** How alike two pictures are in structure. */
import { GREY, type ImageFingerprint } from './fingerprint.ts'
import { FLAT } from './image-distance.ts'

const WINDOW = 8
/** Between windows, px: half a window, so that an edge on the border of one lies inside of another. */
const STEP = 4
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * Mean structural similarity of two fingerprints at 64 x 64 px, -1 to 1: 1 is the same; null where one is too small or
 * too flat to have a structure. Windows of 8 x 8, uniformly weighted.
 * @see Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004)
 */
export function structureOf(a: ImageFingerprint, b: ImageFingerprint): number | null {
  if (!a.grey || !b.grey || a.contrast < FLAT || b.contrast < FLAT) return null
  const [first, second] = [Buffer.from(a.grey, 'base64'), Buffer.from(b.grey, 'base64')]
  let sum = 0
  let count = 0
  for (let y = 0; y + WINDOW <= GREY; y += STEP)
    for (let x = 0; x + WINDOW <= GREY; x += STEP) {
      sum += windowSsim(first, second, x, y)
      count++
    }
  return sum / count
}

function windowSsim(a: Uint8Array, b: Uint8Array, left: number, top: number): number {
  const n = WINDOW * WINDOW
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + WINDOW; y++)
    for (let x = left; x < left + WINDOW; x++) {
      const p = a[y * GREY + x]!
      const q = b[y * GREY + x]!
      sumA += p
      sumB += q
      sumAA += p * p
      sumBB += q * q
      sumAB += p * q
    }
  const [meanA, meanB] = [sumA / n, sumB / n]
  const varianceA = sumAA / n - meanA * meanA
  const varianceB = sumBB / n - meanB * meanB
  const covariance = sumAB / n - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  )
}
