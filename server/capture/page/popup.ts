/** A popup that opens while the page is scrolled through would lie over all that is measured afterwards, for no visitor so. */
import type { Injected } from '../injected/index.ts'
import { NOTICE } from './blocklist.ts'
import { stopWrites } from './consent.ts'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'
import { UNSAFE_NAME } from './unsafe.ts'

/** Controls of a popup that are pressed where Escape does not close it, and until it is gone after each. */
const MAX_CLOSERS = 3
const MAX_CLOSING_MS = 1000
const POLL_MS = 50
/** All together, on a page that hangs. */
const MAX_POPUP_MS = 8000
const IDLE_MS = 150

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
  const { world, page, network, gaps } = pageLoad
  if (!(await world.run(isCovered, 'after'))) return
  const release = await stopWrites(page.context())
  let isClosed = false
  let isOver = false
  try {
    isClosed = await within(
      close(pageLoad, () => isOver),
      MAX_POPUP_MS,
    )
    // Requests that follow from a press start a little later.
    await network.idle(IDLE_MS, 1000)
  } catch {
    // It hung or broke; the next step finds out whether the page still answers.
  } finally {
    isOver = true
    await release()
  }
  const text = await world.run(isClosed ? () => '' : textOfPopup, undefined)
  if (!isClosed) await world.run(leaveOut, NOTICE)
  pageLoad.popup = { text, closes: isClosed }
  const gap = `a popup that opened on scrolling ${isClosed ? 'was closed' : 'was left out'}`
  if (!gaps.includes(gap)) gaps.push(gap)
}

/** Whether that did it. Once it `isOver`, what a press sends would go out: nothing is pressed any more. */
async function close({ world, page }: PageLoad, isOver: () => boolean): Promise<boolean> {
  const isGone = async () => {
    for (const end = performance.now() + MAX_CLOSING_MS; ; ) {
      if (!(await world.run(isCovered, 'again'))) return true
      if (performance.now() > end) return false
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
    }
  }
  await page.keyboard.press('Escape')
  if (await isGone()) return true
  for (let index = 0; index < MAX_CLOSERS; index++) {
    if (isOver() || !(await world.run(pressCloser, { index, unsafe: UNSAFE_NAME.source }))) return false
    if (await isGone()) return true
  }
  return false
}

interface PopupState {
  /** What was fixed over the page before it was scrolled through. */
  cutoverLayers?: WeakSet<Element>
  cutoverPopup?: Element[]
}

/**
 * `before`: notes what is fixed over the window. `after`, `again`: whether something else that is fixed, and holds no part
 * of the page, lies over all of the window wherever the page is scrolled; `after`: and is no background without words.
 * Runs in the page.
 */
function isCovered(
  { parentOf, rootOf, shadowRootOf, matches, clean }: Injected,
  look: 'before' | 'after' | 'again',
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

  /** The layers that all points end in; empty where one does not. A backdrop and its box may be two. */
  function covering(): Element[] {
    const found = new Set<Element>()
    for (const [x, y] of POINTS) {
      const outermost = fixedAround(stackAt(document, x!, y!)[0]).findLast(
        layer => !state.cutoverLayers?.has(layer),
      )
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
  // Another document than the one that was scrolled through has no before.
  const layers = state.cutoverLayers ? covering() : []
  const has = (what: string) => layers.some(layer => matches(layer, what) || layer.querySelector(what))
  const { length } = clean(layers.map(layer => (layer as HTMLElement).innerText).join(' '))
  if (layers.length === 0 || length > MAX_LETTERS || has(PAGE)) return false
  if (look === 'after' && length === 0 && !has('iframe')) return false
  state.cutoverPopup = layers
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
 * Presses one of the controls by which the popup says that it is closed, or of those without a word, outside of forms: the
 * icon of a cross has often none. Whether there is one of that index. Runs in the page.
 */
function pressCloser(
  {
    elements,
    closest,
    matches,
    clean,
    contextOf,
    hasArea,
    hasHandCursor,
    nameOf,
    looksLikeCross,
    saysClose,
  }: Injected,
  { index, unsafe }: { index: number; unsafe: string },
): boolean {
  const { cutoverPopup: layers = [] } = globalThis as unknown as PopupState
  const UNSAFE = new RegExp(unsafe, 'i')
  const PRESSED = 'button, [role=button], input[type=button], a, [onclick]'
  const isSubmit = ({ form, type, formMethod }: HTMLButtonElement) =>
    form && /^(submit|image)$/.test(type) && (formMethod || form.method) !== 'dialog'
  const sayingOf = (element: Element) => nameOf(element) || clean(element.textContent)
  const says = (element: Element) => looksLikeCross(element) || saysClose(element)
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
  const closers = [...found.filter(says), ...found.filter(element => !says(element))]
  // Without the mouse, which would stay where it is and hover over the page.
  closers[index]?.dispatchEvent(
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
