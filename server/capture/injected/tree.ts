import type { DomFunctions } from './dom.ts'

/** The flat tree as a person sees it: open shadow roots, slots and same-origin frames in place. In-page part. */
export function treeFunctions({
  typeOf,
  isElementNode,
  isTextNode,
  parentNodeOf,
  childNodesOf,
  childrenOf,
  idOf,
  shadowRootOf,
  bodyOf,
  rootOf,
}: DomFunctions) {
  const SKIPPED = /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|HEAD|META|LINK|TITLE|OBJECT|EMBED)$/i
  /** What stands in them is for browsers that do not know them: nobody else sees or hears it. */
  const FALLBACK = /^(video|audio|meter|progress)$/
  /** Bounds one walk through all that is drawn: shadow roots and frames of the same origin included. */
  const MAX_WALKED_NODES = 150_000
  /** Characters after which a path goes no further up: pages nest thousands of elements. */
  const MAX_SELECTOR = 600

  const state = { cut: false }
  /** Those that a walk came by. */
  const roots = new Set<ShadowRoot>()
  /** For each parent, the index of its children among those of their name; negative for the only one. */
  let orders = new WeakMap<Node, Map<Element, number>>()
  /** How many elements of the document have each id. */
  let ids: Map<string, number> | undefined

  function drawnIn(node: Node): Node[] {
    if (FALLBACK.test((node as Element).localName)) return []
    // In a drawing it is an element of no meaning.
    const slot = (node as Element).localName === 'slot' ? (node as HTMLSlotElement) : null
    const assigned = slot?.assignedNodes?.()
    if (assigned?.length) return assigned
    if (isFrame(node)) {
      const inner = frameDocument(node)
      const body = inner && bodyOf(inner)
      return body ? [body] : []
    }
    const root = shadowRootOf(node as Element)
    if (root) roots.add(root)
    return Array.from(childNodesOf(root ?? node))
  }

  /** An element that holds something to be seen. */
  function isElement(node: Node): node is Element {
    return isElementNode(node) && !SKIPPED.test((node as Element).tagName)
  }

  function isFrame(node: Node): node is HTMLIFrameElement {
    return (node as Element).localName === 'iframe'
  }

  /** The document of a frame of the same origin, or null. */
  function frameDocument(frame: HTMLIFrameElement): Document | null {
    try {
      return frame.contentDocument
    } catch {
      return null
    }
  }

  function parentOf(node: Node): Element | null {
    const slot = (node as Element).assignedSlot
    if (slot) return slot
    const parent = parentNodeOf(node)
    if (!parent) return null
    if (typeOf(parent) === Node.DOCUMENT_FRAGMENT_NODE) return (parent as ShadowRoot).host ?? null
    if (typeOf(parent) === Node.DOCUMENT_NODE) return frameOf(parent as Document)
    if ((node as Element).localName === 'body') return frameOf(node.ownerDocument!) ?? (parent as Element)
    return parent as Element
  }

  function frameOf(inner: Document): Element | null {
    return inner === document ? null : (inner.defaultView?.frameElement ?? null)
  }

  /** Depth first, in document order, without recursion: pages nest deeper than a call stack. */
  function walk(visit: (node: Node) => void, leave: (node: Node) => void = () => {}) {
    state.cut = (globalThis as { wasPruned?: boolean }).wasPruned === true
    orders = new WeakMap()
    ids = undefined
    const body = bodyOf(document)
    if (!body) return
    let count = 0
    const stack: { node: Node; children: Node[]; next: number }[] = []
    const enter = (node: Node) => {
      visit(node)
      stack.push({ node, children: isElement(node) ? drawnIn(node) : [], next: 0 })
    }
    enter(body)
    while (stack.length) {
      const top = stack[stack.length - 1]!
      const child = top.children[top.next++]
      if (!child) {
        leave(top.node)
        stack.pop()
      } else if (isElementNode(child) || isTextNode(child)) {
        if (++count > MAX_WALKED_NODES) {
          state.cut = true
          break
        }
        enter(child)
      }
    }
  }

  /** All elements of the flat tree in document order. */
  function elements(): Element[] {
    const found: Element[] = []
    walk(node => {
      if (isElement(node)) found.push(node)
    })
    return found
  }

  /** Open shadow roots of what has been walked through so far: what asks the document alone does not reach into them. */
  function shadowRoots(): ShadowRoot[] {
    return [...roots].filter(({ host, ownerDocument }) => host.isConnected && ownerDocument === document)
  }

  /** All that are there now. */
  function findShadowRoots(): ShadowRoot[] {
    walk(() => {})
    return shadowRoots()
  }

  /**
   * A path for a developer's tools that names one element, from the nearest id that no other has, else from the body; part of
   * no key. In a frame or a shadow root it goes on through the host.
   */
  function selectorOf(element: Element): string {
    const steps: string[] = []
    let length = 0
    let here: Element | null = element
    while (here && here.localName !== 'html' && length < MAX_SELECTOR) {
      if (isOnlyOfItsId(here)) return [`#${idOf(here)}`, ...steps].join(' > ')
      const { index, alone } = orderOf(here)
      const step = index === 1 && alone ? here.localName : `${here.localName}:nth-of-type(${index})`
      steps.unshift(step)
      length += step.length + ' > '.length
      here = parentOf(here)
    }
    return steps.join(' > ')
  }

  /** In a frame or a shadow root an id names nothing for the page: hosts of one kind have the same ids in them. */
  function isOnlyOfItsId(element: Element): boolean {
    const id = idOf(element)
    return /^[a-z][\w-]{0,60}$/i.test(id) && rootOf(element) === document && countOfId(id) === 1
  }

  /** Counted once for all of the page. */
  function countOfId(id: string): number {
    if (!ids) {
      ids = new Map()
      for (const element of Document.prototype.querySelectorAll.call(document, '[id]'))
        ids.set(idOf(element), (ids.get(idOf(element)) ?? 0) + 1)
    }
    return ids.get(id) ?? 0
  }

  /** Among the siblings of its name. Counted once for all children: lists of ten thousand are real. */
  function orderOf(element: Element): { index: number; alone: boolean } {
    const parent = parentNodeOf(element)
    if (!parent) return { index: 1, alone: true }
    let known = orders.get(parent)
    if (!known?.has(element)) {
      const seen = new Map<string, number>()
      known = new Map()
      for (const child of isElementNode(parent) ? childrenOf(parent) : parent.children) {
        const index = (seen.get(child.localName) ?? 0) + 1
        seen.set(child.localName, index)
        known.set(child, index)
      }
      for (const [child, index] of known) if (seen.get(child.localName) === 1) known.set(child, -index)
      orders.set(parent, known)
    }
    const index = known.get(element) ?? 1
    return { index: Math.abs(index), alone: index < 0 }
  }

  return {
    walk,
    drawnIn,
    elements,
    shadowRoots,
    findShadowRoots,
    parentOf,
    selectorOf,
    treeState: state,
    isFrame,
    frameDocument,
  }
}

export type TreeFunctions = ReturnType<typeof treeFunctions>
