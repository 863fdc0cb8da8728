/** What makes a fault a milder one, or no new one: it follows from another fault, or was on the original already. */

import type { Box } from '../../../contract.ts'
import { isSameColour } from '../../../lib/colour.ts'
import { memo } from '../../../lib/memo.ts'
import { hasPrice } from '../../../lib/price.ts'
import { words } from '../../../lib/text.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { AxeElement } from '../../../matching/axe-elements/elements.ts'
import type { Origins } from '../../../matching/axe-elements/origins.ts'
import { isInside } from '../../../matching/axe-elements/selectors.ts'
import { failureOf } from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { lackedStyles, withoutLook } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import { layoutOf } from '../page.ts'
import { contrastOf, isByPixels, isHeading, isLarge, isSmallPrint } from './contrast.ts'
import { MIN_ALIKE, MIN_CONTRAST_LOSS, MIN_VISIBLE, rules } from './rules.ts'

/** An element of the rebuilt page, and what it was on the original. */
export interface Match {
  element: AxeElement
  other: AxeElement | null
}

/** Share of a text that a picture has to lie behind. */
const MIN_BEHIND = 0.5

/**
 * Whether a text can hardly be read because the picture behind it is gone, which is the image suite's: it kept its
 * colour, stood on a picture on the original, and a picture of that place is lost or broken.
 */
export function backgroundGone(pair: Pair<'images'>): (match: Match) => boolean {
  let gone: Box[] | undefined
  return ({ element: { family, node }, other }) => {
    if (family !== 'color-contrast' || !other || other.failing) return false
    if (!isSameColour(node.paint.text, other.node.paint.text)) return false
    // Where axe could not decide, something lies behind the text that has no colour of its own.
    if (other.node.paint.background !== 'image' && !other.open) return false
    gone ??= picturesGone(pair)
    return other.width === DESKTOP
      ? gone.some(box => shareCovered(other.node.box, box) >= MIN_BEHIND)
      : gone.length > 0 && other.node.paint.background === 'image' && node.paint.background !== 'image'
  }
}

function picturesGone({ matching }: Pair<'images'>): Box[] {
  const { lost, matches } = matching.pictures
  const failed = matches.filter(({ original, rebuilt }) => failureOf(rebuilt) && !failureOf(original))
  return [...lost, ...failed.map(({ original }) => original)].map(({ box }) => box)
}

/**
 * Whether axe decides only now about what was so on the original, where it could not decide. It has the same colours and the
 * same size class as there, or had too little contrast there by the pixels as well, and hardly more; or nobody knows
 * what it had, over a photograph, and it can be seen.
 */
export function sameColours({ element, other }: Match): boolean {
  if (element.family !== 'color-contrast' || !other?.open) return false
  // What lies behind it is known of both: the colours of the styles say less.
  if (!isByPixels(element, other) && isSamePaint(element.node.paint, other.node.paint)) return true
  const now = element.node.contrast
  const before = other.node.contrast ?? contrastOf(other.node.paint)
  if (!now) return false
  if (!before) return now.ratio >= MIN_VISIBLE
  return before.ratio < before.wanted && 1 - now.ratio / before.ratio < MIN_CONTRAST_LOSS
}

type Paint = AxeElement['node']['paint']

const isSamePaint = (a: Paint, b: Paint) =>
  isSameColour(a.text, b.text) && isSameColour(a.background, b.background) && isLarge(a) === isLarge(b)

/** Of fewer of its words a text is not on the original. */
const MIN_KEPT = 0.5

/** Whether a text is none of the original's: its words are others, or a single one that may stand anywhere. */
export const isNewText =
  ({ shareKept }: Origins) =>
  ({ element, other }: Match): boolean =>
    !other && (element.words.length < 2 || (shareKept(element, 'rebuilt') ?? 1) < MIN_KEPT)

/** Whether a text is one of several in one pair of colours: who cannot read them lacks a part of the page. */
export function oneOfMany(matches: readonly Match[]): (match: Match) => boolean {
  const coloursOf = ({ element: { family, node } }: Match) =>
    family === 'color-contrast' &&
    node.contrast &&
    (/\p{L}/u.test(node.text) || hasPrice(node.text)) &&
    !isSmallPrint(node.text)
      ? `${node.contrast.text} on ${node.contrast.background}`
      : ''
  const alike = Map.groupBy(matches, coloursOf)
  return match => coloursOf(match) !== '' && alike.get(coloursOf(match))!.length >= MIN_ALIKE
}

type Colours = NonNullable<AxeElement['node']['contrast']>

/** Share of the texts in a pair of colours that had it on the original. */
const MIN_OLD = 0.5

