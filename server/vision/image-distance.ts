/** How different two pictures look, by their fingerprints. */
import type { Box } from '../contract.ts'
import { type Rgb, colourDifference as seenDifference } from '../lib/colour.ts'
import { memo } from '../lib/memo.ts'
import { median } from '../lib/statistics.ts'
import { type ImageFingerprint, lumaOf } from './fingerprint.ts'

/** A picture of a page: its file, and what is drawn of it. */
type Pictured = { file: ImageFingerprint | null; rendered: ImageFingerprint | null }

/** Standard deviation of luma below which a picture is flat: hash and structure say little of it. */
export const FLAT = 6

/**
 * How different two pictures look, 0 (the same) to 1, whatever their format, size and compression; null where nothing
 * is known of one of them. The nearest of files and rendered elements counts: a crop is judged by the element, a
 * picture under other words by the file.
 */
export function imageDistance(a: Pictured, b: Pictured): number | null {
  let least: number | null = null
  for (const one of [a.file, a.rendered])
    for (const other of [b.file, b.rendered]) {
      if (!one || !other) continue
      const distance = distanceOf(one, other)
      if (least === null || distance < least) least = distance
      if (least < SAME) return least
    }
  return least
}

/** How much the colours of two fingerprints overlap, 0 to 1, wherever they are: what two crops of one picture share. */
export const paletteOverlap = (a: ImageFingerprint, b: ImageFingerprint): number =>
  overlapOf(paletteOf(a), paletteOf(b))

/** Share of two pictures from which there is something beside the colour that both have most of. */
const MIN_DETAIL = 0.01

/**
 * The same beside the colour that both have most of, of which two cuts show more or less: screens and drawings on white
 * may have nothing else in common.
 */
export function detailOverlap(a: ImageFingerprint, b: ImageFingerprint): number {
  const [first, second] = [paletteOf(a), paletteOf(b)]
  const shared = first.map((share, cell) => Math.min(share, second[cell]!))
  const ground = shared.indexOf(Math.max(...shared))
  if (shared[ground]! > 1 - MIN_DETAIL) return 1
  const [rest, other] = [first, second].map(palette => {
    const beside = Math.max(Number.EPSILON, 1 - palette[ground]!)
    return palette.map((share, cell) => (cell === ground ? 0 : share / beside))
  })
  return overlapOf(rest!, other!)
}

const overlapOf = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, share, cell) => sum + Math.min(share, b[cell]!), 0)

/** How far the mean colours of two fingerprints are from each other, 0 to 255, the mean of all channels. */
export const meanColourDifference = (a: ImageFingerprint, b: ImageFingerprint): number =>
  meansApart(unpacked(a).mean, unpacked(b).mean)

/** Correlation of luma from which two fingerprints show the same things in the same places. */
const SAME_PLACES = 0.9

/**
 * How far the colours of two fingerprints are from each other place by place, 0 to 255, the mean of all channels; null where
 * they do not show the same things in the same places.
 */
export function placedColourDifference(a: ImageFingerprint, b: ImageFingerprint): number | null {
  const [one, other] = [unpacked(a), unpacked(b)]
  return correlation(one.shape, other.shape) < SAME_PLACES ? null : meanDifference(one.rgb, other.rgb)
}

/** The same wherever they show what, of two places of one shape that show the same part of one file. */
export const colourDifference = (a: ImageFingerprint, b: ImageFingerprint): number =>
  meanDifference(unpacked(a).rgb, unpacked(b).rgb)

/**
 * How far two pictures of one shape differ to the eye in a part of it, in shares of its sides: mean CIEDE2000, place by place.
 * NaN where no place of them lies within.
 */
export function differenceWithin(a: ImageFingerprint, b: ImageFingerprint, part: Box): number {
  const [one, other] = [coloursOf(a), coloursOf(b)]
  const side = Math.sqrt(one.length)
  const isWithin = (at: number) => {
    const [x, y] = [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side]
    return x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height
  }
  return mean(one.flatMap((colour, at) => (isWithin(at) ? seenDifference(colour, other[at]!) : [])))
}

