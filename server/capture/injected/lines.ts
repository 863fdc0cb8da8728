import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Where the lines of a text are drawn, how many they are, and what of them is cut off. In-page part. */
export function lineFunctions(
  { parentOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
  { intersect, areaOf }: RectFunctions,
) {
  /** Height of a line's letters, as a share of the text's tallest ones. */
  const MIN_LINE = 0.85
  /** How far apart the middles of letters on one line may be, as a share of the tallest ones. */
  const LINE_WINDOW = 0.25

  /** Where the lines of a text are drawn. Blanks that hang over at the end of a line that was wrapped are nothing to see. */
  function linesOf(node: Text, range: Range): DOMRect[] {
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()]
    const holder = parentOf(node)
    if (!holder || contextOf(holder).style.whiteSpace !== 'pre-wrap') return lines
    const filled = new Map<number, DOMRect>()
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      for (const rect of range.getClientRects()) {
        const line = filled.get(rect.top)
        const left = Math.min(rect.left, line?.left ?? rect.left)
        const right = Math.max(rect.right, line?.right ?? rect.right)
        filled.set(rect.top, new DOMRect(left, rect.top, right - left, rect.height))
      }
    }
    return [...filled.values()]
  }

  function rectsOf(node: Text): DOMRect[] {
    const range = node.ownerDocument.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  }

  /** A superscript, or code in another font, stands beside its line and not on one of its own. */
  function countLines(rects: readonly DOMRect[]): number {
    const tallest = rects.reduce((most, { height }) => Math.max(most, height), 0)
    const middleOf = ({ top, height }: DOMRect) => top + height / 2
    const full = rects
      .filter(({ height }) => height >= MIN_LINE * tallest)
      .sort((a, b) => middleOf(a) - middleOf(b))
    let lines = 0
    let line: DOMRect[] = []
    let widest: DOMRect | undefined
    for (const rect of full) {
      const isNear = widest && middleOf(rect) - middleOf(widest) <= LINE_WINDOW * tallest
      if (!isNear && !isBesideLine(rect, line)) {
        lines++
        line = []
        widest = undefined
      }
      line.push(rect)
      if (!widest || rect.width > widest.width) widest = rect
    }
    return lines
  }

  /** Whether it is as high as something of the line by half, and over or under nothing of it. */
  const isBesideLine = (rect: DOMRect, line: readonly DOMRect[]): boolean =>
    line.some(one => {
      const shared = Math.min(one.bottom, rect.bottom) - Math.max(one.top, rect.top)
      return shared >= Math.min(one.height, rect.height) / 2
    }) && line.every(one => one.right <= rect.left + 1 || rect.right <= one.left + 1)

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

  /** Each piece of a text is cut off by the boxes that it stands in itself. */
  function lostOf(pieces: readonly { rect: DOMRect; of: Element }[]): number {
    let [whole, left] = [0, 0]
    for (const { rect, of } of pieces) {
      const box = glyphBox(rect, of)
      whole += areaOf(box)
      left += areaOf(intersect(box, contextOf(of).firm))
    }
    return whole > 0 ? Math.round((1 - left / whole) * 100) / 100 : 0
  }

  return { linesOf, rectsOf, countLines, glyphBox, lostOf }
}

export type LineFunctions = ReturnType<typeof lineFunctions>
