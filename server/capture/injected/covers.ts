import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

export interface Cover {
  by: 'text' | 'picture' | 'box'
  element: Element
  /** Whether it surely lets nothing through. */
  opaque: boolean
}

/** What may be covered. */
export interface Covered {
  what: 'text' | 'control'
  /** Whether a hit on `element` is a hit on it. */
  isOwn(element: Element): boolean
  element: Element
}

/** What of a stack of elements, front first, hides another one in it. In-page part. */
export function coverFunctions(
  { parentOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
  { intersect, areaOf }: RectFunctions,
) {
  /** Up to here something pinned to the top of the screen hides what cannot be scrolled out from under it. */
  const TOP = 250
  /** Pixels a side that a picture is looked at with for holes. */
  const SIDE = 32
  const opaque = new Map<string, boolean>()

  function alphaOf(colour: string): number {
    const given = /[,/]\s*([\d.]+)\)$/.exec(colour)
    const channels = colour.match(/[\d.]+/g) ?? []
    return channels.length >= 4 && given ? Number(given[1]) : 1
  }

  /** The element of the outer document that stands for it in a hit test. */
  function standIn(element: Element): Element {
    let here = element
    for (;;) {
      const root = here.getRootNode()
      if (root === document) return here
      const host = root instanceof ShadowRoot ? root.host : (root as Document).defaultView?.frameElement
      if (!host) return here
      here = host
    }
  }

  function coverOf(stack: Element[], victim: Covered, top: boolean): Cover | null {
    const own = standIn(victim.element)
    let cover: Cover | null = null
    for (const element of stack) {
      if (victim.isOwn(element) || element === own) return cover
      if (own.contains(element)) return null
      cover ??= paintOf(element, victim, top)
    }
    // It cannot be hit at all: nothing is known.
    return null
  }

  function paintOf(element: Element, victim: Covered, top: boolean): Cover | null {
    const { pinned, opacity, style, landmark } = contextOf(element)
    const mine = contextOf(victim.element).pinned
    if (pinned !== mine) {
      // What is pinned moves away when the page is scrolled, but not from what is at its very top.
      const bar = landmark === 'banner' || landmark === 'navigation'
      if (!(top && bar && !mine && pinned && pinned.getBoundingClientRect().top <= 0)) return null
    }
    if (element.contains(standIn(victim.element)) || isLayerOver(element, victim.element)) return null
    const painted = opacity < 0.5 ? null : visibleBoxAt(element, style)
    if (painted) return painted
    // Nothing to be seen, but it takes the clicks, unless it is there to take them.
    if (
      victim.what === 'control' &&
      !element.closest('a, button, label, summary, [role=button], [role=link]')
    )
      return { by: 'box', element, opaque: true }
    return null
  }

  function visibleBoxAt(element: Element, style: CSSStyleDeclaration): Cover | null {
    if (/^(img|video|canvas|iframe|picture)$/.test(element.localName))
      return {
        by: 'picture',
        element,
        opaque: isOpaque(element as HTMLImageElement),
      }
    if (element instanceof SVGElement) return { by: 'picture', element, opaque: false }
    if (alphaOf(style.backgroundColor) >= 0.7) return { by: 'box', element, opaque: true }
    if (/url\(/.test(style.backgroundImage) && areaOf(rectOf(element)) > 400)
      return { by: 'picture', element, opaque: false }
    return null
  }

  /** By its pixels where the format may have holes; where another host keeps them to itself, by its format alone. */
  function isOpaque(picture: HTMLImageElement): boolean {
    const source = picture.currentSrc ?? ''
    if (/\.svg\b|^data:image\/svg/i.test(source)) return false
    if (picture.localName !== 'img' || /\.jpe?g\b|^data:image\/jpe?g/i.test(source)) return true
    const known = opaque.get(source)
    if (known !== undefined) return known
    let whole = !/\.(png|webp|gif|avif)\b/i.test(source)
    try {
      const canvas = new OffscreenCanvas(SIDE, SIDE).getContext('2d')!
      canvas.drawImage(picture, 0, 0, SIDE, SIDE)
      whole = canvas.getImageData(0, 0, SIDE, SIDE).data.every((value, at) => at % 4 < 3 || value >= 250)
    } catch {} // of another host
    opaque.set(source, whole)
    return whole
  }

  /** Two texts of which the browser finds both: nothing opaque lies between, or one is under the background of the other. */
  function between(stack: Element[], victim: Covered, other: Covered): Cover | null {
    const at = (who: Covered) =>
      stack.findIndex(element => who.isOwn(element) || element === standIn(who.element))
    const [first, second] = [at(victim), at(other)]
    if (first < 0 || second < 0 || first === second) return null
    if (contextOf(victim.element).pinned !== contextOf(other.element).pinned) return null
    const [front, back, hidden] = first < second ? [first, second, other] : [second, first, victim]
    for (const element of stack.slice(front, back)) {
      if (element.contains(standIn(hidden.element))) continue
      const { style, opacity } = contextOf(element)
      // A background hides the other: that is found there, point by point.
      if (opacity >= 0.5 && (alphaOf(style.backgroundColor) >= 0.7 || style.backgroundImage !== 'none'))
        return null
      if (/^(img|video|canvas)$/.test(element.localName)) return null
    }
    return { by: 'text', element: other.element, opaque: false }
  }

  /** Layers of equal size in one place take turns: slides, tabs, the two sides of a card. */
  function isLayerOver(front: Element, back: Element): boolean {
    const path = new Set<Element>()
    for (let here: Element | null = back; here; here = parentOf(here)) path.add(here)
    let branch = front
    let above: Element | null = parentOf(front)
    while (above && !path.has(above)) {
      branch = above
      above = parentOf(above)
    }
    if (!above) return false
    let other = back
    for (let here: Element | null = back; here && here !== above; here = parentOf(here)) other = here
    const [a, b] = [rectOf(branch), rectOf(other)]
    const common = areaOf(intersect(a, b))
    return common > 0.8 * Math.max(areaOf(a), areaOf(b)) && areaOf(a) > 2500
  }

  function rectOf(element: Element): Rect {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  }

  return { coverOf, between, alphaOf, TOP }
}

export type CoverFunctions = ReturnType<typeof coverFunctions>
