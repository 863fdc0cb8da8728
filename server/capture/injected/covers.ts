import type { ColourFunctions } from './colours.ts'
import type { DomFunctions } from './dom.ts'
import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

export interface Cover {
  by: 'text' | 'picture' | 'box'
  element: Element
  /** Whether it surely lets nothing through. */
  opaque: boolean
  /** It stays over the window while the page is scrolled. */
  stays?: boolean
  /** Of two texts: it is painted behind the other one. */
  behind?: boolean
  /** It is part of a bar that is pinned to the top of the window. */
  isBar?: boolean
  /** It is drawn by an element around it, before or after its content. */
  isAround?: boolean
  /** It is part of a bar that is fixed to the bottom of the window, where the page ends. */
  isAtEnd?: boolean
  /** It is an invisible part of a link that leads elsewhere. */
  isLink?: boolean
}

/** What may be covered. */
export interface Covered {
  what: 'text' | 'control'
  /** Whether a hit on `element` is a hit on it. */
  isOwn(element: Element): boolean
  element: Element
}

/** Whether a place stands at the top of the page, and whether the page is scrolled to its end. */
interface Reached {
  top: boolean
  end: boolean
}

/** What of a browser's hit test stands in front of a text or control, and hides it. In-page part. */
export function coverFunctions(
  { holds, closestMatch, childrenOf, textOf }: DomFunctions,
  { parentOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
  { intersect, areaOf }: RectFunctions,
  { alphaOf }: ColourFunctions,
) {
  /** Down to here something pinned to the top of the screen hides what cannot be scrolled out from under it. */
  const TOP_PX = 250
  /** Of the window's width and height: scrolling uncovers no text whole that lies under something pinned of this size. */
  const LAYER_SHARE = 0.9
  const PICTURE = /^(img|video|canvas|iframe|object|embed|picture)$/
  /** Pixels a side of the copy of a picture that is searched for transparent pixels. */
  const SAMPLE_PX = 32
  const opaque = new Map<string, boolean>()

  /** The element of the outer document that a hit test finds in its place. */
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

  /** `isThere`: letters are known to be at that place, which the hit test does not find outside of their block. */
  function coverOf(stack: Element[], victim: Covered, at: Reached, isThere = false): Cover | null {
    const own = standIn(victim.element)
    let cover: Cover | null = null
    for (const element of stack) {
      if (victim.isOwn(element) || element === own) return cover
      if (holds(own, element) && !(victim.what === 'text' && isPlacedPicture(element, own))) return null
      cover ??= paintOf(element, victim, at)
    }
    // The hit test never finds it: nothing is known.
    return isThere ? cover : null
  }

  /** A picture within a text, in none of its lines. */
  function isPlacedPicture(element: Element, text: Element): boolean {
    if (!PICTURE.test(element.localName)) return false
    let here: Element | null = element
    while (here && here !== text && contextOf(here).style.position !== 'absolute') here = parentOf(here)
    return here !== null && here !== text
  }

  function paintOf(element: Element, victim: Covered, { top, end }: Reached): Cover | null {
    const { pinned, opacity, style, landmark } = contextOf(element)
    const mine = contextOf(victim.element).pinned
    const layer = pinned !== mine && pinned !== null && coversWindow(element, pinned)
    const isAtEnd = end && victim.what === 'control' && !mine && pinned !== null && isBottomBar(pinned)
    if (pinned !== mine && !layer && !isAtEnd) {
      // A pinned element uncovers the rest when the page is scrolled, but not what is at its very top.
      // What texts do not mind, such as a ribbon in a corner, takes the presses of a control.
      const hides = landmark === 'banner' || landmark === 'navigation' || victim.what === 'control'
      if (!(top && hides && !mine && pinned && pinned.getBoundingClientRect().top <= 0)) return null
    }
    if (holds(element, standIn(victim.element)))
      // In front of what it holds is what it draws before or after its content.
      return victim.what === 'control' && !isPressed(element)
        ? { by: 'box', element, opaque: true, isAround: true }
        : null
    const isPhoto = victim.what === 'text' && PICTURE.test(element.localName)
    const isInside = holds(victim.element, element)
    if (!layer && !isAtEnd && !isInside && isLayerOver(element, victim.element, isPhoto)) return null
    const painted = opacity < 0.5 ? null : visibleBoxAt(element, style)
    if (painted)
      return { ...painted, stays: layer, isBar: pinned !== mine && !layer, ...(isAtEnd && { isAtEnd }) }
    // It is invisible and takes the clicks, which is wrong unless it is a control itself that does the same.
    const isLink = victim.what === 'control' && leadsElsewhere(element, victim.element)
    if (isLink || (victim.what === 'control' && !isPressed(element)))
      return { by: 'box', element, opaque: true, ...(isAtEnd && { isAtEnd }), ...(isLink && { isLink }) }
    return null
  }

  const isPressed = (element: Element) =>
    closestMatch(element, 'a, button, label, summary, [role=button], [role=link]') !== null

  /**
   * Whether a press on a link that lies over a control leads where that does not. A card may be a link as a whole: what it
   * draws over a button of the card, or over what nobody comes to by Tab, does the same.
   */
  function leadsElsewhere(front: Element, control: Element): boolean {
    const [link, other] = [front, control].map(one => closestMatch(one, 'a[href]'))
    if (!link || control.matches(':disabled, [tabindex="-1"], [aria-hidden=true]')) return false
    const placeOf = (one: Element) => {
      const pageOf = (href: string) => href.replace(/[?#].*$/, '').replace(/\/$/, '')
      const { href, hash } = one as HTMLAnchorElement
      // Another page may be entered at its comments as well; on this one its parts are what a link leads to.
      return pageOf(href) === pageOf(location.href) ? hash.replace(/^#(top)?$/, '') : pageOf(href)
    }
    if (other) return placeOf(link) !== placeOf(other)
    let card: Element | null = link
    const isHolder = (one: Element) => contextOf(one).style.position !== 'static'
    if (contextOf(link).style.position !== 'relative') {
      card = parentOf(link)
      while (card && !isHolder(card)) card = parentOf(card)
    }
    return !card || !holds(card, control)
  }

  /** What ends under it can be scrolled no further. */
  function isBottomBar(pinned: Element): boolean {
    const { left, right, bottom } = rectOf(pinned)
    const isWide = Math.min(right, innerWidth) - Math.max(left, 0) >= LAYER_SHARE * innerWidth
    return isWide && bottom >= innerHeight - 1 && contextOf(pinned).style.position === 'fixed'
  }

  /** Whatever is scrolled beneath it stays hidden. */
  function coversWindow(element: Element, pinned: Element): boolean {
    if (contextOf(pinned).style.position !== 'fixed') return false
    const seen = intersect(rectOf(element), { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    return (
      seen.right - seen.left >= LAYER_SHARE * innerWidth &&
      seen.bottom - seen.top >= LAYER_SHARE * innerHeight
    )
  }

  function visibleBoxAt(element: Element, style: CSSStyleDeclaration): Cover | null {
    if (PICTURE.test(element.localName))
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

  /** By its pixels where the format may be transparent; by its format alone where another origin forbids reading them. */
  function isOpaque(picture: HTMLImageElement): boolean {
    const source = picture.currentSrc ?? ''
    if (/\.svg\b|^data:image\/svg/i.test(source)) return false
    if (picture.localName !== 'img' || /\.jpe?g\b|^data:image\/jpe?g/i.test(source)) return true
    const known = opaque.get(source)
    if (known !== undefined) return known
    let whole = !/\.(png|webp|gif|avif)\b/i.test(source)
    try {
      const canvas = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d')!
      canvas.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX)
      whole = canvas
        .getImageData(0, 0, SAMPLE_PX, SAMPLE_PX)
        .data.every((value, at) => at % 4 < 3 || value >= 250)
    } catch {} // of another origin
    opaque.set(source, whole)
    return whole
  }

  /**
   * Layers of equal size in one place are shown in turn: slides, tabs, the two sides of a card. A picture alone over the one
   * other layer is no slide.
   */
  function isLayerOver(front: Element, back: Element, isPhoto: boolean): boolean {
    const path = new Set<Element>()
    for (let here: Element | null = back; here; here = parentOf(here)) path.add(here)
    let branch = front
    let above: Element | null = parentOf(front)
    while (above && !path.has(above)) {
      branch = above
      above = parentOf(above)
    }
    if (!above || (isPhoto && childrenOf(above).length === 2 && !textOf(branch)?.trim())) return false
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

  return { coverOf, standIn, rectOf, TOP_PX }
}

export type CoverFunctions = ReturnType<typeof coverFunctions>
