/** Elements that may be pressed although neither a role nor a hand cursor says so. */
import type { Injected } from '../../injected/index.ts'

/** Labels of undrawn fields: for each the elements around it are searched. */
export const MAX_LABELS = 300
export const MAX_PRESS_CANDIDATES = { pictures: 60, others: 60 }

/** Visible labels of checkboxes, radio buttons and file fields that are not drawn, so that no key reaches them. Runs in the page. */
export function readLabels(
  { elements, roleOf, contextOf, isVisible, closest, isControl, isTabbable, describe, holds }: Injected,
  max: number,
) {
  const ROLES = '[role=button], [role=checkbox], [role=radio], [role=switch]'
  const PRESSED = `button, input, ${ROLES}, [tabindex], a[href="#"], a[href^="javascript:"]`
  const CONTAINER =
    /^((alert)?dialog|application|article|document|feed|form|main|navigation|region|tabpanel)$/
  const found = []
  let left = max
  for (const element of elements()) {
    if (left === 0) break
    if (element.localName !== 'label') continue
    if (contextOf(element).ignored || !isVisible(element) || !isAllOfField(element as HTMLLabelElement))
      continue
    found.push({ ...describe(element), role: '', why: 'label' as const, tabbable: false })
  }
  return found

  function isAllOfField(label: HTMLLabelElement): boolean {
    const field = label.control as HTMLInputElement | null
    if (!field || !/^(checkbox|radio|file)$/.test(field.type) || field.matches(':disabled')) return false
    if (field.checkVisibility({ visibilityProperty: true })) return false
    left--
    if (isOwnControl(label) || closest(field, mayBePressed) || closest(label, mayBePressed)) return false
    // A focusable element may press it instead: in the label, next to a checkbox, anywhere near the label of a file field.
    const siblings = field.parentElement?.querySelectorAll(`${ROLES}, a[href="#"]`) ?? []
    const around = field.type === 'file' ? (closest(label, other => holds(other, field)) ?? label) : label
    return ![...siblings, ...around.querySelectorAll(PRESSED)].some(
      other => isTabbable(other) && mayPress(other, label),
    )
  }

  /** A control that the page draws itself is judged as one; arrow keys reach those of a group. */
  function isOwnControl(label: Element): boolean {
    const isDrawn = (element: Element) => contextOf(element).shown
    if (isControl(label) || [...label.querySelectorAll(ROLES)].some(isDrawn)) return true
    const group = closest(label, other => roleOf(other) === 'radiogroup')
    return group !== null && [...group.querySelectorAll(PRESSED)].some(isTabbable)
  }

  /** Containers take the focus to be scrolled or read, and press nothing. */
  function mayBePressed(element: Element): boolean {
    return isTabbable(element) && !CONTAINER.test(roleOf(element))
  }

  function mayPress(element: Element, label: Element): boolean {
    const { type, form } = element as HTMLInputElement
    // With a duplicate id the label belongs to the first field, and may hold another one.
    if (element.localName === 'input') return type === 'button' || label.contains(element)
    return !(type === 'submit' && form) && !/^(select|textarea)$/.test(element.localName)
  }
}

/**
 * Elements with a name that may take presses without a hand cursor and are no controls: pictures, elements with an
 * aria-label, links without an address, and few words in a box. Runs in the page, which cannot tell which elements have listeners.
 */
export function readPressCandidates(
  {
    elements,
    alphaOf,
    roleOf,
    contextOf,
    isVisible,
    closest,
    clean,
    isControl,
    isTabbable,
    describe,
    textOf,
    FOCUSABLE,
  }: Injected,
  max: typeof MAX_PRESS_CANDIDATES,
) {
  // Bounds the work on pages that nest a long text deeply.
  let budget = 20_000_000
  const found = []
  const left = { ...max }
  for (const element of elements()) {
    const kind = element.localName === 'img' ? 'pictures' : 'others'
    if (left[kind] === 0 || !/^(img)?$/.test(roleOf(element))) continue
    const { style, ignored, rendered } = contextOf(element)
    if (ignored || !rendered || style.cursor === 'pointer' || !mayBePressed(element, style)) continue
    if (closest(element, other => isControl(other) || other.localName === 'label')) continue
    const description = describe(element)
    if (!description.name || !isVisible(element)) continue
    left[kind]--
    found.push({
      ...description,
      role: '',
      why: 'listener' as const,
      tabbable: isTabbable(element),
      tag: element.localName,
    })
  }
  return found

  function mayBePressed(element: Element, { borderTopWidth, backgroundColor }: CSSStyleDeclaration): boolean {
    if (element.localName === 'img') return true
    // A link without an address is no control, and what people press by the mouse.
    if (element.localName === 'a') return true
    if (!/^(div|span|li|p)$/.test(element.localName)) return false
    if (element.hasAttribute('aria-label')) return element.querySelector(FOCUSABLE) === null
    const drawn = parseFloat(borderTopWidth) > 0 || alphaOf(backgroundColor) > 0
    if (!drawn || element.childElementCount > 3 || budget < 0) return false
    const text = textOf(element) ?? ''
    budget -= text.length
    return clean(text.slice(0, 200)).length <= 40 && element.querySelector(FOCUSABLE) === null
  }
}
