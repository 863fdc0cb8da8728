/** How grave it is that a picture is lost: tables of evidence, of which the first line that holds decides. */
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { contains } from '../../../lib/box.ts'
import { median } from '../../../lib/statistics.ts'
import { normalise } from '../../../lib/text.ts'
import {
  areaOf,
  isContent,
  isDrawing,
  isFaint,
  isFlat,
  isLogo,
  isOutOfReach,
  LARGE,
  ofScreen,
  SCREEN,
} from '../../../matching/picture.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import { differenceFromPlain, differenceWithin, FLAT, imageDistance } from '../../../vision/image-distance.ts'
import { isEdited, isMadeAnew, isRedesigned, keptTexts, lengthOf } from '../../core/made-anew.ts'
import { withoutTurns } from '../../core/path.ts'
import { lacksScripts, stopsForWant } from '../../core/requests.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isTelling } from '../../core/telling.ts'
import { RAMP } from '../colours/causes.ts'
import { HEAD_PX, isSameElement, logosOf } from '../logos.ts'
import { newTextAt } from '../replacements.ts'
import { desktopBlocks } from '../texts.ts'
import { isBlank, type Visibility } from '../visibility.ts'
import { HERO, MIN_BACKGROUND_SIDE, SMALL } from './rules.ts'

/** Of the text beside a picture: characters that say something, and the share of them below which it is gone. */
const MIN_TEXT = 4
const MIN_KEPT = 0.3
/** Letters by which a text is known in another one. */
const MAX_START = 60
/** Share of a background's area from which a picture over it covers it. */
const COVERING = 0.9
/** Distance up to which a picture is one of another place of the original. */
const SAME_PICTURE = 0.1
/** Pictures of the original that are all kept, from which the only one that is another was taken by mistake. */
const MIN_OTHERS = 3
/** Share of the window's width from which a background spans it. */
const SPAN = 0.9
/** Mean CIEDE2000 from which a visitor sees at a glance that a place looks otherwise: a background's that counts in full. */
const OTHERWISE = RAMP.background[1]
/** Contrast below which nothing in a picture stands out, however small: something dark and small on white has more. */
const MAX_PALE = 15
/** Share of one colour from which a picture draws little, and how far its levels may be from the middle one. */
const MIN_PLAIN = 0.6
const MAX_PLAIN_LEVELS = 24

/** A picture of the original that is lost, and what stands for it. */
interface Lost {
  image: ImageArtifact
  state: Visibility['state']
  instead?: ImageArtifact | undefined
}

type Table<Case extends string> = readonly (readonly [Case | undefined, (lost: Lost) => boolean])[]

const decide =
  <Case extends string>(table: Table<Case>) =>
  (lost: Lost): Case | undefined =>
    table.find(([, holds]) => holds(lost))?.[0]

