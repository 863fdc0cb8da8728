import type { ImageArtifact } from '../../capture/collectors/images.ts'
import { hashDistance } from '../../lib/perceptual-hash.ts'

type Look = NonNullable<ImageArtifact['file']>

/** Standard deviation of luma below which a picture is flat: hash and structure say little of it. */
export const FLAT = 6

/**
 * How different two pictures look, 0 (the same) to 1, whatever their format, size and compression; null where nothing
 * is known of one of them. The nearest of files and rendered elements counts: a crop is judged by the element, a
 * picture under other words by the file.
 */
export function lookDistance(a: ImageArtifact, b: ImageArtifact): number | null {
  let least: number | null = null
  for (const one of [a.file, a.rendered])
    for (const other of [b.file, b.rendered]) {
      if (!one || !other) continue
      const distance = distanceOf(one, other)
      if (least === null || distance < least) least = distance
    }
  return least
}

/**
 * How much the colours of two pictures overlap, 0 to 1, wherever they are: what two crops of one picture share.
 * Null where nothing is known of one of them.
 */
export function paletteOverlap(a: ImageArtifact, b: ImageArtifact): number | null {
  const [one, other] = [a.file ?? a.rendered, b.file ?? b.rendered]
  if (!one || !other) return null
  const [first, second] = [paletteOf(one), paletteOf(other)]
  return first.reduce((sum, share, cell) => sum + Math.min(share, second[cell]!), 0)
}

export function distanceOf(a: Look, b: Look): number {
  const bits = hashDistance(a.hash, b.hash)
  // Two unrelated pictures differ in about 32 bits, two versions of one in hardly over 12.
  if (bits > 24 && a.contrast >= FLAT && b.contrast >= FLAT) return 1
  const shape = Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) || 0
  const flat = (a.contrast < FLAT ? 1 : 0) + (b.contrast < FLAT ? 1 : 0)
  const [one, other] = [pixelsOf(a), pixelsOf(b)]
  const colour = meanDifference(one, other)
  if (flat === 1) return Math.max(0.6, Math.min(1, colour / 64))
  // Two flat pictures have their colour and their shape.
  if (flat === 2) return Math.min(1, colour / 40 + Math.min(0.3, shape / 3))
  const structure = 1 - correlation(one.luma, other.luma)
  // The hash of a symmetric drawing hangs on noise: structure weighs more.
  return Math.min(1, 0.25 * (bits / 32) + 0.5 * Math.min(1, structure) + 0.4 * Math.min(1, colour / 64))
}

interface Pixels {
  rgb: Uint8Array
  luma: Float64Array
}

const known = new WeakMap<Look, Pixels>()

function pixelsOf(look: Look): Pixels {
  const ready = known.get(look)
  if (ready) return ready
  const rgb = Uint8Array.from(atob(look.thumb), char => char.charCodeAt(0))
  const luma = new Float64Array(rgb.length / 3)
  for (let i = 0; i < luma.length; i++)
    luma[i] = 0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]!
  const fresh = { rgb, luma }
  known.set(look, fresh)
  return fresh
}

/** Shares of 4 x 4 x 4 cells of colour. */
function paletteOf(look: Look): Float64Array {
  const { rgb } = pixelsOf(look)
  const shares = new Float64Array(64)
  const count = rgb.length / 3
  for (let i = 0; i < count; i++)
    shares[((rgb[i * 3]! >> 6) << 4) | ((rgb[i * 3 + 1]! >> 6) << 2) | (rgb[i * 3 + 2]! >> 6)]! += 1 / count
  return shares
}

/** Of all channels, 0 to 255. */
function meanDifference(a: Pixels, b: Pixels): number {
  const length = Math.min(a.rgb.length, b.rgb.length)
  if (length === 0) return 255
  let sum = 0
  for (let i = 0; i < length; i++) sum += Math.abs(a.rgb[i]! - b.rgb[i]!)
  return sum / length
}

/** Pearson's, -1 to 1: the structure term of SSIM over the whole picture. */
function correlation(a: Float64Array, b: Float64Array): number {
  const length = Math.min(a.length, b.length)
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let i = 0; i < length; i++) {
    const [x, y] = [a[i]!, b[i]!]
    sumA += x
    sumB += y
    sumAA += x * x
    sumBB += y * y
    sumAB += x * y
  }
  const spread = Math.sqrt((sumAA - (sumA * sumA) / length) * (sumBB - (sumB * sumB) / length))
  return spread > 0 ? (sumAB - (sumA * sumB) / length) / spread : 0
}
