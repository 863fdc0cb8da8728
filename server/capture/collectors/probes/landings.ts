/** Where links in the page lead, and whether a bar hides the heading there once the page has been scrolled to it. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import { LOOK_TIMEOUT_MS, mouseOf, type Point, rest } from './input.ts'

export interface Landed {
  heading: string
  /** Of the link. */
  name: string
  selector: string
  isHidden: boolean
}

/** Places that are scrolled to, and of those that lie under a bar then such as are gone to by a press on their link. */
const MAX_PLACES = 20
const MAX_PRESSED = 3

/**
 * Those that the browser by itself scrolls into sight, and of the others the first, after a press on their link: a script may
 * leave room for a bar where styles do not. The others are left out. Leaves the page at its top, under its own address.
 */
export async function landings(pageLoad: PageLoad): Promise<Landed[]> {
  const { world } = pageLoad
  const places = { max: MAX_PLACES, unsafe: UNSAFE_NAME.source }
  const all = await world.run(scrollToAll, places, LOOK_TIMEOUT_MS)
  const mouse = mouseOf(pageLoad)
  const found: Landed[] = all.flatMap(({ isHidden, ...landed }) =>
    isHidden === false ? [{ ...landed, isHidden }] : [],
  )
  const doubtful = all.map((landed, at) => ({ landed, at })).filter(({ landed }) => landed.isHidden)
  for (const { landed, at } of doubtful.slice(0, MAX_PRESSED)) {
    const link = await world.run(aimAt, at, LOOK_TIMEOUT_MS)
    if (!link) continue
    await mouse.click(link)
    // Some scripts scroll, and make room, a moment later.
    await rest()
    const isHidden = await world.run(isHiddenThere, at, LOOK_TIMEOUT_MS)
    if (isHidden !== null) found.push({ ...landed, isHidden })
  }
  if (doubtful.length > 0) await world.run(leave, undefined, LOOK_TIMEOUT_MS)
  return found
}

// What follows runs in the page.

interface State {
  cutoverLandings?: {
    places: { link: HTMLElement; heading: Element }[]
    address: string
    /** Where the page was scrolled to before a press. */
    from: number
    /** Whether a bar lies on the middle of the first line of a heading in the window; null where that is not in it. */
    isHidden(heading: Element): boolean | null
  }
}

/** A bar may go away on scrolling, or come. */
async function scrollToAll(
  injected: Injected,
  { max, unsafe }: { max: number; unsafe: string },
): Promise<(Omit<Landed, 'isHidden'> & { isHidden: boolean | null })[]> {
  const { elements, contextOf, isVisible, selectorOf, nameOf, contentOf, textOf, holds, parentOf } = injected
  const UNSAFE = new RegExp(unsafe, 'i')
  const all = elements() as HTMLElement[]
  if (!all.some(isBar)) return []
  const headings = all.filter(({ localName }) => /^h[1-6]$/.test(localName))
  const places = new Map<Element, { link: HTMLElement; heading: Element }>()
  for (const link of all) {
    const target = link instanceof HTMLAnchorElement && !contextOf(link).ignored ? placeOf(link) : null
    if (!target || places.has(target) || places.size >= max || !isVisible(link)) continue
    const heading = UNSAFE.test(nameOf(link)) ? undefined : headingOf(target)
    if (heading && isVisible(heading)) places.set(target, { link, heading })
  }
  const state = { places: [...places.values()], address: location.href, from: 0, isHidden }
  ;(globalThis as unknown as State).cutoverLandings = state
  const found = []
  for (const [target, { link, heading }] of places) {
    target.scrollIntoView({ block: 'start', behavior: 'instant' })
    await injected.passFrames(2)
    found.push({
      heading: contentOf(heading).slice(0, 200),
      name: nameOf(link),
      selector: selectorOf(link),
      isHidden: isHidden(heading),
    })
  }
  scrollTo({ top: 0, behavior: 'instant' })
  await injected.passFrames(2)
  return found

  function isBar(element: Element): boolean {
    return /^(fixed|sticky)$/.test(getComputedStyle(element).position)
  }

  function placeOf({ href, hash }: HTMLAnchorElement): Element | null {
    if (hash.length < 2 || href.split('#')[0] !== location.href.split('#')[0]) return null
    try {
      const id = decodeURIComponent(hash.slice(1))
      return document.getElementById(id) ?? document.getElementsByName(id)[0] ?? null
    } catch {
      return null // no encoding
    }
  }

  /** That of a place: it itself, around it or in it, or the next one after an empty mark. */
  function headingOf(target: Element): Element | undefined {
    return headings.find(heading => {
      if (heading === target || holds(heading, target) || holds(target, heading)) return true
      const isAfter = target.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING
      return isAfter !== 0 && !textOf(target)?.trim()
    })
  }

  function isHidden(heading: Element): boolean | null {
    const range = document.createRange()
    range.selectNodeContents(heading)
    const line = Array.from(range.getClientRects()).find(({ width, height }) => width > 1 && height > 1)
    const [x, y] = line ? [line.left + line.width / 2, line.top + line.height / 2] : [-1, -1]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null
    for (const hit of document.elementsFromPoint(x, y)) {
      if (hit === heading || holds(heading, hit) || holds(hit, heading)) return false
      if (isPainted(hit) && isInBar(hit, heading)) return true
    }
    return false
  }

  function isInBar(element: Element, heading: Element): boolean {
    for (let here: Element | null = element; here && !holds(here, heading); here = parentOf(here))
      if (isBar(here)) return true
    return false
  }

  function isPainted(element: Element): boolean {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const isPicture = /^(img|video|canvas|iframe)$/.test(element.localName)
    return isPicture || backgroundImage !== 'none' || injected.alphaOf(backgroundColor) > 0.9
  }
}

/** The middle of a link that is in sight, where the mouse hits it. */
async function aimAt({ holds, passFrames }: Injected, at: number): Promise<Point | null> {
  const state = (globalThis as unknown as State).cutoverLandings!
  const { link } = state.places[at]!
  scrollTo({ top: 0, behavior: 'instant' })
  await passFrames(2)
  if (middle().y < 0 || middle().y >= innerHeight) {
    link.scrollIntoView({ block: 'center', behavior: 'instant' })
    await passFrames(2)
  }
  const { x, y } = middle()
  state.from = scrollY
  const hit = document.elementFromPoint(x, y)
  return hit && (hit === link || holds(link, hit)) ? { x, y } : null

  function middle(): Point {
    const line = link.getClientRects()[0] ?? link.getBoundingClientRect()
    return { x: line.left + line.width / 2, y: line.top + line.height / 2 }
  }
}

/** Once the page has come to rest elsewhere; null where it has not been scrolled, or the heading is not in the window. */
async function isHiddenThere({ passFrames }: Injected, at: number): Promise<boolean | null> {
  /** Frames for which it stands still, and of all. */
  const [STILL, MAX_FRAMES] = [6, 30]
  const { places, from, isHidden } = (globalThis as unknown as State).cutoverLandings!
  let [last, still] = [scrollY, 0]
  for (let frame = 0; frame < MAX_FRAMES && still < STILL; frame++) {
    await passFrames(1)
    still = scrollY === last ? still + 1 : 0
    last = scrollY
  }
  return scrollY === from ? null : isHidden(places[at]!.heading)
}

function leave(): void {
  const { address } = (globalThis as unknown as State).cutoverLandings!
  scrollTo({ top: 0, behavior: 'instant' })
  history.replaceState(history.state, '', address)
}
