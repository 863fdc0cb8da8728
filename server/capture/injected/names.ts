import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'

/** Role and name of an element, after the accessible name computation in its common cases. In-page part. */
export function nameFunctions(
  { isElementNode, isTextNode, childNodesOf, childrenOf, textOf }: DomFunctions,
  { parentOf }: TreeFunctions,
) {
  const INPUT_ROLES: Record<string, string> = {
    button: 'button',
    submit: 'button',
    reset: 'button',
    image: 'button',
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
  }

  /** Box drawing is no word: the cursor of a text that types itself. */
  const clean = (text: string | null | undefined) =>
    (text ?? '')
      .replace(/[\u2500-\u259f]/g, '')
      .replace(/\s+/g, ' ')
      .trim()

  /** The role that a person or a screen reader meets, '' for none of interest. */
  function roleOf(element: Element): string {
    const role = clean(element.getAttribute('role')).split(' ')[0]
    if (role && role !== 'presentation' && role !== 'none') return role
    const name = element.localName
    if (name === 'a' || name === 'area') return element.hasAttribute('href') ? 'link' : ''
    if (name === 'button' || name === 'summary') return 'button'
    if (name === 'select')
      return (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox'
    if (name === 'textarea') return 'textbox'
    if (name === 'input') {
      const type = (element as HTMLInputElement).type
      return type === 'hidden' ? '' : (INPUT_ROLES[type] ?? 'textbox')
    }
    return ''
  }

  /** The accessible name (https://www.w3.org/TR/accname-1.2/), common cases. */
  function nameOf(element: Element): string {
    const root = element.getRootNode() as Document | ShadowRoot
    const by = clean(element.getAttribute('aria-labelledby'))
    if (by) {
      const named = by.split(' ').map(id => {
        const other = root.getElementById?.(id)
        return clean(other && textOf(other))
      })
      if (named.some(Boolean)) return clean(named.join(' ')).slice(0, 300)
    }
    const label = clean(element.getAttribute('aria-label'))
    if (label) return label.slice(0, 300)
    const native = nativeName(element)
    if (native) return native.slice(0, 300)
    return clean(element.getAttribute('title') || element.getAttribute('placeholder')).slice(0, 300)
  }

  function nativeName(element: Element): string {
    const name = element.localName
    if (name === 'input' || name === 'select' || name === 'textarea') {
      const input = element as HTMLInputElement
      if (input.type === 'submit' || input.type === 'button' || input.type === 'reset')
        return clean(input.value) || (input.type === 'submit' ? 'Submit' : '')
      if (input.type === 'image') return clean(input.alt)
      return labelOf(element)
    }
    if (name === 'img' || name === 'area') return clean(element.getAttribute('alt'))
    if (name === 'svg') return clean(element.querySelector('title')?.textContent)
    return contentOf(element)
  }

  /** Text of the labels of a form field. */
  function labelOf(element: Element): string {
    const labels = Array.from((element as HTMLInputElement).labels ?? [])
    return clean(labels.map(label => contentOf(label, element)).join(' '))
  }

  /** Name from content: text, and the names of pictures in it; hidden parts left out. */
  function contentOf(element: Element, without?: Element): string {
    let text = ''
    const nodes: Node[] = [element]
    let budget = 2000
    while (nodes.length && budget-- > 0 && text.length < 600) {
      const node = nodes.pop()!
      if (node === without) continue
      if (isTextNode(node)) text += node.nodeValue
      if (!isElementNode(node)) continue
      const child = node
      if (child !== element) {
        if (/^(script|style|template|noscript)$/.test(child.localName)) continue
        if (child.getAttribute('aria-hidden') === 'true' || getComputedStyle(child).display === 'none')
          continue
        const given = clean(child.getAttribute('aria-label'))
        if (given || child.localName === 'img' || child.localName === 'svg') {
          text += ` ${given || nativeName(child)} `
          continue
        }
        // An icon without letters is named by its tooltip.
        if (!childrenOf(child).length && !child.shadowRoot && !clean(textOf(child)))
          text += ` ${clean(child.getAttribute('title'))} `
        if (!/^inline$|contents/.test(getComputedStyle(child).display)) text += ' '
      }
      const inner = innerOf(child)
      for (let i = inner.length - 1; i >= 0; i--) nodes.push(inner[i]!)
    }
    return clean(text)
  }

  /** What is shown in it: of a slot what is put there, of a host its shadow. */
  function innerOf(element: Element): Node[] {
    const put =
      (element.localName === 'slot' && (element as HTMLSlotElement).assignedNodes?.({ flatten: true })) || []
    return put.length ? put : Array.from(childNodesOf(element.shadowRoot ?? element))
  }

  /** The nearest ancestor, itself included, that `test` accepts. */
  function closest(element: Element, test: (candidate: Element) => boolean): Element | null {
    let here: Element | null = element
    while (here && !test(here)) here = parentOf(here)
    return here
  }

  return { roleOf, nameOf, labelOf, contentOf, closest, clean }
}

export type NameFunctions = ReturnType<typeof nameFunctions>
