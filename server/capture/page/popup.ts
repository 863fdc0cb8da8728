/** What opens over a page by itself, and can be closed, would lie over all that is measured afterwards. */
import type { Injected } from '../injected/index.ts'
import { NOTICE } from './blocklist.ts'
import { dismissConsent, stopWrites } from './consent.ts'
import { within } from './isolated-world.ts'
import type { Interstitial, PageLoad } from './page-load.ts'
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

interface PopupState {
  /** What was fixed over the page before it was scrolled through. */
  cutoverLayers?: WeakSet<Element>
  cutoverPopup?: Element[]
}

/**
 * `before`: notes what is fixed over the window. `after`, `again`: whether something else that is fixed, and holds no part
 * of the page, lies over all of the window wherever the page is scrolled; `after`: and is no background without words.
 * `arrival`: whether something with words does that is fixed over all of the window, or a dialog lies on the page; `stays`:
 * whether it still does. Runs in the page.
 */
function isCovered(
  { bodyOf, parentOf, rootOf, shadowRootOf, closest, matches, clean, isDialog }: Injected,
  look: 'arrival' | 'stays' | 'before' | 'after' | 'again',
): boolean {
  const state = globalThis as unknown as PopupState
  const MAX_LETTERS = 1500
  const PAGE = 'h1, main, nav, [role=main], [role=navigation]'
  /** Of the window: a header or the button of a chat lies above a popup. */
  const POINTS = [0.15, 0.5, 0.85].flatMap(y => [0.15, 0.5, 0.85].map(x => [x * innerWidth, y * innerHeight]))

  function stackAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
    return root
      .elementsFromPoint(x, y)
      .filter(element => rootOf(element) === root)
      .flatMap(element => {
        const inner = shadowRootOf(element)
        return [...(inner ? stackAt(inner, x, y) : []), element]
      })
  }

  function fixedAround(element: Element | undefined): Element[] {
    const found: Element[] = []
    for (let here = element ?? null; here; here = parentOf(here))
      // Some lock the page by fixing its body.
      if (!matches(here, 'html, body') && getComputedStyle(here).position === 'fixed') found.push(here)
    return found
  }

  const topmost = () => POINTS.map(([x, y]) => stackAt(document, x!, y!)[0])

  /** Those that lie on the page at one of the points. */
  function dialogs(): Element[] {
    const isPlaced = (one: Element) => /fixed|absolute/.test(getComputedStyle(one).position)
    const found = topmost().flatMap(top => (top && closest(top, one => isDialog(one) && isPlaced(one))) ?? [])
    return [...new Set(found)]
  }

  /** The layers that all points end in; empty where one does not. A backdrop and its box may be two. */
  function covering(): Element[] {
    const found = new Set<Element>()
    for (const top of topmost()) {
      const outermost = fixedAround(top).findLast(layer => !state.cutoverLayers?.has(layer))
      if (!outermost) return []
      found.add(outermost)
    }
    return [...found]
  }

  if (look === 'before') {
    const stacks = POINTS.flatMap(([x, y]) => stackAt(document, x!, y!))
    state.cutoverLayers = new WeakSet(stacks.flatMap(fixedAround))
    return false
  }
  if (look === 'stays')
    return topmost().some(top => top && closest(top, one => state.cutoverPopup!.includes(one)))
  const isFirst = look === 'arrival'
  const has = (what: string) => layers.some(layer => matches(layer, what) || layer.querySelector(what))
  const saidBy = (element: Element | null) => clean((element as HTMLElement | null)?.innerText)
  const lengthOf = (some: Element[]) => clean(some.map(saidBy).join(' ')).length
  let layers: Element[] = []
  // Another document than the one that was scrolled through has no before.
  if (isFirst || state.cutoverLayers) layers = covering()
  // Behind a notice a page may be hidden whole.
  const isHidden = () =>
    Array.from(document.querySelectorAll<HTMLElement>('h1, main')).some(
      part => !part.checkVisibility() && clean(part.textContent) !== '' && closest(part, isDialog) === null,
    )
  // A page may be a box that is fixed to the window, in which it is scrolled: most of what is to be read stands there.
  const most = !isFirst ? 0 : isHidden() ? Number.POSITIVE_INFINITY : saidBy(bodyOf(document)).length
  if (isFirst && (has(PAGE) || 2 * lengthOf(layers) > most)) layers = []
  if (isFirst && layers.length === 0) layers = dialogs()
  const length = lengthOf(layers)
  if (layers.length === 0 || length > MAX_LETTERS || has(PAGE)) return false
  if (look !== 'again' && length === 0 && !has('iframe')) return false
  state.cutoverPopup = layers
  // What says all that there is to read is the page.
  if (isFirst) return most > length
  const { scrollHeight } = document.documentElement
  const top = scrollY
  const isEverywhere = [0.5, 1].every(share => {
    scrollTo({ top: share * (scrollHeight - innerHeight), behavior: 'instant' })
    return covering().some(layer => layers.includes(layer))
  })
  scrollTo({ top, behavior: 'instant' })
  return isEverywhere
}

/**
 * What of the interstitial is kept, whether Escape is to close it, and what the page says beside it; null where nobody sees
 * it. Runs in the page.
 */
