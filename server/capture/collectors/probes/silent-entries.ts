/** Entries of a list to which scripts listen though nothing about them says so, as the names beside a shown quotation. */
import type { Injected } from '../../injected/index.ts'
import { within } from '../../page/isolated-world.ts'
import { HOVER_EVENTS, hears, PRESS_EVENTS } from '../../page/listeners.ts'
import type { PageLoad } from '../../page/page-load.ts'

/** For an answer on a slow machine. */
const TIMEOUT_MS = 4000
/** Lists, entries of each that are asked for, as many as are pressed of one kind, and entries that make a list. */
const MAX = { lists: 8, each: 3, least: 3 }
/** CSS px of a side, and px² of a thing that is pressed as a whole; of a side of the picture of a card, of which the first is pressed anyway. */
const SIZES = { side: 16, area: 120_000, picture: 80 }

/** What each listens to; none on a page that does not answer. */
export async function silentEntries({ world, cdp }: PageLoad, timeoutMs: number): Promise<SilentEntry[]> {
  const selectors = await world.run(entriesOfLists, { ...MAX, ...SIZES }, timeoutMs)
  const wayTo = async (selector: string): Promise<SilentEntry[]> => {
    const element = `document.querySelector(${JSON.stringify(selector)})`
    if (await hears(cdp, element, PRESS_EVENTS)) return [{ selector, way: 'press' }]
    return (await hears(cdp, element, HOVER_EVENTS)) ? [{ selector, way: 'hover' }] : []
  }
  const found = await within(Promise.all(selectors.map(wayTo)), TIMEOUT_MS).catch(() => [])
  return found.flat()
}

export interface SilentEntry {
  selector: string
  way: 'press' | 'hover'
}

/** Of each list the first entries in sight that hold a text and nothing to be operated. Runs in the page. */
function entriesOfLists(
  {
    elements,
    contextOf,
    visibleBoxOf,
    hasHandCursor,
    isControl,
    closest,
    parentOf,
    childrenOf,
    textOf,
    selectorOf,
    FOCUSABLE,
  }: Injected,
  max: typeof MAX & typeof SIZES,
): string[] {
  const found: string[] = []
  let lists = 0
  const known = new Set<Element>()
  for (const element of elements()) {
    const list = parentOf(element)
    if (!list || known.has(list) || !isEntry(element)) continue
    known.add(list)
    const entries = Array.from(childrenOf(list)).filter(
      other => other.localName === element.localName && isEntry(other),
    )
    if (entries.length < max.least || closest(list, isPressed)) continue
    found.push(...entries.slice(0, max.each).map(selectorOf))
    if (++lists >= max.lists) break
  }
  return found

  function isEntry(element: Element): boolean {
    if (!/^(li|div|article|figure|p|span)$/.test(element.localName)) return false
    const { ignored, rendered } = contextOf(element)
    if (ignored || !rendered || element.ownerDocument !== document || isPressed(element)) return false
    const { state, box } = visibleBoxOf(element)
    if (state !== 'visible' || Math.min(box.width, box.height) < max.side) return false
    if (box.width * box.height > max.area || !/\p{L}{2}/u.test(textOf(element) ?? '')) return false
    const isPicture = ({ clientWidth, clientHeight }: Element) =>
      Math.min(clientWidth, clientHeight) >= max.picture
    if (Array.from(element.querySelectorAll('img')).some(isPicture)) return false
    return element.querySelector(`${FOCUSABLE}, label, [onclick]`) === null
  }

  function isPressed(element: Element): boolean {
    return (
      isControl(element) ||
      element.localName === 'label' ||
      element.hasAttribute('onclick') ||
      hasHandCursor(element)
    )
  }
}
