import type { Injected } from '../injected/index.ts'

type Kept = { cutoverDrawn?: Map<Element, [name: string, value: string, priority: string][]> }

/**
 * Has the browser draw what it draws only near the window, as a shot of the whole page shows it; what contains it and
 * hides stays as it is (https://www.w3.org/TR/css-contain-2/#content-visibility). Runs in the page, once for each width.
 */
export function drawAll({ elements }: Injected): void {
  const kept = globalThis as unknown as Kept
  for (const [element, declarations] of kept.cutoverDrawn ?? [])
    for (const [name, value, priority] of declarations) styleOf(element)?.setProperty(name, value, priority)
  kept.cutoverDrawn = new Map()
  const found = elements().flatMap(element => {
    const { contentVisibility, contain } = getComputedStyle(element)
    return contentVisibility === 'auto' ? [{ element, contain }] : []
  })
  for (const { element, contain } of found) {
    const style = styleOf(element)
    if (!style) continue
    const declarations = ['content-visibility', 'contain'].map(
      name =>
        [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as [string, string, string],
    )
    kept.cutoverDrawn.set(element, declarations)
    style.setProperty('content-visibility', 'visible', 'important')
    style.setProperty('contain', containmentOf(contain), 'important')
  }

  /** What it is contained by while it is drawn, besides what the page asks for. */
  function containmentOf(own: string): string {
    if (/\bstrict\b|(^| )size\b/.test(own)) return 'strict'
    return own.includes('inline-size') ? 'inline-size layout style paint' : 'content'
  }

  /** Not what a form calls its field. */
  function styleOf(element: Element): CSSStyleDeclaration | undefined {
    const { prototype } = element instanceof SVGElement ? SVGElement : HTMLElement
    try {
      return Object.getOwnPropertyDescriptor(prototype, 'style')?.get?.call(element)
    } catch {
      return undefined // of no known namespace
    }
  }
}