/** The cases of lost pictures and backgrounds of a pair; of a line without a case, and where none holds, the rule's own grade. */
export function gradesOf(
  pair: Pair<'images' | 'layouts' | 'volatile' | 'health' | 'document' | 'screens'>,
  visible: ReadonlyMap<PictureMatch, Visibility>,
  gone: readonly ImageArtifact[],
) {
  const { original, rebuilt, matching } = pair
  const [isAnew, isOther, isByHand] = [isMadeAnew(pair), isRedesigned(pair), isEdited(pair)]
  const isUntold = lacksScripts(original, rebuilt) || stopsForWant(original, rebuilt)
  const newText = newTextAt(pair)
  const isTextKept = textsBeside(pair)
  const { isRedrawn, isLogoAgain, standsAtHead } = logosOf(pair, visible)
  const kept = new Map<string, number>()
  for (const [match, { state }] of visible) {
    const { url } = match.original
    // Drawings in the markup have no address.
    if (state === 'seen' && url !== '') kept.set(url, Math.max(kept.get(url) ?? 0, areaOf(match.rebuilt)))
  }
  const replaced = [...visible].flatMap(([match, { state }]) =>
    state === 'gone' || state === 'replaced' ? match.original : [],
  )
  const small = [...gone, ...replaced].filter(image => isContent(image) && isSmall(image))
  const areSmallFew = small.reduce((sum, image) => sum + ofScreen(areaOf(image)), 0) < LARGE

  const isTitle = (image: ImageArtifact) => isLogo(image) && image.box.y < HEAD_PX
  const isTitleGone = ({ image, instead }: Lost) => isTitle(image) && !instead && !isSmall(image)
  // A part that was written anew has pictures of its own.
  const isGone = ({ state, instead }: Lost) => !instead || state === 'replaced'
  const isReplaced = ({ state, instead }: Lost) => state === 'replaced' && instead?.state === 'visible'
  const isOtherLogo = (lost: Lost) =>
    isLogo(lost.image) && isReplaced(lost) && !isSameElement(lost.image, lost.instead)
  // Another design chooses its backgrounds and its pictures; what the page opens with is no ornament.
  const isChosen = (image: ImageArtifact) => isOther && (image.kind === 'background' || !isHero(image))
  // The logo of the page stands for all of it, whatever stands beside it.
  const isGoneWithText = (lost: Lost) =>
    isGone(lost) &&
    (isAnew || (!isTitle(lost.image) && (isChosen(lost.image) || isTextKept(lost.image.near) === false)))
  /** The same file is still seen, as large or nearly, and no text misses it where it stood. */
  const isDrawnAgain = (image: ImageArtifact) =>
    2 * (kept.get(image.url) ?? 0) >= areaOf(image) && isTextKept(image.near) !== true
  const unlike = [...visible.values()].filter(({ state }) => state !== 'seen')
  const isOnly = matching.pictures.lost.length === 0 && unlike.length === 1 && visible.size > MIN_OTHERS
  /** A background of all that the page opens with, for a picture in a part of it, is no mistake: it opens anew. */
  const opensAnew = (image: ImageArtifact, { kind, seen }: ImageArtifact) =>
    kind === 'background' &&
    image.kind !== 'background' &&
    seen.y < SCREEN.height &&
    seen.width >= SPAN * SCREEN.width &&
    contains(seen, image.seen)
  /** The only one that is another, one under its name, of its size, or one that has a place of its own on the original. */
  const isMistaken = ({ image, instead }: Lost) =>
    instead !== undefined &&
    ((isOnly && !opensAnew(image, instead)) ||
      (isTelling(image.name) && isSameElement(image, instead)) ||
      original.images.some(
        one => one !== image && one.url !== image.url && (imageDistance(one, instead) ?? 1) <= SAME_PICTURE,
      ))
  /** What shows until a film or a picture over it has come. */
  const isCovered = (image: ImageArtifact) =>
    original.images.some(
      one =>
        /^(img|poster|video)$/.test(one.kind) &&
        one.state === 'visible' &&
        areaOf(one) >= COVERING * areaOf(image) &&
        contains(one.seen, image.seen),
    )
  const [opening, openingNow] = [original, rebuilt].map(openingOf)
  /** Whether the first window hardly looks otherwise there: another crop, or a gradient of the same colours. */
  const isPaintedAlike = ({ seen: { x, y, width, height } }: ImageArtifact): boolean => {
    const [across, down] = [1 / SCREEN.width, 1 / SCREEN.height]
    const part = { x: x * across, y: y * down, width: width * across, height: height * down }
    return !!opening && !!openingNow && differenceWithin(opening, openingNow, part) < OTHERWISE
  }
  /** Behind an entry of a list, each with a picture of its own: what it shows, and no ground of the page. */
  const isOfEntry = (image: ImageArtifact) =>
    ofScreen(drawnAreaOf(image)) >= SMALL &&
    original.images.some(
      one =>
        one.kind === 'background' &&
        one.url !== image.url &&
        // Layers of one element are no entries.
        one.selector !== image.selector &&
        withoutTurns(one.selector) === withoutTurns(image.selector),
    )
  /** What it draws differs by time and machine; one that is blank where a page opens with a picture is no picture. */
  const isFilm = (lost: Lost) =>
    isGone(lost) &&
    (lost.instead?.kind === 'video' ||
      (lost.instead?.kind === 'canvas' && !(isHero(lost.image) && isBlank(lost.instead))))

  return {
    isRedrawn,
    gradeOfBackground: decide([
      ['unreached', ({ image }) => isOutOfReach(image)],
      ['cut-off', ({ state }) => state === 'cut-off'],
      ['elsewhere', ({ image }) => kept.has(image.url)],
      ['faint', ({ image }) => isFaint(image)],
      [undefined, lost => isGoneWithText(lost) || (isGone(lost) && isCovered(lost.image))],
      // A hidden one is that of another width.
      ['drawing', ({ image, instead }) => isDrawing(image) && instead !== undefined],
      [undefined, ({ image }) => isDrawing(image) || isPattern(image)],
      ['pale', ({ image }) => isPale(image)],
      // Another picture of its kind is a choice of who runs the page.
      ['large', lost => isOpening(lost.image) && !isReplaced(lost) && !isPaintedAlike(lost.image)],
      [
        'missed',
        lost =>
          lost.state === 'gone' &&
          !isUntold &&
          !isByHand &&
          !isOther &&
          isOfEntry(lost.image) &&
          isTextKept(lost.image.near) === true,
      ],
    ]),
    gradeOfLost: decide([
      ['slight', ({ image }) => isOrnament(image)],
      ['slight', ({ image, state }) => state !== 'replaced' && isLogoAgain(image)],
      ['slight', ({ image, instead }) => !instead && !isHero(image) && isDrawnAgain(image)],
      [
        'slight',
        lost =>
          isGone(lost) &&
          lost.image.rendered !== null &&
          isSparse(lost.image) &&
          !isHero(lost.image) &&
          newText(lost.image) === 'sentence',
      ],
      [undefined, isGoneWithText],
      ['missed', lost => isTitleGone(lost) && !standsAtHead(lost.image)],
      // Another logo is the choice of whose it is, where its element was not kept with another file.
      [undefined, lost => isTitleGone(lost) || isOtherLogo(lost)],
      [undefined, isFilm],
      // Lines that join other pictures, a wave, drifting particles: who draws what a visitor needs gives it a name.
      [undefined, ({ image: { kind, name } }) => /^(canvas|svg)$/.test(kind) && name === ''],
      ['hero', ({ image }) => isHero(image)],
      [undefined, ({ image }) => isSmall(image) && areSmallFew],
      [undefined, lost => isByHand && isGone(lost)],
      ['missed', lost => (isReplaced(lost) ? isMistaken(lost) : !isUntold && newText(lost.image) === 'none')],
    ]),
  }
}

