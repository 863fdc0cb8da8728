import type { Injected } from '../../injected/index.ts'
import type { AriaState, PageState, ProbeState } from './state.ts'

export type Effect =
  | 'dialog'
  | 'goes'
  | 'switches'
  | 'opens'
  | 'closes'
  | 'pictures'
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
  /** Something in the document changed, visible or not. */
  stirred: boolean
  /** The document could be scrolled before, and cannot be now. */
  locked: boolean
  /** The colours of the page itself are others. */
  recoloured: boolean
  /** Whether the ARIA states that the control has before and after are others since. Absent where it has none. */
  states?: Partial<Record<AriaState, boolean>>
  /** The control was the chosen one of its group before. */
  chosen?: true
  /** The page went on changing after the last look, or is so long that only what is near the control was looked at. */
  uncertain?: true
}

/** What is kept of a look at the page. */
export type Kept = Omit<Seen, 'locked'>

const MAX_REVEALED = 20
const MAX_HIDDEN = 40

/** Of what came into sight and went out of it the first. */
export const shortened = ({ effect, revealed, hidden, went, stirred, states, chosen, uncertain }: Kept) => ({
  effect,
  revealed: revealed.slice(0, MAX_REVEALED),
  ...(revealed.length > MAX_REVEALED && { more: revealed.slice(MAX_REVEALED) }),
  hidden: hidden.slice(0, MAX_HIDDEN),
  ...(hidden.length > MAX_HIDDEN && { moreHidden: hidden.slice(MAX_HIDDEN) }),
  went,
  stirred,
  ...(states && { states }),
  ...(chosen && { chosen }),
  ...(uncertain && { uncertain }),
})

/**
 * Remembers how the page looks now (`first`), or waits until it looks different or has come to rest, and returns the
 * difference. `toRest`: all of it, and what is seen then is what the next look is compared with. `frames`: how many are
 * waited for before each look, so that a slow machine sees what a fast one sees. Runs in the page.
 */
