import type { NameFunctions } from './names.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Controls with their ink, and what counts as one. In-page part. */
export function controlFunctions(
  { elements, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { roleOf, nameOf, closest }: NameFunctions,
) {
  const CONTROL_ROLES = new Set([
    'link',
    'button',
    'checkbox',
    'radio',
    'slider',
    'spinbutton',
    'searchbox',
    'combobox',
    'listbox',
    'textbox',
    'switch',
    'tab',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'option',
    'treeitem',
  ])
  /** What can take the focus, as a selector. */
  const FOCUSABLE =
    'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, iframe, audio[controls], video[controls], [tabindex], [contenteditable]:not([contenteditable=false])'
  const MAX = 4000

  /** The controls of the page; `into` gets, at the same index, their elements. */
  function controls(into: Element[] = []) {
    const found = []
    for (const element of elements()) {
      const role = roleOf(element)
      if (!isControl(element)) continue
      const { ignored, landmark } = contextOf(element)
      if (ignored || found.length >= MAX) continue
      into.push(element)
      found.push({
        role,
        name: nameOf(element),
        landmark,
        ...visibleBoxOf(element, visibleRects(element)),
        expanded: element.getAttribute('aria-expanded'),
        /** Says that it opens something. */
        opens:
          [
            'aria-expanded',
            'aria-controls',
            'aria-haspopup',
            'popovertarget',
            'data-bs-toggle',
            'data-toggle',
          ].some(name => element.hasAttribute(name)) || element.localName === 'summary',
        disabled:
          (element as HTMLButtonElement).disabled === true ||
          element.getAttribute('aria-disabled') === 'true',
        selector: selectorOf(element),
        /** It stands in a line of other text, whose height is its height. */
        ...(isInSentence(element) && { inline: true }),
      })
    }
    return found
  }

  function isInSentence(element: Element): boolean {
    if (contextOf(element).style.display !== 'inline') return false
    const own = element.textContent?.trim().length ?? 0
    const parent = element.parentElement
    if (!parent || own === 0) return false
    for (const node of parent.childNodes)
      if (node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.nodeValue ?? '')) return true
    return contextOf(parent).style.display === 'inline' && isInSentence(parent)
  }

  /**
   * What near the top of the page looks pressable and is no control by its role: labels of hidden checkboxes and small
   * things under a hand cursor. Menu buttons of rebuilt pages are often made so.
   */
  function clickables() {
    const found = []
    for (const element of elements()) {
      const { style, landmark, ignored } = contextOf(element)
      const label = element.localName === 'label' && /^(checkbox|radio)$/.test(fieldOf(element)?.type ?? '')
      const parent = element.parentElement
      const hand = style.cursor === 'pointer' && !(parent && contextOf(parent).style.cursor === 'pointer')
      if (!(label || hand) || ignored || isControl(element) || found.length >= 100) continue
      const { box, seen, state, scroller } = visibleBoxOf(element, element.getClientRects())
      if (box.y > 1000 || box.width > 160 || box.height > 160) continue
      found.push({
        name: nameOf(element),
        landmark,
        box,
        seen,
        state,
        scroller,
        selector: selectorOf(element),
      })
    }
    return found
  }

  const fieldOf = (element: Element) => (element as HTMLLabelElement).control as HTMLInputElement | null

  /** A link around a picture or a block has its own box empty or wrong: its content is its ink. */
  function visibleRects(element: Element): DOMRect[] {
    const own = Array.from(element.getClientRects()).filter(rect => rect.width > 0 && rect.height > 0)
    if (own.length) return own
    return Array.from(element.children).flatMap(child => Array.from(child.getClientRects()))
  }

  function isControl(element: Element): boolean {
    return CONTROL_ROLES.has(roleOf(element))
  }

  /** Whether Tab comes to it, as far as the element itself tells. */
  function isTabbable(element: Element): boolean {
    return (
      contextOf(element).shown &&
      (element as HTMLElement).tabIndex >= 0 &&
      !(element as HTMLButtonElement).disabled &&
      closest(element, other => other.hasAttribute('inert')) === null
    )
  }

  return { controls, clickables, visibleRects, isControl, isTabbable, FOCUSABLE }
}

export type ControlFunctions = ReturnType<typeof controlFunctions>