/**
 * Whether the text beside a picture, its first 160 characters, is still there; null where it is not known. A section that
 * was dropped takes its pictures with it: that is one loss, and the content's.
 */
function textsBeside({ original, matching }: Pair<'layouts'>) {
  const { texts, shareKept } = keptTexts(desktopBlocks(original), matching.texts.blocks)
  return (near: string): boolean | null => {
    const beside = normalise(near)
    const own = texts.filter(
      ({ text }) => text === beside || (text.length >= MIN_TEXT && beside.includes(text.slice(0, MAX_START))),
    )
    return lengthOf(own) < MIN_TEXT ? null : shareKept(own) >= MIN_KEPT
  }
}

/** It carries no content, is nothing but one colour, or so pale that hardly anything of it is seen. */
export const isOrnament = (image: ImageArtifact) =>
  !isContent(image) || isFlat(image) || (image.rendered?.contrast ?? FLAT) < FLAT

const isHero = (image: ImageArtifact) => image.seen.y < SCREEN.height && ofScreen(areaOf(image)) >= HERO

/** No logo but an icon, and no part of the header, where a site says who it is. */
const isSmall = (image: ImageArtifact) =>
  !((isLogo(image) || image.box.y < HEAD_PX) && image.box.width >= MIN_BACKGROUND_SIDE) &&
  ofScreen(areaOf(image)) < SMALL

/** Whether most of it has one colour, as that of the page under a few lines; one that was not shot may. */
function isSparse({ rendered }: ImageArtifact): boolean {
  if (!rendered) return true
  const bytes = [...Buffer.from(rendered.thumb, 'base64')]
  const channels = [0, 1, 2].map(channel => bytes.filter((_, at) => at % 3 === channel))
  const middle = channels.map(median)
  const plain = channels[0]!.filter((_, at) =>
    channels.every((levels, channel) => Math.abs(levels[at]! - middle[channel]!) <= MAX_PLAIN_LEVELS),
  )
  return plain.length >= MIN_PLAIN * channels[0]!.length
}

/** Whether it hardly stands out from one colour, by its file or as it is seen. */
const isPale = ({ file, rendered }: ImageArtifact) =>
  [file, rendered].some(
    one => one !== null && one.contrast < MAX_PALE && differenceFromPlain(one) < RAMP.background[0],
  )

const openingOf = ({ screens }: Side<'screens'>) =>
  screens.find(({ width }) => width === SCREEN.width)?.opening

/** A small tile that is repeated. */
const isPattern = ({ file }: ImageArtifact) =>
  file !== null && Math.min(file.width, file.height) < MIN_BACKGROUND_SIDE

/** What is seen of it at most, px²: a background that is drawn once in the size of its file is no larger than that. */
function drawnAreaOf(image: ImageArtifact): number {
  const { kind, backgroundSize, file } = image
  const isOfFile = kind === 'background' && backgroundSize === 'auto' && file !== null
  return isOfFile ? Math.min(areaOf(image), file.width * file.height) : areaOf(image)
}

/** What the page opens with; one that lies behind all of it is its background. */
const isOpening = (image: ImageArtifact): boolean =>
  isHero(image) && ofScreen(drawnAreaOf(image)) >= HERO && image.seen.height <= 1.5 * SCREEN.height
