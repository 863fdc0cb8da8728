/** What became of the contrast of a text that stands on both pages. */
import type { AxeNode } from '../../../capture/collectors/axe.ts'
import { hexOf, parseColour, type Rgb } from '../../../lib/colour.ts'
import type { AxeElement } from '../../../matching/axe-elements/elements.ts'
import { MIN_CONTRAST, MIN_CONTRAST_LOSS, MIN_LARGE_CONTRAST } from './rules.ts'

/** The share of its contrast that an element has lost against what it was, 0 where that is small or not known. */
export function contrastLost(element: AxeElement, was: AxeElement): number {
  const [now, before] = [element.node.contrast, was.node.contrast]
  if (!now || !before) return 0
  const lost = 1 - now.ratio / before.ratio
  return lost >= MIN_CONTRAST_LOSS ? lost : 0
}

/** Whether a text that had enough contrast has too little now and yet hardly less than before. */
export function isSlightlyLower(element: AxeElement, was: AxeElement): boolean {
  const [now, before] = [element.node.contrast, was.node.contrast]
  if (!element.failing || was.failing || !now || !before) return false
  return now.wanted === before.wanted && contrastLost(element, was) === 0
}

/**
 * Where axe could not decide about the rebuilt text, for instance because something overlaps it, the styles may: on the
 * same background the text took a colour that is too close to it. A failing copy of `element`, or null.
 */
export function paler(element: AxeElement, was: AxeElement | null): AxeElement | null {
  if (!element.open || element.family !== 'color-contrast' || !was || was.failing) return null
  const [now, before] = [element.node.paint, was.node.paint]
  if (now.background !== before.background || now.text === before.text) return null
  const [contrast, old] = [contrastOf(now), contrastOf(before)]
  if (!contrast || !old) return null
  if (contrast.ratio >= contrast.wanted || 1 - contrast.ratio / old.ratio < MIN_CONTRAST_LOSS) return null
  return { ...element, failing: true, open: false, node: { ...element.node, contrast } }
}

/** As axe would have measured it (WCAG 2.2, 1.4.3); null unless both colours are known and opaque. */
export function contrastOf(paint: AxeNode['paint']): AxeNode['contrast'] {
  const [front, back] = [parseColour(paint.text), parseColour(paint.background)]
  if (front?.alpha !== 1 || back?.alpha !== 1) return null
  const [light, dark] = [luminance(front.rgb), luminance(back.rgb)].sort((a, b) => b - a) as [number, number]
  return {
    text: hexOf(front.rgb),
    background: hexOf(back.rgb),
    ratio: Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100,
    wanted: isLarge(paint) ? MIN_LARGE_CONTRAST : MIN_CONTRAST,
  }
}

/** Large text needs less (WCAG 2.2, 1.4.3): 18 pt, or 14 pt in bold. */
export const isLarge = ({ size, weight }: Pick<AxeNode['paint'], 'size' | 'weight'>): boolean =>
  size >= 24 || (size >= 18.66 && weight >= 700)

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
