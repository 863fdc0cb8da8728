import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { PictureBox } from '../../../capture/collectors/layouts.ts'
import { MOBILE } from '../../../lib/widths.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import type { Matching } from '../../../matching/matching.ts'
import { altOf, failureOf, fileName, isContent } from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import { canBeSeen, placeAt, type Screen, type VisibleBox } from '../screens.ts'
import { normalText } from '../words.ts'
import { rules } from './rules.ts'

export interface Page {
  images: readonly ImageArtifact[]
  /** Of both pages, or of neither, at the widths of phones. */
  screens: readonly Screen[]
  url: string
}

/** Of a picture that is missed on a phone, CSS px. */
const MIN_SIDE = 64
/** Share of its area from which another picture stands for it, as where phones get a file of their own. */
const MIN_STAND_IN = 0.25
/** Characters of a text that says something, and the share of the text beside a picture below which both are gone. */
const MIN_TEXT = 4
const MIN_KEPT = 0.3

/**
 * Pictures that the original shows on phones and the rebuilt page shows on wider screens only, or had for phones alone: one
 * finding, since it is one media query most often. What is gone at 1440 px is the image suite's, and what is hidden
 * together with its text is told of the text.
 */
export function hiddenPictureFindings(
  original: Page,
  rebuilt: Page,
  { pictures: matched }: Pick<Matching, 'pictures'>,
  changing: readonly string[],
  told: ReadonlySet<ImageArtifact>,
): Finding[] {
  const [before, after] = [phonesOf(original), phonesOf(rebuilt)]
  const [phone, now] = [before.at(-1), after.at(-1)]
  if (phone?.screen.width !== MOBILE || now?.screen.width !== MOBILE) return []
  const partners = new Map(matched.matches.map(match => [match.original, match]))
  const shown = original.images.filter(image => before.every(one => isShown(one, image)))
  const taken = new Set(shown.map(image => partners.get(image)?.rebuilt.selector))
  const free = [...now.pictures.values()].filter(
    picture => canBeSeen(picture, now.screen) && !taken.has(picture.selector),
  )
  /** Takes the next picture that stands for nothing else on the phone. */
  const hasStandIn = (area: number) => {
    const at = free.findIndex(picture => areaOf(picture) >= MIN_STAND_IN * area)
    if (at >= 0) free.splice(at, 1)
    return at >= 0
  }
  const areaOnPhone = ({ selector }: ImageArtifact) => areaOf(phone.pictures.get(selector)!)
  const isHidden = (image: ImageArtifact) => {
    const match = partners.get(image)
    const isGone = after.every(({ pictures }) => {
      const picture = match && pictures.get(match.rebuilt.selector)
      return !picture || picture.state === 'hidden'
    })
    if (!isGone) return false
    // Not lost at 1440 px as well, nor another picture there.
    return image.state === 'visible'
      ? match?.rebuilt.state === 'visible' && match.by !== 'place' && !isDisplaced(matched, match)
      : true
  }
  const hidden = shown
    .filter(
      image =>
        !told.has(image) &&
        isMissed(image, phone.pictures.get(image.selector)!) &&
        !changing.includes(image.url) &&
        isHidden(image) &&
        !isHiddenWithText(image, phone.screen, now.screen) &&
        !hasStandIn(areaOnPhone(image)),
    )
    .toSorted((a, b) => areaOnPhone(b) - areaOnPhone(a))
  const [largest] = hidden
  if (!largest) return []
  const box = phone.pictures.get(largest.selector)!
  const called = [...new Set(hidden.map(calledOf))]
  return [
    rules.report('picture-hidden', {
      place: altOf(largest) || fileName(largest) || normalText(largest.near).slice(0, 80),
      message: `${called.length > 1 ? 'The pictures' : 'The picture'} ${listed(called)} cannot be seen on phones (${MOBILE} px); the original shows ${hidden.length > 1 ? 'them' : 'it'} there`,
      original: placeAt(original.url, MOBILE, { ...box, text: largest.name }),
      rebuilt: { url: rebuilt.url, viewport: MOBILE },
    }),
  ]
}

export interface Pictured {
  screen: Screen
  pictures: ReadonlyMap<string, PictureBox>
}

/** The common widths: of others pictures are not known. */
export const picturesOf = ({ screens }: Page): Pictured[] =>
  screens.flatMap(screen =>
    screen.pictures
      ? [{ screen, pictures: new Map(screen.pictures.map(picture => [picture.selector, picture])) }]
      : [],
  )

const phonesOf = (page: Page): Pictured[] => picturesOf(page).filter(({ screen }) => screen.width <= MOBILE)

export const areaOf = ({ seen }: VisibleBox) => seen.width * seen.height

function isShown({ screen, pictures }: Pictured, { selector }: ImageArtifact): boolean {
  const picture = pictures.get(selector)
  return picture !== undefined && canBeSeen(picture, screen)
}

/** What is hidden at 1440 px has no box there by which content could be told. */
const isMissed = (image: ImageArtifact, { seen }: PictureBox): boolean =>
  failureOf(image) === null &&
  seen.width >= MIN_SIDE &&
  seen.height >= MIN_SIDE &&
  // A background of wide screens may be left out on phones; one that was made for phones is a picture, as of a carousel.
  (image.state === 'visible' ? image.kind !== 'background' && isContent(image) : !image.decorative)

/** Whether the phone shows little of the text that the original has beside it there. */
function isHiddenWithText({ near }: ImageArtifact, before: Screen, now: Screen): boolean {
  const beside = normalText(near)
  const textsOn = (screen: Screen) =>
    screen.blocks.filter(block => canBeSeen(block, screen)).map(({ text }) => normalText(text))
  const own = textsOn(before).filter(text => text.length >= MIN_TEXT && beside.includes(text))
  const there = new Set(textsOn(now))
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
  return own.length > 0 && lengthOf(own.filter(text => there.has(text))) < MIN_KEPT * lengthOf(own)
}

const calledOf = (image: ImageArtifact): string => {
  const name = altOf(image) ? image.name : fileName(image)
  return name ? quote(name) : `beside ${quote(image.near, 60)}`
}
