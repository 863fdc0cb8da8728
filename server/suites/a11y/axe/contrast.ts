/** What became of the contrast of a text that stands on both pages. */
import type { AxeNode } from '../../../capture/collectors/axe.ts'
import {
  contrastRatio,
  hexOf,
  isSameColour,
  MIN_TEXT_CONTRAST,
  over,
  parseColour,
  type Rgb,
} from '../../../lib/colour.ts'
import { isCredit } from '../../../lib/credit.ts'
import { countWords, words } from '../../../lib/text.ts'
import type { AxeElement } from '../../../matching/axe-elements/elements.ts'
import type { Background, BackgroundOf } from './backgrounds.ts'
import {
  MAX_HIDDEN_CONTRAST,
  MAX_KEPT_CONTRAST,
  MIN_CONTRAST_LOSS,
  MIN_LARGE_CONTRAST,
  MIN_READABLE,
  MIN_RUNNING_WORDS,
  MIN_VISIBLE,
} from './rules.ts'

/** The share of its contrast that an element has lost against what it was, 0 where that is small or not known. */
export function contrastLost(element: AxeElement, was: AxeElement): number {
  const [now, before] = [element.node.contrast, was.node.contrast]
  if (!now || !before) return 0
  const lost = 1 - now.ratio / before.ratio
  return lost >= MIN_CONTRAST_LOSS ? lost : 0
}

/**
 * Whether a text can hardly be read now, and could be before. A text that was too pale and is paler now is no more than
 * that, nor is a new one as long as it can be seen.
 */
export function isUnreadable(
  { node, isRough }: AxeElement,
  was: AxeElement | null,
  {
    isOneOfMany,
    isNew,
    isPhrase,
    isInOldColours,
  }: Record<'isOneOfMany' | 'isNew' | 'isPhrase' | 'isInOldColours', boolean>,
): boolean {
  const ratio = node.contrast?.ratio ?? 1
  // The rest of the text is as it was, and says most of it; or the site has such texts, and can live with them.
  if ((isPhrase || isInOldColours) && ratio >= MIN_VISIBLE) return false
  if (ORDINAL.test(node.text.trim())) return false
  if (isNew) return !isRough && ratio < MIN_VISIBLE && /\p{L}/u.test(node.text)
  const before = was?.node.contrast?.ratio ?? Number.POSITIVE_INFINITY
  if (ratio >= before * (1 - MIN_CONTRAST_LOSS)) return false
  // Of a photograph the pixels tell enough where none was.
  if (isRough)
    return was?.open === false && ratio < MIN_VISIBLE && before >= MIN_LARGE_CONTRAST && isRead(node)
  const isHalved = ratio <= before * MAX_KEPT_CONTRAST
  if (ratio < MIN_VISIBLE) return isHalved
  const wanted = node.contrast?.wanted ?? MIN_TEXT_CONTRAST
  if (ratio >= wanted * MIN_READABLE) return false
  return isHalved && (isOneOfMany || isRead(node))
}

/** A numeral that counts what the words beside it say: “01”, “II.” */
const ORDINAL = /^(?:0\d|[IVX]{1,4})[.)]?$/

/**
 * A heading, or more than a few words. What a page calls a heading of a lower level may be a small word above
 * one; in code, colours tell words apart.
 */
const isRead = (node: AxeNode): boolean => isHeading(node) || isRunning(node)

export function isHeading(node: AxeNode): boolean {
  const level = headingLevel(node)
  return level <= MAX_LEVEL || (level <= 6 && isLarge(node.paint))
}

/** Of the heading that a text is or stands in, else beyond all levels. */
const headingLevel = ({ selector, tag }: AxeNode): number =>
  Number(/(?:^|[\s>])h([1-6])(?![\w-])/.exec(`${selector} ${tag}`)?.[1] ?? Number.POSITIVE_INFINITY)

