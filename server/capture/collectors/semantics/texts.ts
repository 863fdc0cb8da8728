/** Visible texts that assistive technology does not read, or reads as symbols. */
import type { Injected } from '../../injected/index.ts'

/** Fewer words are an icon's, or a number beside a picture. */
export const HIDDEN_LIMITS = { max: 100, minWords: 5 }
export const MAX_SYMBOLS = 200

/**
 * Visible texts that `aria-hidden` or `inert` hides from assistive technology; without those that it finds elsewhere on
 * the page, such as animated letters or the copies in an endless row of slides. A focusable element in there is another
 * fault. Runs in the page.
 */
export function readHiddenFromAt(
  {
    walk,
    elements,
    contextOf,
    visibleBoxOf,
    selectorOf,
    parentOf,
    closest,
    clean,
    isTabbable,
    hidesFromAt,
    isElementNode,
    isTextNode,
    textOf,
    FOCUSABLE,
  }: Injected,
  { max, minWords }: typeof HIDDEN_LIMITS,
) {
  const found = elements()
    .filter(
      element =>
        hidesFromAt(element) &&
        !isHidden(parentOf(element)) &&
        !contextOf(element).ignored &&
        isSeen(element) &&
        !holdsFocusable(element),
    )
    .map(element => ({ element, text: clean(textOf(element)).slice(0, 20_000) }))
    .filter(({ text }) => (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= minWords)
    .slice(0, max)
  if (found.length === 0) return []
  const spoken = lettersOf(spokenText())
  return found
    .filter(({ text }) => !spoken.includes(lettersOf(text)))
    .map(({ element, text }) => ({
      selector: selectorOf(element),
      text,
      landmark: contextOf(element).landmark,
      box: visibleBoxOf(element).box,
    }))

  function isHidden(element: Element | null): boolean {
    return element !== null && closest(element, hidesFromAt) !== null
  }

  /**
   * As in axe's rule aria-hidden-focus, which leaves out frames and players. An inert element with focusable content may be
   * the whole page behind a dialog.
   */
  function holdsFocusable(element: Element): boolean {
    if (element.hasAttribute('inert')) return element.querySelector(FOCUSABLE) !== null
    return [element, ...element.querySelectorAll(FOCUSABLE)].some(
      other =>
        other.matches(FOCUSABLE) && isTabbable(other) && !/^(iframe|audio|video)$/.test(other.localName),
    )
  }

  /** All text that assistive technology finds, names included. */
  function spokenText(): string {
    const texts: string[] = []
    let hidden = 0
    const isSkipped = (node: Node) =>
      isElementNode(node) &&
      (hidesFromAt(node) ||
        !contextOf(node).rendered ||
        /^(script|style|template|noscript)$/.test(node.localName))
    walk(
      node => {
        if (isSkipped(node)) hidden++
        else if (hidden === 0 && isTextNode(node)) texts.push(node.nodeValue ?? '')
        else if (hidden === 0 && isElementNode(node))
          texts.push(node.getAttribute('aria-label') ?? '', node.getAttribute('alt') ?? '')
      },
      node => {
        if (isSkipped(node)) hidden--
      },
    )
    return texts.join(' ')
  }

  /** At least half of it: the next slide of a row may show an edge. */
  function isSeen(element: Element): boolean {
    const { box, seen, state } = visibleBoxOf(element)
    return state === 'visible' && 2 * seen.width * seen.height >= box.width * box.height
  }

  function lettersOf(text: string): string {
    return (text.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? []).join('')
  }
}

/**
 * Visible symbols such as rows of stars: texts of 1 to 50 characters without letters and digits, and without emoji, whose
 * own names assistive technology reads; with the name that an element with role img gives them, '' for none. Without
 * those in controls and those that are hidden from assistive technology. Runs in the page.
 */
export function readSymbolText(
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
    hidesFromAt,
    textOf,
  }: Injected,
  max: number,
) {
  const isSymbol = (text: string) =>
    text.length > 0 && text.length <= 50 && !/[\p{L}\p{N}\p{Emoji}]/u.test(text)
  const found = []
  const taken = new Set<Element>()
  // Bounds the work on pages that nest a long text deeply.
  let budget = 20_000_000
  for (const element of elements()) {
    const raw = textOf(element) ?? ''
    budget -= raw.length
    if (found.length >= max || budget < 0) break
    const text = clean(raw.slice(0, 2000))
    if (!isSymbol(text) || (element.parentElement && taken.has(element.parentElement))) {
      if (element.parentElement && taken.has(element.parentElement)) taken.add(element)
      continue
    }
    taken.add(element)
    const { ignored, landmark } = contextOf(element)
    const { box, state } = visibleBoxOf(element)
    if (ignored || state !== 'visible') continue
    if (closest(element, other => isControl(other) || hidesFromAt(other))) continue
    const picture = closest(element, other => roleOf(other) === 'img')
    const name = picture ? nameOf(picture) : ''
    found.push({ text, name: name === text ? '' : name, landmark, selector: selectorOf(element), box })
  }
  return found
}
