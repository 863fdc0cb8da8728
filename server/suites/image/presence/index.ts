import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { contains } from '../../../lib/box.ts'
import { median } from '../../../lib/statistics.ts'
import { normalise, words } from '../../../lib/text.ts'
import type { BlockMatch } from '../../../matching/block-match.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import {
  areaOf,
  failureOf,
  fileName,
  isContent,
  isDrawing,
  isFlat,
  isLogo,
  isPicture,
  isRich,
  LARGE,
  ofScreen,
  SCREEN,
} from '../../../matching/picture.ts'
import { FLAT, imageDistance } from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/finding.ts'
import { isEdited, isMadeAnew, isRedesigned, keptTexts, lengthOf } from '../../core/made-anew.ts'
import { newOpeners } from '../../core/openers.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { isTelling } from '../../core/telling.ts'
import { HEAD_PX, isSameElement, logosOf } from '../logos.ts'
import { addressOf, calledOf, placesOf, wordsOf } from '../picture-finding.ts'
import { newTextAt, renewedOf } from '../replacements.ts'
import { desktopBlocks } from '../texts.ts'
import { isBlank, type Visibility, visibilityOf } from '../visibility.ts'
import { repeatedOf } from './repeated.ts'
import { HERO, MIN_BACKGROUND_SIDE, rules, SMALL } from './rules.ts'
import { slideReader } from './slides.ts'

/** As many as a capture keeps: what is beyond is unknown. */
const MAX_KEPT = 600
/** Of the text beside a picture: characters that say something, and the share of them below which it is gone. */
const MIN_TEXT = 4
const MIN_KEPT = 0.3
/** Letters by which a text is known in another one. */
const MAX_START = 60
/** Hidden pictures that one new control may open, as many as it may open facts. */
const PICTURES_PER_CONTROL = 6

/** Share of a background's area from which a picture over it covers it. */
const COVERING = 0.9

/** Pictures of the original that are all kept, from which the only one that is another was taken by mistake. */
const MIN_OTHERS = 3

/** Distance up to which a picture is one of another place of the original. */
const SAME_PICTURE = 0.1

/** Pictures within a drawing from which it is what joins them. */
const MIN_JOINED = 2

/** Words from which texts on a canvas are the page's, and no legend of what it draws. */
const MIN_WORDS_ON_CANVAS = 8

/** Share of one colour from which a canvas draws little, and how far its levels may be from the middle one. */
const MIN_PLAIN = 0.6
const MAX_PLAIN_LEVELS = 24

/** What an accordion or a tab that the original does not have may show when it is pressed. */
const FOLDED: Visibility = {
  state: 'out-of-view',
  why: 'it is there, but not in the part that is shown first',
}

