import type { ColourFunctions } from './colours.ts'
import type { DomFunctions } from './dom.ts'
import type { Rect, RectFunctions } from './rects.ts'
import type { Lines } from './text.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** What is fixed to the window and lies open over the texts of the page. In-page part. */
export function panelFunctions(
  { holds, rootOf }: DomFunctions,
  { elements, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { intersect, areaOf, boxOf }: RectFunctions,
  { alphaOf }: ColourFunctions,
) {
  /** Of the window: what is smaller is a bar or a bubble. */
  const MIN_AREA = 0.1
  /** Of its width and height: what is larger lies over the whole page, and `overlaps` has each text under it. */
  const MAX_SIDE = 0.9
  const MAX_PANELS = 20
  const MAX_TEXTS = 30

  interface Texts {
    blocks: readonly { text: string; state: string; selector: string; kind: string; level: number }[]
    lines: readonly Lines[]
  }

  interface Panel {
    selector: string
    box: ReturnType<typeof boxOf>
    /** Share of the window, and of the area of its letters but for what is pinned, that lies under it. */
    area: number
    share: number
    /** What stands in it, and what under it. */
    texts: string[]
    covered: { text: string; selector: string; level: number }[]
  }

  /** The opaque ones, where the page is scrolled to its top. */
  function openPanels({ blocks, lines }: Texts): Panel[] {
    if (scrollY > 0) return []
    const page = { left: scrollX, top: 0, right: scrollX + innerWidth, bottom: innerHeight }
    const seenOf = (element: Element): Rect => {
      const { x, y, width, height } = visibleBoxOf(element).seen
      return intersect({ left: x, top: y, right: x + width, bottom: y + height }, page)
    }
    const outer: Element[] = []
    for (const element of elements()) {
      // What an element holds comes right after it.
      const last = outer.at(-1)
      if (!isOpaque(element) || (last && holds(last, element)) || !isLarge(seenOf(element))) continue
      if (outer.push(element) === MAX_PANELS) break
    }
    return outer.flatMap(panel => {
      const rect = seenOf(panel)
      const texts: string[] = []
      const covered: Panel['covered'] = []
      let [whole, under] = [0, 0]
      for (const [index, { text, state, selector, kind, level }] of blocks.entries()) {
        const { speaker, rects } = lines[index]!
        if (state !== 'visible') continue
        if (holds(panel, speaker)) texts.push(text.slice(0, 100))
        else if (contextOf(speaker).pinned === null)
          for (const [at, line] of rects.entries()) {
            const seen = intersect(intersect(line, contextOf(speaker).clip), page)
            const common = intersect(seen, rect)
            whole += areaOf(seen)
            if (areaOf(common) === 0 || !isInFront(panel, common)) continue
            under += areaOf(common)
            if (at === 0)
              covered.push({ text: text.slice(0, 100), selector, level: kind === 'heading' ? level : 0 })
          }
      }
      if (covered.length === 0) return []
      return [
        {
          selector: selectorOf(panel),
          box: boxOf(rect),
          area: rounded(areaOf(rect) / areaOf(page)),
          share: rounded(under / whole),
          texts: texts.slice(0, MAX_TEXTS),
          covered: covered.slice(0, MAX_TEXTS),
        },
      ]
    })
  }

  const rounded = (share: number) => Math.round(share * 100) / 100

  function isLarge(seen: Rect): boolean {
    if (areaOf(seen) < MIN_AREA * innerWidth * innerHeight) return false
    return seen.right - seen.left < MAX_SIDE * innerWidth || seen.bottom - seen.top < MAX_SIDE * innerHeight
  }

  function isOpaque(element: Element): boolean {
    const { pinned, shown, ignored, opacity, style } = contextOf(element)
    if (!pinned || contextOf(pinned).style.position !== 'fixed') return false
    if (!shown || ignored || opacity < 0.9 || rootOf(element) !== document) return false
    return alphaOf(style.backgroundColor) >= 0.9
  }

  function isInFront(panel: Element, { left, top, right, bottom }: Rect): boolean {
    const hit = document.elementFromPoint((left + right) / 2 - scrollX, (top + bottom) / 2)
    return hit !== null && holds(panel, hit)
  }

  return { openPanels }
}
