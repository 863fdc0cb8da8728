import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Where a text is drawn. */
export interface Lines {
  /** Elements whose own text nodes it consists of. */
  holders: Set<Element>
  /** Whose text most of it is. */
  speaker: Element
  /** Letters of each line, in page coordinates. */
  rects: Rect[]
}

/** Where letters are, and what of them is cut off. In-page part. */
export function glyphFunctions(
  { parentOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
  { intersect, areaOf }: RectFunctions,
) {
  /** Where the letters of a line are: its box without the room above and below them. */
  function glyphBox(rect: DOMRect, speaker: Element): Rect {
    const { dx, dy } = contextOf(speaker)
    const room = rect.height * 0.22
    return {
      left: rect.left + scrollX + dx,
      top: rect.top + scrollY + dy + room,
      right: rect.right + scrollX + dx,
      bottom: rect.bottom + scrollY + dy - room,
    }
  }

  function lostOf({ rects, speaker }: Lines): number {
    const { firm } = contextOf(speaker)
    const whole = rects.reduce((sum, rect) => sum + areaOf(rect), 0)
    const left = rects.reduce((sum, rect) => sum + areaOf(intersect(rect, firm)), 0)
    return whole > 0 ? Math.round((1 - left / whole) * 100) / 100 : 0
  }

  function isShortened(speaker: Element, container: Element): boolean {
    return [speaker, container, parentOf(container)].some(element => {
      if (!element) return false
      const { style } = contextOf(element)
      const clamp = style.webkitLineClamp
      return style.textOverflow !== 'clip' || (clamp !== '' && clamp !== 'none')
    })
  }

  function isRightToLeft({ direction, unicodeBidi }: CSSStyleDeclaration, text: string): boolean {
    if (unicodeBidi !== 'plaintext') return direction === 'rtl'
    return /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u.test(text)
  }

  return { glyphBox, lostOf, isShortened, isRightToLeft }
}

export type GlyphFunctions = ReturnType<typeof glyphFunctions>
