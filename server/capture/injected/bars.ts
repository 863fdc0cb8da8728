import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Bars that slide in once the page is scrolled, and stay there. In-page part. */
export function barFunctions({ elements, parentOf }: TreeFunctions, { visibleBoxOf }: VisibleBoxFunctions) {
  /** Of the page, over all runs in it. */
  const page = globalThis as unknown as { cutoverBars?: WeakSet<Element> }

  /** Takes note of what is fixed to the window and seen in it, the page as it is scrolled now. */
  function noteBars(): void {
    page.cutoverBars ??= new WeakSet()
    for (const element of elements()) {
      if (element.ownerDocument !== document || getComputedStyle(element).position !== 'fixed') continue
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const isInWindow = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
      if (isInWindow && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        page.cutoverBars.add(element)
    }
  }

  /** Whether an element stands within such a bar, which is out of sight as the page is scrolled now. */
  function comesOnScroll(element: Element): boolean {
    let bar: Element | null = element
    while (bar && !page.cutoverBars?.has(bar)) bar = parentOf(bar)
    if (!bar || visibleBoxOf(bar).state === 'visible') return false
    const [own, around] = [element, bar].map(one => one.getBoundingClientRect()) as [DOMRect, DOMRect]
    const isDrawn = own.width > 0 && own.height > 0
    return (
      isDrawn &&
      own.left >= around.left &&
      own.right <= around.right &&
      own.top >= around.top &&
      own.bottom <= around.bottom
    )
  }

  return { noteBars, comesOnScroll }
}

export type BarFunctions = ReturnType<typeof barFunctions>
