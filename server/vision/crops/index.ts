/** A picture whose file shows a part of another one's: cropped for another place, by hand or by an image service. */
import { memo, memoPair } from '../../lib/memo.ts'
import type { ImageFingerprint } from '../fingerprint.ts'
import { FLAT } from '../image-distance.ts'
import { type Found, findPart, type Window } from './search.ts'

export interface Crop {
  /** Which of both shows the whole. */
  whole: 'first' | 'second'
  /** What of it the other shows. */
  window: Window
  /** Mean difference of colours there, 0 to 255. */
  difference: number
}

/** Aspects that differ by less are rounded: such pictures are compared as they are. */
const ASPECT = 1.06

/**
 * What a part must have in common with the window it was cut from. Measured on 1,594 crops that leave 90 to 49 % of
 * 147 photographs, drawings, landscapes and product series, encoded again as JPEG at q60 and WebP at q75: 99 % keep
 * `structure` 0.996, colours within 3.6, and 16 in the worst of 64 places; of what has detail, 99 % keep `fine` 0.97. The
 * best windows of different pictures reach `structure` 0.985 and `fine` 0.86 where two landscapes are alike, with colours
 * 22 apart; another product before the same background differs by 43 in its place. So 98 in 100 crops are found, and of
 * 254,000 pairs of different pictures none. Gradients have no detail to tell them by; brightened by a twentieth, half are
 * not found any more.
 */
const LIKE = { structure: 0.97, fine: 0.85, detail: 2, colours: 6, worst: 18 }

const isLike = ({ structure, fine, detail, colours, worst }: Found): boolean =>
  structure >= LIKE.structure &&
  fine >= LIKE.fine &&
  detail >= LIKE.detail &&
  colours <= LIKE.colours &&
  worst <= LIKE.worst

/** Colours beyond which two pictures are not one, whatever the window. */
export const MAX_COLOUR_DIFFERENCE = LIKE.colours

/** Whether two fingerprints can be told to be one another's crop: of other aspects, and neither tiny nor plain. */
export const canBeCrop = (first: ImageFingerprint, second: ImageFingerprint): boolean =>
  haveOtherAspects(first, second) && isSearchable(first) && isSearchable(second)

function haveOtherAspects(first: ImageFingerprint, second: ImageFingerprint): boolean {
  const [a, b] = [first.width * second.height, first.height * second.width]
  return a >= b * ASPECT || b >= a * ASPECT
}

const isSearchable = (fingerprint: ImageFingerprint): boolean =>
  fingerprint.grey !== '' && fingerprint.contrast >= FLAT

/** How one of two fingerprints is a part of the other, of a third of its area or more; null where it is not. */
export const cropOf = memoPair((first: ImageFingerprint, second: ImageFingerprint): Crop | null =>
  canBeCrop(first, second) ? findCrop(first, second, ['first', 'second']) : null,
)

/** `wholes`: which of both may be the whole. */
function findCrop(first: ImageFingerprint, second: ImageFingerprint, wholes: Crop['whole'][]): Crop | null {
  for (const whole of wholes) {
    const found = whole === 'first' ? findPart(first, second) : findPart(second, first)
    if (found && isLike(found)) return { whole, window: found.window, difference: found.colours }
  }
  return null
}

/** How many of the other page each picture is searched in: its own one is among the first two of 150 in 98 of 100 cases. */
const MAX_NOMINEES = 3
/** Share of a crop's colours that are found in the whole, taken for 0.8 times as large as the aspects allow. */
const MIN_FIT = 0.9
const CUT = 0.8
/** Difference of colours of most crops: another picture comes no nearer. */
const CERTAIN = 1.5

/** Of all pictures of two pages: some tenths of a second at the most. */
const MAX_SEARCHES = 600

/**
 * Which fingerprints of two pages are crops of one another, by picture of the first page. Only those whose colours fit best are
 * searched, so that the work grows with the pictures and not with their pairs.
 */
