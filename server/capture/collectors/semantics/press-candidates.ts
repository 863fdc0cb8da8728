import type { Injected } from '../../injected/index.ts'

/** Pictures, and of all else. */
export const MAX_PRESS_CANDIDATES = { most: { pictures: 60, others: 60 } }

/**
 * What may take presses without a hand cursor and is no control: pictures, what has a name of its own, and few words in a
 * box, each with a name. Runs in the page, which cannot say who listens.
 */
export function readPressCandidates(
  {
    elements,
    roleOf,
    nameOf,
    contextOf,
    visibleBoxOf,
    selectorOf,
    closest,
    clean,
    isControl,
    isTabbable,
    FOCUSABLE,
  }: Injected,
  { most }: typeof MAX_PRESS_CANDIDATES,
) {
  // Against pages that nest a long text deeply.
  let budget = 20_000_000
  const found = []
  const left = { ...most }
  for (const element of elements()) {
    const kind = element.localName === 'img' ? 'pictures' : 'others'
    if (left[kind] === 0 || !/^(img)?$/.test(roleOf(element))) continue
    const { style, ignored, rendered, landmark } = contextOf(element)
    if (ignored || !rendered || style.cursor === 'pointer' || !mayBePressed(element, style)) continue
    if (closest(element, other => isControl(other) || other.localName === 'label')) continue
    const { box, state } = visibleBoxOf(element, element.getClientRects())
    const name = nameOf(element).slice(0, 200)
    if (!name || state !== 'visible') continue
    left[kind]--
    found.push({
      role: '',
      name,
      landmark,
      selector: selectorOf(element),
      box,
      why: 'listener' as const,
      tabbable: isTabbable(element),
      tag: element.localName,
    })
  }
  return found

  function mayBePressed(element: Element, { borderTopWidth, backgroundColor }: CSSStyleDeclaration): boolean {
    if (element.localName === 'img') return true
    if (!/^(div|span|li|p)$/.test(element.localName)) return false
    if (element.hasAttribute('aria-label')) return element.querySelector(FOCUSABLE) === null
    const drawn = parseFloat(borderTopWidth) > 0 || !/^transparent$|[,/] ?0\)$/.test(backgroundColor)
    if (!drawn || element.childElementCount > 3 || budget < 0) return false
    const text = element.textContent ?? ''
    budget -= text.length
    return clean(text.slice(0, 200)).length <= 40 && element.querySelector(FOCUSABLE) === null
  }
}
