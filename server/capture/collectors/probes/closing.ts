/** How what a press opened over the page is closed again, in each way that a visitor may try. */
import type { PageLoad } from '../../page/page-load.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import { press as pressKey } from '../keyboard/keys.ts'
import { aimAtExit, findExits, lieOver, staysOpen } from './exits.ts'
import { type Aimed, FRAMES, LOOK_TIMEOUT_MS, type Point, rest } from './input.ts'
import type { Kept, Seen } from './observe.ts'

export type ClosedBy = 'again' | 'closer' | 'beside' | 'escape' | 'entry' | 'nothing'

export interface Closing {
  /** Whether it stays there whatever is pressed. Absent where that could not be told. */
  stuck?: boolean
  /** Absent where it could not be told. */
  by?: ClosedBy
  /**
   * Whether a button of its own that says so closes it; `dead` where something else did, and all such buttons were pressed
   * in vain, once more as it was at rest. Absent where there is none, or it could not be told.
   */
  closer?: 'works' | 'dead'
  /** It lies over the page still. Absent where there was nothing to close. */
  isLeft?: boolean
}

/** What operates the page while a control is tried. */
interface Operator {
  pageLoad: PageLoad
  mouse: { click(point: Point): Promise<void> }
  target(at: number): Promise<Aimed | null>
  look(at: number, first: boolean, frames?: number[]): Promise<Seen>
  goBack(at: number): Promise<void>
}

/**
 * Tries to close what the control of an index has opened, until `deadline`. A control that something lay over before
 * (`wasClear`) says nothing of what lies over it now. `isMenu`: what lies over the page need not be a dialog or a layer.
 * `holdsPage`: the page cannot be scrolled while it is open, and Escape is tried as well where a button closes it.
 */
export async function closeOpened(
  { pageLoad, mouse, target, look, goBack }: Operator,
  at: number,
  seen: Kept,
  {
    wasClear,
    isMenu,
    holdsPage,
    deadline,
  }: { wasClear: boolean; isMenu: boolean; holdsPage: boolean; deadline: number },
): Promise<Closing> {
  const { world, cdp, screen, site } = pageLoad
  const dialog = seen.effect === 'dialog'
  const ways = { index: at, dialog, menu: isMenu, unsafe: UNSAFE_NAME.source }
  const find = () => world.run(findExits, ways, LOOK_TIMEOUT_MS)
  const pressEscape = () => pressKey(cdp, 'Escape')
  const press = async (index: number, anyway = false): Promise<boolean> => {
    const exit = await world.run(aimAtExit, { index, anyway }, LOOK_TIMEOUT_MS)
    if (exit) await mouse.click(exit)
    return exit !== null
  }
  const isOpen = async () =>
    isMenu
      ? isThere(seen, await look(at, false))
      : await world.run(
          staysOpen,
          { index: at, dialog, frames: FRAMES, ignore: site.ignore },
          LOOK_TIMEOUT_MS,
        )

  const exits = await find()
  if (!exits) {
    await pressEscape()
    await look(at, false, [2])
    return {}
  }
  const { closers, others, corners, untried } = exits
  let open = true
  let by: ClosedBy | undefined
  let closing: (() => Promise<unknown>) | undefined
  for (const [name, attempt] of attempts()) {
    if (Date.now() > deadline) return { ...(by && { by }), isLeft: true }
    await attempt()
    open = await isOpen()
    by = open ? 'nothing' : name
    closing = attempt
    if (!open) break
  }
  const isDoubtful =
    !open && by !== 'closer' && by !== 'again' && closers > 0 && !untried && wasClear && !isMenu
  let closer: Closing['closer'] = !open && by === 'closer' ? 'works' : undefined
  if (isDoubtful && Date.now() < deadline) {
    closer = await pressCloserAgain()
    open = await isOpen()
  }
  const after = await look(at, false, [2])
  if (after.effect === 'goes') await goBack(at)
  const told = untried && (open || by === 'escape') ? {} : { by }
  if (!open) {
    // What lets go of the page by its button may hold it after Escape.
    const mayHold = holdsPage && by === 'closer' && wasClear && !isMenu && Date.now() < deadline
    const isLeft = mayHold ? await closeByEscape() : false
    return { ...told, stuck: false, ...(closer && { closer }), isLeft }
  }
  // It was closed, and is open once more: what closed it may be slow.
  if (by !== 'nothing') return { ...told, isLeft: true }
  if (isMenu && !(await world.run(lieOver, seen.revealed, LOOK_TIMEOUT_MS))) return { ...told, isLeft: true }
  const stays = dialog || after.revealed.some(text => seen.revealed.includes(text))
  return { ...told, ...(wasClear && stays && !untried && { stuck: true }), isLeft: true }

  function attempts(): [by: ClosedBy, attempt: () => Promise<unknown>][] {
    type Attempt = ReturnType<typeof attempts>[number]
    const buttons = Array.from(
      { length: closers + others },
      (_, index): Attempt => [index < closers ? 'closer' : 'entry', () => press(index)],
    )
    const again: Attempt = [
      'again',
      async () => {
        const toggle = dialog || isMenu ? await target(at) : null
        if (toggle?.clear) await mouse.click(toggle)
      },
    ]
    const waits: Attempt = ['again', rest]
    const beside: Attempt = ['beside', () => mouse.click({ x: 1, y: screen.height - 1 })]
    // Escape comes before what takes the focus out of it. What was still opening at first may have ignored a press.
    const first: Attempt[] = [...buttons.slice(0, closers), ['escape', pressEscape]]
    return [
      // A press on what was still on its way may not have counted; what it closes is on its way as well.
      ...(isMenu ? [waits, again, waits, beside] : []),
      ...first,
      ...corners.map((corner): Attempt => ['beside', () => mouse.click(corner)]),
      ...buttons.slice(closers),
      ...first,
      again,
    ]
  }

  /** Opens it once more and presses Escape, and its closers where that does nothing; whether it is open still. */
  async function closeByEscape(): Promise<boolean> {
    const control = await target(at)
    if (!control?.clear) return false
    await mouse.click(control)
    // It may take a moment to open.
    await look(at, false)
    if (!(await isOpen())) return false
    await pressEscape()
    if (!(await isOpen())) return false
    const { closers: count = 0 } = (await find()) ?? {}
    for (let index = 0; index < count; index++) {
      await press(index)
      if (!(await isOpen())) return false
    }
    await rest()
    await closing?.()
    return await isOpen()
  }

  /** Opens it once more and presses its closers as it is at rest; leaves it closed where it can. */
  async function pressCloserAgain(): Promise<Closing['closer']> {
    const control = await target(at)
    if (!control?.clear) return
    await mouse.click(control)
    await rest()
    if (!(await isOpen())) return
    const { closers: count = 0 } = (await find()) ?? {}
    let pressed = 0
    for (let index = 0; index < count; index++) {
      // A visitor presses where he sees it, whatever lies on it.
      if (await press(index, true)) pressed++
      if (!(await isOpen())) return 'works'
    }
    // A script may take its time to fade it out.
    await rest()
    if (!(await isOpen())) return 'works'
    await pressEscape()
    if (await isOpen()) await closing?.()
    return count > 0 && pressed === count ? 'dead' : undefined
  }
}

/** Whether all that a press showed is in sight still. */
export const isThere = ({ revealed }: Kept, after: Kept): boolean =>
  revealed.every(text => after.revealed.includes(text))
