/** How what a press opened over the page is closed again. Everything here runs in the page. */
import type { Injected } from '../../injected/index.ts'
import type { ProbeState } from './state.ts'

/** Kept between the functions below. */
interface ExitState {
  cutoverExits?: {
    /** What could be pressed before, and what lay in the corners of the window. */
    pressable: Set<Element>
    corners: Corner[]
    exits: Element[]
    cornersOf(): Corner[]
    isButton(element: Element): boolean
    /** Part of a dialog or of what stands fixed on the screen, and has not the control in it. */
    isInLayer(element: Element | null, control: Element): boolean
    /** Such a layer lies over the control and over the middle of the window. */
    isCovered(control: Element): boolean
  }
}

interface Corner {
  x: number
  y: number
  hit: Element | null
}

export interface Exits {
  /** How many controls, first of all, say that they close it; each is pressed by its index. */
  closers: number
  /** How many other controls of it follow them. */
  others: number
  /** Corners of the window in which something lies that was not there before: the backdrop. */
  corners: { x: number; y: number }[]
  /** A button that may close it is not pressed, since it would send a form, or is not drawn, as one whose icon did not come. */
  untried: boolean
}

/** Remembers what can be pressed and what lies in the corners of the window before a press. */
export function rememberExits({ elements, holds, closest, DIALOG }: Injected): void {
  const BUTTONS =
    'button, [role=button], input[type=button], a:not([href]), a[href^="#"], a[href^="javascript:"], [onclick]'
  /** CSS px from both sides of the window. */
  const CORNER = 6
  const isButton = (element: Element) => element.matches(BUTTONS)
  const cornersOf = () =>
    [CORNER, innerHeight - CORNER].flatMap(y =>
      [CORNER, innerWidth - CORNER].map(x => ({ x, y, hit: document.elementFromPoint(x, y) })),
    )
  const isInLayer = (element: Element | null, control: Element) =>
    element !== null &&
    closest(
      element,
      one => !holds(one, control) && (one.matches(DIALOG) || getComputedStyle(one).position === 'fixed'),
    ) !== null
  const isCovered = (control: Element) => {
    const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    const within = (max: number, at: number) => Math.min(max - 1, Math.max(0, at))
    const over = document.elementFromPoint(
      within(innerWidth, left + width / 2),
      within(innerHeight, top + height / 2),
    )
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return isInLayer(over, control) && isInLayer(middle, control)
  }
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return width > 0 && hit !== null && holds(element, hit)
  }
  ;(globalThis as unknown as ExitState).cutoverExits = {
    pressable: new Set(elements().filter(element => isButton(element) && isOnTop(element))),
    corners: cornersOf(),
    exits: [],
    cornersOf,
    isButton,
    isInLayer,
    isCovered,
  }
}

/** What may close the dialog, the layer over the control, or the menu, that a press opened. Null where there is none. */
export function findExits(
  { elements, closest, contextOf, hasArea, hasHandCursor, nameOf, looksLikeCross, saysClose }: Injected,
  { index, dialog, menu, unsafe }: { index: number; dialog: boolean; menu: boolean; unsafe: string },
): Exits | null {
  const control = (globalThis as unknown as ProbeState).cutoverProbes!.elements[index]!
  const known = (globalThis as unknown as ExitState).cutoverExits!
  if (!dialog && !menu && !known.isCovered(control)) return null
  const MAX_CLOSERS = 3
  const MAX_OTHERS = 4
  /** CSS px: what has no more of a side is for screen readers, and no press of a mouse meets it. */
  const MAX_UNSEEN = 2
  const UNSAFE = new RegExp(unsafe, 'i')

  let untried = false
  const closers: Element[] = []
  const unnamed: Element[] = []
  const named: Element[] = []
  for (const element of elements()) {
    const isButton = known.isButton(element)
    const isCross = !isButton && looksLikeCross(element)
    if (!isButton && !isCross && !hasHandCursor(element)) continue
    if (element.matches(':disabled, a[href]:not([href^="#"], [href^="javascript:"])')) continue
    if (known.pressable.has(element) || !contextOf(element).shown) continue
    if (!menu && !known.isInLayer(element, control)) continue
    const name = nameOf(element).trim()
    const closes = isCross || saysClose(element)
    if (!hasArea(element)) {
      untried ||= closes && element.firstElementChild !== null && known.isInLayer(element, control)
      continue
    }
    const { width, height } = element.getBoundingClientRect()
    if (Math.min(width, height) <= MAX_UNSEEN) continue
    const { form, type } = element as HTMLButtonElement
    if (form && /^(submit|image)$/.test(type) && form.method !== 'dialog') untried ||= closes
    else if (UNSAFE.test(name)) continue
    else if (closes) closers.push(element)
    else if (isButton) (name.length <= 1 ? unnamed : named).push(element)
  }
  const first = closers.slice(0, MAX_CLOSERS)
  const others = [...unnamed, ...named].slice(0, MAX_OTHERS)
  known.exits = [...first, ...others]
  const hits = new Set<Element>()
  const corners = known.cornersOf().flatMap(({ x, y, hit }, at) => {
    if (!hit || hit === known.corners[at]?.hit || hits.has(hit)) return []
    if (!known.isInLayer(hit, control) || closest(hit, one => one.matches('a, button, [role=button], input')))
      return []
    hits.add(hit)
    return { x, y }
  })
  return { closers: first.length, others: others.length, corners, untried }
}

