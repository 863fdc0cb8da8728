import type { Injected } from '../../injected/index.ts'

/** Labels of undrawn fields that are looked at: around each there may be much. */
const MOST = 300

export const LABELS = { most: MOST }

/** Labels that are seen in place of a box or file field that is not drawn, so that no key comes to the field. Runs in the page. */
export function readLabels(
  { elements, nameOf, roleOf, contextOf, visibleBoxOf, selectorOf, closest, isControl, isTabbable }: Injected,
  { most }: typeof LABELS,
) {
  const ROLES = '[role=button], [role=checkbox], [role=radio], [role=switch]'
  const PRESSED = `button, input, ${ROLES}, [tabindex], a[href="#"], a[href^="javascript:"]`
  const CONTAINER =
    /^((alert)?dialog|application|article|document|feed|form|main|navigation|region|tabpanel)$/
  const found = []
  let left = most
  for (const element of elements()) {
    if (left === 0) break
    if (element.localName !== 'label') continue
    const { landmark, ignored } = contextOf(element)
    const { box, state } = visibleBoxOf(element, element.getClientRects())
    if (ignored || state !== 'visible' || !isAllOfField(element as HTMLLabelElement)) continue
    found.push({
      role: '',
      name: nameOf(element).slice(0, 200),
      landmark,
      selector: selectorOf(element),
      box,
      why: 'label' as const,
      tabbable: false,
    })
  }
  return found

  function isAllOfField(label: HTMLLabelElement): boolean {
    const field = label.control as HTMLInputElement | null
    if (!field || !/^(checkbox|radio|file)$/.test(field.type) || field.matches(':disabled')) return false
    if (field.checkVisibility({ visibilityProperty: true })) return false
    left--
    if (isOwnControl(label) || closest(field, mayBePressed) || closest(label, mayBePressed)) return false
    // What takes the focus in its place may press it: in the label, beside a box, anywhere with the label of a file.
    const beside = field.parentElement?.querySelectorAll(`${ROLES}, a[href="#"]`) ?? []
    const around = field.type === 'file' ? (closest(label, other => other.contains(field)) ?? label) : label
    return ![...beside, ...around.querySelectorAll(PRESSED)].some(
      other => isTabbable(other) && mayPress(other, label),
    )
  }

  /** A control that the page draws itself is judged as one; arrow keys come to those of a group. */
  function isOwnControl(label: Element): boolean {
    const isDrawn = (element: Element) => contextOf(element).shown
    if (isControl(label) || [...label.querySelectorAll(ROLES)].some(isDrawn)) return true
    const group = closest(label, other => roleOf(other) === 'radiogroup')
    return group !== null && [...group.querySelectorAll(PRESSED)].some(isTabbable)
  }

  /** What is there to be scrolled or read by keys presses nothing. */
  function mayBePressed(element: Element): boolean {
    return isTabbable(element) && !CONTAINER.test(roleOf(element))
  }

  function mayPress(element: Element, label: Element): boolean {
    const { type, form } = element as HTMLInputElement
    // Of several of one id the label is given the first, and may hold another.
    if (element.localName === 'input') return type === 'button' || label.contains(element)
    return !(type === 'submit' && form) && !/^(select|textarea)$/.test(element.localName)
  }
}
