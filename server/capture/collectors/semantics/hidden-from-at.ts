import type { Injected } from '../../injected/index.ts'

const MOST = 100
/** Fewer words are an icon's, or a number beside a picture. */
const LEAST_WORDS = 5

export const LIMITS = { most: MOST, least: LEAST_WORDS }

/**
 * Texts that one sees and that assistive technology is not told of, for `aria-hidden` or `inert`; without those that it
 * hears elsewhere on the page, as of letters that move one by one, or of copies in an endless row. What can take the
 * focus in there is another fault. Runs in the page.
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
    FOCUSABLE,
  }: Injected,
  { most, least }: typeof LIMITS,
) {
  const isSilent = (element: Element) =>
    element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')
  const isInSilence = (element: Element | null) => element !== null && closest(element, isSilent) !== null

  const found = elements()
    .filter(
      element =>
        isSilent(element) &&
        !isInSilence(parentOf(element)) &&
        !contextOf(element).ignored &&
        isSeen(element) &&
        !holdsFocusable(element),
    )
    .map(element => ({ element, text: clean(element.textContent).slice(0, 20_000) }))
    .filter(({ text }) => (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= least)
    .slice(0, most)
  if (found.length === 0) return []
  const heard = lettersOf(spoken())
  return found
    .filter(({ text }) => !heard.includes(lettersOf(text)))
    .map(({ element, text }) => ({
      selector: selectorOf(element),
      text,
      landmark: contextOf(element).landmark,
      box: visibleBoxOf(element, element.getClientRects()).box,
    }))

  /**
   * As axe's rule for what is hidden sees it, which knows no frames and players. What is inert and holds some may be all of
   * a page behind a dialog.
   */
  function holdsFocusable(element: Element): boolean {
    if (element.hasAttribute('inert')) return element.querySelector(FOCUSABLE) !== null
    return [element, ...element.querySelectorAll(FOCUSABLE)].some(
      other =>
        other.matches(FOCUSABLE) && isTabbable(other) && !/^(iframe|audio|video)$/.test(other.localName),
    )
  }

  /** All that assistive technology is told of, names included. */
  function spoken(): string {
    const said: string[] = []
    let silence = 0
    const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE
    const isOff = (node: Node) =>
      isElement(node) &&
      (isSilent(node) ||
        !contextOf(node).rendered ||
        /^(script|style|template|noscript)$/.test(node.localName))
    walk(
      node => {
        if (isOff(node)) silence++
        else if (silence === 0 && node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue ?? '')
        else if (silence === 0 && isElement(node))
          said.push(node.getAttribute('aria-label') ?? '', node.getAttribute('alt') ?? '')
      },
      node => {
        if (isOff(node)) silence--
      },
    )
    return said.join(' ')
  }

  /** Most of it: the next one of a row of slides may look in. */
  function isSeen(element: Element): boolean {
    const { box, seen, state } = visibleBoxOf(element, element.getClientRects())
    return state === 'visible' && 2 * seen.width * seen.height >= box.width * box.height
  }

  function lettersOf(text: string): string {
    return (text.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? []).join('')
  }
}
