import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'

/** What of a page is scrolled. In-page part. */
export function scrollerFunctions({ elements }: TreeFunctions, { bodyOf }: DomFunctions) {
  /** CSS px */
  const MIN_SCROLL = 100

  /** The document, or the one box that scrolls in its place. */
  function mainScroller(): Element {
    const root = document.scrollingElement ?? document.documentElement
    if (root.scrollHeight > innerHeight * 1.1) return root
    /** A folded side bar as wide as a phone lies beside the window. */
    const isInWindow = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.min(right, innerWidth) - Math.max(left, 0) > innerWidth * 0.6
    }
    const boxes = elements().filter(
      element =>
        element.clientHeight > innerHeight * 0.6 &&
        element.clientWidth > innerWidth * 0.6 &&
        isInWindow(element) &&
        element.scrollHeight > element.clientHeight * 1.1 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    return boxes[0] ?? root
  }

  /** CSS Overflow 3, 3.3: the window takes the root's overflow, and the body's where the root has none. */
  function canBeScrolled(): boolean {
    // A script that opens the document anew leaves nothing of it.
    const root: HTMLElement | null = document.documentElement
    if (!root) return false
    const [own, its] = [root, bodyOf(document) ?? root].map(each => getComputedStyle(each).overflowY)
    const isHeld = /^(hidden|clip)$/.test(own === 'visible' ? its! : own!)
    return !isHeld && root.scrollHeight > innerHeight + MIN_SCROLL
  }

  return { mainScroller, canBeScrolled }
}

export type ScrollerFunctions = ReturnType<typeof scrollerFunctions>
