/** Whether a link that a menu shows can be reached and pressed as a person does: on the way to it, and while the button is held. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { type mouseOf, type Point, rest } from './input.ts'
import type { ProbeState } from './state.ts'

/** `gone`: the menu closed while the mouse was on its way; `lost`: while its button was held down, so that no press counts. */
export type EntryTrial = 'pressed' | 'gone' | 'lost'

/** An entry of a menu that leads to a place of the same page, and whether the menu goes out of the way once it is pressed. */
export interface Followed {
  name: string
  menu: 'closes' | 'stays'
}

/** How long a person holds the button, ms. */
const HELD_MS = 100
/** CSS px that the mouse goes in a frame, and the most steps of a way. */
const STEP = 12
const MAX_STEPS = 25

/** Goes from the control at `from` to the nearest link of what it opened and presses it; the page gets no click of that. */
export async function tryEntry(
  { world, screen }: PageLoad,
  mouse: ReturnType<typeof mouseOf>,
  {
    index,
    revealed,
    from,
    ignore,
  }: { index: number; revealed: string[]; from: Point; ignore: readonly string[] },
  timeoutMs: number,
): Promise<EntryTrial | undefined> {
  const to = await world.run(findEntry, { index, revealed, from }, timeoutMs)
  if (!to) return undefined
  const isThere = () => world.run(isEntryAt, { to, ignore }, timeoutMs)
  // A finger comes from nowhere.
  const steps = screen.mobile
    ? 1
    : Math.min(MAX_STEPS, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP))
  for (let step = 1; step <= steps; step++)
    await mouse.move({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    })
  if (!(await isThere())) return 'gone'
  await mouse.hold(to, HELD_MS)
  return (await world.run(isEntryPressed, undefined, timeoutMs)) ? 'pressed' : 'lost'
}

/**
 * Presses the entry of an open menu that leads furthest down its own page, and looks whether the menu is still there once the
 * page has come to rest. Undefined where it has no such entry.
 */
export async function followEntry(
  { world }: PageLoad,
  mouse: ReturnType<typeof mouseOf>,
  { index, revealed, ignore }: { index: number; revealed: string[]; ignore: readonly string[] },
  timeoutMs: number,
): Promise<Followed | undefined> {
  const found = await world.run(findInPageEntry, { index, revealed }, timeoutMs)
  if (!found) return undefined
  await mouse.click(found.at)
  let isOpen: boolean | null = true
  for (let turn = 0; turn < 2 && isOpen; turn++) {
    await rest()
    isOpen = await world.run(isListInSight, ignore, timeoutMs)
  }
  await world.run(leavePlace, undefined, timeoutMs)
  return isOpen === null ? undefined : { name: found.name, menu: isOpen ? 'stays' : 'closes' }
}

// What follows runs in the page.

interface EntryState extends ProbeState {
  cutoverEntry?: { link: Element; isPressed: boolean; end(): void }
  cutoverFollowed?: { list: Element[]; address: string }
}

/** Where on the screen the nearest of two or more links that came into sight is. */
function findEntry(
  { isVisible, holds }: Injected,
  { index, revealed, from }: { index: number; revealed: string[]; from: Point },
): Point | null {
  const state = globalThis as unknown as EntryState
  const { places, elements } = state.cutoverProbes!
  const control = elements[index]!
  const links = new Set(
    revealed.flatMap(text => {
      const place = places?.get(text)
      const link = place?.isConnected ? place.closest('a[href]') : null
      return link && !holds(link, control) && !holds(control, link) && isVisible(link) ? link : []
    }),
  )
  if (links.size < 2) return null
  const found = [...links].flatMap(link => {
    const { left, top, width, height } = link.getClientRects()[0] ?? link.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    return hit && holds(link, hit) ? { link, x, y, way: Math.hypot(x - from.x, y - from.y) } : []
  })
  const [nearest] = found.sort((a, b) => a.way - b.way)
  if (!nearest) return null
  const { link, x, y } = nearest
  const onClick = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.composedPath().includes(link)) entry.isPressed = true
  }
  addEventListener('click', onClick, { capture: true })
  const entry = {
    link,
    isPressed: false,
    end: () => removeEventListener('click', onClick, { capture: true }),
  }
  state.cutoverEntry?.end()
  state.cutoverEntry = entry
  return { x, y }
}

/** Where on the screen that entry is. Remembers the list, and the address of the page. */
function findInPageEntry(
  { isVisible, holds, nameOf }: Injected,
  { index, revealed }: { index: number; revealed: string[] },
): { at: Point; name: string } | null {
  const state = globalThis as unknown as EntryState
  const { places, elements } = state.cutoverProbes!
  const here = location.href.split('#')[0]
  const links = new Set(
    revealed.flatMap(text => places?.get(text)?.closest<HTMLAnchorElement>('a[href]') ?? []),
  )
  const list = [...links].flatMap(link => {
    if (!link.isConnected || holds(link, elements[index]!) || !isVisible(link)) return []
    const { left, top, width, height } = link.getClientRects()[0] ?? link.getBoundingClientRect()
    const at = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(at.x, at.y)
    if (!hit || !holds(link, hit)) return []
    const place = link.href.split('#')[0] === here ? link.getAttribute('href')!.split('#')[1] : undefined
    const target = place ? document.getElementById(place) : null
    return { link, at, down: target && isVisible(target) ? target.getBoundingClientRect().top : 0 }
  })
  const [furthest] = list.toSorted((a, b) => b.down - a.down)
  if (list.length < 2 || !furthest || furthest.down < innerHeight) return null
  state.cutoverFollowed = { list: list.map(({ link }) => link), address: location.href }
  return { at: furthest.at, name: nameOf(furthest.link).slice(0, 100) }
}

/** Whether most of the list is still in view and uncovered; null in a document that came since. */
async function isListInSight(
  { finishMotion, passFrames, remeasure, isVisible, holds }: Injected,
  ignore: readonly string[],
): Promise<boolean | null> {
  const list = (globalThis as unknown as EntryState).cutoverFollowed?.list
  if (!list) return null
  await passFrames(2)
  finishMotion()
  remeasure([...ignore])
  const inSight = list.filter(link => {
    if (!link.isConnected || !isVisible(link)) return false
    const { left, top, width, height } = link.getClientRects()[0] ?? link.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && holds(link, hit)
  })
  return inSight.length > list.length / 2
}

function leavePlace(): void {
  const { address = location.href } = (globalThis as unknown as EntryState).cutoverFollowed ?? {}
  history.replaceState(history.state, '', address)
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Whether the link is still there, once what moves is at its end. */
async function isEntryAt(
  { finishMotion, passFrames, remeasure, isVisible, holds }: Injected,
  { to, ignore }: { to: Point; ignore: readonly string[] },
): Promise<boolean> {
  const { link, end } = (globalThis as unknown as EntryState).cutoverEntry!
  await passFrames(2)
  finishMotion()
  remeasure([...ignore])
  const hit = document.elementFromPoint(to.x, to.y)
  const isThere = link.isConnected && isVisible(link) && hit !== null && holds(link, hit)
  if (!isThere) end()
  return isThere
}

function isEntryPressed(): boolean {
  const { link, isPressed, end } = (globalThis as unknown as EntryState).cutoverEntry!
  end()
  // A menu may stay open for as long as the focus is in it.
  if (document.activeElement === link) (link as HTMLElement).blur()
  return isPressed
}
