import type { Injected } from '../../injected/index.ts'
import type { Kept } from './find.ts'
import type { PageState } from './observe.ts'

/**
 * Brings the candidate into view and waits for what the page does about that; where on the screen to press it, and
 * whether nothing lies over it. Null when it is gone or out of sight. Runs in the page.
 */
export async function aim(
  { visibleBoxOf, remeasure }: Injected,
  {
    index,
    asked,
    later,
    rounds,
    ignore,
  }: { index: number; asked: string; later: string; rounds: number[]; ignore: readonly string[] },
): Promise<{ x: number; y: number; clear: boolean } | null> {
  const kept = (globalThis as unknown as Kept).cutoverProbes!
  const element = kept.elements[index]
  if (!element?.isConnected || visibleBoxOf(element, element.getClientRects()).state !== 'visible')
    return null
  if (!kept.quiet) listen()
  const before = element.getBoundingClientRect()
  const isAway = before.top < 0 || before.bottom > innerHeight
  if (isAway) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Else what the page does on scrolling, or has left to do of the last press, would be taken for what the press does.
  if (isAway || kept.mutated > 0 || kept.isBusy()) {
    let known = -1
    for (const frames of rounds) {
      if (known === kept.mutated && !kept.isBusy()) break
      known = kept.mutated
      await kept.pass(frames)
    }
    remeasure([...ignore])
  }
  const boxes = Array.from(element.getClientRects()).filter(({ width, height }) => width > 0 && height > 0)
  const box = boxes[0] ?? element.getBoundingClientRect()
  const x = Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2))
  const y = Math.min(innerHeight - 1, Math.max(0, box.top + box.height / 2))
  const root = element.getRootNode() as Document | ShadowRoot
  const hit = root.elementFromPoint(x, y)
  return { x, y, clear: hit !== null && (element === hit || element.contains(hit) || hit.contains(element)) }

  function listen(): void {
    kept.quiet = true
    document.addEventListener(asked, () => kept.asked++)
    document.addEventListener('copy', () => kept.asked++)
    new MutationObserver(records => (kept.mutated += records.length)).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    kept.isBusy = () => !document.dispatchEvent(new Event(later, { cancelable: true }))
    kept.pass = async frames => {
      for (let i = 0; i < frames; i++)
        await Promise.race([
          new Promise(resolve => requestAnimationFrame(resolve)),
          new Promise(resolve => setTimeout(resolve, 250)), // nothing is drawn
        ])
    }
  }
}

/** Presses it as a script would, where something lies over it. Runs in the page. */
export function pressByScript(_: Injected, index: number): void {
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

/** Where to press to leave what was opened: nothing while Escape did it. Runs in the page. */
export function exitOf({ contextOf }: Injected): { x: number; y: number } | 'closed' | null {
  const dialogs = Array.from(
    document.querySelectorAll('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'),
  ).filter(each => contextOf(each).shown && each.getBoundingClientRect().width > 0)
  const before = ((globalThis as unknown as Kept).cutoverProbes!.before as PageState).dialogs
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
