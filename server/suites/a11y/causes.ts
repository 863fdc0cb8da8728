/** Faults that follow from another one, which is charged where it belongs. */
import type { Box } from '../../contract.ts'
import { over, parseColour } from '../../lib/colour.ts'
import type { AxeElement } from '../../matching/axe-elements/elements.ts'
import type { Origins } from '../../matching/axe-elements/origins.ts'
import { isInside } from '../../matching/axe-elements/selectors.ts'
import { failureOf } from '../../matching/picture-failure.ts'
import type { Pair } from '../core/suite.ts'
import { isLarge } from './contrast.ts'

/** Share of a text that a picture has to lie behind. */
const BEHIND = 0.5
/** Of fewer of its words a text is not on the original. */
const KEPT = 0.5

/**
 * Whether a text can hardly be read because the picture behind it is gone, which is the image suite's: it kept its
 * colour, stood on a picture on the original, and a picture of that place is lost or broken.
 */
export function backgroundLost(
  pair: Pair<'axe' | 'images'>,
): (element: AxeElement, other: AxeElement | null) => boolean {
  let gone: Box[] | undefined
  return (element, other) => {
    if (element.family !== 'color-contrast' || !other || other.failing) return false
    if (element.node.paint.text !== other.node.paint.text) return false
    // Where axe could not decide, something lies behind the text that has no colour of its own.
    if (other.node.paint.background !== 'image' && !other.open) return false
    gone ??= picturesGone(pair)
    return other.width === 1440
      ? gone.some(box => shareBehind(other.node.box, box) >= BEHIND)
      : gone.length > 0 &&
          other.node.paint.background === 'image' &&
          element.node.paint.background !== 'image'
  }
}

/**
 * Whether axe found out only now what was so on the original: nobody could decide about the text there, or it was out
 * of sight at both widths, and it has the same colours and the same size class as there.
 */
export function saidOnlyNow({
  blocksOf,
}: Origins): (element: AxeElement, other: AxeElement | null) => boolean {
  return (element, other) => {
    if (element.family !== 'color-contrast' || isFaded(element.node)) return false
    if (other) return other.open && isPainted(element.node.paint, other.node.paint)
    const blocks = blocksOf(element)
    return (
      blocks.length > 0 &&
      blocks.every(({ style: { colour, ...rest } }) =>
        isPainted(element.node.paint, { text: colour, ...rest }),
      )
    )
  }
}

/**
 * Whether a text that the original does not have took the colours of one beside it (of the same landmark, heading and
 * size class) which fails on both pages: more text under an old fault, not a new one.
 */
export function colouredLikeBeside(
  elements: { element: AxeElement; other: AxeElement | null }[],
  { shareKept }: Origins,
): (element: AxeElement, other: AxeElement | null) => boolean {
  const coloursOf = ({ family, node: { contrast } }: AxeElement) =>
    family === 'color-contrast' && contrast && [contrast.text, contrast.background, contrast.wanted].join(' ')
  const placed = (element: AxeElement) => [coloursOf(element), element.landmark, element.after].join('|')
  const old = new Set(
    elements
      .filter(
        ({ element, other }) =>
          other?.failing && coloursOf(element) && coloursOf(element) === coloursOf(other),
      )
      .map(({ element }) => placed(element)),
  )
  return (element, other) => !other && old.has(placed(element)) && (shareKept(element, 'rebuilt') ?? 1) < KEPT
}

type Paint = AxeElement['node']['paint']

const isPainted = (a: Paint, b: Paint) =>
  a.text === b.text && a.background === b.background && isLarge(a) === isLarge(b)

/** What axe measured is not what the styles of the text say, since something makes it shine through. */
function isFaded({ paint, contrast }: AxeElement['node']): boolean {
  const [text, front, back] = [paint.text, contrast?.text ?? '', contrast?.background ?? ''].map(parseColour)
  if (!text || !front || !back) return false
  return over(text, back.rgb).some((value, at) => Math.abs(value - front.rgb[at]!) > ROUNDING)
}

const ROUNDING = 3

function picturesGone({ matching }: Pair<'axe' | 'images'>): Box[] {
  const { lost, matches } = matching.pictures
  return [
    ...lost,
    ...matches
      .filter(({ original, rebuilt }) => failureOf(rebuilt) && !failureOf(original))
      .map(({ original }) => original),
  ].map(({ box }) => box)
}

function shareBehind(text: Box, picture: Box): number {
  const width = Math.min(text.x + text.width, picture.x + picture.width) - Math.max(text.x, picture.x)
  const height = Math.min(text.y + text.height, picture.y + picture.height) - Math.max(text.y, picture.y)
  return (Math.max(0, width) * Math.max(0, height)) / Math.max(1, text.width * text.height)
}

/**
 * A film without captions may have nothing to say, and axe does not decide; one that had captions has. A failing copy of
 * `spot`, or null.
 */
export function captionless(element: AxeElement, was: AxeElement | null): AxeElement | null {
  if (element.family !== 'video-caption' || !element.open || !was || was.failing || was.open) return null
  return { ...element, failing: true, open: false }
}

/** Whether a new link or button without a name lost it with the text of a picture in it: one cause, said there. */
export function namedByPicture(
  elements: { element: AxeElement; isNew: boolean }[],
): (element: AxeElement) => boolean {
  const pictures = elements
    .filter(({ element, isNew }) => isNew && element.family === 'image-alt')
    .map(({ element }) => element.node)
  return ({ family, node }) =>
    family === 'link-name' &&
    pictures.some(
      picture =>
        (isInside(picture.selector, node.selector) && isNear(picture.box, node.box)) ||
        shareBehind(picture.box, node.box) > 0.9,
    )
}

/** Paths name several elements; a link's own box may be as low as a line, or empty. */
const isNear = (picture: Box, link: Box) =>
  link.width * link.height === 0 || shareBehind(link, picture) > 0 || shareBehind(picture, link) > 0
