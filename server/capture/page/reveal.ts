/**
 * What is shown on scrolling is shown: looks at the page while it is scrolled, half a window at a time, and keeps what
 * became visible anywhere, also where it hides again (IntersectionObserver, AOS, ScrollTrigger, `whileInView`,
 * `animation-timeline: view()`). What is not shown after three seconds in the window stays out of sight.
 */
import type { Injected } from '../injected/index.ts'
import { type ClockEvents, FRAME_MS, HELD_AFTER_MS } from './page-clock.ts'
import type { PageLoad } from './page-load.ts'

/** Screens that are scrolled through: a feed that grows for ever ends there. */
export const MAX_SCREENS = 40
/** Real time for all of it: on a page of many parts that never come, or on a machine that draws no frames. */
const MAX_LOOKING_MS = 20_000

/** Times that a feed may grow when its end is reached. */
const MAX_GROWTHS = 3

/** Scrolls through the page, waits for what is being revealed, and freezes all that was seen in the state it was seen in. */
export async function revealAll({ world, network, clock, gaps }: PageLoad): Promise<void> {
  const settings = { clock, screens: MAX_SCREENS, frames: HELD_AFTER_MS / FRAME_MS, budget: MAX_LOOKING_MS }
  let from = 0
  for (let growths = 0; ; growths++) {
    const { height, cut } = await world.run(lookThrough, { ...settings, from }, MAX_LOOKING_MS + 10_000)
    const gap = 'the page takes too long to be scrolled through; what it reveals late was not waited for'
    if (cut && !gaps.includes(gap)) gaps.push(gap)
    await network.idle(200, 2500)
    const grown = await world.run(heightAfterFrames, undefined)
    if (cut || growths === MAX_GROWTHS || grown < height + MIN_GROWTH_PX) return
    from = height
  }
}

/** Pictures without a size make a page a little taller when they come. */
const MIN_GROWTH_PX = 400

/** What came has been put into the page, and laid out, two frames later. Runs in the page. */
async function heightAfterFrames(): Promise<number> {
  const frames = new Promise<void>(resolve =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  )
  await Promise.race([frames, new Promise(resolve => setTimeout(resolve, 1000))])
  return document.documentElement.scrollHeight
}

