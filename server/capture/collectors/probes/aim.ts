/** Brings controls into view, and presses or sets them. All of it runs in the page. */
import type { Injected } from '../../injected/index.ts'
import type { ProbeState, SetTo } from './state.ts'

/**
 * Brings the candidate into view and waits for what the page does about that; returns where on the screen to press it, and
 * whether nothing lies over it. Null when it is gone or out of sight.
 */
export async function aim(
  { isVisible, remeasure, holds }: Injected,
  {
    index,
    events,
    frames,
    ignore,
  }: {
    index: number
    events: { asked: string; sent: string; isSettling: string }
    frames: number[]
    ignore: readonly string[]
  },
): Promise<{ x: number; y: number; clear: boolean } | null> {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  const element = state.current(index)
  if (!element?.isConnected || !isVisible(element)) return null
  if (!state.counting) startCounting()
  const before = element.getBoundingClientRect()
  const isAway = before.top < 0 || before.bottom > innerHeight
  if (isAway) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Effects of scrolling, or late ones of the last press, would be taken for effects of this press.
  if (isAway || state.mutated > 0 || state.isBusy()) {
    let known = -1
    for (const count of frames) {
      if (known === state.mutated && !state.isBusy()) break
      known = state.mutated
      await state.waitFrames(count)
    }
    await untilTyped()
    remeasure([...ignore])
  }
  const boxes = Array.from(element.getClientRects()).filter(({ width, height }) => width > 0 && height > 0)
  const box = boxes[0] ?? element.getBoundingClientRect()
  const x = Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2))
  const y = Math.min(innerHeight - 1, Math.max(0, box.top + box.height / 2))
  const root = element.getRootNode() as Document | ShadowRoot
  const hit = root.elementFromPoint(x, y)
  return { x, y, clear: hit !== null && (element === hit || holds(element, hit) || holds(hit, element)) }

  /** A text that types itself pauses for some frames, and is followed for so many; one that takes back its letters has no end. */
  async function untilTyped(): Promise<void> {
    const [pause, most] = [24, 300]
    let last = state.typed
    for (let quiet = 0, all = 0; last > 0 && quiet < pause; quiet += 2, all += 2) {
      if (all >= most) state.typed = Number.NEGATIVE_INFINITY
      await state.waitFrames(2)
      if (state.typed > last) quiet = 0
      last = state.typed
    }
  }

  function startCounting(): void {
    state.counting = true
    document.addEventListener(events.asked, () => state.asked++)
    document.addEventListener('copy', () => state.asked++)
    // What a page sends over a socket that stays open is no request.
    document.addEventListener(events.sent, event => {
      if (/^wss?:/.test((event as CustomEvent).detail)) state.asked++
    })
    const lettersNow = () => document.documentElement.textContent?.length ?? 0
    /** Of one look at a text that types itself. */
    const MAX_TYPED = 8
    let letters = lettersNow()
    let shrunk = 0
    new MutationObserver(records => {
      state.mutated += records.length
      if (records.every(({ type }) => type === 'attributes')) return
      const more = lettersNow() - letters
      letters += more
      if (more === 0 || Math.abs(more) > MAX_TYPED) return
      shrunk = more < 0 ? shrunk + 1 : 0
      if (more > 0) state.typed++
      if (shrunk > 2) state.typed = Number.NEGATIVE_INFINITY
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    state.isBusy = () => !document.dispatchEvent(new Event(events.isSettling, { cancelable: true }))
    state.waitFrames = async count => {
      for (let i = 0; i < count; i++)
        await Promise.race([
          new Promise(resolve => requestAnimationFrame(resolve)),
          new Promise(resolve => setTimeout(resolve, 250)), // in a page that draws no frames
        ])
    }
  }
}

/** Presses by script, for a control that something lies over. */
export function pressByScript({ pressOn }: Injected, index: number): void {
  const element = (globalThis as unknown as ProbeState).cutoverProbes?.elements[index]
  if (element) pressOn(element)
}

/** Sets by script: the browser draws the entries of a list, out of our reach. */
export function setByScript({ write }: Injected, { index, to }: { index: number; to: SetTo }): void {
  const element = (globalThis as unknown as ProbeState).cutoverProbes?.elements[index]
  if (to === null) element?.click()
  else if (typeof to === 'string') write(element as HTMLInputElement, to)
  else {
    const select = element as unknown as HTMLSelectElement
    select.selectedIndex = to
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
