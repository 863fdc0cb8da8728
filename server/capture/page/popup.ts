/** What opens over a page by itself, and can be closed, would lie over all that is measured afterwards. */
import type { Injected } from '../injected/index.ts'
import { NOTICE } from './blocklist.ts'
import { dismissConsent, stopWrites } from './consent.ts'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'
import {
  aboutInterstitial,
  isCovered,
  isStillThere,
  leaveOut,
  pressCloser,
  textOfPopup,
} from './popup-layers.ts'
import { UNSAFE_NAME } from './unsafe.ts'

/** Controls of a popup that are pressed where Escape does not close it. */
const MAX_CLOSERS = 3
/**
 * Frames before each look after a press, and before it while it fades in: a page at rest is done with after the first of
 * them. Of frames and not of milliseconds, so that a busy machine sees as much.
 */
const FRAMES = [2, 2, 4, 8, 16]
/** All together, on a page that hangs. */
const MAX_POPUP_MS = 12_000
const IDLE_MS = 150
/** Letters of one that are kept. */
const MAX_TEXT = 500
/** One may lie over another. */
const MAX_INTERSTITIALS = 3
/** Texts in it and under it that are kept, letters of each; where in the window it is looked for, as shares. */
const INTERSTITIAL = { texts: 30, letters: 100, points: [0.1, 0.3, 0.5, 0.7, 0.9] }
/** Names of the control of a notice that a visitor has read. */
const HAS_READ =
  /^\P{L}*(?:(?:ok(?:ay)?|got it|(?:i )?underst(?:ood|and)|(?:hab(?:e)? )?verstanden|alles klar|(?:j['’]ai )?compris|entendido|entendi|(?:ho )?capito|begrepen|rozumiem|förstått|forstått|forstået|понятно|tamam|anladım|了解|확인)(?!\p{L})\P{L}*)+$/iu

/**
 * Closes what lies over the window, or is a dialog, before a visitor does anything: by Escape if it is a dialog, and by its
 * own controls that say so, or that it was read; says so in the load's gaps. A page that asks for consent only then has that
 * dismissed. What they do not close stays, and is the page. Nothing that changes data on a server, or leads to another
 * document or address, goes out meanwhile. Whether the page is still what lay under it.
 */
export async function closeInterstitials(pageLoad: PageLoad): Promise<boolean> {
  const { gaps, consentBanner } = pageLoad
  const told = gaps.length
  for (let round = 0; round < MAX_INTERSTITIALS; round++) {
    const closing = await closeInterstitial(pageLoad).catch(() => 'stays') // where it broke, it is measured as the page
    if (closing === 'stays') return true
    if (closing === 'changes') {
      delete pageLoad.interstitials
      if (!consentBanner) {
        delete pageLoad.consentBanner
        delete pageLoad.scriptsBeforeConsent
      }
      gaps.length = told
      return false
    }
  }
  return true
}

async function closeInterstitial(pageLoad: PageLoad): Promise<'closed' | 'changes' | 'stays'> {
  const { world, clock, gaps } = pageLoad
  if (!(await world.run(isCovered, 'arrival'))) return 'stays'
  const about = await fadedIn(pageLoad)
  if (!about) return 'stays'
  const { isDialog, beneath, ...interstitial } = about
  const pressed = await press(pageLoad, { byKey: isDialog, onArrival: true })
  const text = interstitial.texts.join(' ').slice(0, MAX_TEXT)
  if (pressed === 'stays') pageLoad.arrival ??= { text, closes: false }
  if (pressed === 'stays' || pressed === 'endless') return 'stays'
  if (pressed === 'closed' && !pageLoad.consentBanner) await dismissConsent(pageLoad)
  if (!(await world.run(isStillThere, beneath))) return 'changes'
  // The other side may have had the time.
  if (pressed === 'late') await world.run(leaveOut, NOTICE)
  await world.run(tell, clock.byFrames)
  if (pressed === 'closed') pageLoad.arrival ??= { text, closes: true }
  pageLoad.interstitials = [...(pageLoad.interstitials ?? []), interstitial]
  const gap = `what lay over the page when it was opened was ${pressed === 'late' ? 'left out: it took too long to close it' : 'closed'}`
  if (!gaps.includes(gap)) gaps.push(gap)
  return 'closed'
}

/** What is kept of it, once it can be seen. */
async function fadedIn({ world, clock }: PageLoad) {
  for (const frames of FRAMES) {
    const rests = await world.run(passFrames, { frames, isWaiting: clock.isWaiting })
    const about = await world.run(aboutInterstitial, INTERSTITIAL)
    if (about || rests) return about
  }
  return null
}

/**
 * Remembers what is fixed over the page before it is scrolled through: that is the page. Timers of less than three
 * seconds have happened by then, so that it does not depend on how fast it was loaded.
 */
export async function rememberLayers({ world }: PageLoad): Promise<void> {
  await world.run(isCovered, 'before').catch(() => {}) // then no popup is looked for
}

/**
 * Closes what has opened over the whole window since, by Escape or its own closing controls, and leaves it out as a widget
 * where neither does; says so in the load's gaps. Nothing that changes data on a server goes out meanwhile, and the page
 * navigates nowhere.
 */
export async function closePopup(pageLoad: PageLoad): Promise<void> {
  await closeOrLeaveOut(pageLoad).catch(() => {}) // then the popup is measured as the page, which is better than nothing
}

async function closeOrLeaveOut(pageLoad: PageLoad): Promise<void> {
  const { world, clock, gaps } = pageLoad
  if (!(await world.run(isCovered, 'after'))) return
  await world.run(tell, clock.byFrames)
  const isClosed = (await press(pageLoad, { byKey: true, onArrival: false })) === 'closed'
  await world.run(tell, clock.byItself)
  const text = await world.run(isClosed ? () => '' : textOfPopup, undefined)
  if (!isClosed) await world.run(leaveOut, NOTICE)
  pageLoad.popup = { text, closes: isClosed }
  const gap = `a popup that opened on scrolling ${isClosed ? 'was closed' : 'was left out'}`
  if (!gaps.includes(gap)) gaps.push(gap)
}

/** `endless`: it has no control that says that it closes it; `late`: it hung, or took too long, so that nobody knows. */
async function press(
  pageLoad: PageLoad,
  how: { byKey: boolean; onArrival: boolean },
): Promise<'closed' | 'stays' | 'endless' | 'late'> {
  const { page, cdp, world, network } = pageLoad
  const release = await stopWrites(page.context())
  let isOver = false
  try {
    // The way back leads out of the page.
    await cdp.send('Page.resetNavigationHistory')
    await world.run(holdAddress, true)
    const closing = await within(
      close(pageLoad, how, () => isOver),
      MAX_POPUP_MS,
    )
    // Requests that follow from a press start a little later.
    await network.idle(IDLE_MS, 1000)
    return closing
  } catch {
    return 'late' // The next step finds out whether the page still answers.
  } finally {
    isOver = true
    await world.run(holdAddress, false).catch(() => {}) // it hangs
    await release()
  }
}

/** What came of that. Once it `isOver`, what a press sends would go out: nothing is pressed any more. */
async function close(
  { world, page, clock }: PageLoad,
  { byKey, onArrival }: { byKey: boolean; onArrival: boolean },
  isOver: () => boolean,
): Promise<'closed' | 'stays' | 'endless'> {
  const isGone = async () => {
    for (const frames of FRAMES) {
      const rests = await world.run(passFrames, { frames, isWaiting: clock.isWaiting })
      if (!(await world.run(isCovered, onArrival ? 'stays' : 'again'))) return true
      if (rests) return false
    }
    return false
  }
  if (byKey) {
    await page.keyboard.press('Escape')
    if (await isGone()) return 'closed'
  }
  for (let index = 0; index < MAX_CLOSERS; index++) {
    const closer = { index, unsafe: UNSAFE_NAME.source, hasRead: HAS_READ.source, onArrival }
    if (isOver() || !(await world.run(pressCloser, closer))) return index === 0 ? 'endless' : 'stays'
    if (await isGone()) return 'closed'
  }
  return 'stays'
}

const tell = (_: Injected, event: string) => void document.dispatchEvent(new Event(event))

/** Whether the page keeps its address: it goes nowhere and does not say that it did. Runs in the page. */
function holdAddress(_: Injected, holds: boolean): void {
  const page = globalThis as unknown as { navigation: EventTarget; cutoverHold?: AbortController }
  page.cutoverHold?.abort()
  page.cutoverHold = new AbortController()
  if (!holds) return
  const { signal } = page.cutoverHold
  page.navigation.addEventListener('navigate', event => event.preventDefault(), { capture: true, signal })
}

/**
 * Lets so many frames pass, with what moves at its end, and tells whether the page rests: nothing has changed meanwhile, and
 * no timer is to run. Runs in the page.
 */
async function passFrames(
  { finishMotion }: Injected,
  { frames, isWaiting }: { frames: number; isWaiting: string },
): Promise<boolean> {
  /** For a page that draws none. */
  const MAX_FRAME_MS = 1000
  let changes = 0
  const watch = new MutationObserver(records => {
    changes += records.length
  })
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let i = 0; i < frames; i++)
    await new Promise<void>(resolve => {
      const late = setTimeout(resolve, MAX_FRAME_MS)
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      })
    })
  const moved = finishMotion()
  changes += watch.takeRecords().length
  watch.disconnect()
  const waits = !document.dispatchEvent(new Event(isWaiting, { cancelable: true }))
  return !moved && changes === 0 && !waits
}
