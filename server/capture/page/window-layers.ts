import type { Injected } from '../injected/index.ts'

export const WINDOW_LAYERS = {
  /** Share of the window's sides that a layer takes at least. */
  minSide: 0.95,
  /** Texts in the window that are asked for what lies on them. */
  maxTexts: 40,
}

/**
 * What is fixed to the window, fills it, says nothing and hides no text is behind whatever is scrolled to, or drawn over it:
 * a shot of the whole page has it in the first window alone, and light texts below would stand on white. It is made as tall
 * as the page. Dialogs, popups and what a page is loaded behind stay as they are. Runs in the page.
 */
export function spreadWindowLayers(
  { elements, parentOf, rootOf, holds, closest, isTextNode, childNodesOf }: Injected,
  { minSide, maxTexts }: typeof WINDOW_LAYERS,
): void {
  const height = document.documentElement.scrollHeight
  if (height <= innerHeight) return
  const layers = elements().flatMap(layersOf)
  if (layers.length === 0) return
  const read = stacksAtTexts()
  const sheet = new CSSStyleSheet()
  for (const [index, { element, pseudo }] of layers.entries()) {
    const isLayer = (one: Element) => (pseudo ? one === element : holds(element, one))
    // Also beneath what lies over both, such as the frame of a dialog over its veil.
    const hides = ({ text, over }: (typeof read)[number]) => text !== element && over.some(isLayer)
    const top = topOfPage(pseudo ? element : parentOf(element))
    if (top === null || read.some(hides)) continue
    element.setAttribute('data-window-layer', `${element.getAttribute('data-window-layer') ?? ''} ${index}`)
    sheet.insertRule(
      `[data-window-layer~="${index}"]${pseudo} { position: absolute !important; inset: ${top}px auto auto 0 !important;
      box-sizing: border-box !important; width: 100% !important; height: ${height}px !important; max-height: none !important }`,
    )
  }
  document.adoptedStyleSheets.push(sheet)

  /** Those that an element is, and that it has before or after what it holds. */
  function layersOf(element: Element): { element: Element; pseudo: '' | '::before' | '::after' }[] {
    if (rootOf(element) !== document) return []
    // Of the wrappers of the page alone: twice as many styles of all elements would cost more than they tell.
    const { width, height } = element.getBoundingClientRect()
    const isWrapper = width >= minSide * innerWidth && height >= minSide * innerHeight
    const parts = isWrapper ? (['', '::before', '::after'] as const) : ([''] as const)
    return parts.flatMap(pseudo => {
      const style = getComputedStyle(element, pseudo || null)
      if (style.position !== 'fixed' || Number(style.opacity) === 0 || style.visibility !== 'visible')
        return []
      const [width, tall] = [style.width, style.height].map(Number.parseFloat) as [number, number]
      const fills = width >= minSide * innerWidth && tall >= minSide * innerHeight
      return fills && (pseudo ? style.content === '""' : isSilent(element)) ? [{ element, pseudo }] : []
    })
  }

  function isSilent(element: Element): boolean {
    const { left, top } = element.getBoundingClientRect()
    const isInWindow =
      Math.abs(left) < innerWidth * (1 - minSide) && Math.abs(top) < innerHeight * (1 - minSide)
    const says =
      /\S/.test((element as HTMLElement).innerText ?? '') || element.querySelector('a, button, input')
    return isInWindow && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !says
  }

  /** Where the page begins for what is placed within `from`; null in a box that is not as wide as the window. */
  function topOfPage(from: Element | null): number | null {
    for (let here = from; here; here = parentOf(here)) {
      const { position, transform, filter } = getComputedStyle(here)
      if (position === 'static' && transform === 'none' && filter === 'none') continue
      const { left, top, width } = here.getBoundingClientRect()
      return left === 0 && width >= innerWidth ? -top - scrollY : null
    }
    return 0
  }

  /** Texts that stand in the window, and what lies over each; where a hit test does not find it, what lies on top there. */
  function stacksAtTexts(): { text: Element; over: Element[] }[] {
    const found: { text: Element; over: Element[] }[] = []
    for (const text of elements()) {
      if (found.length === maxTexts) break
      if (!Array.from(childNodesOf(text)).some(node => isTextNode(node) && /\S/.test(node.data))) continue
      const { left, top, width, height } = text.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width * height === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
      const stack = document.elementsFromPoint(x, y)
      const at = stack.findIndex(one => holds(text, one))
      // A hit test finds nothing that is inert, so all that it finds belongs to what made the page so.
      const isInert = at < 0 && closest(text, one => one.hasAttribute('inert')) !== null
      found.push({ text, over: isInert ? stack : stack.slice(0, at < 0 ? 1 : at) })
    }
    return found
  }
}
