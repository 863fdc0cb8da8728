/**
 * Members of nodes as the DOM has them. A form gives its field of the name `children` in place of its children, and a
 * document its frame of the name `body`: names that real pages use. In-page part.
 */
export function domFunctions() {
  function getter<Of, Value>(prototype: object, name: string): (node: Of) => Value {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name)!
    return node => get!.call(node)
  }

  const typeOf = getter<Node, number>(Node.prototype, 'nodeType')
  const parentNodeOf = getter<Node, ParentNode | null>(Node.prototype, 'parentNode')
  const childNodesOf = getter<Node, NodeListOf<ChildNode>>(Node.prototype, 'childNodes')
  const textOf = getter<Node, string | null>(Node.prototype, 'textContent')
  const childrenOf = getter<Element, HTMLCollection>(Element.prototype, 'children')
  const idOf = getter<Element, string>(Element.prototype, 'id')
  const shadowRootOf = getter<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot')
  const bodyOf = getter<Document, HTMLElement | null>(Document.prototype, 'body')
  const holds = (outer: Node, inner: Node | null): boolean => Node.prototype.contains.call(outer, inner)
  const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node)
  const matches = (element: Element, selector: string): boolean =>
    Element.prototype.matches.call(element, selector)
  const closestMatch = (element: Element, selector: string): Element | null =>
    Element.prototype.closest.call(element, selector)

  const isElementNode = (node: Node): node is Element => typeOf(node) === Node.ELEMENT_NODE
  const isTextNode = (node: Node): node is Text => typeOf(node) === Node.TEXT_NODE

  /** What its own text nodes say. */
  const ownTextOf = (element: Element): string =>
    Array.from(childNodesOf(element), node => (isTextNode(node) ? node.nodeValue : '')).join('')

  /** The rules of a style sheet that is in force; null for one of another site, which does not tell. */
  function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
    try {
      return sheet.disabled ? null : sheet.cssRules
    } catch {
      return null
    }
  }

  return {
    typeOf,
    isElementNode,
    isTextNode,
    parentNodeOf,
    childNodesOf,
    childrenOf,
    textOf,
    ownTextOf,
    rulesOf,
    idOf,
    shadowRootOf,
    bodyOf,
    holds,
    rootOf,
    matches,
    closestMatch,
  }
}

export type DomFunctions = ReturnType<typeof domFunctions>
