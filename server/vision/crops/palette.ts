import type { ImageFingerprint } from '../fingerprint.ts'

/** Steps of each channel: a colour between two of them counts for both, so that a level more or less changes little. */
const STEPS = 4
const known = new WeakMap<ImageFingerprint, Float64Array>()

/** Share of the picture by colour. */
export function paletteOf(fingerprint: ImageFingerprint): Float64Array {
  const ready = known.get(fingerprint)
  if (ready) return ready
  const rgb = Buffer.from(fingerprint.thumb, 'base64')
  const shares = new Float64Array(STEPS ** 3)
  const weight = 6 / Math.max(6, rgb.length)
  // Every other pixel tells enough.
  for (let i = 0; i + 2 < rgb.length; i += 6) {
    const [r, g, b] = [
      (rgb[i]! * (STEPS - 1)) / 256,
      (rgb[i + 1]! * (STEPS - 1)) / 256,
      (rgb[i + 2]! * (STEPS - 1)) / 256,
    ]
    const [r0, g0, b0] = [Math.floor(r), Math.floor(g), Math.floor(b)]
    const [r1, g1, b1] = [r - r0, g - g0, b - b0]
    const at = (r0 * STEPS + g0) * STEPS + b0
    for (let corner = 0; corner < 8; corner++) {
      const share = (corner & 4 ? r1 : 1 - r1) * (corner & 2 ? g1 : 1 - g1) * (corner & 1 ? b1 : 1 - b1)
      const cell = at + (corner & 4 ? STEPS * STEPS : 0) + (corner & 2 ? STEPS : 0) + (corner & 1)
      shares[cell]! += share * weight
    }
  }
  known.set(fingerprint, shares)
  return shares
}

/** The colours that a picture has, the largest first. */
export const coloursOf = (palette: Float64Array): Uint8Array =>
  Uint8Array.from(
    [...palette.keys()].filter(colour => palette[colour]! > 0).sort((a, b) => palette[b]! - palette[a]!),
  )

/**
 * How much of the palette of each of two pictures, were it `area` of the other, is found in the other, 0 to 1, into
 * `fits`: a crop has all of it in the whole. Whether one of both reaches `least`. `colours` are those of the first.
 */
export function fitOf(
  first: Float64Array,
  colours: Uint8Array,
  second: Float64Array,
  area: number,
  least: number,
  fits: Float64Array,
): boolean {
  const spare = (1 - least) * area
  let [all, others, partIn, wholeIn] = [0, 0, 0, 0]
  for (let i = 0; i < colours.length; ) {
    // The lesser of two without a branch, which would be guessed wrong half of the time.
    for (const end = Math.min(colours.length, i + 8); i < end; i++) {
      const p = first[colours[i]!]!
      const q = second[colours[i]!]!
      all += p
      others += q
      partIn += p * area + q - Math.abs(p * area - q)
      wholeIn += q * area + p - Math.abs(q * area - p)
    }
    if (all * area - partIn / 2 > spare && others * area - wholeIn / 2 > spare) return false
  }
  fits[0] = partIn / (2 * area)
  fits[1] = wholeIn / (2 * area)
  return fits[0] >= least || fits[1] >= least
}
