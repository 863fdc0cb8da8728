/**
 * What is shown on scrolling is shown: looks at the page while it is scrolled, half a window at a time, and keeps what
 * became visible anywhere, also where it hides again (IntersectionObserver, AOS, ScrollTrigger, `whileInView`,
 * `animation-timeline: view()`). What is not shown after three seconds in the window stays out of sight.
 */
import type { Injected } from '../injected/index.ts'
import { GROWTH, growthOf, MAX_BATCHES, watchGrowth } from './growth.ts'
import { type ClockEvents, FRAME_MS, HELD_AFTER_MS } from './page-clock.ts'
import type { PageLoad } from './page-load.ts'

/** Screens that are scrolled through: a feed that grows for ever ends there. */
export const MAX_SCREENS = 40
/** For all of it: on a page of many parts that never come, and on a machine that hardly draws. */
const MAX_FRAMES = 600
const MAX_LOOKING_MS = 30_000

/** Windows from the top at which it is noted what stays over the window; of a shorter page at its end, unless it hardly moves. */
const STAYS_AT = { most: 1.5, least: 0.5 }

/** Times that a feed may grow when its end is reached, and a page to which one part after another is added. */
const MAX_GROWTHS = 3
const MAX_PARTS = 12

/** Scrolls through the page, waits for what is being revealed, and freezes all that was seen in the state it was seen in. */
export async function revealAll({ world, network, clock, gaps }: PageLoad): Promise<void> {
  const frames = HELD_AFTER_MS / FRAME_MS
  const settings = { clock, screens: MAX_SCREENS, frames, growth: GROWTH, staysAt: STAYS_AT }
  const left = { frames: MAX_FRAMES, ms: MAX_LOOKING_MS }
  let from = 0
  for (let growths = 0, parts = 0; ; ) {
    await world.run(watchGrowth, MAX_BATCHES)
    const looked = await world.run(lookThrough, { ...settings, from, left }, left.ms + 10_000)
    const { height, next, cut } = looked
    left.frames -= looked.drawn
    left.ms -= looked.took
    const gap = 'the page takes too long to be scrolled through; what it reveals late was not waited for'
    if (cut && !gaps.includes(gap)) gaps.push(gap)
    await network.idle(200, 2500)
    const grownBy = await world.run(growthOf, { height, ...GROWTH })
    if (cut || grownBy === 'nothing') return
    if (grownBy === 'a part' ? parts++ === MAX_PARTS : growths++ === MAX_GROWTHS) return
    from = next
  }
}