export const presence: Check<'images' | 'volatile' | 'document' | 'layouts' | 'health' | 'probes'> = {
  id: 'image/presence',
  title: 'Pictures of the original are there',
  weight: 25,
  rules,
  judge(pair) {
    const { original, rebuilt, matching } = pair
    const demanded = original.images.filter(isDemanded)
    if (demanded.length === 0) return notApplicable('the original shows no pictures')
    const matched = matching.pictures
    if (rebuilt.images.length >= MAX_KEPT && matched.lost.some(isDemanded))
      return inconclusive(`the new page has more than ${MAX_KEPT} pictures; some were not looked at`)
    const isTextKept = textsBeside(desktopBlocks(original), matching.texts.blocks)
    const [isAnew, isOther] = [isMadeAnew(pair), isRedesigned(pair)]
    const newText = newTextAt(pair)
    // The logo of the page stands for all of it, whatever stands beside it.
    const isGoneWithText = (image: ImageArtifact) =>
      isAnew ||
      (!(isLogo(image) && image.box.y < HEAD_PX) && (isChosen(image) || isTextKept(image.near) === false))
    // Another design chooses its backgrounds and its pictures; what the page opens with is no ornament.
    const isChosen = (image: ImageArtifact) => isOther && (image.kind === 'background' || !isHero(image))
    const total = demanded.reduce((sum, image) => sum + areaOf(image), 0)
    const visible = visibilityOf(matched, original.volatile.images)
    const kept = new Map<string, number>()
    for (const [match, { state }] of visible) {
      const { url } = match.original
      // Drawings in the markup have no address.
      if (state === 'seen' && url !== '') kept.set(url, Math.max(kept.get(url) ?? 0, areaOf(match.rebuilt)))
    }
    /** The same file is still seen, as large or nearly, and no text misses it where it stood. */
    const isDrawnAgain = (image: ImageArtifact) =>
      2 * (kept.get(image.url) ?? 0) >= areaOf(image) && isTextKept(image.near) !== true
    /** One file drawn twice on one spot, for an effect, is one picture. */
    const isStacked = (image: ImageArtifact, lost: readonly ImageArtifact[]) =>
      image.url !== '' &&
      [...lost, ...[...visible.keys()].map(match => match.original)].some(
        one => one !== image && one.url === image.url && isSamePlace(one.box, image.box),
      )
    const { isRedrawn, isLogoAgain, standsAtHead } = logosOf(pair, visible)
    const isOnlyOne = [...visible.values()].filter(({ state }) => state !== 'seen').length === 1
    const areOthersKept =
      [...visible].filter(([{ original: one }, { state }]) => state === 'seen' && isDemanded(one)).length >=
      MIN_OTHERS
    /** The only one that is another, one under its name, of its size, or one that has a place of its own on the original. */
    const isMistaken = (image: ImageArtifact, instead: ImageArtifact) =>
      (isOnlyOne && areOthersKept && matched.lost.length === 0) ||
      (isTelling(image.name) && isSameElement(image, instead)) ||
      original.images.some(
        one => one !== image && one.url !== image.url && (imageDistance(one, instead) ?? 1) <= SAME_PICTURE,
      )
    const gone = matched.lost.filter(
      (image, at, lost) => isDemanded(image) && !isStacked(image, lost.slice(0, at)),
    )
    const repeated = repeatedOf(matched, isDemanded)
    const toldTogether = new Set(repeated.flatMap(({ originals }) => originals))
    const replaced = [...visible].flatMap(([{ original }, { state }]) =>
      state === 'gone' || state === 'replaced' ? original : [],
    )
    const small = [...gone, ...replaced].filter(image => isContent(image) && isSmall(image))
    const areSmallFew = small.reduce((sum, image) => sum + ofScreen(areaOf(image)), 0) < LARGE
    const shownTexts = desktopBlocks(original).filter(({ state }) => state === 'visible')
    /** A chart stands alone; what shares its place with texts is a background to them. */
    const isBehindTexts = ({ kind, name, seen }: ImageArtifact) => {
      if (kind !== 'canvas' || name !== '') return false
      const over = shownTexts.filter(({ box }) => contains(seen, box))
      return (
        over.some(text => text.kind === 'heading') ||
        over.flatMap(({ text }) => words(text)).length >= MIN_WORDS_ON_CANVAS
      )
    }
    /** Lines that join other pictures, or a background under them. */
    const isBehindPictures = (image: ImageArtifact) =>
      image.kind === 'svg' &&
      image.name === '' &&
      isSparse(image) &&
      original.images.filter(
        one =>
          one !== image && one.kind === 'img' && one.state === 'visible' && contains(image.seen, one.seen),
      ).length >= MIN_JOINED
    /** What shows until a film or a picture over it has come. */
    const isCovered = (image: ImageArtifact) =>
      original.images.some(
        one =>
          /^(img|poster|video)$/.test(one.kind) &&
          one.state === 'visible' &&
          areaOf(one) >= COVERING * areaOf(image) &&
          contains(one.seen, image.seen),
      )
    const isOnSlide = slideReader(pair)
    const isUntold = lacksScripts(original, rebuilt)
    const findings = gone.map(image =>
      report(image, {
        state: 'gone',
        why: isRedrawn(image)
          ? 'a logo of its name looks otherwise'
          : 'nothing on the new page looks like it',
      }),
    )
    let mayBeOpened = newOpeners(pair) * PICTURES_PER_CONTROL
    for (const [match, found] of visible) {
      if (found.state === 'seen' || found.state === 'broken' || !isDemanded(match.original)) continue
      if (toldTogether.has(match.original)) continue
      const isHidden = found.state === 'gone' && match.rebuilt.state === 'hidden'
      const visibility = isHidden && mayBeOpened-- > 0 ? FOLDED : found
      const { state } = visibility
      // A script that visitors get may show it, such as a slide.
      if (isUntold && state === 'gone' && match.rebuilt.state === 'hidden') continue
      // In another place it has another size, and a background has no part that is shown first.
      if (state === 'cut-off' && isDisplaced(matched, match)) continue
      if (state === 'out-of-view' && match.original.kind === 'background') continue
      findings.push(report(match.original, visibility, match.rebuilt))
    }
    for (const { originals, instead } of repeated) {
      const [first, last] = [originals[0]!, originals.at(-1)!]
      findings.push(
        rules.report('repeated', {
          key: `image/repeated:${wordsOf(first)}`,
          message: `${originals.length} different pictures, from the ${calledOf(first)} to the ${calledOf(last)}, are one and the same now`,
          fix: 'Show each its own picture again',
          ...placesOf({ original, rebuilt }, first, instead),
        }),
      )
    }
    return findings

    function report(image: ImageArtifact, { state, why }: Visibility, instead?: ImageArtifact): Finding {
      const called = calledOf(image)
      const found = {
        key: `image/lost:${wordsOf(image)}`,
        extent: areaOf(image) / Math.max(1, total),
        message: `The ${called}${behind(image)} of the original cannot be seen on the new page: ${why}`,
        fix: `Show the ${called} again${addressOf(image)} at about ${Math.round(image.box.width)} × ${Math.round(image.box.height)} px`,
        ...placesOf({ original, rebuilt }, image, instead),
      }
      // A part that was written anew has pictures of its own.
      const isGone = !instead || state === 'replaced'
      if (image.kind === 'background') {
        const key = `image/background:${fileName(image) || image.near.toLowerCase().slice(0, 60)}`
        const elsewhere = kept.has(image.url) ? 'elsewhere' : undefined
        const isMilder = isGone && (isGoneWithText(image) || isCovered(image))
        const grade = isMilder ? undefined : gradeOf(image, state, instead)
        const as = state === 'cut-off' ? state : (elsewhere ?? grade)
        return rules.report('background', { ...found, key, as })
      }
      const as = isContent(image) && !isFaint(image) ? undefined : 'ornament'
      if (state === 'out-of-view') return rules.report(state, found)
      if (state === 'cut-off') return rules.report(state, { ...found, as })
      if (isGone && isOnSlide(image)) {
        const message = `The ${called} of the original is on a slide that is shown when a control is pressed`
        return rules.report('out-of-view', { ...found, message })
      }
      const renewed = renewedOf(image, matched, instead)
      if (isGone && renewed)
        return rules.report('lost', {
          ...found,
          as: ofScreen(areaOf(image)) >= LARGE ? 'renewed-large' : 'renewed',
          message: `The ${called} of the original is another picture under the same name now`,
          ...placesOf({ original, rebuilt }, image, renewed),
        })
      // Of pictures of one size, such as those of a gallery, one cause is told once.
      const cause = `${why} ${Math.round(image.box.width)} x ${Math.round(image.box.height)}`
      const isBehind = isBehindTexts(image)
      const isOverlay = (isBehind && (!isOpening(image) || isSparse(image))) || isBehindPictures(image)
      const milder = isOverlay
        ? 'overlay'
        : state !== 'replaced' && isLogoAgain(image)
          ? 'logo-again'
          : !instead && !isHero(image) && isDrawnAgain(image)
            ? 'again'
            : isGone && image.rendered && isSparse(image) && !isHero(image) && newText(image) === 'sentence'
              ? 'as-text'
              : isGone && isGoneWithText(image)
                ? 'with-text'
                : undefined
      return rules.report('lost', { ...found, cause, as: as ?? milder ?? graver(image, state, instead) })
    }

    /** What nobody chose: there is no other picture, or one that was taken by mistake. */
    function graver(
      image: ImageArtifact,
      state: Visibility['state'],
      instead?: ImageArtifact,
    ): 'hero' | 'missed' | 'logo-missed' | undefined {
      const isReplaced = state === 'replaced' && instead?.state === 'visible'
      if (isLogo(image) && image.box.y < HEAD_PX && !isSmall(image) && !instead)
        return standsAtHead(image) ? undefined : 'logo-missed'
      if (isLogo(image) && isReplaced && !isSameElement(image, instead)) return undefined
      // What is drawn differs by time and machine. Where a page opens with a photograph, a canvas that shows nothing is as
      // bad as no picture.
      const isFilm =
        instead?.kind === 'video' || (instead?.kind === 'canvas' && !(isHero(image) && isBlank(instead)))
      if ((!instead || isReplaced) && isFilm) return undefined
      if (isHero(image) && !isBehindTexts(image)) return 'hero'
      if (isSmall(image) && areSmallFew) return undefined
      if ((!instead || isReplaced) && isEdited(pair)) return undefined
      const isMissed = isReplaced ? isMistaken(image, instead) : !isUntold && newText(image) === 'none'
      return isMissed ? 'missed' : undefined
    }
  },
}

