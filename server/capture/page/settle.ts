/** Brings a page to rest, so that two looks at it are equal: what moves, loads late or depends on time is settled. */
import { WIDGETS } from './blocklist.ts'
import { dismissConsent } from './consent.ts'
import { drawAll } from './draw-all.ts'
import type { PageLoad } from './page-load.ts'
import { prune } from './prune.ts'

const MAX_SCREENS = 40

/** Dismisses a consent banner, scrolls through, waits for fonts and pictures, ends animations, pauses videos, hides carets and scrollbars. */
export async function settlePage(pageLoad: PageLoad): Promise<void> {
  const { world, network } = pageLoad
  const cut = await prune(pageLoad)
  if (cut) pageLoad.gaps.push(cut)
  await dismissConsent(pageLoad)
  await world.run(scrollThrough, MAX_SCREENS, 15_000)
  await network.quiet(200, 2500)
  await world.run(drawAll, undefined, 15_000)
  await world.run(comeToRest, WIDGETS, 15_000)
}

/** After a change of width: media queries, observers and pictures of the new width. */
export async function settleResize({ world, network }: PageLoad): Promise<void> {
  await world.run(drawAll, undefined, 15_000)
  await world.run(comeToRest, WIDGETS, 15_000)
  if (await world.run(drawsByScript, undefined)) {
    await new Promise(resolve => setTimeout(resolve, REDRAWN))
    await world.run(comeToRest, WIDGETS, 15_000)
  }
  // Two frames have passed: what the new width asks for has been asked for.
  await network.quiet(20, 1000)
}

/** ms: charts follow a change of width with a delay of their own. */
const REDRAWN = 150

const drawsByScript = () => document.querySelector('canvas') !== null

async function scrollThrough(_: unknown, screens: number): Promise<void> {
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const smooth = document.documentElement.style
  smooth.setProperty('scroll-behavior', 'auto', 'important')
  const kept = globalThis as unknown as { loadingOf?: WeakMap<Element, string | null> }
  kept.loadingOf ??= new WeakMap()
  const step = Math.max(400, innerHeight)
  for (let i = 0, y = 0; i < screens && y < document.documentElement.scrollHeight; i++, y += step) {
    scrollTo(0, y)
    await pause(30)
  }
  for (const image of document.images) {
    if (!kept.loadingOf.has(image)) kept.loadingOf.set(image, image.getAttribute('loading'))
    if (image.loading === 'lazy') image.loading = 'eager'
  }
  scrollTo(0, 0)
  await pause(30)
}

async function comeToRest(_: unknown, widgets: string): Promise<void> {
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const atMost = (ms: number, work: Promise<unknown>) => Promise.race([work, pause(ms)])
  const kept = globalThis as unknown as { restSheet?: CSSStyleSheet; late?: WeakSet<HTMLImageElement> }
  // A sheet of this kind needs no leave of the page's content security policy.
  kept.restSheet ??= new CSSStyleSheet()
  kept.restSheet.replaceSync(`*, *::before, *::after { caret-color: transparent !important; scroll-behavior: auto !important;
    animation-delay: 0s !important; animation-duration: 1ms !important; animation-iteration-count: 1 !important;
    transition-delay: 0s !important; transition-duration: 0s !important }
    ::-webkit-scrollbar { display: none }
    :is(${widgets}) { opacity: 0 !important; pointer-events: none !important }`)
  if (!document.adoptedStyleSheets.includes(kept.restSheet)) document.adoptedStyleSheets.push(kept.restSheet)
  await atMost(2000, document.fonts.ready)
  // What does not come is waited for once, not again at every width.
  kept.late ??= new WeakSet()
  const awaited = Array.from(document.images).filter(image => image.complete || !kept.late!.has(image))
  await atMost(
    9000,
    Promise.all(
      awaited.map(image =>
        image.complete
          ? image.decode().catch(() => {})
          : new Promise(resolve => {
              image.addEventListener('load', resolve, { once: true })
              image.addEventListener('error', resolve, { once: true })
            }),
      ),
    ),
  )
  for (const image of awaited) if (!image.complete) kept.late.add(image)
  for (const video of document.querySelectorAll('video')) {
    video.pause()
    video.currentTime = 0
  }
  for (const animation of document.getAnimations()) {
    try {
      animation.finish()
    } catch {
      animation.cancel() // an endless one cannot be finished
    }
  }
  scrollTo(0, 0)
  // Two frames: styles, layout and resize observers of the page have run.
  await atMost(
    500,
    new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