function aboutInterstitial(
  { childrenOf, clean, closest, contextOf, isDialog, selectorOf, textBlocks, visibleBoxOf }: Injected,
  { texts, letters, points }: typeof INTERSTITIAL,
): (Interstitial & { isDialog: boolean; beneath: string[] }) | null {
  const { cutoverPopup: layers = [] } = globalThis as unknown as PopupState
  if (!layers.every(layer => contextOf(layer).shown)) return null
  const isPart = (element: Element | null) =>
    element !== null && closest(element, one => layers.includes(one)) !== null
  const isUnder = (x: number, y: number) => isPart(document.elementFromPoint(x, y))
  const saidBy = (element: Element) => clean((element as HTMLElement).innerText)
  let box = layers.toSorted((a, b) => saidBy(b).length - saidBy(a).length)[0]!
  // A backdrop is not what visitors read.
  for (let inner: Element | undefined = box; inner; ) {
    box = inner
    inner = Array.from(childrenOf(box)).find(child => saidBy(child) === saidBy(box))
  }
  const { blocks, lines } = textBlocks()
  const said: string[] = []
  const beneath: string[] = []
  const covered: Interstitial['covered'] = []
  for (const [at, { text, state, selector, kind, level }] of blocks.entries()) {
    const { speaker, rects } = lines[at]!
    if (state !== 'visible' || rects.length === 0) continue
    const { left, top, right, bottom } = rects[0]!
    if (isPart(speaker)) {
      said.push(text.slice(0, letters))
      continue
    }
    beneath.push(text.slice(0, letters))
    if (isUnder((left + right) / 2 - scrollX, (top + bottom) / 2 - scrollY))
      covered.push({ text: text.slice(0, letters), selector, level: kind === 'heading' ? level : 0 })
  }
  const under = points.flatMap(y => points.map(x => isUnder(x * innerWidth, y * innerHeight)))
  return {
    selector: selectorOf(box),
    box: visibleBoxOf(box).box,
    area: under.filter(Boolean).length / under.length,
    texts: said.slice(0, texts),
    covered: covered.slice(0, texts),
    isDialog: layers.some(isDialog),
    beneath: beneath.slice(0, texts),
  }
}

/** Whether most of the texts are still in sight: a control may have led to another view of the page. Runs in the page. */
function isStillThere({ textBlocks }: Injected, texts: string[]): boolean {
  const seen = textBlocks().blocks.flatMap(({ text, state }) => (state === 'visible' ? text : []))
  return 2 * texts.filter(text => seen.some(one => one.startsWith(text))).length >= texts.length
}

/**
 * Presses one of the controls by which the popup says that it is closed, or of those without a word, outside of forms: the
 * icon of a cross has often none; `onArrival` only of those that say so, or that it was read. Whether there is one of that index. Runs in the page.
 */
function pressCloser(
  {
    elements,
    closest,
    holds,
    matches,
    clean,
    contextOf,
    hasArea,
    hasHandCursor,
    nameOf,
    looksLikeCross,
    saysClose,
  }: Injected,
  {
    index,
    unsafe,
    hasRead,
    onArrival,
  }: { index: number; unsafe: string; hasRead: string; onArrival: boolean },
): boolean {
  const { cutoverPopup: layers = [] } = globalThis as unknown as PopupState
  const UNSAFE = new RegExp(unsafe, 'i')
  const PRESSED = 'button, [role=button], input[type=button], a, [onclick]'
  const isSubmit = ({ form, type, formMethod }: HTMLButtonElement) =>
    form && /^(submit|image)$/.test(type) && (formMethod || form.method) !== 'dialog'
  const sayingOf = (element: Element) => nameOf(element) || clean(element.textContent)
  const MAX_NAME = 30
  const HAS_READ = new RegExp(hasRead, 'iu')
  const says = (element: Element) =>
    looksLikeCross(element) ||
    (sayingOf(element).length <= MAX_NAME &&
      (saysClose(element) || (onArrival && HAS_READ.test(sayingOf(element)))))
  const found = elements().filter(
    element =>
      (matches(element, PRESSED) || looksLikeCross(element) || hasHandCursor(element)) &&
      closest(element, one => layers.includes(one)) &&
      !matches(element, ':disabled, a[href]:not([href^="#"], [href^="javascript:"])') &&
      contextOf(element).shown &&
      hasArea(element) &&
      !isSubmit(element as HTMLButtonElement) &&
      !UNSAFE.test(sayingOf(element)) &&
      (says(element) || (sayingOf(element) === '' && !closest(element, one => matches(one, 'form')))),
  )
  // What a cross stands in may lead on.
  const isInner = (element: Element) => !found.some(other => other !== element && holds(element, other))
  const wordless = onArrival ? [] : found.filter(element => !says(element))
  const closers = [...found.filter(element => says(element) && isInner(element)), ...wordless]
  const closer = closers[index]
  // Without the mouse, which would stay where it is and hover over the page.
  closer?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }),
  )
  return index < closers.length
}

/** Runs in the page. */
function textOfPopup({ clean }: Injected): string {
  const { cutoverPopup: layers = [] } = globalThis as unknown as PopupState
  return clean(layers.map(layer => (layer as HTMLElement).innerText).join(' ')).slice(0, 500)
}

/**
 * Marks the popup as what is no part of the page, and takes it from the screen: its box may take clicks of its own. Runs
 * in the page.
 */
function leaveOut(_: Injected, mark: string): void {
  for (const layer of (globalThis as unknown as PopupState).cutoverPopup ?? []) {
    layer.setAttribute(mark, '')
    // A form may have a field of the name `style`.
    ;(layer as HTMLElement).style.setProperty?.('display', 'none', 'important')
    // Else the page behind it stays inert.
    if (layer instanceof HTMLDialogElement && layer.matches(':modal')) layer.close()
  }
}