/**
 * Whether the text beside a picture, its first 160 characters, is still there; null where it is not known. A section that
 * was dropped takes its pictures with it: that is one loss, and the content's.
 */
function textsBeside(blocks: readonly TextBlock[], matches: readonly BlockMatch[]) {
  const { texts, shareKept } = keptTexts(blocks, matches)
  return (near: string): boolean | null => {
    const beside = normalise(near)
    const own = texts.filter(
      ({ text }) => text === beside || (text.length >= MIN_TEXT && beside.includes(text.slice(0, MAX_START))),
    )
    return lengthOf(own) < MIN_TEXT ? null : shareKept(own) >= MIN_KEPT
  }
}

/** What failed on the original shows nothing that could be lost; that a film is there is asked of the embeds. */
function isDemanded(image: ImageArtifact): boolean {
  if (image.state !== 'visible' || !isPicture(image) || failureOf(image) !== null) return false
  if (image.kind === 'video') return false
  if (image.kind !== 'background') return true
  const { width, height } = image.seen
  // What stands on a background of one colour is not it.
  return width >= MIN_BACKGROUND_SIDE && height >= MIN_BACKGROUND_SIDE && isRich(image) && !isFlat(image)
}

/** CSS px by which the boxes of two pictures may differ that lie on each other. */
const SAME_PLACE_PX = 2

