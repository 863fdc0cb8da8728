import type { Injected } from '../../injected/index.ts'

export interface Stop {
  role: string
  name: string
  tag: string
  landmark: string
  selector: string
  /** CSS px from the top left corner of the page, when it had the focus. */
  box: { x: number; y: number; width: number; height: number }
  tabindex: number
  /** A field whose caret shows the focus by itself. */
  caret: boolean
  /** In a dialog. */
  dialog: boolean
  /** Has stops inside that the page cannot tell apart: a date field, a video, a frame. */
  several: boolean
  /** It does not keep the focus: the page takes it away as soon as it comes. */
  dropped?: boolean
}

export interface FocusProbe {
  /** Index of the stop among those met so far; -1 where nothing on the page has the focus. */
  at: number
  /** Set when it is met for the first time. */
  fresh: Stop | null
  /** For the stop that was left just now: whether anything at or around it looks different without the focus. */
  ring: { at: number; shown: boolean } | null
}

interface Kept {
  cutoverWalk?: {
    elements: Element[]
    last: number
    /** How those that have not been left yet looked with the focus. */
    ringed: Map<number, Map<Element, string>>
    done: Set<number>
    /** The last that got the focus, whether it kept it or not. */
    came: Element | null
    /** What each key found that came before anybody asked; null where one asks after each. */
    hurried: FocusProbe[] | null
  }
}

/**
 * Which element has the focus after a key; before that, for each key of a hurry what the one before it did. `hurry`
 * begins one: keys may come at once, and the page itself looks when it hears the next. Runs in the page.
 */
export async function probeFocus(
  {
    roleOf,
    nameOf,
    contextOf,
    selectorOf,
    closest,
    visibleBoxOf,
    isFrame,
    frameDocument,
    looksOf,
    showedFocus,
    remeasure,
  }: Injected,
  how: 'start' | 'look' | 'hurry',
): Promise<FocusProbe[]> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const kept = globalThis as unknown as Kept
  if (how === 'start' || !kept.cutoverWalk) {
    kept.cutoverWalk = {
      elements: [],
      last: -1,
      ringed: new Map(),
      done: new Set(),
      came: null,
      hurried: null,
    }
    // Not focusin: it does not come where the focus is gone by then.
    addEventListener('focus', noteFocus, true)
    addEventListener('keydown', lookInPassing, true)
  }
  const walk = kept.cutoverWalk
  const hurried = walk.hurried ?? []
  walk.hurried = how === 'hurry' ? [] : null
  return [...hurried, look()]

  function look(): FocusProbe {
    const holder = focused()
    const element = holder ?? dropped()
    walk.came = null
    let at = element ? walk.elements.indexOf(element) : -1
    const isNew = element !== null && at < 0
    if (isNew) at = walk.elements.push(element) - 1
    let ring: FocusProbe['ring'] = null
    const before = walk.ringed.get(walk.last)
    if (before && walk.last !== at) {
      const left = walk.elements[walk.last]!
      walk.ringed.delete(walk.last)
      walk.done.add(walk.last)
      if (left.isConnected) ring = { at: walk.last, shown: showedFocus(left, before, holder) }
    }
    if (holder && !walk.done.has(at) && !walk.ringed.has(at)) walk.ringed.set(at, looksOf(holder))
    walk.last = at
    return { at, fresh: isNew ? { ...describe(element), ...(!holder && { dropped: true }) } : null, ring }
  }

  function lookInPassing(event: KeyboardEvent): void {
    if (!walk.hurried || event.key !== 'Tab') return
    remeasure([])
    walk.hurried.push(look())
  }

  function noteFocus(event: Event): void {
    walk.came = event.composedPath()[0] as Element
  }

  /** What got the focus and is without it already. */
  function dropped(): Element | null {
    const { came } = walk
    return came?.isConnected && came !== document.body && document.hasFocus() ? came : null
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
    return here && here !== document.body && here !== document.documentElement && document.hasFocus()
      ? here
      : null
  }

  function describe(element: Element): Stop {
    const input = element as HTMLInputElement
    return {
      role: roleOf(element),
      name: nameOf(element).slice(0, 200),
      tag: element.localName,
      landmark: contextOf(element).landmark,
      selector: selectorOf(element),
      box: visibleBoxOf(element, element.getClientRects()).box,
      tabindex: Number(element.getAttribute('tabindex') ?? 0),
      caret:
        (element as HTMLElement).isContentEditable ||
        element.localName === 'textarea' ||
        (element.localName === 'input' &&
          /^(text|search|email|tel|url|password|number)$/.test(input.type) &&
          !input.readOnly),
      dialog:
        closest(
          element,
          other =>
            other.localName === 'dialog' ||
            /^(dialog|alertdialog)$/.test(roleOf(other)) ||
            other.getAttribute('aria-modal') === 'true',
        ) !== null,
      several:
        isFrame(element) ||
        /^(video|audio|object|embed)$/.test(element.localName) ||
        element.localName.includes('-') ||
        /^(date|datetime-local|month|time|week)$/.test(input.type ?? ''),
    }
  }
}

/** Whether all keys are heard by the page itself, and none by a frame whose stops could be told. Runs in the page. */
export function hearsAll({ elements, isFrame, frameDocument, FOCUSABLE }: Injected): boolean {
  return !elements().some(
    element => isFrame(element) && frameDocument(element)?.querySelector(FOCUSABLE) != null,
  )
}

/**
 * Gives the focus to the first that can take it after those of a round that the keyboard does not come out of. Runs in
 * the page.
 */
export function passBy({ elements, contextOf, closest }: Injected, round: number[]): boolean {
  const walk = (globalThis as unknown as Kept).cutoverWalk
  if (!walk) return false
  const inside = new Set(round.map(at => walk.elements[at]))
  const all = elements()
  const last = all.findLastIndex(element => inside.has(element))
  const next = all
    .slice(last + 1)
    .find(
      element =>
        (element as HTMLElement).tabIndex >= 0 &&
        contextOf(element).shown &&
        !(element as HTMLInputElement).disabled &&
        element.getClientRects().length > 0 &&
        closest(element, other => inside.has(other) || other.hasAttribute('inert')) === null,
    )
  ;(next as HTMLElement | undefined)?.focus()
  return next !== undefined
}

/** Takes the focus to the very beginning of the page, as after loading it. Runs in the page. */
export function toBeginning(): void {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  const before = body.getAttribute('tabindex')
  body.setAttribute('tabindex', '-1')
  body.focus({ preventScroll: true })
  if (before === null) body.removeAttribute('tabindex')
  else body.setAttribute('tabindex', before)
  scrollTo(0, 0)
}
