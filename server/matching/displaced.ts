import type { ImageArtifact } from '../capture/collectors/images/index.ts'
import { contains } from '../lib/box.ts'
import { memo } from '../lib/memo.ts'
import { normalise, words } from '../lib/text.ts'
import { imageDistance } from '../vision/image-distance.ts'
import { altOf } from './picture.ts'
import type { PictureMatch, PictureMatching } from './pictures.ts'

/** A picture that stands where the original shows another one. */
export interface Displaced {
  match: PictureMatch
  /** What the rebuilt page shows in its place, and the picture of the original that this is. */
  instead: PictureMatch
}

/**
 * By how much the picture in its place must look less like it than itself does: less where it is itself but for what
 * encoding and scaling leave of it, as the covers of one series are much alike.
 */
const MIN_DIFFERENCE = { at: 0.1, ofFiles: 0.025, perDistance: 4 }
/** How different a crop of it counts: as much as two pictures that are one may differ. */
const CROPPED = 0.3
/** Share of the words beside one picture, by what they tell, that must stand beside the other. */
const MIN_SHARED_WORDS = 0.7
const MIN_SIDE = 24

/**
 * Pictures of the original that were matched by appearance and stand elsewhere: beside the texts, or in the link, of
 * another one. What says nothing of its place (a gallery without captions) may be arranged anew; two that changed turns
 * were mixed up.
 */
export const displacedPictures = memo(({ matches }: PictureMatching): Displaced[] => {
  const standing = matches
    .filter(({ by, original, rebuilt }) => by === 'appearance' && isPlaced(original) && isPlaced(rebuilt))
    .map(match => ({ match, before: contextOf(match.original), after: contextOf(match.rebuilt) }))
  const beside = besideBy(standing)
  return standing.flatMap(one => {
    const instead = occupantOf(one, standing, beside)
    return instead && !isTextMoved(one, instead, beside) && looksOther(one.match, instead.match)
      ? [{ match: one.match, instead: instead.match }]
      : []
  })
})

/** The matches that other checks must not judge: what is wrong with them is their place. */
export const isDisplaced = (matched: PictureMatching, match: PictureMatch): boolean =>
  displacedPictures(matched).some(({ match: own, instead }) => own === match || instead === match)

interface Standing {
  match: PictureMatch
  before: Context
  after: Context
}

interface Context {
  near: Set<string>
  alt: string
  link: string
}

const isPlaced = (image: ImageArtifact) =>
  image.state === 'visible' &&
  image.kind !== 'canvas' &&
  image.box.width >= MIN_SIDE &&
  image.box.height >= MIN_SIDE

