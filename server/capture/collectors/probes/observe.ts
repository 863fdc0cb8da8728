import type { Kit } from '../../kit/kit.ts'
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

interface Look {
  texts: Map<string, number>
  dialogs: Element[]
  state: string
  ground: string
  y: number
  address: string
  focus: Element | null
}

/**
 * Brings the candidate into view; where on the screen to press it, and whether nothing lies over it. Null when it is
 * gone or out of sight. Runs in the page.
 */
export function aim(
  { inkOf }: Kit,
  { index, event }: { index: number; event: string },
): { x: number; y: number; clear: boolean } | null {
  const kept = (globalThis as unknown as Kept).cutoverProbes!
  const element = kept.elements[index]
  if (!element?.isConnected || inkOf(element, element.getClientRects()).state !== 'visible') return null
  const before = element.getBoundingClientRect()
  if (before.top < 0 || before.bottom > innerHeight)
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const boxes = Array.from(element.getClientRects()).filter(({ width, height }) => width > 0 && height > 0)
  const box = boxes[0] ?? element.getBoundingClientRect()
  const x = Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2))
  const y = Math.min(innerHeight - 1, Math.max(0, box.top + box.height / 2))
  const root = element.getRootNode() as Document | ShadowRoot
  const hit = root.elementFromPoint(x, y)
  if (!kept.quiet) {
    kept.quiet = true
    document.addEventListener(event, () => kept.asked++)
    document.addEventListener('copy', () => kept.asked++)
    new MutationObserver(records => (kept.mutated += records.length)).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  }
  return { x, y, clear: hit !== null && (element === hit || element.contains(hit) || hit.contains(element)) }
}

/** Presses it as a script would, where something lies over it. Runs in the page. */
export function pressByScript(_: Kit, index: number): void {
  const element = (globalThis as unknown as Kept).cutoverProbes?.elements[index]
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
    element?.dispatchEvent(
      new (type.startsWith('pointer') ? PointerEvent : MouseEvent)(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        button: 0,
      }),
    )
  element?.click()
}

/** Keeps how the page looks now (`first`), or waits until it looks otherwise and says how. Runs in the page. */
export async function observe(
  { elements, contextOf, inkOf, remeasure, clean, nameOf }: Kit,
  {
    index,
    first,
    waits,
    ignore,
  }: { index: number; first: boolean; waits: number[]; ignore: readonly string[] },
): Promise<Seen> {
  const kept = (globalThis as unknown as Kept).cutoverProbes!
  const element = kept.elements[index]
  const MANY = 4000
  const nothing: Seen = { effect: 'nothing', revealed: [], hidden: [], went: null, stirred: false }
  if (first) {
    kept.before = look()
    kept.asked = 0
    kept.mutated = 0
    return nothing
  }
  const before = kept.before as Look
  let seen = nothing
  let known = ''
  for (const wait of waits) {
    await new Promise(resolve => setTimeout(resolve, wait))
    // What styles alone do is done at once; later only what moved is worth another look.
    const moved = `${kept.mutated} ${kept.asked} ${scrollY} ${location.href}`
    if (moved === known) continue
    known = moved
    remeasure([...ignore])
    seen = difference(before, look())
    // What a control says of itself changes before what it opens is there.
    if (/^(dialog|goes|switches|opens|closes|asks)$/.test(seen.effect)) break
  }
  return seen

  function difference(was: Look, now: Look): Seen {
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
                  : now.ground !== was.ground
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

  function look(): Look {
    const texts = new Map<string, number>()
    const dialogs: Element[] = []
    const add = (text: string) => texts.set(text, (texts.get(text) ?? 0) + 1)
    const all = elements()
    const region = all.length > MANY ? (first ? scrollY : (kept.before as Look).y) : null
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
      if (shown && !ignored && inkOf(each, each.getClientRects()).state === 'visible') add(text)
    }
    return {
      texts,
      dialogs,
      state: element?.isConnected ? stateOf(element) : 'gone',
      ground: [document.documentElement, document.body, document.querySelector('main') ?? document.body]
        .map(each => `${getComputedStyle(each).backgroundColor} ${getComputedStyle(each).color}`)
        .join(),
      y: scrollY,
      address: location.pathname + location.search + location.hash,
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

/** Where to press to leave what was opened: nothing while Escape did it. Runs in the page. */
export function exitOf({ contextOf }: Kit): { x: number; y: number } | 'closed' | null {
  const dialogs = Array.from(
    document.querySelectorAll('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'),
  ).filter(each => contextOf(each).shown && each.getBoundingClientRect().width > 0)
  const before = ((globalThis as unknown as Kept).cutoverProbes!.before as Look).dialogs
  const open = dialogs.find(each => !before.includes(each))
  if (!open) return 'closed'
  const likely =
    '[data-bs-dismiss], [data-dismiss], [command=close], form[method=dialog] button, [class*=close i], [aria-label*=close i]'
  const button = Array.from(open.querySelectorAll<HTMLElement>('button, [role=button]')).filter(
    each => contextOf(each).shown,
  )
  const close = button.find(each => each.matches(likely)) ?? button[0]
  if (!close) return null
  const { left, top, width, height } = close.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