/** Runs in the page, in our world. */
async function lookThrough(
  {
    elements,
    parentOf,
    textOf,
    childNodesOf,
    isTextNode,
    matches,
    closestMatch,
    finishMotion,
    isTurnedAway,
    noteBars,
    noteStaying,
    isNoted,
    mainScroller,
  }: Injected,
  {
    clock,
    screens,
    frames,
    from,
    left,
    growth,
    staysAt,
  }: {
    clock: ClockEvents
    screens: number
    frames: number
    from: number
    left: { frames: number; ms: number }
    growth: typeof GROWTH
    staysAt: typeof STAYS_AT
  },
): Promise<{ height: number; next: number; cut: boolean; drawn: number; took: number }> {
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
  /** For timers of half a second. */
  const HEARD_FRAMES = 5
  const MAX_CANDIDATES = 3000
  const page = globalThis as unknown as { shownSheet?: CSSStyleSheet; shownRules?: number }

  interface Candidate {
    element: Element
    /** How much of it was seen at best, 0 to 1, how near to the window's middle, and its style then. */
    shown: number
    distance: number
    style: string[]
    /** The least that was seen of it, in the window or not, and its style then. */
    least: number
    hiddenStyle: string[]
    /** How much was seen when it first came to rest in the window; whether it had left without being scrolled away. */
    first: number | undefined
    left: boolean
    now: string
    /** The share of it that was in the window when it was waited for; infinite where there is nothing to wait for. */
    waitedAt: number
  }
  const candidates = new Map<Element, Candidate>()
  /** What is wholly there before anything is scrolled: how near to the window's middle, and its style. */
  const atFirst = new Map<Element, Pick<Candidate, 'distance' | 'style'>>()
  const started = performance.now()
  const took = () => performance.now() - started
  const isLate = () => took() > left.ms
  let cut = false
  let drawn = 0
  let height = 0
  /** Where it is to be looked at next. */
  let next = 0

  const scroller = mainScroller()
  tell(clock.byFrames)
  try {
    // What came when the page grew sets itself to do more.
    for (let i = 0; i < frames && (i < 2 || isAsked(clock.isWaiting)); i++) await frame()
    for (const element of elements()) if (!consider(element)) noteAtFirst(element)
    await scan()
    // Those that came, or that scripts began to hide, once the page was scrolled.
    const known = candidates.size
    for (const element of elements()) consider(element)
    if ([...candidates.values()].slice(known).some(({ least, shown }) => least < 0.9 && shown < 0))
      await scan()
    look()
    freeze()
    if (scroller !== document.scrollingElement) unroll(scroller)
  } finally {
    tell(clock.byItself)
  }
  return { height, next, cut, drawn, took: took() }

  async function scan(): Promise<void> {
    const step = Math.max(200, Math.floor(scroller.clientHeight / 2))
    const end = () => scroller.scrollHeight - scroller.clientHeight
    const pageHeight = () => document.documentElement.scrollHeight
    height = pageHeight()
    next = height
    let last = end()
    for (let i = 0, y = from; i < 2 * screens; i++, y += step) {
      tell(clock.byFrames)
      scroller.scrollTop = Math.min(y, end())
      await untilQuiet()
      for (const element of atFirst.keys()) consider(element)
      const { scrollTop, clientHeight } = scroller
      const isRead =
        scrollTop >= staysAt.most * clientHeight || (y >= last && scrollTop >= staysAt.least * clientHeight)
      if (isRead && !isNoted('down')) {
        await untilHeard()
        noteStaying('down')
      }
      // What came at the end, or before it is reached, is looked through next, and counts as one growth.
      const isGrown = end() >= last + (y >= last ? growth.minPx : growth.minAheadPx)
      if (isGrown && y + 2 * step >= last) {
        next = Math.min(y, last) + step
        break
      }
      height = pageHeight()
      next = height
      last = end()
      if (y >= last || isLate()) break
    }
    noteBars()
    if (isNoted('down') && !isNoted('up')) {
      // Half of the way at most: at the top of the page every header is in sight.
      scroller.scrollTop -= Math.min(scroller.clientHeight, scroller.scrollTop / 2)
      await untilHeard()
      noteStaying('up')
    }
    scroller.scrollTop = 0
    await untilQuiet()
  }

  /**
   * Two frames; while something in the window changes, or is hidden there and may still come, up to three seconds of
   * page time. Each hidden part is waited for once, and what was shown there before as well: it may come back.
   */
  async function untilQuiet(): Promise<void> {
    let quiet = 0
    let waiting = false
    for (let i = 0; i < frames; i++) {
      await frame()
      finishMotion()
      quiet = look() ? 0 : quiet + 1
      for (const candidate of candidates.values()) {
        if (candidate.shown > 0.9 && !candidate.left) continue
        const share = shareInWindow(candidate.element)
        // Once, and again when clearly more of it has come: many wait until half of them is in the window.
        if (share < candidate.waitedAt + 0.4) continue
        candidate.waitedAt = share
        waiting = true
      }
      if (isLate() || drawn > left.frames) cut = true
      if (cut) return
      if (quiet < 2) continue
      if (!waiting) return
      if (!isAsked(clock.isWaiting) && quiet >= QUIET_FRAMES[isAsked(clock.isDrawing) ? 'drawing' : 'idle'])
        return
    }
  }

  /** Two frames, and some more while a timer waits: a header comes and goes a moment after the page is scrolled. */
  async function untilHeard(): Promise<void> {
    for (let i = 0; i < HEARD_FRAMES && (i < 2 || isAsked(clock.isWaiting)); i++) await frame()
    finishMotion()
  }

  /** Takes note of how all candidates look now; whether one in the window changed. */
  function look(): boolean {
    let changed = false
    for (const candidate of candidates.values()) {
      const style = getComputedStyle(candidate.element)
      const values = PROPERTIES.map(name => style.getPropertyValue(name))
      const box = candidate.element.getBoundingClientRect()
      const shown = shownness(style, box)
      if (shown < candidate.least) Object.assign(candidate, { least: shown, hiddenStyle: values })
      if (box.bottom <= 0 || box.top >= innerHeight || box.width === 0) continue
      const now = values.join()
      if (now !== candidate.now) {
        // On its way, or of a marquee that never arrives.
        candidate.now = now
        changed = true
        continue
      }
      const distance = Math.abs((box.top + box.bottom) / 2 - innerHeight / 2)
      candidate.first ??= shown
      // Hidden where it is no farther from the middle than where it was shown.
      const left = shown < 0.1 && distance <= candidate.distance + 0.1 * innerHeight
      // It may come back: waited for once more.
      if (left && !candidate.left && candidate.waitedAt <= 1) candidate.waitedAt = -1
      candidate.left = left
      const better =
        shown > candidate.shown + 0.01 || (shown > candidate.shown - 0.01 && distance < candidate.distance)
      if (better) Object.assign(candidate, { shown, distance, style: values })
    }
    return changed
  }

  /** How much a style lets see of what is in its box, 0 to 1; nothing beside the window. */
  function shownness(style: CSSStyleDeclaration, box: DOMRect): number {
    if (box.right <= 0 || box.left >= innerWidth) return 0
    if (style.visibility !== 'visible' || /inset\((50|100)%|circle\(0/.test(style.clipPath)) return 0
    if (isTurnedAway(style)) return 0
    return Number(style.opacity) * (/opacity\(0\)/.test(style.filter) ? 0 : 1)
  }

  /** Becomes a candidate when its style is one that hides, moves or cuts; whether it is one. */
  function consider(element: Element): boolean {
    if (candidates.has(element)) return true
    if (candidates.size >= MAX_CANDIDATES) return false
    if (element.ownerDocument !== document || closestMatch(element, 'svg')) return false
    const style = getComputedStyle(element)
    const plain =
      Number(style.opacity) > 0.99 &&
      style.visibility === 'visible' &&
      [style.transform, style.translate, style.rotate, style.scale, style.clipPath, style.filter].every(
        value => value === 'none',
      )
    if (plain || style.display === 'none') return false
    // Inherited: the ancestor that hides is the candidate.
    const parent = parentOf(element)
    if (
      style.visibility !== 'visible' &&
      parent &&
      getComputedStyle(parent).visibility !== 'visible' &&
      Number(style.opacity) > 0.99
    )
      return false
    const least = shownness(style, element.getBoundingClientRect())
    const seen = atFirst.get(element)
    atFirst.delete(element)
    candidates.set(element, {
      element,
      shown: seen ? 1 : -1,
      distance: Number.POSITIVE_INFINITY,
      style: [],
      ...seen,
      least,
      hiddenStyle: PROPERTIES.map(name => style.getPropertyValue(name)),
      first: seen && 1,
      left: false,
      now: '',
      waitedAt: holdsContent(element) ? -1 : Number.POSITIVE_INFINITY,
    })
    return true
  }

  /** A script may hide it as soon as it leaves the window. */
  function noteAtFirst(element: Element): void {
    if (from > 0 || atFirst.size >= MAX_CANDIDATES || element.ownerDocument !== document) return
    const { top, bottom, width } = element.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight || width === 0 || closestMatch(element, 'svg')) return
    const style = getComputedStyle(element)
    if (style.visibility !== 'visible') return
    const distance = Math.abs((top + bottom) / 2 - innerHeight / 2)
    atFirst.set(element, { distance, style: PROPERTIES.map(name => style.getPropertyValue(name)) })
  }

  function holdsContent(element: Element): boolean {
    return (
      /\S/.test(textOf(element) ?? '') ||
      matches(element, 'img, picture, video, canvas') ||
      element.querySelector('img, svg, video, canvas') !== null
    )
  }

  /** 0 to 1; what is taller than the window is wholly there when it fills it. */
  function shareInWindow(element: Element): number {
    const { top, bottom, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return -1
    const part = Math.min(bottom, innerHeight) - Math.max(top, 0)
    return part <= 0 ? -1 : part / Math.min(height, innerHeight)
  }

  /** What was seen at one moment and not at another stays as it was seen. What is fixed would lie over the rest. */
  function freeze(): void {
    for (const candidate of candidates.values()) {
      const { element, shown, least, style, hiddenStyle } = candidate
      // Taken out of the page since: it has no styles, and nothing to be shown in.
      if (!element.isConnected) continue
      if (shown < 0.1 || least > shown - 0.05 || isGone(candidate) || isFixed(element)) continue
      const now = shownness(getComputedStyle(element), element.getBoundingClientRect())
      const rule = PROPERTIES.flatMap((name, index) =>
        style[index] === hiddenStyle[index] ? [] : `${name}: ${style[index]} !important`,
      ).join('; ')
      const undo = show(element, rule)
      if (now <= 0.1 && takesTurns(element)) undo()
    }
  }

  /** There at first and gone in the end, for good: the placeholder of a picture, a spinner. */
  function isGone({ element, first = 0, left }: Candidate): boolean {
    const now = shownness(getComputedStyle(element), element.getBoundingClientRect())
    return first > 0.5 && left && now < 0.1
  }

  /** In a sheet, not inline styles: those belong to the page's scripts, which go on writing them. */
  function show(element: Element, rule: string): () => void {
    page.shownSheet ??= new CSSStyleSheet()
    page.shownRules ??= 0
    const index = page.shownRules++
    const others = element.getAttribute('data-shown-on-scroll')
    element.setAttribute('data-shown-on-scroll', `${others ?? ''} ${index}`)
    page.shownSheet.insertRule(`[data-shown-on-scroll~="${index}"] { ${rule} }`)
    const root = element.getRootNode() as Document | ShadowRoot
    if (!root.adoptedStyleSheets.includes(page.shownSheet)) root.adoptedStyleSheets.push(page.shownSheet)
    return () =>
      others === null
        ? element.removeAttribute('data-shown-on-scroll')
        : element.setAttribute('data-shown-on-scroll', others)
  }

  function isFixed(element: Element): boolean {
    for (let here: Element | null = element; here; here = parentOf(here))
      if (getComputedStyle(here).position === 'fixed' && here !== scroller) return true
    return false
  }

  /** A box that scrolls in place of the page shows all that it holds, so that it is read and shot like any page. */
  function unroll(box: Element): void {
    const whole = 'height: auto; max-height: none; min-height: 100vh; overflow: clip visible'
    const chain: { element: Element; box: DOMRect }[] = []
    for (let here: Element | null = box; here; here = parentOf(here)) {
      if (here.ownerDocument !== document) break
      chain.push({ element: here, box: here.getBoundingClientRect() })
    }
    for (const { element, box } of chain.toReversed()) {
      const { position, left, right } = getComputedStyle(element)
      const rule = (margins: string) => `${whole}${margins};`.replaceAll(';', ' !important;')
      if (!/fixed|absolute/.test(position)) {
        show(element, rule(''))
        continue
      }
      // In the flow it stands where it stood, beside what lies to its left and right.
      const flow = '; position: relative; inset: auto'
      const undo = show(element, rule(`${flow}; margin-left: ${left}; margin-right: ${right}`))
      const now = element.getBoundingClientRect()
      undo()
      // There it is moved by what its parent is padded by as well.
      const [first, last] = [`${left} + ${box.left - now.left}px`, `${right} + ${now.right - box.right}px`]
      show(element, rule(`${flow}; margin-left: calc(${first}); margin-right: calc(${last})`))
    }
  }

  /** Shown, it lies over something that is there at the top of the page, where it was hidden: a header that comes instead. */
  function takesTurns(element: Element): boolean {
    const box = element.getBoundingClientRect()
    if (box.bottom > innerHeight) return false
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

  function tell(event: string): boolean {
    return document.dispatchEvent(new Event(event, { cancelable: true }))
  }

  function isAsked(event: string): boolean {
    return !tell(event)
  }

  /** A page in the background draws no frames. */
  function frame(): Promise<void> {
    drawn++
    return new Promise(resolve => {
      const late = setTimeout(resolve, 250)
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }
}
