import type { ImageFingerprint } from '../fingerprint.ts'

import { type Crop, cropOf, haveOtherAspects, isSearchable } from './index.ts'
import { coloursOf, fitOf, paletteOf } from './palette.ts'

/** How many of the other page each picture is searched in: its own one is among the first two of 150 in 98 of 100 cases. */
const NOMINEES = 3
/** Share of a crop's colours that are found in the whole, taken for 0.8 times as large as the aspects allow. */
const COLOURS = 0.9
const CUT = 0.8
/** Difference of colours of most crops: another picture comes no nearer. */
const CERTAIN = 1.5

/** Of all pictures of two pages: some tenths of a second at the most. */
const MOST_SEARCHES = 600

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
  let left = MOST_SEARCHES
  // The likeliest of each picture first: where the work is cut short, all have had a turn.
  for (let turn = 0; turn < NOMINEES; turn++)
    searching = searching.filter(({ one, near }) => {
      const nominee = near[turn]
      if (!nominee || left <= 0) return false
      left -= nominee.wholes.length
      const crop = cropOf(one, nominee.fingerprint, nominee.wholes)
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

/** Of the two ways that are looked at. */
const fits = new Float64Array(2)

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
    if (!fitOf(palette, colours, other, CUT * Math.min(aspect, 1 / aspect), COLOURS, fits)) continue
    const [asPart, asWhole] = [fits[0]!, fits[1]!]
    const fit = Math.max(asPart, asWhole)
    const rank = best.findIndex(rival => fit > rival.fit)
    if (rank < 0 && best.length === NOMINEES) continue
    const wholes: Crop['whole'][] = asPart > asWhole ? ['second', 'first'] : ['first', 'second']
    if (Math.min(asPart, asWhole) < COLOURS) wholes.pop()
    best.splice(rank < 0 ? best.length : rank, 0, { fingerprint, fit, wholes })
    best.length = Math.min(best.length, NOMINEES)
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
