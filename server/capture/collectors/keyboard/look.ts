import type { Kit } from '../../kit/kit.ts'

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

export interface Look {
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
  }
}

/** Which element has the focus after a key. Runs in the page. */
export async function lookAtFocus(
  {
    roleOf,
    nameOf,
    contextOf,
    selectorOf,
    closest,
    inkOf,
    isFrame,
    frameDocument,
    looksOf,
    showedFocus,
  }: Kit,
  start: boolean,
): Promise<Look> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const kept = globalThis as unknown as Kept
  if (start || !kept.cutoverWalk) {
    const fresh = { elements: [], last: -1, ringed: new Map(), done: new Set<number>(), came: null }
    kept.cutoverWalk = fresh
    // Not focusin: it does not come where the focus is gone by then.
    addEventListener('focus', event => noteFocus(fresh, event), true)
  }
  const walk = kept.cutoverWalk
  const holder = focused()
  const element = holder ?? dropped()
  walk.came = null
  let at = element ? walk.elements.indexOf(element) : -1
  const isNew = element !== null && at < 0
  if (isNew) at = walk.elements.push(element) - 1
  let ring: Look['ring'] = null
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

  function noteFocus(walk: { came: Element | null }, event: Event): void {
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
      box: inkOf(element, element.getClientRects()).box,
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