/** How far a picture stands out from one colour, its middle one: mean CIEDE2000. */
export function differenceFromPlain(fingerprint: ImageFingerprint): number {
  const colours = coloursOf(fingerprint)
  const [r, g, b] = [0, 1, 2].map(channel => median(colours.map(colour => colour[channel]!)))
  return mean(colours.map(colour => seenDifference(colour, [r!, g!, b!])))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const coloursOf = (fingerprint: ImageFingerprint): Rgb[] => {
  const { rgb } = unpacked(fingerprint)
  return Array.from({ length: rgb.length / 3 }, (_, at) => [rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!])
}

/** So near that another pair of fingerprints could tell nothing more. */
const SAME = 0.005
/** Beyond this two pictures are two: how different exactly is not worked out. */
const APART = 0.6

/** How different two fingerprints are, 0 (the same) to 1. */
export function distanceOf(a: ImageFingerprint, b: ImageFingerprint): number {
  const [one, other] = [unpacked(a), unpacked(b)]
  const flat = (a.contrast < FLAT ? 1 : 0) + (b.contrast < FLAT ? 1 : 0)
  if (flat > 0) {
    const colour = meansApart(one.mean, other.mean)
    if (flat === 1) return Math.max(0.6, Math.min(1, colour / 64))
    // Two flat pictures have their colour and their shape.
    const shape = Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) || 0
    return Math.min(1, colour / 40 + Math.min(0.3, shape / 3))
  }
  const bits = bitsOf(one.high ^ other.high) + bitsOf(one.low ^ other.low)
  // Two unrelated pictures differ in about 32 bits, two versions of one in hardly over 12.
  if (bits > 24) return 1
  // The hash of a symmetric drawing hangs on noise: structure weighs more.
  const structure = Math.max(0, Math.min(1, 1 - correlation(one.shape, other.shape)))
  const drawn = 0.25 * (bits / 32) + 0.5 * structure
  const colourful = (difference: number) => Math.min(1, drawn + 0.4 * Math.min(1, difference / 64))
  // Pixels differ at least as much as their means; what is that far apart is no pair, whatever the rest says.
  const least = colourful(meansApart(one.mean, other.mean))
  return least > APART ? least : colourful(meanDifference(one.rgb, other.rgb))
}

/** A fingerprint made ready to be compared. */
const unpacked = memo((fingerprint: ImageFingerprint) => {
  const rgb = Buffer.from(fingerprint.thumb, 'base64')
  const luma = new Float32Array(Math.floor(rgb.length / 3))
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    luma[i] = lumaOf(rgb, at)
    red += rgb[at]!
    green += rgb[at + 1]!
    blue += rgb[at + 2]!
  }
  const mean = Float64Array.of(red, green, blue).map(sum => sum / Math.max(1, luma.length))
  const [high, low] = [fingerprint.hash.slice(0, 8), fingerprint.hash.slice(8)].map(
    half => Number.parseInt(half, 16) | 0,
  )
  // The hash as two numbers: it is compared with each picture of the other page.
  return { rgb, shape: shapeOf(luma), mean, high: high!, low: low! }
})

/** How many bits of a 32-bit number are set. */
function bitsOf(number: number): number {
  let n = number - ((number >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Shares of 4 x 4 x 4 cells of colour. */
function paletteOf(fingerprint: ImageFingerprint): Float64Array {
  const { rgb } = unpacked(fingerprint)
  const shares = new Float64Array(64)
  const count = rgb.length / 3
  for (let i = 0; i < count; i++)
    shares[((rgb[i * 3]! >> 6) << 4) | ((rgb[i * 3 + 1]! >> 6) << 2) | (rgb[i * 3 + 2]! >> 6)]! += 1 / count
  return shares
}

/** Of two mean colours, 0 to 255. */
const meansApart = (a: Float64Array, b: Float64Array) =>
  (Math.abs(a[0]! - b[0]!) + Math.abs(a[1]! - b[1]!) + Math.abs(a[2]! - b[2]!)) / 3

/** Of all channels of all pixels, 0 to 255. */
function meanDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  if (length === 0) return 255
  let sum = 0
  for (let i = 0; i < length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / length
}

/** Luma less its mean, of length one. */
function shapeOf(luma: Float32Array): Float32Array {
  let sum = 0
  for (const value of luma) sum += value
  const mean = sum / Math.max(1, luma.length)
  let square = 0
  for (const value of luma) square += (value - mean) ** 2
  const length = Math.sqrt(square)
  const shape = new Float32Array(luma.length)
  if (length > 0) for (let i = 0; i < luma.length; i++) shape[i] = (luma[i]! - mean) / length
  return shape
}

/** Pearson's, -1 to 1: the structure term of SSIM over the whole picture. */
function correlation(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length)
  let sum = 0
  for (let i = 0; i < length; i++) sum += a[i]! * b[i]!
  return sum
}

/** How different two files of a picture may be, how much nearer the other one is, and how different two pictures are. */
const MAX_DISTANCE = 0.3
const MAX_SHARE = 0.6
const MIN_APART = 0.05

/** Whether what is shown is clearly nearer to another picture than to the one that belongs there. */
export function isClearlyOther(
  shown: ImageFingerprint,
  own: ImageFingerprint,
  other: ImageFingerprint,
): boolean {
  if (distanceOf(own, other) < MIN_APART) return false
  const [distance, apart] = [distanceOf(own, shown), distanceOf(other, shown)]
  return apart <= MAX_DISTANCE && apart <= MAX_SHARE * distance && distance - apart >= MIN_APART
}