/** Runs in the page, in our world. */
async function lookThrough(
  { elements, parentOf, textOf, childNodesOf, isTextNode }: Injected,
  {
    clock,
    screens,
    frames,
    budget,
    from,
  }: { clock: ClockEvents; screens: number; frames: number; budget: number; from: number },
): Promise<{ height: number; cut: boolean }> {
  /** What reveals are made of. */
  const PROPERTIES = [
    'opacity',
    'visibility',
    'transform',
    'translate',
    'rotate',
    'scale',
    'clip-path',
    'filter',
  ]
  /** Without a change: no timer is waiting; scripts draw frame by frame, which a delayed tween does as well. */
  const QUIET_FRAMES = { idle: 4, drawing: 15 }
  const MAX_CANDIDATES = 3000
  const page = globalThis as unknown as { shownSheet?: CSSStyleSheet }

  interface Candidate {
    element: Element
    /** How much of it was seen at best, 0 to 1, how near to the window's middle, and its style then. */
    shown: number
    distance: number
    style: string[]
    /** The least that was seen of it, in the window or not. */
    least: number
    now: string
    waitedFor: boolean
  }
  const candidates = new Map<Element, Candidate>()
  const started = performance.now()
  const isLate = () => performance.now() - started > budget
  let cut = false
  let height = 0

  const scroller = mainScroller()
  tell(clock.byFrames)
  try {
    // What the page has set itself to do after loading.
    for (let i = 0; i < frames && (i < 2 || isAsked(clock.isWaiting)); i++) await frame()
    for (const element of elements()) consider(element)
    const added = new MutationObserver(() => {})
    added.observe(document.documentElement, { childList: true, subtree: true })
    await scan(added)
    // Those that scripts began to hide once the page was scrolled.
    const known = candidates.size
    for (const element of elements()) consider(element)
    if (candidates.size > known && [...candidates.values()].slice(known).some(({ least }) => least < 0.9))
      await scan(added)
    added.disconnect()
    look()
    freeze()
  } finally {
    tell(clock.byItself)
  }
  return { height, cut }

  async function scan(added: MutationObserver): Promise<void> {
    const step = Math.max(200, Math.floor(scroller.clientHeight / 2))
    const end = () => scroller.scrollHeight - scroller.clientHeight
    for (let i = 0, y = from; i < 2 * screens; i++, y += step) {
      tell(clock.byFrames)
      scroller.scrollTop = Math.min(y, end())
      await untilQuiet(() => {
        for (const { addedNodes } of added.takeRecords())
          for (const node of addedNodes)
            if (node instanceof Element)
              for (const one of [node, ...node.querySelectorAll('*')]) consider(one)
        return look()
      })
      if (isLate()) cut = true
      if (y >= end() || cut) break
    }
    height = document.documentElement.scrollHeight
    scroller.scrollTop = 0
    await untilQuiet(look)
  }

  /**
   * Two frames; while something in the window changes, or is hidden there and may still come, up to three seconds of
   * page time. Each hidden part is waited for once.
   */
  async function untilQuiet(changes: () => boolean): Promise<void> {
    let quiet = 0
    let waiting = false
    for (let i = 0; i < frames; i++) {
      await frame()
      finishMotion()
      quiet = changes() ? 0 : quiet + 1
      for (const candidate of candidates.values())
        if (!candidate.waitedFor && candidate.shown < 0.9 && isInWindow(candidate.element)) {
          candidate.waitedFor = true
          waiting = true
        }
      if (isLate()) return
      if (quiet < 2 || (waiting && isAsked(clock.isWaiting))) continue
      if (!waiting || quiet >= QUIET_FRAMES[isAsked(clock.isDrawing) ? 'drawing' : 'idle']) return
    }
  }

  /** Takes note of how all candidates look now; whether one in the window changed. */
  function look(): boolean {
    let changed = false
    for (const candidate of candidates.values()) {
      const style = getComputedStyle(candidate.element)
      const values = PROPERTIES.map(name => style.getPropertyValue(name))
      const box = candidate.element.getBoundingClientRect()
      const shown = shownness(style, box)
      candidate.least = Math.min(candidate.least, shown)
      if (box.bottom <= 0 || box.top >= innerHeight || box.width === 0) continue
      const now = values.join()
      changed ||= now !== candidate.now
      candidate.now = now
      const distance = Math.abs((box.top + box.bottom) / 2 - innerHeight / 2)
      if (shown < candidate.shown - 0.01 || (shown < candidate.shown + 0.01 && distance > candidate.distance))
        continue
      Object.assign(candidate, { shown, distance, style: values })
    }
    return changed
  }

  /** How much a style lets see of what is in its box, 0 to 1; nothing beside the window. */
  function shownness(style: CSSStyleDeclaration, box: DOMRect): number {
    if (box.right <= 0 || box.left >= innerWidth) return 0
    if (style.visibility !== 'visible' || /inset\((50|100)%|circle\(0/.test(style.clipPath)) return 0
    return Number(style.opacity) * (/opacity\(0\)/.test(style.filter) ? 0 : 1)
  }

  /** Becomes a candidate when its style is one that hides, moves or cuts. */
  function consider(element: Element): void {
    if (candidates.has(element) || candidates.size >= MAX_CANDIDATES) return
    if (element.ownerDocument !== document || element.closest('svg')) return
    const style = getComputedStyle(element)
    const plain =
      Number(style.opacity) > 0.99 &&
      style.visibility === 'visible' &&
      [style.transform, style.translate, style.rotate, style.scale, style.clipPath, style.filter].every(
        value => value === 'none',
      )
    if (plain || style.display === 'none') return
    // Inherited: the ancestor that hides is the candidate.
    const parent = parentOf(element)
    if (
      style.visibility !== 'visible' &&
      parent &&
      getComputedStyle(parent).visibility !== 'visible' &&
      Number(style.opacity) > 0.99
    )
      return
    candidates.set(element, {
      element,
      shown: -1,
      distance: Number.POSITIVE_INFINITY,
      style: [],
      least: shownness(style, element.getBoundingClientRect()),
      now: '',
      waitedFor: !holdsContent(element),
    })
  }

  function holdsContent(element: Element): boolean {
    return (
      /\S/.test(textOf(element) ?? '') ||
      element.matches('img, picture, video, canvas') ||
      element.querySelector('img, svg, video, canvas') !== null
    )
  }

  function isInWindow(element: Element): boolean {
    const box = element.getBoundingClientRect()
    return box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.height > 0
  }

  /** What was seen at one moment and not at another stays as it was seen. What is fixed would lie over the rest. */
  function freeze(): void {
    const rules = new Map<string, Element[]>()
    for (const { element, shown, least, style } of candidates.values()) {
      if (shown < 0.1 || least > shown - 0.05 || isFixed(element) || takesTurns(element)) continue
      const rule = PROPERTIES.map((name, index) => `${name}: ${style[index]} !important`).join('; ')
      rules.set(rule, [...(rules.get(rule) ?? []), element])
    }
    // A sheet, not inline styles: those belong to the page's scripts, which go on writing them.
    page.shownSheet ??= new CSSStyleSheet()
    let sheet = ''
    for (const [index, [rule, chosen]] of [...rules].entries()) {
      for (const element of chosen) element.setAttribute('data-shown-on-scroll', String(index))
      sheet += `[data-shown-on-scroll="${index}"] { ${rule} }\n`
    }
    page.shownSheet.replaceSync(sheet)
    for (const root of new Set(
      [...rules.values()].flat().map(element => element.getRootNode() as Document | ShadowRoot),
    ))
      if (!root.adoptedStyleSheets.includes(page.shownSheet)) root.adoptedStyleSheets.push(page.shownSheet)
  }

  function isFixed(element: Element): boolean {
    for (let here: Element | null = element; here; here = parentOf(here))
      if (getComputedStyle(here).position === 'fixed') return true
    return false
  }

  /** Placed over something that is there at the top of the page, where it is hidden itself: a header that comes instead. */
  function takesTurns(element: Element): boolean {
    const box = element.getBoundingClientRect()
    if (box.top >= innerHeight || shownness(getComputedStyle(element), box) > 0.1) return false
    return elements().some(other => {
      if (other.contains(element) || element.contains(other) || !isContent(other)) return false
      const { left, top, right, bottom, width, height } = other.getBoundingClientRect()
      if (
        width === 0 ||
        height === 0 ||
        !other.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        return false
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top
    })
  }

  function isContent(element: Element): boolean {
    return (
      /^(img|svg|video|canvas)$/.test(element.localName) ||
      Array.from(childNodesOf(element)).some(node => isTextNode(node) && /\S/.test(node.data))
    )
  }

  /** The document, or the one box that scrolls in its place. */
  function mainScroller(): Element {
    const root = document.scrollingElement ?? document.documentElement
    if (root.scrollHeight > innerHeight * 1.1) return root
    const boxes = elements().filter(
      element =>
        element.clientHeight > innerHeight * 0.6 &&
        element.clientWidth > innerWidth * 0.6 &&
        element.scrollHeight > element.clientHeight * 1.1 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    return boxes[0] ?? root
  }

  function finishMotion(): void {
    for (const animation of document.getAnimations())
      try {
        if (animation.timeline === document.timeline && animation.playState === 'running') animation.finish()
      } catch {} // an endless animation cannot be finished
  }

  function tell(event: string): boolean {
    return document.dispatchEvent(new Event(event, { cancelable: true }))
  }

  function isAsked(event: string): boolean {
    return !tell(event)
  }

  /** A page in the background draws no frames. */
  function frame(): Promise<void> {
    return new Promise(resolve => {
      const late = setTimeout(resolve, 250)
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }
}
