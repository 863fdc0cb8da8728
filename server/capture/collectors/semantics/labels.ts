import type { Kit } from '../../kit/kit.ts'

/** Labels of undrawn fields that are looked at: around each there may be much. */
const MOST = 300

export const LABELS = { most: MOST }

/** Labels that are seen in place of a box or file field that is not drawn, so that no key comes to the field. Runs in the page. */
export function readLabels(
  { elements, nameOf, contextOf, inkOf, selectorOf, closest, isTabbable }: Kit,
  { most }: typeof LABELS,
) {
  const PRESSED =
    'button, [role=button], [role=checkbox], [role=radio], [role=switch], [tabindex], a[href="#"]'
  const found = []
  let left = most
  for (const element of elements()) {
    if (left === 0) break
    if (element.localName !== 'label') continue
    const { landmark, ignored } = contextOf(element)
    const { box, state } = inkOf(element, element.getClientRects())
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
    if (closest(field, isTabbable) || isTabbable(label)) return false
    // What takes the focus in its place may press it: in the label, for files also beside it or the field.
    const around = field.type === 'file' ? [label.parentElement, field.parentElement] : [label]
    return !around.some(one => Array.from(one?.querySelectorAll(PRESSED) ?? []).some(isOther))
  }

  function isOther(element: Element): boolean {
    const { type, form } = element as HTMLButtonElement
    const sends = type === 'submit' && form
    return !sends && !/^(input|select|textarea)$/.test(element.localName) && isTabbable(element)
  }
}