const isRunning = ({ selector, text }: AxeNode): boolean =>
  !/(?:^|[\s>])(?:pre|code)(?![\w-])/.test(selector) &&
  !isSmallPrint(text) &&
  countWords(words(text)) >= MIN_RUNNING_WORDS

/** Whether a text says whose the page is or who made it: nobody came to read that. */
export const isSmallPrint = (text: string): boolean => RIGHTS.test(text) || isCredit(text)

const RIGHTS = /©|\bcopyright\b|all rights reserved/i

/** Of headings that are headings whatever their size. */
const MAX_LEVEL = 2

/** A failing copy of a text which axe could not decide about and whose colours tell that it fails, or null. */
export function decided(element: AxeElement, was: AxeElement | null): AxeElement | null {
  if (!element.open || element.family !== 'color-contrast') return null
  const contrast = was ? palerContrast(element, was) : paleContrast(element)
  return contrast && { ...element, failing: true, open: false, node: { ...element.node, contrast } }
}

/**
 * Of a text that held: it has the very colour of what is behind it, which axe leaves to people, and could be read before;
 * or took a colour that is too close to what is behind it, by the pixels of both pages, else on the same background by
 * the styles; or kept its colour, and what is behind it by the pixels came so close that nobody can read it.
 */
function palerContrast(element: AxeElement, was: AxeElement): AxeNode['contrast'] {
  if (was.failing) return null
  if (element.isInvisible) {
    const before = was.node.contrast ?? contrastOf(was.node.paint)
    return before && before.ratio >= MIN_LARGE_CONTRAST ? element.node.contrast : null
  }
  const [now, before] = [element.node, was.node]
  const isKept = isSameColour(now.paint.text, before.paint.text)
  const isMeasured = isByPixels(element, was) || (element.isRough === true && isDecided(was))
  const isGradient = isOnGradient(element)
  const isSameBackground = isSameColour(now.paint.background, before.paint.background)
  if (!isMeasured && !isGradient && (isKept || !isSameBackground)) return null
  // The pixels of this page show it on another background than the styles say, such as a layer behind it.
  if (!isMeasured && element.isRough === false && now.contrast && now.contrast.ratio >= now.contrast.wanted)
    return null
  const [contrast, old] = isGradient
    ? [now.contrast, before.contrast ?? contrastOf(before.paint)]
    : [now, before].map(one => (isMeasured && one.contrast) || contrastOf(one.paint))
  if (!contrast || !old || contrast.ratio >= contrast.wanted) return null
  if (1 - contrast.ratio / old.ratio < MIN_CONTRAST_LOSS) return null
  // Most of a photograph is another part of it in another crop.
  const isUnseen = contrast.ratio < MIN_VISIBLE && old.ratio >= MIN_LARGE_CONTRAST
  return isKept && !isGradient && !isUnseen ? null : contrast
}

/** Of a new text: it can hardly be read by the pixels. */
function paleContrast({ isRough, isInvisible, node, words }: AxeElement): AxeNode['contrast'] {
  const { contrast } = node
  // A row of stars is no text.
  if (isRough || !contrast || !words.length) return null
  // What has the very colour that is behind it is as a rule not meant to be seen there, but what a page is about or asks for.
  if (isInvisible && (/^(link|button)$/.test(node.role) || headingLevel(node) <= MAX_LEVEL)) return contrast
  return contrast.ratio < MIN_LARGE_CONTRAST && contrast.ratio > MAX_HIDDEN_CONTRAST ? contrast : null
}

/** Whether axe found that a text can be read. */
const isDecided = ({ open, failing }: AxeElement): boolean => !open && !failing

/** Whether axe could not decide about texts, and the pixels tell the contrast of each. */
export const isByPixels = (...both: AxeElement[]): boolean =>
  both.every(({ isRough, node }) => isRough !== undefined && node.contrast !== null)

/**
 * Whether a text has no one background, because it stays over the window and lets through what is scrolled below it, as
 * it did on the original or only until the page is scrolled, and the pixels do not show that it fails where the rebuilt
 * page opens.
 */
