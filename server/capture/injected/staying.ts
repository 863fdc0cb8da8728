import type { Box } from '../../contract.ts'
import type { ColourFunctions } from './colours.ts'
import type { ControlFunctions } from './controls.ts'
import type { DomFunctions } from './dom.ts'
import type { NameFunctions } from './names.ts'
import type { ScrollerFunctions } from './scroller.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** What stays over the window while the page is scrolled; CSS px of the window. */
export interface Staying {
  windowHeight: number
  /** On the way down, one to two windows from the top. */
  down: StayingBar[]
  /** After a scroll back up by a window: a header that hides on the way down has come back. */
  up: StayingBar[]
}

export interface StayingBar {
  edge: 'top' | 'bottom'
  selector: string
  box: Box
  /** Px of the window's height that it hides from side to side, with the slit between it and the edge. */
  hides: number
  /** How its text begins. */
  text: string
  /** Links, buttons and what has the hand cursor, as far as they are seen in it. */
  controls: { role: string; name: string; href: string }[]
}

/** Bars at the top and bottom edge of the window that stay where they are when the page is scrolled. In-page part. */
export function stayingFunctions(
  { holds, isElementNode, shadowRootOf }: DomFunctions,
  { drawnIn, parentOf, selectorOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
  { alphaOf }: ColourFunctions,
  { clean, nameOf, roleOf }: NameFunctions,
  { hasHandCursor }: ControlFunctions,
  { mainScroller }: ScrollerFunctions,
) {
  /** Px between the points that are asked, and from the edge within which a bar begins. */
  const STEP = 8
  const EDGE = 64
  /** In which nobody reads, between a bar and the edge or the next one. */
  const MAX_SLIT = 32
  const COLUMNS = [0, 1, 2, 3, 4, 5, 6]
  /** Columns of a bar: a bubble takes fewer; and of a row of which nothing can be read. */
  const MIN_COLUMNS = 3
  const MIN_HIDDEN = 5
  /** Share of the window's height from which it is a side bar, a veil or a popup. */
  const MAX_HEIGHT = 0.9
  /** Share of the page along which something sticks that stays for all of it. */
  const MIN_WAY = 0.7
  const MAX_NODES = 3000
  const MAX_CONTROLS = 40
  const MAX_TEXT = 200

  /** Over all runs in the page. */
  const page = globalThis as unknown as {
    cutoverStaying?: Partial<Record<'down' | 'up', StayingBar[] | null>>
  }

  /** Takes note of it, the page as it is scrolled now: the first time of each. */
  function noteStaying(when: 'down' | 'up'): void {
    page.cutoverStaying ??= {}
    if (when in page.cutoverStaying) return
    try {
      const bars = barsNow()
      const isOpen = when === 'up' && !bars?.some(({ edge }) => edge === 'top') && waitsAbove()
      page.cutoverStaying[when] = isOpen ? null : bars
    } catch {
      page.cutoverStaying[when] = null // nothing is known of a page whose elements are none
    }
  }

  const isNoted = (when: 'down' | 'up') => when in (page.cutoverStaying ?? {})

  /** Undefined where nobody could look: the page is hardly scrolled, or something lay over all of it. */
  function staying(): Staying | undefined {
    const { down, up } = page.cutoverStaying ?? {}
    return down && up ? { windowHeight: innerHeight, down, up } : undefined
  }

  function barsNow(): StayingBar[] | null {
    const rootOf = stayingReader(mainScroller())
    const [top, bottom] = (['top', 'bottom'] as const).map(edge => barsAt(edge, rootOf))
    return top && bottom ? [...top, ...bottom] : null
  }

  /** Whether a header is fixed above the window: one that hid on the way down may come back later than is waited for. */
  function waitsAbove(): boolean {
    const heads = document.querySelectorAll('header, nav, [class*="nav" i], [class*="header" i]')
    return Array.from(heads).some(head => {
      const { bottom, width } = head.getBoundingClientRect()
      return (
        bottom <= 1 &&
        width >= innerWidth / 2 &&
        getComputedStyle(head).position === 'fixed' &&
        head.querySelectorAll('a, button').length > 1
      )
    })
  }

  /** Null under something that lies over the whole window. */
  function barsAt(edge: 'top' | 'bottom', rootOf: (element: Element) => Element | null): StayingBar[] | null {
    const bars = new Map<Element, { columns: Set<number>; first: number; last: number; hides: number }>()
    const rootAt = (hit: Element | null) => hit && rootOf(hit)
    const limit = MAX_HEIGHT * innerHeight
    let hidden = 0
    for (let depth = STEP / 2; depth < limit; depth += STEP) {
      const y = edge === 'top' ? depth : innerHeight - depth
      const hit = (column: number) => hitAt(((column + 0.5) / COLUMNS.length) * innerWidth, y)
      // Each bar is in one of every three columns. On a large page asking takes time.
      const isEmpty = COLUMNS.every(column => column % MIN_COLUMNS > 0 || !rootAt(hit(column)))
      if (isEmpty && depth > EDGE) break
      if (isEmpty) continue
      const hits = COLUMNS.map(hit)
      const roots = hits.map(rootAt)
      for (const [column, root] of roots.entries()) {
        if (!root) continue
        const bar = bars.get(root) ?? { columns: new Set<number>(), first: depth, last: depth, hides: 0 }
        bars.set(root, { ...bar, columns: bar.columns.add(column), last: depth })
      }
      const opaque = roots.filter((root, column) => root && isOpaque(hits[column]!, root))
      if (opaque.length >= MIN_HIDDEN && depth - hidden <= MAX_SLIT) {
        const most = Map.groupBy(opaque, root => root!)
        const [root] = [...most].reduce((one, other) => (other[1].length > one[1].length ? other : one))
        bars.get(root)!.hides += depth + STEP / 2 - hidden
        hidden = depth + STEP / 2
      }
    }
    const found: StayingBar[] = []
    for (const [element, { columns, first, last, hides }] of bars) {
      const [left, right] = [Math.min(...columns), Math.max(...columns)]
      const isWide = right - left + 1 >= MIN_COLUMNS
      const isTall = last + STEP >= limit
      if (isTall && columns.size >= MIN_HIDDEN) return null
      if (!isWide || isTall || contextOf(element).ignored) continue
      const [x, width] = [left, right - left + 1].map(count =>
        Math.round((count / COLUMNS.length) * innerWidth),
      )
      const height = last - first + STEP
      const y = edge === 'top' ? first - STEP / 2 : innerHeight - last - STEP / 2
      const box = { x: x!, y, width: width!, height }
      found.push({ edge, selector: selectorOf(element), box, hides, ...saidIn(element, box) })
    }
    return found
  }

  /** The outermost element around one that stays when `scroller` is scrolled, and does not hold that; null where all moves. */
  function stayingReader(scroller: Element): (element: Element) => Element | null {
    const isPage = scroller === document.scrollingElement
    const top = isPage ? 0 : scroller.getBoundingClientRect().top
    const bottom = isPage ? innerHeight : scroller.getBoundingClientRect().bottom
    const known = new Map<Element, Element | null>()
    return function read(element: Element): Element | null {
      const path: Element[] = []
      let here: Element | null = element
      while (here && !known.has(here)) {
        path.push(here)
        here = parentOf(here)
      }
      let root = here ? known.get(here)! : null
      for (const one of path.reverse()) {
        root ??= stays(one) ? one : null
        known.set(one, root)
      }
      return root
    }

    function stays(element: Element): boolean {
      if (/^(html|body)$/.test(element.localName) || holds(element, scroller)) return false
      if (!isPage && !holds(scroller, element)) return true
      const { position, top: above, bottom: below } = getComputedStyle(element)
      if (position !== 'sticky') return position === 'fixed'
      let way = parentOf(element)
      while (way && getComputedStyle(way).display === 'contents') way = parentOf(way)
      if (!way || way.getBoundingClientRect().height < MIN_WAY * scroller.scrollHeight) return false
      const box = element.getBoundingClientRect()
      return (
        box.top <= top + Number.parseFloat(above) + 2 || box.bottom >= bottom - Number.parseFloat(below) - 2
      )
    }
  }

  function hitAt(x: number, y: number): Element | null {
    let hit = document.elementFromPoint(x, y)
    for (let root = hit && shadowRootOf(hit); root; root = hit && shadowRootOf(hit)) {
      const inner: Element | null = root.elementFromPoint(x, y)
      if (!inner || inner === hit) break
      hit = inner
    }
    return hit?.checkVisibility({ opacityProperty: true }) ? hit : null
  }

  /** Whether what is behind it at this place cannot be read. */
  function isOpaque(hit: Element, root: Element): boolean {
    for (let here: Element | null = hit; here; here = here === root ? null : parentOf(here)) {
      const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(here)
      if (Number(opacity) < 0.5) return false
      if (/^(img|video|canvas|iframe)$/.test(here.localName)) return true
      if (alphaOf(backgroundColor) >= 0.5 || backgroundImage !== 'none' || backdropFilter !== 'none')
        return true
    }
    return false
  }

  /** Of an element, the part of it that stands in `box`. */
  function saidIn(element: Element, { y, height }: Box): Pick<StayingBar, 'text' | 'controls'> {
    const controls: StayingBar['controls'] = []
    const text: string[] = []
    const stack: Node[] = [element]
    for (let count = 0; stack.length > 0 && count < MAX_NODES; count++) {
      const node = stack.pop()!
      if (!isElementNode(node)) {
        text.push(node.nodeValue ?? '')
        continue
      }
      if (/^(script|style|template|noscript)$/.test(node.localName)) continue
      if (
        !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        node.localName !== 'slot'
      )
        continue
      const own = node.getBoundingClientRect()
      const isWithin = own.top < y + height && own.bottom > y && own.right > 0 && own.left < innerWidth
      const role = roleOf(node)
      const isPressed = /^(link|button|menuitem|tab)$/.test(role) || hasHandCursor(node)
      if (isWithin && own.width > 0 && isPressed && controls.length < MAX_CONTROLS) {
        const href = node.getAttribute('href') ?? ''
        controls.push({ role, name: nameOf(node).slice(0, 100), href: href.slice(0, 500) })
      }
      stack.push(...drawnIn(node).toReversed())
    }
    return { text: clean(text.join(' ')).slice(0, MAX_TEXT), controls }
  }

  return { noteStaying, isNoted, staying }
}

export type StayingFunctions = ReturnType<typeof stayingFunctions>