export function cropsBetween(
  first: Iterable<ImageFingerprint>,
  second: Iterable<ImageFingerprint>,
): (one: ImageFingerprint, other: ImageFingerprint) => Crop | null {
  const same = new Map<string, ImageFingerprint>()
  const [ones, others] = [namesakesOf(first, same), namesakesOf(second, same)]
  const targets = [...new Set(others.values())].map(fingerprint => ({
    fingerprint,
    palette: paletteOf(fingerprint),
  }))
  let searching = [...new Set(ones.values())].map(one => ({ one, near: nomineesOf(one, targets) }))
  const found = new Map<ImageFingerprint, Map<ImageFingerprint, Crop>>()
  let left = MAX_SEARCHES
  // The likeliest of each picture first: where the work is cut short, all have had a turn.
  for (let turn = 0; turn < MAX_NOMINEES; turn++)
    searching = searching.filter(({ one, near }) => {
      const nominee = near[turn]
      if (!nominee || left <= 0) return false
      left -= nominee.wholes.length
      const crop = findCrop(one, nominee.fingerprint, nominee.wholes)
      if (crop) found.set(one, (found.get(one) ?? new Map()).set(nominee.fingerprint, crop))
      return !crop || crop.difference > CERTAIN
    })
  return (one, other) => found.get(ones.get(one)!)?.get(others.get(other)!) ?? null
}

interface Nominee {
  fingerprint: ImageFingerprint
  fit: number
  /** Which of both may be the whole, the likelier first. */
  wholes: Crop['whole'][]
}

/** Those whose colours fit best, the best first. */
function nomineesOf(
  one: ImageFingerprint,
  targets: readonly { fingerprint: ImageFingerprint; palette: Float64Array }[],
): Nominee[] {
  const palette = paletteOf(one)
  const colours = coloursOf(palette)
  const best: Nominee[] = []
  for (const { fingerprint, palette: other } of targets) {
    if (!haveOtherAspects(one, fingerprint)) continue
    const aspect = (one.width * fingerprint.height) / (one.height * fingerprint.width)
    const fits = fitsOf(palette, colours, other, CUT * Math.min(aspect, 1 / aspect))
    if (!fits) continue
    const [asPart, asWhole] = fits
    const fit = Math.max(asPart, asWhole)
    const rank = best.findIndex(rival => fit > rival.fit)
    if (rank < 0 && best.length === MAX_NOMINEES) continue
    const wholes: Crop['whole'][] = asPart > asWhole ? ['second', 'first'] : ['first', 'second']
    if (Math.min(asPart, asWhole) < MIN_FIT) wholes.pop()
    best.splice(rank < 0 ? best.length : rank, 0, { fingerprint, fit, wholes })
    best.length = Math.min(best.length, MAX_NOMINEES)
  }
  return best
}

/** One fingerprint for all that are equal: a picture may be shown many times. */
function namesakesOf(
  fingerprints: Iterable<ImageFingerprint>,
  same: Map<string, ImageFingerprint>,
): Map<ImageFingerprint, ImageFingerprint> {
  const own = new Map<ImageFingerprint, ImageFingerprint>()
  for (const fingerprint of fingerprints) {
    if (!isSearchable(fingerprint)) continue
    const key = `${fingerprint.width} ${fingerprint.height} ${fingerprint.thumb}`
    if (!same.has(key)) same.set(key, fingerprint)
    own.set(fingerprint, same.get(key)!)
  }
  return own
}

/** Steps of each channel: a colour between two of them counts for both, so that a level more or less changes little. */
const STEPS = 4

/** Share of the picture by colour. */
const paletteOf = memo((fingerprint: ImageFingerprint): Float64Array => {
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
  return shares
})

/** The colours that a picture has, the largest first. */
const coloursOf = (palette: Float64Array): Uint8Array =>
  Uint8Array.from(
    [...palette.keys()].filter(colour => palette[colour]! > 0).sort((a, b) => palette[b]! - palette[a]!),
  )

/**
 * How much of the palette of each of two pictures, were it `area` of the other, is found in the other, 0 to 1: a crop
 * has all of it in the whole. Null where neither has enough of it there. `colours` are those of the first.
 */
function fitsOf(
  first: Float64Array,
  colours: Uint8Array,
  second: Float64Array,
  area: number,
): [asPart: number, asWhole: number] | null {
  const spare = (1 - MIN_FIT) * area
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
    if (all * area - partIn / 2 > spare && others * area - wholeIn / 2 > spare) return null
  }
  const [asPart, asWhole] = [partIn / (2 * area), wholeIn / (2 * area)]
  return asPart >= MIN_FIT || asWhole >= MIN_FIT ? [asPart, asWhole] : null
}
