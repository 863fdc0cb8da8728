import type { ImageArtifact } from '../capture/collectors/images/index.ts'
import { assign } from '../lib/assignment.ts'
import { normalise } from '../lib/text.ts'
import { type Crop, canBeCrop, cropOf, cropsBetween, MAX_COLOUR_DIFFERENCE } from '../vision/crops/index.ts'
import type { ImageFingerprint } from '../vision/fingerprint.ts'
import { imageDistance, paletteOverlap } from '../vision/image-distance.ts'
import { altOf, failureOf, fileName, isPicture, tellingFile } from './picture.ts'

export interface PictureMatch {
  original: ImageArtifact
  rebuilt: ImageArtifact
  /** Its turn among the pictures of each page, in the markup. */
  turn: { original: number; rebuilt: number }
  /** Alike as seen, or only named alike or standing in its place. */
  by: 'appearance' | 'place'
  /** Where one of both files shows only a part of the other's; first is the original's. */
  crop?: Crop
}

export interface PictureMatching {
  matches: PictureMatch[]
  /** Pictures of the original that nothing on the rebuilt page stands for. */
  lost: ImageArtifact[]
  /** Pictures that only the rebuilt page has. */
  added: ImageArtifact[]
}

/** Image distance up to which two pictures are one, and up to which they are when they are called the same. */
const ALIKE = 0.3
const KIN = 0.5
const SAME_PALETTE = 0.7
/** Logarithm of the ratio of two aspects up to which they are one, rounded sizes apart. */
const SAME_SHAPE = Math.log(1.06)

/** Beyond this a pair of other aspects may be two pictures that only look alike, or a crop. */
const WEAK = 0.1

/**
 * Pairs the pictures of two pages: by appearance first, then those of which one is cropped, what is left by its name and
 * its place.
 */
export function matchPictures(
  original: readonly ImageArtifact[],
  rebuilt: readonly ImageArtifact[],
): PictureMatching {
  // A page beside itself, which is how the baseline is made.
  if (original === rebuilt) return withItself(original)
  const [before, after] = [placed(original), placed(rebuilt)]
  const alike = pairsByAppearance(before, after)
  const seen = new Set(alike.map(({ original }) => original))
  const known = new Set(alike.map(({ rebuilt }) => rebuilt))
  const unseen = before.filter(({ image }) => !seen.has(image))
  const unknown = after.filter(({ image }) => !known.has(image))
  const standing = assign(unseen, unknown, placeCost)
  return {
    matches: [...alike, ...standing.pairs.map(([i, j]) => matchOf(unseen[i]!, unknown[j]!, 'place'))],
    lost: standing.left.map(i => unseen[i]!.image),
    added: standing.right.map(j => unknown[j]!.image),
  }
}

/** By appearance; what has no partner yet, or one that is hardly its own, is searched for crops. */
function pairsByAppearance(before: readonly Placed[], after: readonly Placed[]): PictureMatch[] {
  const costs = new Float64Array(before.length * after.length).fill(Number.NaN)
  const alike = assign(before, after, (a, b, i, j) => {
    const cost = appearanceCost(a, b)
    if (cost !== null) costs[i * after.length + j] = cost
    return cost
  })
  const certain: PictureMatch[] = []
  const [first, second] = [[...alike.left], [...alike.right]]
  for (const [i, j] of alike.pairs) {
    const [one, other] = [before[i]!, after[j]!]
    const weak = isWeak(one, other)
    const crop = weak ? wholes(one, other, cropOf) : null
    if (crop || !weak) certain.push(matchOf(one, other, 'appearance', crop))
    else {
      first.push(i)
      second.push(j)
    }
  }
  const fingerprintsOf = (side: readonly Placed[], turns: number[]) =>
    turns.flatMap(turn => (side[turn]!.failed ? [] : (wholeOf(side[turn]!) ?? [])))
  const cropIn = cropsBetween(fingerprintsOf(before, first), fingerprintsOf(after, second))
  const { pairs } = assign(first, second, (i, j) => {
    const crop = wholes(before[i]!, after[j]!, cropIn)
    if (crop)
      return 0.4 * (crop.difference / MAX_COLOUR_DIFFERENCE) + 0.4 * (1 - likeness(before[i]!, after[j]!))
    const cost = costs[i * after.length + j]!
    return Number.isNaN(cost) ? null : cost
  })
  const rest = pairs.map(([i, j]) => {
    const [one, other] = [before[first[i]!]!, after[second[j]!]!]
    return matchOf(one, other, 'appearance', wholes(one, other, cropIn))
  })
  return [...certain, ...rest].sort((a, b) => a.turn.original - b.turn.original)
}

