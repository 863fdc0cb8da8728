import type { Injected } from '../../injected/index.ts'

const MOST = 200

export const MAX_SYMBOLS = { most: MOST }

/**
 * Signs that one sees, such as rows of stars: texts of 1 to 50 characters without letters, digits and emoji, which
 * would say themselves what they are; with the name that an element with role img gives them, '' for none. Without those
 * in controls and those that assistive technology is not told of. Runs in the page.
 */
export function readSymbolText(
  { elements, roleOf, nameOf, contextOf, visibleBoxOf, selectorOf, closest, clean, isControl }: Injected,
  { most }: typeof MAX_SYMBOLS,
) {
  const isSign = (text: string) =>
    text.length > 0 && text.length <= 50 && !/[\p{L}\p{N}\p{Emoji}]/u.test(text)
  const found = []
  const taken = new Set<Element>()
  // Against pages that nest a long text deeply.
  let budget = 20_000_000
  for (const element of elements()) {
    const raw = element.textContent ?? ''
    budget -= raw.length
    if (found.length >= most || budget < 0) break
    const text = clean(raw.slice(0, 2000))
    if (!isSign(text) || (element.parentElement && taken.has(element.parentElement))) {
      if (element.parentElement && taken.has(element.parentElement)) taken.add(element)
      continue
    }
    taken.add(element)
    const { ignored, landmark } = contextOf(element)
    const { box, state } = visibleBoxOf(element, element.getClientRects())
    if (ignored || state !== 'visible') continue
    const isOut = (other: Element) =>
      isControl(other) || other.getAttribute('aria-hidden') === 'true' || other.hasAttribute('inert')
    if (closest(element, isOut)) continue
    const picture = closest(element, other => roleOf(other) === 'img')
    const name = picture ? nameOf(picture) : ''
    found.push({ text, name: name === text ? '' : name, landmark, selector: selectorOf(element), box })
  }
  return found
}
