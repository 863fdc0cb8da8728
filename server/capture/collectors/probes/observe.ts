import type { Injected } from '../../injected/index.ts'
import type { Kept } from './find.ts'

export type Effect =
  | 'dialog'
  | 'goes'
  | 'switches'
  | 'opens'
  | 'closes'
  | 'scrolls'
  | 'toggles'
  | 'restyles'
  | 'focuses'
  | 'asks'
  | 'nothing'

export interface Seen {
  effect: Effect
  /** What came into sight and what went out of it: texts, fields and pictures by name. */
  revealed: string[]
  hidden: string[]
  /** Where the address of the page changed to, without its origin. */
  went: string | null
  /** Something in the document changed, seen or not. */
  stirred: boolean
}

export interface PageState {
  texts: Map<string, number>
  dialogs: Element[]
  state: string
  background: string
  y: number
  address: string
  href: string
  focus: Element | null
}

/**
 * Keeps how the page looks now (`first`), or waits until it looks otherwise or has come to rest, and says how it looks.
 * `rounds`: how many frames are waited for before each look, so that a slow machine sees what a fast one sees.
 * Runs in the page.
 */
export async function observe(
  { elements, contextOf, visibleBoxOf, remeasure, clean, nameOf, finishMotion }: Injected,
  {
    index,
    first,
    rounds,
    ignore,
  }: { index: number; first: boolean; rounds: number[]; ignore: readonly string[] },
): Promise<Seen> {
  const kept = (globalThis as unknown as Kept).cutoverProbes!
  const element = kept.elements[index]
  const MANY = 4000
  const nothing: Seen = { effect: 'nothing', revealed: [], hidden: [], went: null, stirred: false }
  if (first) {
    finishMotion()
    kept.before = look()
    kept.asked = 0
    kept.mutated = 0
    return nothing
  }
  const before = kept.before as PageState
  let seen = nothing
  let known = ''
  for (const frames of rounds) {
    await kept.pass(frames)
    const ran = finishMotion()
    // What styles alone do is done at once; later only what moved is worth another look.
    const moved = `${kept.mutated} ${kept.asked} ${scrollY} ${location.href}`
    if (moved !== known || ran) {
      remeasure([...ignore])
      seen = difference(before, look())
      // What a control says of itself changes before what it opens is there.
      if (/^(dialog|goes|switches|opens|closes|asks)$/.test(seen.effect)) break
    }
    // Scripts are told of the end of a transition, and may wait for that.
    const still = !ran && (moved === known || moved === `0 0 ${before.y} ${before.href}`)
    if (still && !kept.isBusy()) break
    known = moved
  }
  return seen

  function difference(was: PageState, now: PageState): Seen {
    const revealed: string[] = []
    const hidden: string[] = []
    for (const [text, count] of now.texts) if (count > (was.texts.get(text) ?? 0)) revealed.push(text)
    for (const [text, count] of was.texts) if (count > (now.texts.get(text) ?? 0)) hidden.push(text)
    const dialog = now.dialogs.some(one => !was.dialogs.includes(one))
    const effect: Effect = dialog
      ? 'dialog'
      : now.address !== was.address && !isSamePage(now.address, was.address)
        ? 'goes'
        : revealed.length && hidden.length
          ? 'switches'
          : revealed.length
            ? 'opens'
            : hidden.length
              ? 'closes'
              : kept.asked > 0
                ? 'asks'
                : now.state !== was.state
                  ? 'toggles'
                  : now.background !== was.background
                    ? 'restyles'
                    : Math.abs(now.y - was.y) > 60
                      ? 'scrolls'
                      : now.focus !== was.focus &&
                          now.focus?.matches('input, textarea, select, [contenteditable]')
                        ? 'focuses'
                        : 'nothing'
    return {
      effect,
      revealed: revealed.slice(0, 40),
      hidden: hidden.slice(0, 40),
      went: now.address === was.address ? null : now.address.slice(0, 300),
      stirred: kept.mutated > 0,
    }
  }

  function isSamePage(a: string, b: string) {
    return a.split('#')[0] === b.split('#')[0] && !/#!?\//.test(a) && !/#!?\//.test(b)
  }

  function look(): PageState {
    const texts = new Map<string, number>()
    const dialogs: Element[] = []
    const add = (text: string) => texts.set(text, (texts.get(text) ?? 0) + 1)
    const all = elements()
    const region = all.length > MANY ? (first ? scrollY : (kept.before as PageState).y) : null
    for (const each of all) {
      if (region !== null && isFar(each, region)) continue
      if (
        each.matches('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]') &&
        contextOf(each).shown &&
        boxed(each)
      )
        dialogs.push(each)
      const text = textOf(each)
      if (!text) continue
      const { shown, ignored } = contextOf(each)
      if (shown && !ignored && visibleBoxOf(each, each.getClientRects()).state === 'visible') add(text)
    }
    return {
      texts,
      dialogs,
      state: element?.isConnected ? stateOf(element) : 'gone',
      background: [document.documentElement, document.body, document.querySelector('main') ?? document.body]
        .map(each => `${getComputedStyle(each).backgroundColor} ${getComputedStyle(each).color}`)
        .join(),
      y: scrollY,
      address: location.pathname + location.search + location.hash,
      href: location.href,
      focus: document.activeElement,
    }
  }

  /** Of huge pages only what is around the control is looked at. */
  function isFar(each: Element, top: number): boolean {
    const box = each.getBoundingClientRect()
    if (box.width === 0 && box.height === 0) return true
    return box.bottom + scrollY < top - innerHeight || box.top + scrollY > top + 2 * innerHeight
  }

  function boxed(each: Element): boolean {
    const { width, height } = each.getBoundingClientRect()
    const inner = each.firstElementChild?.getBoundingClientRect()
    return width * height + (inner ? inner.width * inner.height : 0) > 0
  }

  /** Its own text, or what a picture or field is called. */
  function textOf(each: Element): string {
    if (each.localName === 'img') {
      const image = each as HTMLImageElement
      return `picture ${clean(image.alt) || (image.currentSrc || image.src).split(/[?#]/)[0]!.split('/').at(-1)}`.slice(
        0,
        80,
      )
    }
    if (/^(iframe|video|canvas)$/.test(each.localName)) return each.localName
    if (/^(input|select|textarea)$/.test(each.localName)) return `field ${nameOf(each)}`.slice(0, 80)
    if (/^(script|style|template|noscript|title|option)$/.test(each.localName)) return ''
    let own = ''
    for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) own += node.nodeValue
    own = clean(own)
    return /[\p{L}\p{N}]/u.test(own) ? own.slice(0, 80) : ''
  }

  /** What the control says of itself, to the eye or to assistive technology. */
  function stateOf(control: HTMLElement): string {
    const said = [
      'aria-expanded',
      'aria-pressed',
      'aria-checked',
      'aria-selected',
      'aria-current',
      'data-state',
    ].map(name => control.getAttribute(name))
    const field =
      control.localName === 'label'
        ? ((control as unknown as HTMLLabelElement).control as HTMLInputElement)
        : null
    const details =
      control.localName === 'summary' ? (control.parentElement as HTMLDetailsElement).open : null
    return [...said, field?.checked, details, clean(control.textContent).slice(0, 80)].join('|')
  }
}