/**
 * Whether texts of the original fail in its very colours, at least half as many as now: the site can live with them. A pale
 * note tells nothing of a heading.
 */
export function inOldColours(matches: readonly Match[], before: readonly AxeElement[]) {
  const isPair = (a: Colours, b: Colours | null) =>
    b !== null && isSameColour(a.text, b.text) && isSameColour(a.background, b.background)
  const old = before.filter(({ failing, family }) => failing && family === 'color-contrast')
  return ({ element: { node } }: Match): boolean => {
    const pair = node.contrast
    if (!pair) return false
    const isLike = (one: AxeElement) =>
      isPair(pair, one.node.contrast) && (!isHeading(node) || isHeading(one.node))
    const known = old.filter(isLike).length
    return known > 0 && known >= MIN_OLD * matches.filter(({ element }) => isLike(element)).length
  }
}

/** Share of the words of a text up to which some of them are a phrase in it. */
const MAX_PHRASE = 0.5

/** Whether words are set off within a longer text of the page, of which most can be read; a link or button stands for itself. */
export function phrases({ rebuilt }: Pair<'layouts'>, matches: readonly Match[]): (match: Match) => boolean {
  const aroundOf = memo(({ element: { node, family, width } }: Match) =>
    family !== 'color-contrast' || node.tag === 'a' || node.role !== ''
      ? undefined
      : layoutOf(rebuilt, width)?.blocks.find(
          ({ selector, text }) => isInside(node.selector, selector) && text.includes(node.text),
        ),
  )
  const pale = Map.groupBy(matches, aroundOf)
  return match => {
    const around = aroundOf(match)
    if (!around) return false
    const said = pale.get(around)!.reduce((sum, { element }) => sum + words(element.node.text).length, 0)
    return said <= MAX_PHRASE * words(around.text).length
  }
}

/**
 * A video without captions may have nothing to say, and axe does not decide; one that had captions has. A failing copy
 * of `element`, or null.
 */
export function captionless(element: AxeElement, was: AxeElement | null): AxeElement | null {
  if (element.family !== 'video-caption' || !element.open || !was || was.failing || was.open) return null
  return { ...element, failing: true, open: false }
}

/** Whether a new link or button without a name lost it with the text of a picture in it: one cause, reported there. */
export function namedByPicture(matches: readonly Match[]): (match: Match) => boolean {
  const pictures = matches
    .filter(({ element, other }) => !other?.failing && element.family === 'image-alt')
    .map(({ element }) => element.node)
  return ({ element: { family, node }, other }) =>
    family === 'link-name' &&
    !other?.failing &&
    pictures.some(
      picture =>
        isInside(picture.selector, node.selector) &&
        // Paths name several elements.
        (shareCovered(node.box, picture.box) > 0 || shareCovered(picture.box, node.box) > 0),
    )
}

/** Share of a box that another one covers. */
function shareCovered(box: Box, cover: Box): number {
  const width = Math.min(box.x + box.width, cover.x + cover.width) - Math.max(box.x, cover.x)
  const height = Math.min(box.y + box.height, cover.y + cover.height) - Math.max(box.y, cover.y)
  return (Math.max(0, width) * Math.max(0, height)) / Math.max(1, box.width * box.height)
}

/** Rules of what is shown, about which a page without its style sheet says nothing. */
const BY_STYLES = /^(?:aria-hidden-focus|target-size|scrollable-region-focusable)$/
/** What browsers give to texts, links and visited ones, and to pages and buttons. */
const OWN_LETTERS = /^#(?:000000|0000ee|551a8b)$/
const OWN_GROUND = /^#(?:ffffff|efefef)$/

/**
 * Whether it may be none on the page with its style sheet: a contrast where one of the two colours is the browser's own, or one of
 * pixels: what lies behind a text lies where the layout puts it.
 */
export function isByStyles({ element: { family, node, isRough } }: Match): boolean {
  if (family !== 'color-contrast') return BY_STYLES.test(family)
  if (isRough !== undefined) return true
  return !node.contrast || OWN_LETTERS.test(node.contrast.text) || OWN_GROUND.test(node.contrast.background)
}

/** That such rules were not judged, because one of the pages had to do without what lays it out. */
export function unstyled({ original, rebuilt }: Pair<'document' | 'health'>): Finding[] | undefined {
  const lacked = lackedStyles(original, rebuilt)
  if (!lacked) return undefined
  return [
    rules.report('undecided', {
      key: 'a11y/axe-undecided:styles',
      message: `Contrast to the browser’s own colours, and what is hidden, were not compared: ${withoutLook(lacked)}`,
      rebuilt: { url: rebuilt.document.url },
    }),
  ]
}
