/** Brings a page to rest, so that two captures of it are equal: what moves, loads late or depends on time is settled. */
import type { Injected } from '../injected/index.ts'
import { WIDGETS } from './blocklist.ts'
import { dismissConsent } from './consent.ts'
import { within } from './isolated-world.ts'
import { waitForLateWork } from './late-work.ts'
import type { PageLoad } from './page-load.ts'
import { closeInterstitials, closePopup, rememberLayers } from './popup.ts'
import { revealAll } from './reveal.ts'
import { spreadWindowLayers, WINDOW_LAYERS } from './window-layers.ts'

/** Files that are still on their way to a page that was scrolled through; those of a slow host take seconds. */
const MAX_FILES_MS = 8_000
/** Of a renderer that has a large document to let go of. */
const GARBAGE_MS = 15_000
/** Of all pictures of a page, on a machine that has much else to do. */
const MAX_DECODING_MS = 12_000
/** What a page does a moment after it was resized: timers of half a second or more are held back while it is read. */
const MAX_RESIZE_MS = 700
/** Charts follow a change of width with a delay of their own. */
const CHART_REDRAW_MS = 150

/**
 * Dismisses a consent banner, closes interstitials, shows what is revealed on scrolling, closes a popup that this opened,
 * waits for fonts and pictures, ends animations, pauses videos. Gives what tells whether the page did something by itself
 * that weighs, after it was loaded and before it was scrolled.
 */
export async function settlePage(pageLoad: PageLoad): Promise<() => Promise<boolean>> {
  const { world, network } = pageLoad
  let worksLate = await arrive(pageLoad)
  if (!pageLoad.keepsInterstitials && !(await closeInterstitials(pageLoad))) {
    pageLoad.keepsInterstitials = true
    await pageLoad.reload().catch(() => {}) // what follows finds out whether the page still answers
    worksLate = await arrive(pageLoad)
  }
  await rememberLayers(pageLoad)
  const letters = await world.run(countLetters, undefined)
  await revealAll(pageLoad)
  await world.run(loadLazyPictures, undefined)
  await network.idle(100, 2500)
  await network.drawn(MAX_FILES_MS)
  await closePopup(pageLoad)
  await world.run(spreadWindowLayers, WINDOW_LAYERS)
  await world.run(awaitTyping, { ...TYPING, letters })
  await world.run(drawAll, undefined, 15_000)
  // Elements that were defined since have shadow roots by now.
  await world.run(adoptRestSheet, WIDGETS)
  await world.run(comeToRest, { pictures: 1000, decoding: MAX_DECODING_MS }, 25_000)
  return worksLate
}

async function arrive(pageLoad: PageLoad): Promise<() => Promise<boolean>> {
  const { world, network } = pageLoad
  const loaded = network.count()
  await prune(pageLoad)
  await dismissConsent(pageLoad)
  await pageLoad.holdReloads()
  await world.run(noteRunning, undefined)
  await world.run(adoptRestSheet, WIDGETS)
  return await waitForLateWork(pageLoad, loaded)
}

/** After a change of width: media queries, observers and pictures of the new width. */
export async function settleResize({ world, network, clock }: PageLoad): Promise<void> {
  await world.run(adoptRestSheet, WIDGETS)
  await world.run(drawAll, undefined, 15_000)
  await world.run(awaitTimers, { isSettling: clock.isSettling, most: MAX_RESIZE_MS })
  const limits = { pictures: MAX_FILES_MS, decoding: MAX_DECODING_MS }
  await world.run(comeToRest, limits, 30_000)
  if (await world.run(drawsByScript, undefined)) {
    await new Promise(resolve => setTimeout(resolve, CHART_REDRAW_MS))
    await world.run(comeToRest, limits, 30_000)
  }
  // comeToRest waited for two frames: the requests of the new width are under way by now.
  await network.idle(20, 1000)
}

/** Grids and sliders lay themselves out anew a while after the last resize. Runs in the page. */
async function awaitTimers(
  _: Injected,
  { isSettling, most }: { isSettling: string; most: number },
): Promise<void> {
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const end = performance.now() + most
  // Two frames: the page has heard of the new width.
  await Promise.race([
    pause(500),
    new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  ])
  const isWaiting = () => !document.dispatchEvent(new Event(isSettling, { cancelable: true }))
  while (isWaiting() && performance.now() < end) await pause(20)
}

const countLetters = () => document.documentElement.textContent?.length ?? 0

/** Typing pauses between two texts, and is followed no longer, ms. */
const TYPING = { pause: 300, most: 4000 }