export async function observe(
  {
    elements,
    contextOf,
    isVisible,
    remeasure,
    clean,
    nameOf,
    finishMotion,
    hasArea,
    isChosen,
    isTextNode,
    childNodesOf,
    textOf,
    bodyOf,
    canBeScrolled,
    DIALOG,
  }: Injected,
  {
    index,
    first,
    frames,
    ignore,
    toRest = false,
  }: { index: number; first: boolean; frames: number[]; ignore: readonly string[]; toRest?: boolean },
): Promise<Seen> {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  let element = state.current(index)
  /** Of a page with more elements only the surroundings of the control are observed. */
  const MAX_ELEMENTS = 4000
  /** Texts that are taken away from which a press may show the page in another version, part by part. */
  const MANY = 6
  /** CSS px of both sides, below which a picture is an icon that tells the state of a control. */
  const MIN_PICTURE = 64
  const nothing: Seen = {
    effect: 'nothing',
    revealed: [],
    hidden: [],
    went: null,
    stirred: false,
    locked: false,
    recoloured: false,
  }
  if (first) {
    finishMotion()
    state.before = look()
    state.atFirst ??= [...state.before.texts.keys()]
    state.asked = 0
    state.mutated = 0
    state.typed = Math.min(0, state.typed)
    return nothing
  }
  const before = state.before!
  let seen = nothing
  let known = ''
  let now = before
  let isAtRest = false
  for (const count of frames) {
    await state.waitFrames(count)
    const ran = finishMotion()
    // Styles alone take effect at once: later another look is worth it only where something else has changed.
    const moved = `${state.mutated} ${state.asked} ${scrollY} ${location.href}`
    if (moved !== known || ran) {
      remeasure([...ignore])
      now = look()
      seen = difference(before, now)
      // What a control says of itself changes before what it opens is there, and one slide fades over another.
      const arePictures = [...seen.revealed, ...seen.hidden].every(text => text.startsWith('picture '))
      if (!toRest && /^(dialog|goes|asks)$/.test(seen.effect)) break
      // What is cleared may be filled anew a moment later.
      const isCleared = seen.effect === 'closes' && state.isBusy()
      const isPassing = arePictures || isCleared || (seen.effect === 'switches' && mayGoOn(seen))
      if (!toRest && /^(switches|opens|closes)$/.test(seen.effect) && !isPassing) break
    }
    // Scripts may wait for the end of a transition.
    const still = !ran && (moved === known || moved === `0 0 ${before.y} ${before.href}`)
    isAtRest = still && !state.isBusy()
    if (isAtRest) break
    known = moved
  }
  if (seen.effect === 'switches' && mayGoOn(seen) && (!isAtRest || now.region !== null)) seen.uncertain = true
  if (toRest) Object.assign(state, { before: now, asked: 0, mutated: 0 })
  return seen

  /** A number may be counting up, and a version may come text by text. */
  function mayGoOn({ revealed, hidden }: Seen): boolean {
    return hidden.length >= MANY || revealed.some(text => /\d/.test(text))
  }

  function difference(was: PageState, now: PageState): Seen {
    const revealed: string[] = []
    const hidden: string[] = []
    for (const [text, count] of now.texts) if (count > (was.texts.get(text) ?? 0)) revealed.push(text)
    for (const [text, count] of was.texts) if (count > (now.texts.get(text) ?? 0)) hidden.push(text)
    const dialog = now.dialogs.some(one => !was.dialogs.includes(one))
    const recoloured = now.background !== was.background || [...was.boxes].some(isRecoloured)
    const isTold = revealed.length > 0 || hidden.length > 0
    // One called as the one before it, as in a gallery of one title. Other colours bring other drawings.
    const [shown, gone] = [without(now.files, was.files), without(was.files, now.files)]
    const others = !isTold && !recoloured && shown.length > 0 && gone.length > 0
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
              : state.asked > 0
                ? 'asks'
                : others
                  ? 'pictures'
                  : now.state !== was.state
                    ? 'toggles'
                    : now.background !== was.background
                      ? 'restyles'
                      : Math.abs(now.y - was.y) > 60
                        ? 'scrolls'
                        : now.focus !== was.focus &&
                            now.focus !== element &&
                            now.focus?.matches('input, textarea, select, [contenteditable]')
                          ? 'focuses'
                          : 'nothing'
    return {
      effect,
      // A page may be shown in another language as a whole.
      revealed: (effect === 'pictures' ? shown : revealed).slice(0, 200),
      hidden: (effect === 'pictures' ? gone : hidden).slice(0, 200),
      went: now.address === was.address ? null : now.address.slice(0, 300),
      stirred: state.mutated > 0,
      locked: was.scrolls && !now.scrolls,
      recoloured,
      ...statesOf(was.aria, now.aria),
      ...(was.chosen && { chosen: true }),
    }
  }

  function statesOf(was: PageState['aria'], now: PageState['aria']): Pick<Seen, 'states'> {
    const kept = [...was].filter(([name]) => now.has(name))
    const states = kept.map(([name, value]) => [name, now.get(name) !== value])
    return kept.length > 0 ? { states: Object.fromEntries(states) } : {}
  }

  function without(files: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
    return [...files].filter(file => !others.has(file))
  }

  /** What was added or taken away is no other colour. */
  function isRecoloured([box, colours]: [Element, string]): boolean {
    return box.isConnected && coloursOf([box]) !== colours
  }

  function isSamePage(a: string, b: string) {
    return a.split('#')[0] === b.split('#')[0] && !/#!?\//.test(a) && !/#!?\//.test(b)
  }

  function look(): PageState {
    element = state.current(index)
    const texts = new Map<string, number>()
    const holders = new WeakMap<Element, string>()
    const dialogs: Element[] = []
    const places = new Map<string, Element>()
    const files = new Set<string>()
    const all = elements()
    const region = all.length > MAX_ELEMENTS ? (first ? scrollY : state.before!.y) : null
    for (const each of all) {
      if (region !== null && isFar(each, region)) continue
      if (each.matches(DIALOG) && contextOf(each).shown && hasArea(each)) dialogs.push(each)
      const text = wordsOf(each)
      if (!text || contextOf(each).ignored || !isVisible(each)) continue
      texts.set(text, (texts.get(text) ?? 0) + 1)
      holders.set(each, text)
      if (!places.has(text) || state.before?.holders.get(each) !== text) places.set(text, each)
      if (each.localName === 'img' && isContent(each)) files.add(`picture ${pathOf(each).slice(-80)}`)
    }
    state.places = places
    return {
      region,
      texts,
      holders,
      files,
      dialogs,
      state: element?.isConnected ? stateOf(element) : 'gone',
      aria: ariaOf(element),
      background: coloursOf([document.documentElement, bodyOf(document), document.querySelector('main')]),
      boxes: new Map(
        Array.from(document.querySelectorAll('body > div, body > div > div'))
          .slice(0, 8)
          .map(box => [box, coloursOf([box])]),
      ),
      scrolls: canBeScrolled(),
      y: scrollY,
      address: location.pathname + location.search + location.hash,
      href: location.href,
      focus: document.activeElement,
      chosen: element !== undefined && isChosen(element),
    }
  }

  function coloursOf(all: (Element | null)[]): string {
    const styles = all.map(each => each && getComputedStyle(each))
    return styles.map(style => style && `${style.backgroundColor} ${style.color}`).join()
  }

  function isFar(each: Element, top: number): boolean {
    const box = each.getBoundingClientRect()
    if (box.width === 0 && box.height === 0) return true
    return box.bottom + scrollY < top - innerHeight || box.top + scrollY > top + 2 * innerHeight
  }

  function fileOf(image: Element): string {
    const { currentSrc, src } = image as HTMLImageElement
    return (currentSrc || src).split(/[?#]/)[0]!.split('/').at(-1)!
  }

  /** Galleries number their files, each in its own folder. */
  function pathOf(image: Element): string {
    const { currentSrc, src } = image as HTMLImageElement
    return (currentSrc || src).replace(/^\w+:\/\/[^/]*/, '')
  }

  /** No icon, no part of the control itself, and no placeholder of what is still to come, which stands in the page's code. */
  function isContent(image: Element): boolean {
    const { width, height } = image.getBoundingClientRect()
    const { currentSrc, src } = image as HTMLImageElement
    return (
      Math.min(width, height) >= MIN_PICTURE &&
      !element?.contains(image) &&
      !(currentSrc || src).startsWith('data:')
    )
  }

  /** Its own text, or what a picture or field is called. */
  function wordsOf(each: Element): string {
    if (each.localName === 'img') {
      return `picture ${clean((each as HTMLImageElement).alt) || fileOf(each)}`.slice(0, 80)
    }
    if (/^(iframe|video|canvas)$/.test(each.localName)) return each.localName
    if (/^(input|select|textarea)$/.test(each.localName)) return `field ${nameOf(each)}`.slice(0, 80)
    if (/^(script|style|template|noscript|title|option)$/.test(each.localName)) return ''
    let own = ''
    for (const node of childNodesOf(each)) if (isTextNode(node)) own += node.nodeValue
    own = clean(own)
    return /[\p{L}\p{N}]/u.test(own) ? own.slice(0, 80) : ''
  }

  function ariaOf(control: HTMLElement | undefined): PageState['aria'] {
    const names: AriaState[] = ['expanded', 'pressed', 'checked', 'selected', 'current']
    return new Map(
      names.flatMap(name => {
        const value = control?.isConnected ? control.getAttribute(`aria-${name}`) : null
        return value === null ? [] : [[name, value] as const]
      }),
    )
  }

  /** The control's own state, visible or told to assistive technology. */
  function stateOf(control: HTMLElement): string {
    const field =
      control.localName === 'label'
        ? ((control as unknown as HTMLLabelElement).control as HTMLInputElement)
        : null
    const details =
      control.localName === 'summary' ? (control.parentElement as HTMLDetailsElement).open : null
    return [
      ...ariaOf(control),
      control.getAttribute('data-state'),
      field?.checked,
      details,
      clean(textOf(control)).slice(0, 80),
    ].join('|')
  }
}