const isSamePlace = (one: ImageArtifact['box'], other: ImageArtifact['box']): boolean =>
  (['x', 'y', 'width', 'height'] as const).every(side => Math.abs(one[side] - other[side]) <= SAME_PLACE_PX)

const isHero = (image: ImageArtifact) => image.seen.y < SCREEN.height && ofScreen(areaOf(image)) >= HERO

/** No logo but an icon, and no part of the header, where a site says who it is. */
const isSmall = (image: ImageArtifact) =>
  !(image.box.y < HEAD_PX && image.box.width >= MIN_BACKGROUND_SIDE) &&
  !(isLogo(image) && image.box.width >= MIN_BACKGROUND_SIDE) &&
  ofScreen(areaOf(image)) < SMALL

/** Nothing but one colour, or so pale that hardly anything of it is seen. */
const isFaint = (image: ImageArtifact) => isFlat(image) || (image.rendered?.contrast ?? FLAT) < FLAT

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

/** What the page opens with; one that lies behind all of it is its background. */
const isOpening = (image: ImageArtifact) =>
  isHero(image) && drawnOf(image) >= HERO && image.seen.height <= 1.5 * SCREEN.height

/** Share of a screen; a background that is drawn once takes no more of its element than it has. */
const drawnOf = (image: ImageArtifact): number => {
  const { width, height } = image.file ?? { width: Infinity, height: Infinity }
  return ofScreen(
    Math.min(
      areaOf(image),
      image.kind === 'background' && image.backgroundSize === 'auto' ? width * height : Infinity,
    ),
  )
}

/** How a background that is gone, or that another one replaced, is told. Drawings decorate; a small tile that is repeated is a pattern. */
function gradeOf(
  image: ImageArtifact,
  state: Visibility['state'] | 'gone',
  instead?: ImageArtifact,
): 'large' | 'drawing' | undefined {
  // A hidden one is that of another width.
  if (isDrawing(image)) return instead ? 'drawing' : undefined
  const { width, height } = image.file ?? { width: Infinity, height: Infinity }
  if (Math.min(width, height) < MIN_BACKGROUND_SIDE) return undefined
  if (drawnOf(image) < LARGE) return undefined
  // Another picture of its kind is a choice of who runs the page.
  const isGone = instead?.state !== 'visible' || state !== 'replaced'
  return isGone && isOpening(image) ? 'large' : undefined
}

const behind = (image: ImageArtifact) =>
  image.kind === 'background' && image.near && fileName(image) ? ` behind ${quote(image.near, 60)}` : ''