/** Where there are more than so many `letters` by now, texts may type themselves: waits while they grow. Runs in the page. */
async function awaitTyping(
  _: Injected,
  { letters, pause, most }: typeof TYPING & { letters: number },
): Promise<void> {
  const count = () => document.documentElement.textContent?.length ?? 0
  const end = performance.now() + most
  let last = count()
  if (last <= letters) return
  for (let since = performance.now(); performance.now() < Math.min(end, since + pause); ) {
    await new Promise(resolve => setTimeout(resolve, 30))
    const now = count()
    // It is taken away again, to type another one.
    if (now < last) return
    if (now > last) since = performance.now()
    last = now
  }
}

const drawsByScript = () => document.querySelector('canvas') !== null

/**
 * Remembers what an endless animation of the page's style moves sideways, as a marquee: once at rest it stands where it
 * begins, which is no place of it. A button that pulses or floats stays where it is. Runs in the page.
 */
function noteRunning({ findShadowRoots }: Injected): void {
  /** Px, or the same number of any other unit. */
  const MIN_WAY = 20
  const page = globalThis as unknown as { cutoverRunning?: WeakSet<Element> }
  page.cutoverRunning ??= new WeakSet()
  const animations = [document, ...findShadowRoots()].flatMap(root => root.getAnimations())
  for (const { effect, playState } of animations) {
    if (!(effect instanceof KeyframeEffect) || !effect.target || playState === 'paused') continue
    if (effect.getComputedTiming().iterations !== Infinity) continue
    const stops = effect.getKeyframes().map(({ transform, translate, left, right, marginLeft }) => {
      const shift = /translate(?:x|3d)?\(([^,)]*)/i.exec(String(transform ?? ''))?.[1]
      return [shift, translate, left, right, marginLeft].map(
        way => Number.parseFloat(String(way ?? '').replace('calc(', '')) || 0,
      )
    })
    const isFar = (_: number, at: number) => {
      const ways = stops.map(stop => stop[at]!)
      return Math.max(...ways) - Math.min(...ways) >= MIN_WAY
    }
    if (stops[0]?.some(isFar)) page.cutoverRunning.add(effect.target)
  }
}

/**
 * Before anything is waited for: transitions end at once, carets and scrollbars are hidden. Backgrounds that are fixed to
 * the window are not drawn below it in a shot of the whole page: they lie in their boxes. Runs in the page.
 */
function adoptRestSheet({ findShadowRoots }: Injected, widgets: string): void {
  const page = globalThis as unknown as { restSheet?: CSSStyleSheet }
  // The page's content security policy does not apply to a constructed style sheet.
  page.restSheet ??= new CSSStyleSheet()
  const sheet = page.restSheet
  for (const root of [document, ...findShadowRoots()])
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
  if (sheet.cssRules.length > 0) return
  sheet.replaceSync(`*, *::before, *::after { caret-color: transparent !important; scroll-behavior: auto !important;
    animation-delay: 0s !important; animation-duration: 1ms !important; animation-iteration-count: 1 !important;
    transition-delay: 0s !important; transition-duration: 0s !important; background-attachment: scroll !important }
    ::-webkit-scrollbar { display: none }
    :is(${widgets}) { opacity: 0 !important; pointer-events: none !important }`)
}

/** Pictures that are still to come near the window are asked for now, in shadow trees too. Runs in the page. */
function loadLazyPictures({ elements }: Injected): void {
  const page = globalThis as unknown as { loadingOf?: WeakMap<Element, string | null> }
  page.loadingOf ??= new WeakMap()
  for (const image of elements()) {
    if (!(image instanceof HTMLImageElement)) continue
    if (!page.loadingOf.has(image)) page.loadingOf.set(image, image.getAttribute('loading'))
    if (image.loading === 'lazy') image.loading = 'eager'
  }
}

