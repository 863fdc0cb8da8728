/** Tabs and their like of which Tab reaches one alone: arrow keys have to reach the others (ARIA Authoring Practices). */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { press } from './keys.ts'

const MAX_WIDGETS = 5
/** Each with the key that undoes it. */
const ARROWS = [
  ['ArrowRight', 'ArrowLeft'],
  ['ArrowDown', 'ArrowUp'],
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowUp', 'ArrowDown'],
] as const

/** Selectors of tabs, custom radio buttons and items of menu bars that neither Tab nor an arrow key comes to. */
export async function findIgnoringArrowKeys({ world, cdp }: PageLoad): Promise<string[]> {
  const widgets = await world.run(findWidgets, MAX_WIDGETS, 5000)
  const ignoring: string[] = []
  for (const [index, parts] of widgets.entries()) {
    let answered = false
    for (const [arrow, back] of ARROWS) {
      await world.run(watch, { index, begin: true }, 3000)
      await press(cdp, arrow)
      answered = await world.run(watch, { index, begin: false }, 3000)
      if (!answered) continue
      await press(cdp, back)
      break
    }
    if (!answered) ignoring.push(...parts)
  }
  return ignoring
}

// What follows runs in the page.

interface State {
  cutoverArrows?: { whole: Element; entry: HTMLElement; parts: Element[]; before: string }[]
}

function findWidgets(
  { elements, roleOf, contextOf, visibleBoxOf, visibleRects, closest, selectorOf }: Injected,
  max: number,
): string[][] {
  const PARTS: Record<string, string> = { tablist: 'tab', radiogroup: 'radio', menubar: 'menuitem' }
  const all = elements()
  const isSeen = (element: Element) => visibleBoxOf(element, visibleRects(element)).state === 'visible'
  const found = all
    .filter(whole => PARTS[roleOf(whole)] !== undefined && !contextOf(whole).ignored)
    .flatMap(whole => {
      const parts = all.filter(
        part =>
          roleOf(part).startsWith(PARTS[roleOf(whole)]!) &&
          part.getAttribute('aria-disabled') !== 'true' &&
          !part.matches(':disabled') &&
          closest(part, other => other === whole) !== null &&
          isSeen(part),
      ) as HTMLElement[]
      const entry = parts.find(({ tabIndex }) => tabIndex >= 0)
      const others = parts.filter(({ tabIndex }) => tabIndex < 0)
      return entry && others.length ? [{ whole, entry, parts: others, before: '' }] : []
    })
    .slice(0, max)
  ;(globalThis as unknown as State).cutoverArrows = found
  return found.map(({ parts }) => parts.map(selectorOf))
}

/** With `begin`, focuses the part that Tab reaches; without, returns whether the focus or the selection has moved since. */
async function watch(_: Injected, { index, begin }: { index: number; begin: boolean }): Promise<boolean> {
  const widget = (globalThis as unknown as State).cutoverArrows![index]!
  const root = widget.whole.getRootNode() as Document | ShadowRoot
  if (begin) {
    widget.entry.focus()
    widget.before = state()
    return false
  }
  for (let poll = 0; poll < 4; poll++) {
    if (state() !== widget.before) return true
    // Frameworks move the focus once they have drawn anew.
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return false

  function state(): string {
    const inner = Array.from(widget.whole.querySelectorAll('*'))
    const chosen = inner.flatMap((one, at) =>
      one === root.activeElement || one.ariaSelected === 'true' || one.ariaChecked === 'true' ? at : [],
    )
    return `${widget.whole.getAttribute('aria-activedescendant')} ${chosen}`
  }
}