const isWeak = (a: Placed, b: Placed): boolean =>
  wholes(a, b, canBeCrop) === true && (imageDistance(a.image, b.image) ?? 1) > WEAK

/** What is searched of a picture: all of its file, where it is known. */
const wholeOf = ({ image }: Placed) => image.file ?? image.rendered

/** What `ask` says of both pictures; null where nothing is known of one of them. */
function wholes<T>(
  a: Placed,
  b: Placed,
  ask: (one: ImageFingerprint, other: ImageFingerprint) => T,
): T | null {
  const [one, other] = [wholeOf(a), wholeOf(b)]
  return one && other ? ask(one, other) : null
}

const withItself = (images: readonly ImageArtifact[]): PictureMatching => ({
  matches: placed(images).map(one =>
    matchOf(one, one, appearanceCost(one, one) === null ? 'place' : 'appearance'),
  ),
  lost: [],
  added: [],
})

const matchOf = (
  one: Placed,
  other: Placed,
  by: PictureMatch['by'],
  crop: Crop | null = null,
): PictureMatch => ({
  original: one.image,
  rebuilt: other.image,
  turn: { original: one.turn, rebuilt: other.turn },
  by,
  ...(crop && { crop }),
})

interface Placed {
  image: ImageArtifact
  turn: number
  alt: string
  near: string
  file: string
  telling: string
  failed: boolean
  /** Where on the page, 0 top to 1 bottom. */
  height: number
}

function placed(images: readonly ImageArtifact[]): Placed[] {
  const bottom = images.reduce((most, { box }) => Math.max(most, box.y + box.height), 1)
  return images
    .map((image, turn) => ({ image, turn }))
    .filter(({ image }) => isPicture(image) || image.state !== 'visible' || failureOf(image) !== null)
    .map(({ image, turn }) => ({
      image,
      turn,
      alt: altOf(image),
      near: normalise(image.near).slice(0, 60),
      file: fileName(image),
      telling: tellingFile(image),
      failed: failureOf(image) !== null,
      height: image.box.y / bottom,
    }))
}

function appearanceCost(a: Placed, b: Placed): number | null {
  if (a.failed || b.failed) return null
  const called = (a.alt !== '' && a.alt === b.alt) || (a.telling !== '' && a.telling === b.telling)
  const distance = imageDistance(a.image, b.image)
  if (distance === null) return called ? 0.8 : null
  if (distance <= ALIKE) return 0.4 * (distance / ALIKE) + 0.4 * (1 - likeness(a, b))
  // The same picture cut otherwise for a place of another shape: its colours are all that the cuts share.
  const isRecut = wholes(a, b, isOfOtherShape) === true && (wholes(a, b, paletteOverlap) ?? 0) >= SAME_PALETTE
  const kin = called && (distance <= KIN || isRecut)
  return kin ? 0.9 : null
}

const isOfOtherShape = (a: ImageFingerprint, b: ImageFingerprint): boolean =>
  Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) > SAME_SHAPE

/** Something must say that it is the same picture, or the same place: pages are full of pictures that say nothing. */
function placeCost(a: Placed, b: Placed): number | null {
  const same = (x: string, y: string) => x !== '' && x === y
  const called = same(a.alt, b.alt) || same(a.telling, b.telling) || same(a.near, b.near)
  const away = Math.abs(a.height - b.height)
  const here =
    a.image.landmark === b.image.landmark &&
    away < 0.1 &&
    // A file that failed leaves no box to compare.
    (b.failed || (sizeLikeness(a, b) > 0.7 && a.image.kind === b.image.kind))
  return called || here ? 1 - likeness(a, b) : null
}

function sizeLikeness(a: Placed, b: Placed): number {
  const ratio = (x: number, y: number) => (x > 0 && y > 0 ? Math.min(x, y) / Math.max(x, y) : 0.5)
  const [first, second] = [a.image.box, b.image.box]
  return ratio(first.width, second.width) * ratio(first.height, second.height)
}

/** How much speaks for two pictures having the same part on their pages, 0 to 1, whatever they look like. */
function likeness(a: Placed, b: Placed): number {
  const said = (x: string, y: string) => (x === '' && y === '' ? 0.5 : x === y ? 1 : 0)
  return (
    0.2 * said(a.alt, b.alt) +
    0.15 * said(a.file, b.file) +
    0.2 * said(a.near, b.near) +
    0.1 * (a.image.landmark === b.image.landmark ? 1 : 0) +
    0.1 * (a.image.state === b.image.state ? 1 : 0) +
    0.1 * ((a.image.kind === 'background') === (b.image.kind === 'background') ? 1 : 0) +
    0.1 * sizeLikeness(a, b) +
    0.05 * Math.max(0, 1 - 5 * Math.abs(a.height - b.height))
  )
}
