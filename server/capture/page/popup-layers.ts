/** What lies over the window: which layers, what they say, and how they are closed or left out. All of it runs in the page. */
import type { Injected } from '../injected/index.ts'
import type { Interstitial } from './page-load.ts'

interface PopupState {
  /** What was fixed over the page before it was scrolled through. */
  cutoverLayers?: WeakSet<Element>
  cutoverPopup?: Element[]
}

/**
 * `before`: notes what is fixed over the window. `after`, `again`: whether something else that is fixed, and holds no part
 * of the page, lies over all of the window wherever the page is scrolled; `after`: and is no background without words.
 * `arrival`: whether something with words does that is fixed over all of the window, or a dialog lies on the page; `stays`:
 * whether it still does.
 */
export function isCovered(
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
 * it.
 */
export function aboutInterstitial(
  { childrenOf, clean, closest, contextOf, isDialog, selectorOf, textBlocks, visibleBoxOf }: Injected,
  { texts, letters, points }: { texts: number; letters: number; points: readonly number[] },
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

/** Whether most of the texts are still in sight: a control may have led to another view of the page. */
export function isStillThere({ textBlocks }: Injected, texts: string[]): boolean {
  const seen = textBlocks().blocks.flatMap(({ text, state }) => (state === 'visible' ? text : []))
  return 2 * texts.filter(text => seen.some(one => one.startsWith(text))).length >= texts.length
}

/**
 * Presses one of the controls by which the popup says that it is closed, or of those without a word, outside of forms: the
 * icon of a cross has often none; `onArrival` only of those that say so, or that it was read. Whether there is one of that index.
 */
export function pressCloser(
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

export function textOfPopup({ clean }: Injected): string {
  const { cutoverPopup: layers = [] } = globalThis as unknown as PopupState
  return clean(layers.map(layer => (layer as HTMLElement).innerText).join(' ')).slice(0, 500)
}

/**
 * Marks the popup as what is no part of the page, and takes it from the screen: its box may take clicks of its own.
 */
export function leaveOut(_: Injected, mark: string): void {
  for (const layer of (globalThis as unknown as PopupState).cutoverPopup ?? []) {
    layer.setAttribute(mark, '')
    // A form may have a field of the name `style`.
    ;(layer as HTMLElement).style.setProperty?.('display', 'none', 'important')
    // Else the page behind it stays inert.
    if (layer instanceof HTMLDialogElement && layer.matches(':modal')) layer.close()
  }
}