function contextOf(image: ImageArtifact): Context {
  // Its own name is told apart: it may be part of the text beside it.
  return {
    near: new Set(words(image.near)),
    alt: altOf(image),
    link: normalise(image.link)
      .replace(/^https?:\/\/[^/]+/, '')
      .replace(/#.*$/, '')
      .replace(/(\/|\/index\.html?)(?=\?|$)/, ''),
  }
}

/** The picture that stands where `one` belongs, or undefined where `one` is at home or nothing says otherwise. */
function occupantOf(one: Standing, all: readonly Standing[], { isBeside }: Beside): Standing | undefined {
  if (isBeside(one.before.near, one.after.near)) return exchangedNames(one, all) ?? exchangedTurns(one, all)
  // What lies under a whole section stands beside all of its texts.
  const others = all.filter(
    other => other !== one && !contains(other.match.original.box, one.match.original.box),
  )
  for (const agrees of [
    (a: Context, b: Context) => isBeside(a.near, b.near),
    (a: Context, b: Context) => a.link !== '' && a.link === b.link,
  ]) {
    if (agrees(one.before, one.after)) return undefined
    // A place that several pictures share tells nothing.
    if (others.some(other => agrees(one.before, other.before))) continue
    const there = others.filter(other => agrees(one.before, other.after))
    if (there.length !== 1) continue
    // What stands there does not belong there either.
    return agrees(there[0]!.before, there[0]!.after) ? undefined : there[0]
  }
  return undefined
}

/**
 * Whether it is their texts that changed places: both pictures follow each other as before, and each has a word beside it
 * still that stood beside no other, as of its heading. What two texts say is judged by content.
 */
function isTextMoved(one: Standing, other: Standing, { isAlone }: Beside): boolean {
  const [a, b] = [one.match.turn, other.match.turn]
  const keepsTurn = a.original < b.original === a.rebuilt < b.rebuilt
  return (
    keepsTurn &&
    [one, other].every(({ before, after }) =>
      [...before.near].some(word => after.near.has(word) && isAlone(word)),
    )
  )
}

/** Two pictures among others that changed places while their names stayed where they were. */
function exchangedNames(one: Standing, all: readonly Standing[]): Standing | undefined {
  const { alt } = one.before
  if (!alt || alt === one.after.alt) return undefined
  // Beside no text only their names tell where they belong: those of two alone, in no strip of slides, that do not count them.
  if (one.before.near.size === 0) {
    const moved = all.filter(({ before, after }) => before.alt !== after.alt)
    const isOwn = ({ match, before }: Standing) => !match.original.scroller && /\p{L}{3}/u.test(before.alt)
    const names = new Set(moved.map(({ before }) => before.alt.replace(/\d+/g, '')))
    if (moved.length !== 2 || names.size !== 2 || !moved.every(isOwn)) return undefined
  }
  const [there, ...more] = all.filter(other => other.after.alt === alt)
  if (!there || more.length > 0 || there.before.alt !== one.after.alt) return undefined
  if (all.filter(other => other.before.alt === alt).length !== 1) return undefined
  const order = (a: ImageArtifact, b: ImageArtifact) => Math.sign(a.box.y - b.box.y || a.box.x - b.box.x)
  return order(one.match.original, there.match.original) !== order(one.match.rebuilt, there.match.rebuilt)
    ? there
    : undefined
}

/**
 * Two pictures of one gallery that changed turns while all others kept theirs, in the markup and on the screen. What moved
 * more than that was arranged anew, and a strip of slides may stand anywhere.
 */
function exchangedTurns(one: Standing, all: readonly Standing[]): Standing | undefined {
  const near = nearOf(one.before)
  const gallery = all.filter(
    ({ match, before, after }) =>
      !match.original.scroller &&
      !match.rebuilt.scroller &&
      nearOf(before) === near &&
      nearOf(after) === near,
  )
  if (gallery.length < 2 || !gallery.includes(one)) return undefined
  const turns = (side: 'original' | 'rebuilt') => {
    const screen = gallery.toSorted(
      (a, b) => rowOf(a.match[side]) - rowOf(b.match[side]) || a.match[side].box.x - b.match[side].box.x,
    )
    const markup = gallery.toSorted((a, b) => a.match.turn[side] - b.match.turn[side])
    return [screen, markup] as const
  }
  const [before, after] = [turns('original'), turns('rebuilt')]
  const others = before.map((order, way) => {
    const moved = order.flatMap((item, turn) => (after[way]![turn] === item ? [] : [turn]))
    const [a, b] = moved.map(turn => order[turn])
    return moved.length === 2 && a && b ? (a === one ? b : b === one ? a : undefined) : undefined
  })
  return others[0] && others[0] === others[1] && isInterchangeable(one, others[0]) ? others[0] : undefined
}

/** Kept: each picture is compared with all others. */
const nearOf = memo(({ near }: Context) => [...near].join(' '))

/** Pictures of one row hardly ever start at the very same pixel. */
const rowOf = ({ box }: ImageArtifact) => Math.round((box.y + box.height / 2) / 40)

/** Of one size, and without a name that went with it: who moves pictures with their names wants them so. */
function isInterchangeable(one: Standing, other: Standing): boolean {
  if (one.before.alt !== other.before.alt) return false
  const [a, b] = [one.match.original, other.match.original]
  const ratio = (x: number, y: number) => Math.min(x, y) / Math.max(1, x, y)
  return ratio(a.box.width, b.box.width) > 0.8 && ratio(a.box.height, b.box.height) > 0.8
}

interface Beside {
  /** Whether two pictures stand beside the same text. A word that stands beside many pictures tells little. */
  isBeside(before: Set<string>, after: Set<string>): boolean
  /** Whether a word stands beside one picture of the original alone. */
  isAlone(word: string): boolean
}

function besideBy(standing: readonly Standing[]): Beside {
  const counts = new Map<string, number>()
  for (const { before } of standing)
    for (const word of before.near) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (word: string) => 1 / (counts.get(word) ?? 1)
  const sum = (words: Iterable<string>) => {
    let total = 0
    for (const word of words) total += weightOf(word)
    return total
  }
  return {
    isBeside(before, after) {
      if (before.size === 0 || after.size === 0) return before.size === after.size
      const common = [...before].filter(word => after.has(word))
      return common.length > 0 && sum(common) >= MIN_SHARED_WORDS * Math.min(sum(before), sum(after))
    },
    isAlone: word => counts.get(word) === 1,
  }
}

function looksOther(own: PictureMatch, instead: PictureMatch): boolean {
  const same = own.crop ? CROPPED : (imageDistance(own.original, own.rebuilt) ?? 1)
  const { at, ofFiles, perDistance } = MIN_DIFFERENCE
  const apart = Math.min(at, Math.max(ofFiles, perDistance * same))
  return (imageDistance(own.original, instead.rebuilt) ?? 1) >= same + apart
}
