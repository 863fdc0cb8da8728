import type { ColourFunctions } from './colours.ts'
import type { DomFunctions } from './dom.ts'
import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'

/** What is visible of every element: its box after clipping, its visibility, landmark and background. In-page part. */
export function visibleBoxFunctions(
  { bodyOf, matches, closestMatch }: DomFunctions,
  { parentOf, isFrame }: TreeFunctions,
  { intersect, around, boxOf, along, BOUNDLESS }: RectFunctions,
  { alphaOf, rgbOf, coloursIn }: ColourFunctions,
) {
  interface Context {
    style: CSSStyleDeclaration
    /** Laid out at all: no display: none on the way up. */
    rendered: boolean
    /** visibility, opacity, its turned side and closed <details> permit it to be seen. */
    shown: boolean
    opaque: boolean
    /** How it is turned in three dimensions, together with what shares its space with it; null where it is not. */
    turned: DOMMatrix | null
    /** What is left of the page for content in flow, for absolutely placed and for fixed content. */
    clip: Rect
    absoluteClip: Rect
    fixedClip: Rect
    /** The same for what cuts off for good: what a scroller or the edge of the page hides does not count. */
    firm: Rect
    absoluteFirm: Rect
    fixedFirm: Rect
    /** The nearest element that stays where it is when the page is scrolled. */
    pinned: Element | null
    opacity: number
    /** A scroller on the way up: what it cuts off can be reached. */
    scroller: boolean
    /** Runs sideways without end, as a marquee does. */
    runs: boolean
    landmark: string
    ignored: boolean
    /** Background colour as computed, '' when none was found, 'image' over a picture or gradient. */
    background: string
    /** A line is drawn through its own text, by itself or by what it stands in. */
    struck: boolean
    /** Offset of the frame that holds it, in CSS px. */
    dx: number
    dy: number
  }
  const EVERYTHING: Rect = { left: 0, top: 0, right: 1e7, bottom: 1e7 }
  const LANDMARK_TAGS: Record<string, string> = {
    nav: 'navigation',
    main: 'main',
    aside: 'complementary',
    header: 'banner',
    footer: 'contentinfo',
    search: 'search',
  }
  const LANDMARK_ROLES =
    /^(banner|navigation|main|complementary|contentinfo|search|form|region|dialog|alertdialog)$/

  const CONTAINING = ['translate', 'rotate', 'scale', 'perspective'] as const

  let contexts = new Map<Element, Context>()
  let ignored: string[] = []

  /** Forgets what was measured: layout may have changed since. */
  function remeasure(ignore: string[]) {
    contexts = new Map()
    ignored = ignore
  }

  function contextOf(element: Element): Context {
    const known = contexts.get(element)
    if (known) return known
    const path: Element[] = []
    let here: Element | null = element
    while (here && !contexts.has(here)) {
      path.push(here)
      here = parentOf(here)
    }
    let context = here ? contexts.get(here) : undefined
    for (const next of path.reverse()) {
      context = derive(next, context)
      contexts.set(next, context)
    }
    return context!
  }

  function derive(element: Element, parent: Context | undefined): Context {
    const view = element.ownerDocument.defaultView ?? window
    const style = view.getComputedStyle(element)
    const root = element.localName === 'html' || element.localName === 'body'
    let dx = parent?.dx ?? 0
    let dy = parent?.dy ?? 0
    if (parent && element.localName === 'body' && element.ownerDocument !== document) {
      const frame = view.frameElement!.getBoundingClientRect()
      dx += frame.left + scrollX
      dy += frame.top + scrollY
    }
    const closed =
      element.parentElement?.localName === 'details' &&
      !(element.parentElement as HTMLDetailsElement).open &&
      element.localName !== 'summary'
    // Each is read once: of all that is measured in a page, reading styles takes the most time.
    const { display, position, transform, filter, contain } = style
    const rendered = (parent?.rendered ?? true) && display !== 'none' && !closed
    const ownOpacity = Number(style.opacity)
    const opacity = (parent?.opacity ?? 1) * ownOpacity
    const space = parent?.turned && parent.style.transformStyle === 'preserve-3d' ? parent.turned : null
    const turned = turnedBy(transform, space)
    const opaque =
      (parent?.opaque ?? true) &&
      !isTurnedAway(style, turned) &&
      ownOpacity > 0.02 &&
      filter !== 'opacity(0)' &&
      parent?.style.contentVisibility !== 'hidden'
    const shown = rendered && opaque && style.visibility === 'visible'
    let clip = !parent
      ? pageClip(style)
      : position === 'fixed'
        ? parent.fixedClip
        : position === 'absolute'
          ? parent.absoluteClip
          : parent.clip
    let firm = !parent
      ? // A page that is read from left to right is scrolled to nothing on its left.
        style.direction === 'ltr'
        ? { ...BOUNDLESS, left: 0 }
        : BOUNDLESS
      : position === 'fixed'
        ? parent.fixedFirm
        : position === 'absolute'
          ? parent.absoluteFirm
          : parent.firm
    let scroller = parent?.scroller ?? false
    if (rendered && !root && (isFrame(element) || !takesNoClip(display))) {
      const contained = /paint|strict|content/.test(contain)
      const { overflowX, overflowY } = style
      const clipsX = overflowX !== 'visible' || contained
      const clipsY = overflowY !== 'visible' || contained
      const shaped = style.clipPath !== 'none' || isClipped(style)
      if (clipsX || clipsY || shaped || isFrame(element)) {
        const all = shaped || isFrame(element)
        const box = shifted(element.getBoundingClientRect(), dx, dy)
        if (isShapedAway(style)) box.right = box.left
        clip = intersect(clip, along(box, clipsX || all, clipsY || all))
        // A box that grows with its content scrolls nothing, whatever its styles permit.
        const scrollsX = isScrollable(overflowX) && element.scrollWidth > element.clientWidth + 1
        const scrollsY = isScrollable(overflowY) && element.scrollHeight > element.clientHeight + 1
        scroller ||= scrollsX || scrollsY
        // What lies outside of a scroller can be brought into it, whatever is around it.
        if (scrollsX || isFrame(element)) firm = { ...firm, left: -1e7, right: 1e7 }
        if (scrollsY || isFrame(element)) firm = { ...firm, top: -1e7, bottom: 1e7 }
        if (!isFrame(element))
          firm = intersect(firm, along(box, (clipsX || shaped) && !scrollsX, (clipsY || shaped) && !scrollsY))
      }
    }
    const containsFixed = !parent || isSet(transform) || isSet(filter) || containsAll(style, contain)
    const containsAbsolute = containsFixed || position !== 'static'
    return {
      style,
      rendered,
      shown,
      opaque,
      turned,
      clip,
      absoluteClip: containsAbsolute ? clip : parent.absoluteClip,
      // What is fixed beyond the right edge cannot be scrolled to.
      fixedClip: !parent ? intersect(clip, windowClip()) : containsFixed ? clip : parent.fixedClip,
      firm,
      absoluteFirm: containsAbsolute ? firm : parent.absoluteFirm,
      fixedFirm: containsFixed ? firm : parent.fixedFirm,
      pinned: position === 'fixed' || position === 'sticky' ? element : (parent?.pinned ?? null),
      opacity,
      scroller,
      runs: parent?.runs || isRunning(element),
      landmark: landmarkOf(element, parent),
      ignored: (parent?.ignored ?? false) || matchesIgnored(element),
      background: backgroundOf(style, parent?.background ?? ''),
      struck: strikesThrough(style) || (parent?.struck === true && !breaksDecoration(element, style)),
      dx,
      dy,
    }
  }

  const isScrollable = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

  /** Noted before the page was brought to rest. */
  const isRunning = (element: Element) =>
    (globalThis as { cutoverRunning?: WeakSet<Element> }).cutoverRunning?.has(element) ?? false

  const strikesThrough = (style: CSSStyleDeclaration) =>
    style.textDecorationLine.includes('line-through') && alphaOf(style.textDecorationColor) > 0

  /** Lines are drawn over descendants in flow, and not over floats, what is placed, inline blocks and other documents. */
  const breaksDecoration = ({ localName }: Element, { cssFloat, position, display }: CSSStyleDeclaration) =>
    localName === 'html' ||
    cssFloat !== 'none' ||
    /absolute|fixed/.test(position) ||
    display.startsWith('inline-')

  /** A box of the window as one of the page. */
  const shifted = ({ left, top, right, bottom }: DOMRect, dx: number, dy: number): Rect => ({
    left: left + scrollX + dx,
    top: top + scrollY + dy,
    right: right + scrollX + dx,
    bottom: bottom + scrollY + dy,
  })

  /** Overflow and clipping do nothing to these boxes. */
  const takesNoClip = (display: string) =>
    /^(inline|contents|ruby|table-(row|column))/.test(display) && !/^inline-/.test(display)

  /** `clip` does something to what is placed absolutely only. */
  const isClipped = (style: CSSStyleDeclaration) =>
    /absolute|fixed/.test(style.position) && style.clip !== 'auto' && style.clip !== ''

  /** The classic visually-hidden patterns leave nothing, or a pixel. */
  function isShapedAway(style: CSSStyleDeclaration): boolean {
    if (/inset\((50|100)%\)|circle\(0/.test(style.clipPath)) return true
    if (!isClipped(style)) return false
    const [top, right, bottom, left] = (style.clip.match(/-?[\d.]+|auto/g) ?? []).map(Number)
    return right! - left! <= 1 || bottom! - top! <= 1
  }

  const isSet = (value: string) => value !== 'none' && value !== ''

  /** Whether fixed descendants are placed by it instead of by the window; its transform and filter apart. */
  const containsAll = (style: CSSStyleDeclaration, contain: string) =>
    CONTAINING.some(name => isSet(style[name])) ||
    /layout|paint|strict|content/.test(contain) ||
    /transform|perspective|filter/.test(style.willChange)

  /** `space`: how the space is turned that it stands in. */
  function turnedBy(transform: string, space: DOMMatrix | null = null): DOMMatrix | null {
    const own = transform.startsWith('matrix3d') ? new DOMMatrix(transform) : null
    return own && space ? space.multiply(own) : (own ?? space)
  }

  /** Whether the reader is behind it, and its back is not drawn. */
  const isTurnedAway = (style: CSSStyleDeclaration, turned = turnedBy(style.transform)): boolean =>
    turned !== null && style.backfaceVisibility === 'hidden' && turned.inverse().m33 < 0

  const windowClip = (): Rect => ({ ...EVERYTHING, right: document.documentElement.clientWidth })

  /** What a body with `overflow-x: hidden` cuts off cannot be scrolled to. */
  function pageClip(style: CSSStyleDeclaration): Rect {
    const own = bodyOf(document)
    const body = own ? getComputedStyle(own) : style
    const html = getComputedStyle(document.documentElement)
    const hides = [html.overflowX, html.overflowX === 'visible' ? body.overflowX : ''].some(
      v => v === 'hidden' || v === 'clip',
    )
    return hides ? windowClip() : EVERYTHING
  }

  /** Of letters as they are painted: through transparent ones shows what is behind them, the mean colour of a gradient. */
  function letterColourOf(style: CSSStyleDeclaration): string {
    const fill = style.webkitTextFillColor || style.color
    if (alphaOf(fill) > 0.1) return fill
    if (style.backgroundClip !== 'text') return style.color
    if (style.backgroundImage === 'none') return style.backgroundColor
    const stops = coloursIn(style.backgroundImage).flatMap(stop => [rgbOf(stop) ?? []])
    if (stops.length === 0) return style.color
    const mean = [0, 1, 2].map(channel =>
      Math.round(stops.reduce((sum, stop) => sum + stop[channel]!, 0) / stops.length),
    )
    return `rgb(${mean.join(', ')})`
  }

  /**
   * The colours of an element's letters and of the nearest box around it that has one, `holder`; `ground` is null where none
   * has. Null where a picture or what lets something through is behind. The colours are those of the moment.
   */
  function paintOf(
    element: Element,
  ): { letters: string; ground: string; holder: Element } | { letters: string; ground: null } | null {
    const letters = letterColourOf(contextOf(element).style)
    for (let here: Element | null = element; here; here = parentOf(here)) {
      const { style } = contextOf(here)
      if (style.backgroundImage !== 'none' || style.backdropFilter !== 'none') return null
      const alpha = alphaOf(style.backgroundColor)
      if (alpha > 0.9) return { letters, ground: style.backgroundColor, holder: here }
      if (alpha > 0) return null
    }
    return { letters, ground: null }
  }

  function backgroundOf(style: CSSStyleDeclaration, below: string): string {
    if (style.backgroundClip === 'text') return below
    if (style.backgroundImage !== 'none') return 'image'
    if (alphaOf(style.backgroundColor) < 0.5) return below
    return style.backgroundColor
  }

  function landmarkOf(element: Element, parent: Context | undefined): string {
    const above = parent?.landmark ?? ''
    const role = element.getAttribute('role')?.trim().split(/\s+/)[0] ?? ''
    if (LANDMARK_ROLES.test(role)) return role
    if (element.localName === 'dialog') return 'dialog'
    const own = LANDMARK_TAGS[element.localName]
    if (!own || role) return above
    const sectioned =
      (own === 'banner' || own === 'contentinfo') &&
      closestMatch(element, 'article, section, main, aside, nav') !== null
    return sectioned ? above : own
  }

  function matchesIgnored(element: Element): boolean {
    return ignored.some(selector => {
      try {
        return matches(element, selector)
      } catch {
        return false
      }
    })
  }

  /**
   * Of what `rects` of `element` hold, by default of its own boxes: the whole box, the part of it that is seen, and its
   * state: `visible`; `clipped`, out of sight by an ancestor or off the page; `hidden` by style.
   */
  function visibleBoxOf(element: Element, rects: Iterable<DOMRect> = element.getClientRects()) {
    const context = contextOf(element)
    const { scroller, dx, dy } = context
    const runs = context.runs && ({ runs: true } as const)
    let whole: Rect | undefined
    for (const r of rects) {
      if (r.width <= 0 || r.height <= 0) continue
      const placed = shifted(r, dx, dy)
      whole = whole ? around(whole, placed) : placed
    }
    if (!whole || !context.rendered || !context.shown) {
      const box = boxOf(whole ?? { left: 0, top: 0, right: 0, bottom: 0 })
      return { box, seen: { ...box, width: 0, height: 0 }, state: 'hidden' as const, scroller, ...runs }
    }
    const seen = boxOf(intersect(whole, context.clip))
    const state = seen.width * seen.height >= 4 ? ('visible' as const) : ('clipped' as const)
    return { box: boxOf(whole), seen, state, scroller, ...runs }
  }

  const isVisible = (element: Element) => visibleBoxOf(element).state === 'visible'

  return { contextOf, remeasure, visibleBoxOf, isVisible, isTurnedAway, letterColourOf, paintOf }
}

export type VisibleBoxFunctions = ReturnType<typeof visibleBoxFunctions>
