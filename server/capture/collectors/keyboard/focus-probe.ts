import type { Description } from '../../injected/controls.ts'
import type { Injected } from '../../injected/index.ts'

export interface Stop extends Description {
  tag: string
  tabindex: number
  /** A field whose caret shows the focus by itself. */
  caret: boolean
  /** In a dialog. */
  dialog: boolean
  /** Has stops inside that the page cannot tell apart: a date field, a video, a frame. */
  several: boolean
}

export interface FocusProbe {
  /** Index of the stop among those met so far; -1 where nothing on the page has the focus. */
  at: number
  /** Set when it is met for the first time. */
  fresh: Stop | null
  /** The stop that was left just now: whether anything at or around it looked different while it had the focus. */
  left: { at: number; indicated: boolean } | null
}

interface State {
  cutoverWalk?: {
    elements: Element[]
    last: number
    /** The styles of stops that have not been left yet, while they had the focus. */
    focused: Map<number, Map<Element, string>>
    /** Stops that have been left once. */
    done: Set<number>
    /** The last element that got the focus, whether it kept it or not. */
    came: Element | null
    /** A probe for each key of many; null where a probe is made after each key. */
    probes: FocusProbe[] | null
  }
}

/**
 * Which element has the focus after a key. `many` announces keys that come at once: a listener then makes a probe of its
 * own at each, and the next call returns these first. Runs in the page.
 */
export async function probeFocus(
  {
    closest,
    isFrame,
    frameDocument,
    focusStylesOf,
    showedFocus,
    remeasure,
    describe,
    isDialog,
    bodyOf,
  }: Injected,
  how: 'start' | 'look' | 'many',
): Promise<FocusProbe[]> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const state = globalThis as unknown as State
  if (how === 'start' || !state.cutoverWalk) {
    state.cutoverWalk = {
      elements: [],
      last: -1,
      focused: new Map(),
      done: new Set(),
      came: null,
      probes: null,
    }
    // Not focusin: it does not come where the focus is gone by then.
    addEventListener('focus', noteFocus, true)
    addEventListener('keydown', probeAtKey, true)
  }
  const walk = state.cutoverWalk
  const probes = walk.probes ?? []
  walk.probes = how === 'many' ? [] : null
  return [...probes, probe()]

  function probe(): FocusProbe {
    const holder = focused()
    const element = holder ?? dropped()
    walk.came = null
    let at = element ? walk.elements.indexOf(element) : -1
    const isNew = element !== null && at < 0
    if (isNew) at = walk.elements.push(element) - 1
    let left: FocusProbe['left'] = null
    const styles = walk.focused.get(walk.last)
    if (styles && walk.last !== at) {
      const before = walk.elements[walk.last]!
      walk.focused.delete(walk.last)
      walk.done.add(walk.last)
      if (before.isConnected) left = { at: walk.last, indicated: showedFocus(before, styles, holder) }
    }
    if (holder && !walk.done.has(at) && !walk.focused.has(at)) walk.focused.set(at, focusStylesOf(holder))
    walk.last = at
    return { at, fresh: isNew ? stopOf(element) : null, left }
  }

  function probeAtKey(event: KeyboardEvent): void {
    if (!walk.probes || event.key !== 'Tab') return
    remeasure([])
    walk.probes.push(probe())
  }

  function noteFocus(event: Event): void {
    walk.came = event.composedPath()[0] as Element
  }

  /** What got the focus and is without it already. */
  function dropped(): Element | null {
    const { came } = walk
    return came?.isConnected && came !== bodyOf(document) && document.hasFocus() ? came : null
  }

  function focused(): Element | null {
    let here: Element | null = document.activeElement
    for (let depth = 0; here && depth < 20; depth++) {
      const inner: Element | null | undefined = isFrame(here)
        ? frameDocument(here)?.activeElement
        : here.shadowRoot?.activeElement
      if (!inner || (isFrame(here) && inner.localName === 'body')) break
      here = inner
    }
    return here && here !== bodyOf(document) && here !== document.documentElement && document.hasFocus()
      ? here
      : null
  }

  function stopOf(element: Element): Stop {
    const input = element as HTMLInputElement
    return {
      ...describe(element),
      tag: element.localName,
      // A form may have a field of that name.
      tabindex: Number(Element.prototype.getAttribute.call(element, 'tabindex') ?? 0),
      caret:
        input.isContentEditable ||
        element.localName === 'textarea' ||
        (element.localName === 'input' &&
          /^(text|search|email|tel|url|password|number)$/.test(input.type) &&
          !input.readOnly),
      dialog: closest(element, isDialog) !== null,
      several:
        isFrame(element) ||
        /^(video|audio|object|embed)$/.test(element.localName) ||
        element.localName.includes('-') ||
        /^(date|datetime-local|month|time|week)$/.test(input.type ?? ''),
    }
  }
}

/** Whether our listener hears all keys: none goes to a frame that has stops of its own, or may have. Runs in the page. */
export function hearsAllKeys({ elements, isFrame, frameDocument, FOCUSABLE }: Injected): boolean {
  return !elements().some(element => {
    if (!isFrame(element)) return false
    const inner = frameDocument(element)
    return !inner || inner.querySelector(FOCUSABLE) !== null
  })
}

/** Gives the focus to the first element after a focus cycle that can take it. Runs in the page. */
export function passBy({ elements, closest, isTabbable }: Injected, cycle: number[]): boolean {
  const walk = (globalThis as unknown as State).cutoverWalk
  if (!walk) return false
  const inside = new Set(cycle.map(at => walk.elements[at]))
  const all = elements()
  const next = all
    .slice(all.findLastIndex(element => inside.has(element)) + 1)
    .find(
      element =>
        isTabbable(element) &&
        element.getClientRects().length > 0 &&
        closest(element, other => inside.has(other)) === null,
    )
  ;(next as HTMLElement | undefined)?.focus()
  return next !== undefined
}

/**
 * Takes the focus to the very beginning of the page, as after loading it, and boxes that the focus has scrolled, as the row of
 * a slider, back to where they stood when this was asked for first. Runs in the page.
 */
export function toBeginning({ bodyOf, elements }: Injected): void {
  const page = globalThis as unknown as { cutoverScrolled?: Map<Element, [left: number, top: number]> }
  const isScrolled = ({ scrollLeft, scrollTop }: Element) => scrollLeft !== 0 || scrollTop !== 0
  const scrolled = elements().filter(isScrolled)
  page.cutoverScrolled ??= new Map(scrolled.map(one => [one, [one.scrollLeft, one.scrollTop]]))
  const { activeElement } = document
  const body = bodyOf(document)
  if (activeElement instanceof HTMLElement) activeElement.blur()
  for (const one of scrolled) {
    const [left, top] = page.cutoverScrolled.get(one) ?? [0, 0]
    // Through the prototype: a form may have a field of the name `scrollTo`.
    Reflect.apply(Element.prototype.scrollTo, one, [{ left, top, behavior: 'instant' }])
  }
  if (!body) return
  const before = body.getAttribute('tabindex')
  body.setAttribute('tabindex', '-1')
  body.focus({ preventScroll: true })
  if (before === null) body.removeAttribute('tabindex')
  else body.setAttribute('tabindex', before)
  scrollTo(0, 0)
}
