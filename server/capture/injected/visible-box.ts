import type { ClipFunctions } from './clips.ts'
import type { Rect, RectFunctions } from './rects.ts'
import type { TreeFunctions } from './tree.ts'

/** Where ink really is: boxes after clipping, visibility, landmark and background of every element. In-page part. */
export function visibleBoxFunctions(
  { parentOf, isFrame }: TreeFunctions,
  { intersect, around, boxOf, along, BOUNDLESS }: RectFunctions,
  { takesNoClip, isClipped, isShapedAway, containsAll }: ClipFunctions,
) {
  interface Context {
    style: CSSStyleDeclaration
    /** Laid out at all: no display: none on the way up. */
    rendered: boolean
    /** visibility, opacity and closed <details> permit it to be seen. */
    shown: boolean
    opaque: boolean
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
    landmark: string
    ignored: boolean
    /** AlignState colour as computed, '' when none was found, 'image' over a picture or gradient. */
    background: string
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
  const LANDMARK_ROLES = new Set([
    'banner',
    'navigation',
    'main',
    'complementary',
    'contentinfo',
    'search',
    'form',
    'region',
    'dialog',
    'alertdialog',
  ])

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
    const rendered = (parent?.rendered ?? true) && style.display !== 'none' && !closed
    const opacity = (parent?.opacity ?? 1) * Number(style.opacity)
    const opaque =
      (parent?.opaque ?? true) &&
      Number(style.opacity) > 0.02 &&
      style.filter !== 'opacity(0)' &&
      parent?.style.contentVisibility !== 'hidden'
    const shown = rendered && opaque && style.visibility === 'visible'
    const position = style.position
    const inherited = !parent
      ? pageClip(style)
      : position === 'fixed'
        ? parent.fixedClip
        : position === 'absolute'
          ? parent.absoluteClip
          : parent.clip
    let clip = inherited
    let firm = !parent
      ? BOUNDLESS
      : position === 'fixed'
        ? parent.fixedFirm
        : position === 'absolute'
          ? parent.absoluteFirm
          : parent.firm
    let scroller = parent?.scroller ?? false
    if (rendered && !root && (isFrame(element) || !takesNoClip(style.display))) {
      const contained = /paint|strict|content/.test(style.contain)
      const clipsX = style.overflowX !== 'visible' || contained
      const clipsY = style.overflowY !== 'visible' || contained
      const shaped = style.clipPath !== 'none' || isClipped(style)
      if (clipsX || clipsY || shaped || isFrame(element)) {
        const all = shaped || isFrame(element)
        const box = pageBoxOf(element, dx, dy)
        if (isShapedAway(style)) box.right = box.left
        clip = intersect(clip, along(box, clipsX || all, clipsY || all))
        const [scrollsX, scrollsY] = [style.overflowX, style.overflowY].map(
          v => v === 'auto' || v === 'scroll',
        )
        scroller ||= scrollsX! || scrollsY!
        // What lies outside of a scroller can be brought into it, whatever is around it.
        if (scrollsX || isFrame(element)) firm = { ...firm, left: -1e7, right: 1e7 }
        if (scrollsY || isFrame(element)) firm = { ...firm, top: -1e7, bottom: 1e7 }
        if (!isFrame(element))
          firm = intersect(firm, along(box, (clipsX || shaped) && !scrollsX, (clipsY || shaped) && !scrollsY))
      }
    }
    const containsAbsolute = !parent || position !== 'static' || containsAll(style)
    const containsFixed = !parent || containsAll(style)
    return {
      style,
      rendered,
      shown,
      opaque,
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
      landmark: landmarkOf(element, parent),
      ignored: (parent?.ignored ?? false) || matchesIgnored(element),
      background: backgroundOf(style, parent?.background ?? ''),
      dx,
      dy,
    }
  }

  function pageBoxOf(element: Element, dx: number, dy: number): Rect {
    const box = element.getBoundingClientRect()
    return {
      left: box.left + scrollX + dx,
      top: box.top + scrollY + dy,
      right: box.right + scrollX + dx,
      bottom: box.bottom + scrollY + dy,
    }
  }

  const windowClip = (): Rect => ({ ...EVERYTHING, right: document.documentElement.clientWidth })

  /** What a body with `overflow-x: hidden` cuts off cannot be scrolled to. */
  function pageClip(style: CSSStyleDeclaration): Rect {
    const body = document.body ? getComputedStyle(document.body) : style
    const html = getComputedStyle(document.documentElement)
    const hides = [html.overflowX, html.overflowX === 'visible' ? body.overflowX : ''].some(
      v => v === 'hidden' || v === 'clip',
    )
    return hides ? windowClip() : EVERYTHING
  }

  function backgroundOf(style: CSSStyleDeclaration, below: string): string {
    if (style.backgroundImage !== 'none') return 'image'
    const alpha = /rgba?\([^)]*?[,/]\s*([\d.]+)\)$/.exec(style.backgroundColor)
    const channels = style.backgroundColor.match(/[\d.]+/g) ?? []
    if (channels.length === 4 && alpha && Number(alpha[1]) < 0.5) return below
    return style.backgroundColor
  }

  function landmarkOf(element: Element, parent: Context | undefined): string {
    const above = parent?.landmark ?? ''
    const role = element.getAttribute('role')?.trim().split(/\s+/)[0] ?? ''
    if (LANDMARK_ROLES.has(role)) return role
    if (element.localName === 'dialog') return 'dialog'
    const own = LANDMARK_TAGS[element.localName]
    if (!own || role) return above
    const sectioned =
      (own === 'banner' || own === 'contentinfo') &&
      element.closest('article, section, main, aside, nav') !== null
    return sectioned ? above : own
  }

  function matchesIgnored(element: Element): boolean {
    return ignored.some(selector => {
      try {
        return element.matches(selector)
      } catch {
        return false
      }
    })
  }

  /**
   * The ink of something inside `element`: its whole box, the part that is seen, and its state.
   * `visible`; `clipped` out of sight by an ancestor or off the page; `hidden` by style.
   */
  function visibleBoxOf(element: Element, rects: Iterable<DOMRect>) {
    const context = contextOf(element)
    let whole: Rect | undefined
    for (const r of rects) {
      if (r.width <= 0 || r.height <= 0) continue
      const placed = {
        left: r.left + scrollX + context.dx,
        top: r.top + scrollY + context.dy,
        right: r.right + scrollX + context.dx,
        bottom: r.bottom + scrollY + context.dy,
      }
      whole = whole ? around(whole, placed) : placed
    }
    if (!whole || !context.rendered || !context.shown) {
      const box = boxOf(whole ?? { left: 0, top: 0, right: 0, bottom: 0 })
      return {
        box,
        seen: { ...box, width: 0, height: 0 },
        state: 'hidden' as const,
        scroller: context.scroller,
      }
    }
    const seen = boxOf(intersect(whole, context.clip))
    const enough = seen.width * seen.height >= 4
    return {
      box: boxOf(whole),
      seen,
      state: enough ? ('visible' as const) : ('clipped' as const),
      scroller: context.scroller,
    }
  }

  return { contextOf, remeasure, visibleBoxOf }
}

export type VisibleBoxFunctions = ReturnType<typeof visibleBoxFunctions>
