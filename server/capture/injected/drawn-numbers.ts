import type { DomFunctions } from './dom.ts'
import type { LineFunctions } from './lines.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Numbers that a script draws digit by digit, as ones that roll: what they say as a whole. In-page part. */
export function drawnNumberFunctions(
  { isElementNode, isTextNode, matches, shadowRootOf, childrenOf }: DomFunctions,
  { drawnIn, parentOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { rectsOf }: LineFunctions,
) {
  /** Bounds the look into an element: twelve columns of ten digits each, with boxes around them. */
  const MAX_NODES = 600
  const MAX_TEXT = 40
  const HOLDS_MORE = 'a, button, input, select, textarea, img, h1, h2, h3, h4, h5, h6, p, li, td'

  /**
   * What an element says whose text is drawn digit by digit, and the texts of it that are seen: its label, or that of what is
   * hidden beside the digits for screen readers; of a component, which may keep its label to itself, the digits that are seen.
   */
  function drawnNumberOf(element: Element): { text: string; nodes: Text[] } | null {
    const label = element.getAttribute('aria-label')?.replace(/\s+/g, ' ').trim() ?? ''
    const isComponent = shadowRootOf(element) !== null
    const hasSilent = () =>
      Array.from(childrenOf(element)).some(child => matches(child, '[aria-hidden=true]'))
    if (!(label || isComponent || hasSilent())) return null
    const texts = textsIn(element)
    if (!texts) return null
    const drawn = texts.filter(one => !isForScreenReaders(one, element))
    const nodes = drawn.filter(isSeen)
    if (drawn.filter(isDigit).length === 0 || nodes.length === 0 || !areInLine(nodes)) return null
    const seen = nodes.map(node => node.data.trim()).join('')
    if (seen.length > MAX_TEXT) return null
    const said = label || spell(texts.filter(one => !drawn.includes(one)))
    if (said) return drawn.length > 1 && isSpelledIn(said, spell(drawn)) ? { text: said, nodes } : null
    // Digits out of sight beside those in sight are what rolls.
    return isComponent && drawn.some(one => /^\d+$/.test(one.data.trim()) && !isSeen(one))
      ? { text: seen, nodes }
      : null
  }

  /** The texts in it, where it holds nothing else. */
  function textsIn(element: Element): Text[] | null {
    const found: Text[] = []
    const open: Node[] = drawnIn(element)
    let count = 0
    while (open.length > 0) {
      const node = open.shift()!
      if (++count > MAX_NODES) return null
      if (isTextNode(node)) {
        if (node.data.trim()) found.push(node)
      } else if (isElementNode(node) && !/^(style|script|template)$/.test(node.localName)) {
        if (matches(node, HOLDS_MORE)) return null
        open.unshift(...drawnIn(node))
      }
    }
    return found
  }

  const spell = (texts: readonly Text[]) =>
    texts
      .map(({ data }) => data)
      .join('')
      .trim()
  const isDigit = ({ data }: Text) => /^\d$/.test(data.trim())

  function isSpelledIn(text: string, letters: string): boolean {
    const all = letters.replace(/\s+/g, '')
    let at = -1
    return [...text.replace(/\s+/g, '')].every(letter => {
      at = all.indexOf(letter, at + 1)
      return at >= 0
    })
  }

  function isSeen(node: Text): boolean {
    const { box, seen, state } = visibleBoxOf(parentOf(node)!, rectsOf(node))
    return state === 'visible' && 2 * seen.width * seen.height >= box.width * box.height
  }

  function areInLine(nodes: readonly Text[]): boolean {
    const rects = nodes.flatMap(rectsOf)
    return Math.max(...rects.map(({ top }) => top)) < Math.min(...rects.map(({ bottom }) => bottom))
  }

  /** Out of sight beside what is silent. */
  function isForScreenReaders(node: Text, element: Element): boolean {
    const holder = parentOf(node)!
    return (
      holder !== element &&
      !holder.closest('[aria-hidden=true]') &&
      !isComponentPart(node, element) &&
      isClippedAway(holder)
    )
  }

  const isComponentPart = (node: Text, element: Element) => node.getRootNode() !== element.getRootNode()

  /** As style sheets put away what is for screen readers: one pixel, or clipped. */
  function isClippedAway(element: Element): boolean {
    const { style } = contextOf(element)
    const { width, height } = element.getBoundingClientRect()
    return style.position === 'absolute' && (Math.min(width, height) <= 1 || style.clipPath !== 'none')
  }

  return { drawnNumberOf }
}

export type DrawnNumberFunctions = ReturnType<typeof drawnNumberFunctions>
