import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'

/** Where everything stands, as one number. In-page part. */
export function placementFunctions({ childNodesOf, isTextNode }: DomFunctions, { elements }: TreeFunctions) {
  const PICTURE = /^(img|svg|video|canvas|picture|object|embed|iframe)$/

  /**
   * The height of the page, and a hash (FNV-1a, 32 bits) of the boxes of texts and pictures: equal while nothing moves.
   */
  function placement(): string {
    const height = document.documentElement.scrollHeight
    let hash = 0x811c9dc5
    const add = (value: number) => {
      hash = Math.imul(hash ^ (Math.round(value * 2) & 0xffffff), 0x01000193)
    }
    for (const element of elements()) {
      if (!PICTURE.test(element.localName) && !hasText(element)) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      for (const value of [x + scrollX, y + scrollY, width, height]) add(value)
    }
    return `${height} ${hash >>> 0}`
  }

  function hasText(element: Element): boolean {
    for (const node of childNodesOf(element)) if (isTextNode(node) && /\S/.test(node.data)) return true
    return false
  }

  return { placement }
}
