import type { ImageArtifact } from '../capture/collectors/images/index.ts'
import { assign } from '../lib/assignment.ts'
import { words } from '../lib/text.ts'
import { type Crop, canBeCrop, cropOf, cropsBetween, MAX_COLOUR_DIFFERENCE } from '../vision/crops/index.ts'
import type { ImageFingerprint } from '../vision/fingerprint.ts'
import { detailOverlap, imageDistance, placedColourDifference } from '../vision/image-distance.ts'
import { SAME_SHAPE, shapeLikeness } from '../vision/shape.ts'
import { altOf, failureOf, fileName, isDrawing, isFlat, isLogo, isPicture, tellingFile } from './picture.ts'

export interface PictureMatch {
  original: ImageArtifact
  rebuilt: ImageArtifact
  /** Its turn among the pictures of each page, in the markup. */
  turn: { original: number; rebuilt: number }
  /** Alike as seen; drawn alike in other colours; or only named alike or standing in its place. */
  by: 'appearance' | 'shape' | 'place'
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

/** Image distance up to which two pictures are one, and up to which they are when they are called the same or stand in one place. */
const ALIKE = 0.3
const KIN = 0.5
const SAME_PALETTE = 0.7
/** The same of two of one shape with one file name and one alternative text; portraits of different people reach 0.8. */
const NAMESAKE_PALETTE = 0.83
/** Logarithm of the ratio of two aspects up to which they are one, rounded sizes apart. */
const SAME_ASPECT = Math.log(1.06)

/** Share of the words beside both pictures from which they stand beside the same text; and how many there must be. */
const BESIDE = 0.7
const MIN_BESIDE = 2

/** Beyond this a pair of other aspects may be two pictures that only look alike, or a crop. */
const WEAK = 0.1

/**
 * Pairs the pictures of two pages: by appearance first, then those of which one is cropped, drawings in other colours by
 * their shape, and what is left by its name and its place.
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
  const drawn = assign(unseen, unknown, shapeCost)
  const left = drawn.left.map(i => unseen[i]!)
  const right = drawn.right.map(j => unknown[j]!)
  const standing = assign(left, right, placeCost)
  return {
    matches: [
      ...alike,
      ...drawn.pairs.map(([i, j]) => matchOf(unseen[i]!, unknown[j]!, 'shape')),
      ...standing.pairs.map(([i, j]) => matchOf(left[i]!, right[j]!, 'place')),
    ],
    lost: standing.left.map(i => left[i]!.image),
    added: standing.right.map(j => right[j]!.image),
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
  near: ReadonlySet<string>
  file: string
  telling: string
  failed: boolean
  /** All of its file has one colour: many have. */
  flat: boolean
  logo: boolean
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
      near: new Set(words(image.near)),
      file: fileName(image),
      telling: tellingFile(image),
      failed: failureOf(image) !== null,
      flat: isFlat(image),
      logo: isLogo(image),
      height: image.box.y / bottom,
    }))
}

function appearanceCost(a: Placed, b: Placed): number | null {
  if (a.failed || b.failed) return null
  const called = isCalledAlike(a, b)
  const distance = imageDistance(a.image, b.image)
  if (distance === null) return called ? 0.8 : null
  // That two have one colour says nothing.
  if (a.flat && b.flat && !called && !isBeside(a, b) && !isHere(a, b)) return null
  if (distance <= ALIKE) return 0.4 * (distance / ALIKE) + 0.4 * (1 - likeness(a, b))
  // The same picture cut otherwise for a place of another shape: its colours are all that the cuts share.
  const palette = wholes(a, b, isOfOtherShape) ? SAME_PALETTE : namesake(a, b) ? NAMESAKE_PALETTE : 2
  const isRecut = (wholes(a, b, detailOverlap) ?? 0) >= palette
  const isKin = called ? distance <= KIN || isRecut : distance <= KIN && isSized(a, b) && isOfOneSight(a, b)
  return isKin ? 0.9 : null
}

/** Another photograph may fill a place, such as a sunrise that of a sunset: colours, or what is where, tell their files apart. */
const isOfOneSight = ({ image: { file: one } }: Placed, { image: { file: other } }: Placed): boolean =>
  !one || !other || detailOverlap(one, other) >= SAME_PALETTE || placedColourDifference(one, other) !== null

const isCalledAlike = (a: Placed, b: Placed): boolean =>
  (a.alt !== '' && a.alt === b.alt) || (a.telling !== '' && a.telling === b.telling)

/** Called the same in both ways. */
const namesake = (a: Placed, b: Placed) =>
  a.alt !== '' && a.alt === b.alt && a.telling !== '' && a.telling === b.telling

const isOfOtherShape = (a: ImageFingerprint, b: ImageFingerprint): boolean =>
  Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) > SAME_ASPECT

/**
 * Drawings of the same shape in other colours; of several those in the same place. Files of pixels as well, where they are
 * called the same: a logo that was cut out of its card.
 */
function shapeCost(a: Placed, b: Placed): number | null {
  if (a.failed || b.failed) return null
  if (!(isDrawing(a.image) || isDrawing(b.image) || isCalledAlike(a, b))) return null
  const shape = Math.max(
    ...pictured(a).flatMap(one => pictured(b).map(other => shapeLikeness(one, other))),
    0,
  )
  return shape < SAME_SHAPE ? null : 0.4 * (1 - shape) + 0.6 * (1 - likeness(a, b))
}

const pictured = ({ image: { file, rendered } }: Placed) => [file, rendered].flatMap(one => one ?? [])

/** Something must say that it is the same picture, or the same place: pages are full of pictures that say nothing. */
function placeCost(a: Placed, b: Placed): number | null {
  const called = isCalledAlike(a, b)
  // A logo is replaced by a logo.
  if (!called && a.logo !== b.logo && !b.failed) return null
  const here = isBeside(a, b) || isHere(a, b) || (a.logo && (isNear(a, b) || (isAtHead(a) && isAtHead(b))))
  return called || here ? 1 - likeness(a, b) : null
}

/** Whether the text beside one stands beside the other. */
function isBeside(a: Placed, b: Placed): boolean {
  const least = Math.min(a.near.size, b.near.size)
  if (least < MIN_BESIDE) return least > 0 && a.near.size === b.near.size && nearLikeness(a, b) === 1
  return nearLikeness(a, b) >= BESIDE
}

/** Share of the words beside two pictures that stand beside both. */
function nearLikeness({ near: one }: Placed, { near: other }: Placed): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 0.5 : 0
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return (2 * common) / (one.size + other.size)
}

/** Where the logo of the page stands, px from the top. */
const HEAD_PX = 300
const isAtHead = ({ image }: Placed) => image.state === 'visible' && image.box.y < HEAD_PX

const isNear = (a: Placed, b: Placed) =>
  a.image.landmark === b.image.landmark && Math.abs(a.height - b.height) < 0.1

const isSized = (a: Placed, b: Placed) => isNear(a, b) && sizeLikeness(a, b) > 0.7

// A file that failed leaves no box to compare.
const isHere = (a: Placed, b: Placed) => (b.failed ? isNear(a, b) : isSized(a, b))

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
    0.2 * nearLikeness(a, b) +
    0.1 * (a.image.landmark === b.image.landmark ? 1 : 0) +
    0.1 * (a.image.state === b.image.state ? 1 : 0) +
    0.1 * ((a.image.kind === 'background') === (b.image.kind === 'background') ? 1 : 0) +
    0.1 * sizeLikeness(a, b) +
    0.05 * Math.max(0, 1 - 5 * Math.abs(a.height - b.height))
  )
}