export const isAdrift = (
  { node }: AxeElement,
  was: AxeElement | null,
  background: Background | null,
): boolean => {
  if (!node.afloat || (was && !was.node.afloat && !node.grounded)) return false
  const seen = background && contrastOf(node.paint, background.colour)
  return !seen || seen.ratio >= seen.wanted
}

/** `element` with its contrast to what is seen behind it, where axe could not decide or did not see what is there. */
export function measured(element: AxeElement, backgroundOf: BackgroundOf): AxeElement {
  const { family, node, open, failing } = element
  if (family !== 'color-contrast' || !(open || failing)) return element
  const seen = backgroundOf(element)
  const background = seen && isOfLetters(node, seen) ? null : seen
  const contrast = background && contrastOf(node.paint, background.colour)
  if (open) {
    const isInvisible = contrast !== null && contrast.ratio < MIN_VISIBLE && background!.isBlank
    const middle = background && !background.isEven && background.middle
    const isRough = background?.isEven === false && !(middle && isOnGradient(element))
    if (middle) return { ...element, isRough, node: { ...node, contrast: contrastOf(node.paint, middle) } }
    return { ...element, isRough, isInvisible, node: { ...node, contrast } }
  }
  // At another width it may stand on something else: what axe measured there holds, unless it was mistaken here.
  if (!contrast || !background.isEven || node.afloat) return element
  if (!background.failing || !isOverlooked(background.failing, background.colour)) return element
  const holds = contrast.ratio >= contrast.wanted
  return { ...element, failing: !holds, open: holds, node: { ...node, contrast } }
}

/** Whether axe could not decide for a gradient, of which the middle tells what most of a text is read on. */
const isOnGradient = ({ open, node }: AxeElement) => open && /background gradient/.test(node.summary)

/** Whether the commonest colour around a text is that of its letters: no colour of a photograph is as common. */
function isOfLetters({ paint }: AxeNode, { colour, isEven }: Background): boolean {
  return !isEven && (contrastOf(paint, colour)?.ratio ?? Number.POSITIVE_INFINITY) <= MAX_HIDDEN_CONTRAST
}

/** Steps of 255 beyond which a background is another one. */
const OTHER_BACKGROUND = 16

/**
 * Whether axe took the canvas for the background of a text that has none of its own, where something else is seen, as a
 * fixed `::before` that lies over it.
 */
function isOverlooked({ paint, contrast }: AxeNode, seen: Rgb): boolean {
  const taken = contrast && parseColour(contrast.background)?.rgb
  return (
    !!taken &&
    paint.background === '' &&
    taken.some((value, at) => Math.abs(value - seen[at]!) > OTHER_BACKGROUND)
  )
}

/**
 * As axe would have measured it (WCAG 2.2, 1.4.3), on `background` or else on the background of the styles; null unless both
 * colours are known.
 */
export function contrastOf(paint: AxeNode['paint'], background?: Rgb): AxeNode['contrast'] {
  const [front, back] = [parseColour(paint.text), parseColour(paint.background)]
  if (!background && (front?.alpha !== 1 || back?.alpha !== 1)) return null
  const behind = background ?? back?.rgb
  // Letters without a colour of their own show what is painted behind them, such as a gradient.
  if (!front || !behind || front.alpha === 0) return null
  const text = over(front, behind)
  return {
    text: hexOf(text),
    background: hexOf(behind),
    ratio: Math.floor(contrastRatio(text, behind) * 100) / 100,
    wanted: isLarge(paint) ? MIN_LARGE_CONTRAST : MIN_TEXT_CONTRAST,
  }
}

/** Large text needs less (WCAG 2.2, 1.4.3): 18 pt, or 14 pt in bold. */
export const isLarge = ({ size, weight }: Pick<AxeNode['paint'], 'size' | 'weight'>): boolean =>
  size >= 24 || (size >= 18.66 && weight >= 700)
