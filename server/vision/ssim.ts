/** How alike two pictures of the same size are in structure. */

const WINDOW = 8
/** Between windows, px: half a window, so that an edge on the border of one lies inside of another. */
const STEP = 4
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * Mean structural similarity of two squares of `side` x `side` luma values (0 to 255), -1 to 1: 1 is the same. Windows
 * of 8 x 8, uniformly weighted. `side` of at least 8.
 * @see Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004)
 */
export function ssim(a: ArrayLike<number>, b: ArrayLike<number>, side: number): number {
  let sum = 0
  let count = 0
  for (let y = 0; y + WINDOW <= side; y += STEP)
    for (let x = 0; x + WINDOW <= side; x += STEP) {
      sum += windowSsim(a, b, side, x, y)
      count++
    }
  if (count === 0) throw new RangeError(`a square of ${side} px has no window of ${WINDOW} px`)
  return sum / count
}

function windowSsim(a: ArrayLike<number>, b: ArrayLike<number>, side: number, left: number, top: number) {
  const n = WINDOW * WINDOW
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + WINDOW; y++)
    for (let x = left; x < left + WINDOW; x++) {
      const p = a[y * side + x]!
      const q = b[y * side + x]!
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