/** At most so many ms for pictures to come, and to be decoded. Runs in the page. */
async function comeToRest(
  { elements, shadowRoots }: Injected,
  most: { pictures: number; decoding: number },
): Promise<void> {
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const atMost = (ms: number, work: Promise<unknown>) => Promise.race([work, pause(ms)])
  const page = globalThis as unknown as { unloaded?: WeakSet<HTMLImageElement> }
  await atMost(2000, document.fonts.ready)
  // An image that does not load is waited for once, not again at every width.
  page.unloaded ??= new WeakSet()
  const images = elements().filter(element => element instanceof HTMLImageElement)
  const awaited = images.filter(image => !image.complete && !page.unloaded!.has(image))
  await atMost(
    most.pictures,
    Promise.all(
      awaited.map(
        image =>
          new Promise(resolve => {
            image.addEventListener('load', resolve, { once: true })
            image.addEventListener('error', resolve, { once: true })
          }),
      ),
    ),
  )
  const drawn = images.filter(image => image.complete)
  await atMost(most.decoding, Promise.all(drawn.map(image => image.decode().catch(() => {}))))
  for (const image of awaited) if (!image.complete) page.unloaded.add(image)
  const roots = [document, ...shadowRoots()]
  for (const video of roots.flatMap(root => Array.from(root.querySelectorAll('video')))) {
    video.pause()
    video.currentTime = 0
  }
  for (const animation of roots.flatMap(root => root.getAnimations())) {
    if (animation.timeline !== document.timeline) continue // driven by scrolling: kept as it was seen
    try {
      animation.finish()
    } catch {
      animation.cancel() // an endless animation cannot be finished
    }
  }
  scrollTo(0, 0)
  // Two frames: styles, layout and resize observers of the page have run.
  await atMost(
    500,
    new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/**
 * Draws what `content-visibility: auto` leaves undrawn until it is near the window, since a screenshot shows the whole
 * page. Its containment stays as styled. Runs in the page, once for each width.
 * @see https://www.w3.org/TR/css-contain-2/#content-visibility
 */
function drawAll({ elements }: Injected): void {
  type Declaration = [name: string, value: string, priority: string]
  const page = globalThis as unknown as { cutoverDrawn?: Map<Element, Declaration[]> }
  for (const [element, declarations] of page.cutoverDrawn ?? [])
    for (const [name, value, priority] of declarations) styleOf(element)?.setProperty(name, value, priority)
  page.cutoverDrawn = new Map()
  const found = elements().flatMap(element => {
    const { contentVisibility, contain } = getComputedStyle(element)
    return contentVisibility === 'auto' ? [{ element, contain }] : []
  })
  for (const { element, contain } of found) {
    const style = styleOf(element)
    if (!style) continue
    const declarations = ['content-visibility', 'contain'].map(
      (name): Declaration => [name, style.getPropertyValue(name), style.getPropertyPriority(name)],
    )
    page.cutoverDrawn.set(element, declarations)
    style.setProperty('content-visibility', 'visible', 'important')
    style.setProperty('contain', containmentOf(contain), 'important')
  }

  /** `content-visibility: auto` itself contains layout, style and paint; a size is contained where the page says so. */
  function containmentOf(own: string): string {
    if (/\bstrict\b|(^| )size\b/.test(own)) return 'strict'
    return own.includes('inline-size') ? 'inline-size layout style paint' : 'content'
  }

  /** Through the prototype: a form may have a field of the name `style`. */
  function styleOf(element: Element): CSSStyleDeclaration | undefined {
    const { prototype } = element instanceof SVGElement ? SVGElement : HTMLElement
    try {
      return Object.getOwnPropertyDescriptor(prototype, 'style')?.get?.call(element)
    } catch {
      return undefined // an element of no known namespace
    }
  }
}

/** The largest pages that people read have some tens of thousands of nodes, and a long novel a million letters. */
export const MAX_NODES = 40_000
export const MAX_CHARACTERS = 1_000_000
/** Of one text node. */
export const MAX_TEXT = 100_000

/** Cuts off what a page has beyond these limits, in document order, so that every collector ends in time. */
async function prune(pageLoad: PageLoad): Promise<void> {
  const { world, gaps } = pageLoad
  const all = await world.run(
    (_, limits) => {
      const { body } = document
      if (!body) return null
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      const all = { nodes: 0, characters: 0, long: 0 }
      let last: Node | null = null
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        all.nodes++
        if (
          node.nodeType === Node.TEXT_NODE &&
          !/^(script|style)$/i.test(node.parentElement?.localName ?? '')
        ) {
          const text = node as Text
          all.characters += text.length
          if (!last && text.length > limits.text) {
            all.long++
            text.data = text.data.slice(0, limits.text)
          }
        }
        if (last) continue
        if (all.nodes >= limits.nodes || all.characters >= limits.characters) last = node
      }
      if (!last && !all.long) return null
      if (last) {
        const rest = document.createRange()
        rest.setStartAfter(last)
        rest.setEndAfter(body.lastChild!)
        rest.deleteContents()
      }
      ;(globalThis as unknown as { wasPruned?: boolean }).wasPruned = true
      return all
    },
    { nodes: MAX_NODES, characters: MAX_CHARACTERS, text: MAX_TEXT },
    30_000,
  )
  if (!all) return
  pruned.add(pageLoad)
  await collectGarbage(pageLoad)
  const n = (count: number) => count.toLocaleString('en')
  gaps.push(
    `the page has ${n(all.nodes)} nodes and ${n(all.characters)} characters of text; only the first ${n(MAX_NODES)} nodes and ${n(MAX_CHARACTERS)} characters were looked at, and ${n(MAX_TEXT)} of one text node`,
  )
}

const pruned = new WeakSet<PageLoad>()

/**
 * Of a page that was cut: what was cut off, and what each look at the rest leaves, is half a gigabyte of layout, which the
 * renderer would keep while the next loads come. Other pages stay as they are.
 */
export async function collectGarbage(pageLoad: PageLoad): Promise<void> {
  if (pruned.has(pageLoad))
    await within(pageLoad.cdp.send('HeapProfiler.collectGarbage'), GARBAGE_MS).catch(() => {})
}
