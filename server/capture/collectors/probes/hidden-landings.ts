/** Headings that a link in the page leads to, and that a bar hides once the page has been scrolled there. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { LOOK_TIMEOUT_MS, mouseOf, type Point } from './input.ts'

export interface HiddenLanding {
  heading: string
  /** Of the link. */
  name: string
  selector: string
}

/** Places that are scrolled to, and of those that lie under a bar then such as are gone to by a press on their link. */
const MAX_PLACES = 10
const MAX_PRESSED = 6

/**
 * Those that lie under a bar after a press on their link: a script may leave room for it where styles do not. Leaves the
 * page at its top.
 */
export async function hiddenLandings(pageLoad: PageLoad): Promise<HiddenLanding[]> {
  const { world } = pageLoad
  const doubtful = await world.run(findHidden, MAX_PLACES, LOOK_TIMEOUT_MS)
  const mouse = mouseOf(pageLoad)
  const found: HiddenLanding[] = []
  for (const { at, ...landing } of doubtful.slice(0, MAX_PRESSED)) {
    const link = await world.run(aimAt, at, LOOK_TIMEOUT_MS)
    if (!link) continue
    await mouse.click(link)
    if (await world.run(isHiddenAfter, at, LOOK_TIMEOUT_MS)) found.push(landing)
  }
  if (doubtful.length > 0) await world.run(() => scrollTo(0, 0), undefined, LOOK_TIMEOUT_MS)
  return found
}

// What follows runs in the page.

interface State {
  cutoverLandings?: {
    places: { link: HTMLElement; heading: Element }[]
    /** Whether a bar lies on the middle of the first line of a heading in the window. */
    isHidden(heading: Element): boolean
  }
}

/** Those that lie under a bar where the browser by itself scrolls to: the bar may go away on scrolling, or come. */
async function findHidden(
  {
    elements,
    contextOf,
    isVisible,
    selectorOf,
    nameOf,
    contentOf,
    textOf,
    holds,
    parentOf,
    passFrames,
  }: Injected,
  max: number,
): Promise<(HiddenLanding & { at: number })[]> {
  const all = elements() as HTMLElement[]
  if (!all.some(isBar)) return []
  const headings = all.filter(({ localName }) => /^h[1-6]$/.test(localName))
  const places = new Map<Element, { link: HTMLElement; heading: Element }>()
  for (const link of all) {
    const target = link instanceof HTMLAnchorElement && !contextOf(link).ignored ? placeOf(link) : null
    if (!target || places.has(target) || places.size >= max || !isVisible(link)) continue
    const heading = headingOf(target)
    if (heading && isVisible(heading)) places.set(target, { link, heading })
  }
  ;(globalThis as unknown as State).cutoverLandings = { places: [...places.values()], isHidden }
  const found = []
  for (const [at, [target, { link, heading }]] of [...places].entries()) {
    target.scrollIntoView({ block: 'start', behavior: 'instant' })
    await passFrames(2)
    if (isHidden(heading))
      found.push({
        at,
        heading: contentOf(heading).slice(0, 200),
        name: nameOf(link),
        selector: selectorOf(link),
      })
  }
  scrollTo(0, 0)
  await passFrames(2)
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

  function isHidden(heading: Element): boolean {
    const range = document.createRange()
    range.selectNodeContents(heading)
    const line = Array.from(range.getClientRects()).find(({ width, height }) => width > 1 && height > 1)
    if (!line) return false
    const hit = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2)
    for (
      let here: Element | null = hit;
      here && here !== heading && !holds(here, heading);
      here = parentOf(here)
    )
      if (isBar(here)) return !holds(heading, hit!)
    return false
  }
}

/** The middle of a link that is in sight, where the mouse hits it. */
async function aimAt({ holds, passFrames }: Injected, at: number): Promise<Point | null> {
  const { places } = (globalThis as unknown as State).cutoverLandings!
  const { link } = places[at]!
  scrollTo(0, 0)
  await passFrames(2)
  const [x, y] = middle()
  if (y < 0 || y >= innerHeight) {
    link.scrollIntoView({ block: 'center', behavior: 'instant' })
    await passFrames(2)
  }
  const [left, top] = middle()
  const hit = document.elementFromPoint(left, top)
  return x > 0 && hit && (hit === link || holds(link, hit)) ? { x: left, y: top } : null

  function middle(): [number, number] {
    const line = link.getClientRects()[0] ?? link.getBoundingClientRect()
    return [line.left + line.width / 2, line.top + line.height / 2]
  }
}

/** Whether the page has come to rest elsewhere, and a bar lies on the heading there. */
async function isHiddenAfter({ passFrames }: Injected, at: number): Promise<boolean> {
  /** Frames for which it stands still, and of all. */
  const [STILL, MAX_FRAMES] = [10, 120]
  const { places, isHidden } = (globalThis as unknown as State).cutoverLandings!
  let [last, still] = [scrollY, 0]
  for (let frame = 0; frame < MAX_FRAMES && still < STILL; frame++) {
    await passFrames(1)
    still = scrollY === last ? still + 1 : 0
    last = scrollY
  }
  return isHidden(places[at]!.heading)
}