/** Where on the screen to press the exit; null where it is not there any more, or, unless it is pressed `anyway`, something lies on it. */
export function aimAtExit(
  { holds }: Injected,
  { index, anyway }: { index: number; anyway: boolean },
): { x: number; y: number } | null {
  const exit = (globalThis as unknown as ExitState).cutoverExits?.exits[index]
  if (!exit?.isConnected) return null
  exit.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = exit.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = (exit.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y)
  return hit && (anyway || holds(exit, hit) || holds(hit, exit)) ? { x, y } : null
}

/**
 * Whether what was opened is still there, once it is gone or the page has come to rest. `frames`: how many are waited for
 * before each look.
 */
export async function staysOpen(
  { contextOf, hasArea, finishMotion, remeasure, DIALOG }: Injected,
  {
    index,
    dialog,
    frames,
    ignore,
  }: { index: number; dialog: boolean; frames: number[]; ignore: readonly string[] },
): Promise<boolean> {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  const control = state.elements[index]!
  const { isCovered } = (globalThis as unknown as ExitState).cutoverExits!
  const isNew = (one: Element) => !state.before!.dialogs.includes(one) && contextOf(one).shown && hasArea(one)
  let known = -1
  for (const count of frames) {
    await state.waitFrames(count)
    const ran = finishMotion()
    remeasure([...ignore])
    const open = dialog ? Array.from(document.querySelectorAll(DIALOG)).some(isNew) : isCovered(control)
    if (!open) return false
    if (!ran && known === state.mutated && !state.isBusy()) break
    known = state.mutated
  }
  return true
}

/** Whether texts that came into sight lie over the page, and do not push it down. The page may say them elsewhere as well. */
export function lieOver(
  { elements, closest, isVisible, ownTextOf, clean }: Injected,
  texts: readonly string[],
): boolean {
  const isOver = (one: Element) =>
    /^(absolute|fixed|sticky)$/.test(getComputedStyle(one).position) &&
    !one.querySelector('main, footer, [role=main], [role=contentinfo]')
  const ownText = (one: Element) => clean(ownTextOf(one)).slice(0, 80)
  const over = elements().filter(
    one => texts.includes(ownText(one)) && isVisible(one) && closest(one, isOver),
  )
  return texts.every(text => text.startsWith('picture ') || over.some(one => ownText(one) === text))
}

/** Whether a layer that was not there before lies over the middle and both lower corners of the window. */
export function coversWindow(_: Injected, index: number): boolean {
  const control = (globalThis as unknown as ProbeState).cutoverProbes!.elements[index]!
  const { corners, cornersOf, isInLayer } = (globalThis as unknown as ExitState).cutoverExits!
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const isNew = ({ hit }: Corner, at: number) => hit !== corners[at]?.hit && isInLayer(hit, control)
  return (
    isInLayer(middle, control) &&
    cornersOf().every((corner, at) => corner.y < innerHeight / 2 || isNew(corner, at))
  )
}

/** Whether the page can be scrolled, by so many CSS px down and back. */
export function scrollPage({ canBeScrolled }: Injected, by: number): boolean {
  if (by > 0 && (!canBeScrolled() || scrollY + by > document.documentElement.scrollHeight - innerHeight))
    return false
  scrollBy({ top: by, behavior: 'instant' })
  return true
}
