import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { ASKED_EVENT, type ReadOnlyMode, SENT_EVENT } from '../../page/read-only-mode.ts'
import { press as pressKey } from '../keyboard/keys.ts'
import { aim, pressByScript, setByScript } from './aim.ts'
import { type ClosedBy, type Closing, closeOpened, isThere } from './closing.ts'
import { type EntryTrial, type Followed, followEntry, tryEntry } from './entries.ts'
import { coversWindow, rememberExits, scrollPage } from './exits.ts'
import type { Candidate } from './find.ts'
import { type Aimed, FRAMES, LOOK_TIMEOUT_MS, mouseOf, type Point, rest, watchRequests } from './input.ts'
import { type Effect, type Kept, observe, type Seen, shortened } from './observe.ts'
import { faintOf, judgeSight, lettersOn, lookAt, type Sight } from './sight.ts'
import type { AriaState, SetTo } from './state.ts'

/** Entries beyond the screen that are kept. */
const MAX_BEYOND = 20

/** What one control did when it was operated. */
export interface Operated {
  /** `sends` where all it did was to ask a server for a change, which was stopped. */
  effect: Effect | 'sends'
  /** What came into sight, went out of it, and where the page would have gone. */
  revealed: string[]
  /** Further texts that came into sight; absent where there are none, and in older captures. */
  more?: string[]
  hidden: string[]
  /** Further texts that went out of sight; absent where there are none, and in older captures. */
  moreHidden?: string[]
  went: string | null
  /** Something in the document changed, visible or not. */
  stirred: boolean
  /**
   * Where the page has other colours since, as in a dark mode: the texts that could be read before, and have nearly the
   * colour of what they stand on now.
   */
  faded?: string[]
  /** Of the ARIA states that it has, as `expanded`, whether they changed. Absent where it has none, and in older captures. */
  states?: Partial<Record<AriaState, boolean>>
  /** Set where it was pressed while it was the chosen one of its group, as a tab that is open. */
  chosen?: true
  /** The page went on changing after the last look, or is so long that only what is near the control was looked at. */
  uncertain?: true
  /** Whether most of the texts that it brought into sight can be seen and read. Absent where it could not be told. */
  sight?: Sight
  /** On a phone, entries of the list that it opened which stand beyond the sides of the screen, or are cut off. */
  beyond?: string[]
  /**
   * Whether the dialog, or the layer over the control, that it opened stays there whatever is pressed: what closes it by its
   * looks, Escape, the backdrop, its other buttons; on a phone also what lies over the page elsewhere, as a menu below its
   * button, whatever entry is chosen. Absent where it could not be told.
   */
  stuck?: boolean
  /**
   * Whether a button that says so closes the dialog, or the layer over the control, which it opened; `dead` where something else
   * does, as Escape or a press beside it. Absent where there is none, or it could not be told, and in older captures.
   */
  closer?: 'works' | 'dead'
  /**
   * On a phone, what closed what it opened: a second press of it, a control that says so, a press beside it, Escape, an entry,
   * or nothing that was tried. Absent where it was not tried.
   */
  closedBy?: ClosedBy
  /** On a phone, whether what it opened lies over the window. */
  covers?: true
  /** On a phone, whether a list that it opened was closed as the page was scrolled a little. Absent where it cannot be. */
  scrolled?: 'stays' | 'closes'
  /** Of what shows links: whether one of them can be reached and pressed. Absent where it was not tried. */
  entry?: EntryTrial
  /** On a phone, whether the first menu with such an entry goes out of the way when it is pressed. Absent where it was not tried, and in older captures. */
  followed?: Followed
  /** Whether the page, which could be scrolled, cannot be any more once what it opened is closed. Absent where it stays open. */
  locked?: boolean
}

/** A look, and whether it was seen that the page cannot be scrolled meanwhile. */
type Held = Kept & { locked?: boolean }

/** For numbers that count up to what they are. */
const LONG_FRAMES = [...FRAMES, 32]
/** What a press made the page ask for may bring what it opens. */
const MAX_ANSWER_MS = 1000
/** Of a request that a press makes, until we are told of it by a browser that has much else to do. */
const MAX_TELLING_MS = 60
/** Effects after which nothing more is waited for. */
const FINAL_EFFECT = /^(dialog|goes|switches|opens|closes|asks)$/
/** CSS px that the page is scrolled under a menu. */
const MENU_SCROLL = 120
/** Menus of which an entry is pressed. */
const MAX_MENUS = 2
/** Texts that are kept. */
const MAX_FADED = 40

/**
 * Operates the controls that were found on a page, each by its index: presses it or hovers over it, looks what that did, and
 * leaves the page as it was as far as it can. Null where the control cannot be aimed at. Throws where the document that was
 * looked at is gone. After `deadline` nothing more is tried to close what a press opened.
 */
export async function operatorOf(pageLoad: PageLoad, readOnly: ReadOnlyMode, deadline: number) {
  const { ignore } = pageLoad.site
  const requests = await watchRequests(pageLoad)
  const mouse = mouseOf(pageLoad)
  /** What the last press opened over the page lies there still. */
  let isLeftOver = false
  /** What was opened so far. */
  const held = new Set<string>()
  /** What was set last has been looked at to the end: the next look is compared with that one. */
  let isAtRest = false
  let menus = 0
  let closed: Partial<Closing> = {}
  return { operate, set, follow, watchDepartures, startAnew: () => (isLeftOver = false) }

  /** Answers where the page would have gone since, in a window or itself. */
  function watchDepartures(): () => string[] {
    const [windows, navigations] = [requests.windows.length, readOnly.navigations.length]
    return () => [...requests.windows.slice(windows), ...readOnly.navigations.slice(navigations)]
  }

  async function operate(
    at: number,
    { way, menu, role, card }: Pick<Candidate, 'way' | 'menu' | 'card'> & { role?: string },
  ): Promise<Operated | null> {
    await mouse.move({ x: 0, y: 0 })
    const point = await target(at)
    if (!point) return null
    await look(at, true, [])
    const departures = watchDepartures()
    const [writes, asked] = [readOnly.stoppedWrites(), requests.asked()]
    if (way === 'hover') {
      const seen = await hover(at, point)
      const { sight } = await sightOf(seen, point)
      const entry = await pressEntry(at, seen, point, () => hover(at, point))
      await mouse.move({ x: 0, y: 0 })
      return { ...shortened(seen), ...(sight && { sight }), ...(entry && { entry }) }
    }
    await pageLoad.world.run(rememberExits, undefined, LOOK_TIMEOUT_MS)
    if (point.clear) await mouse.click(point)
    else await pageLoad.world.run(pressByScript, at, LOOK_TIMEOUT_MS)
    let seen: Held = await look(at, false)
    if (seen.effect === 'nothing' && requests.asked() === asked) await pause(MAX_TELLING_MS)
    if (!FINAL_EFFECT.test(seen.effect) && requests.asked() > asked) {
      await requests.answered(MAX_ANSWER_MS)
      await pageLoad.network.idle(60, MAX_ANSWER_MS)
      seen = await look(at, false)
    }
    const left = departures().at(-1)
    const stopped = left !== undefined
    if (stopped) seen = { ...seen, effect: 'goes', went: pathOf(left) }
    // A tooltip that is shown while the mouse is there is no effect of the press, nor what lies over a picture meanwhile.
    const mayBeHover =
      seen.effect === 'pictures' || card
        ? !stopped
        : seen.effect === 'opens' && seen.revealed.length <= 2 && !menu
    if (mayBeHover) {
      await mouse.move({ x: 0, y: 0 })
      const without = await look(at, false, [2])
      if (without.effect === 'nothing') seen = without
    }
    const isHovered = seen.effect === 'nothing' && menu
    if (isHovered) seen = await hover(at, point)
    // By script under what an earlier press opened: what it would show may be in view there, or not be let through.
    if (isLeftOver && !point.clear && !FINAL_EFFECT.test(seen.effect)) return null
    const sent = readOnly.stoppedWrites() > writes
    const { sight, beyond = [] } = stopped ? {} : await sightOf(seen, point)
    // A filter lets through again what it kept back.
    const isBox = role === 'checkbox' && !stopped && point.clear
    const faded = await fadedBy(at, seen, point)
    const open = async () => (isHovered ? await hover(at, point) : await pressAgain(at, point))
    const entry = stopped ? undefined : await pressEntry(at, seen, point, open)
    closed = {}
    const isMenu = pageLoad.screen.mobile && !stopped && /^(opens|dialog)$/.test(seen.effect)
    const covers = isMenu && (await pageLoad.world.run(coversWindow, at, LOOK_TIMEOUT_MS))
    const scrolled = isMenu && entry !== undefined ? await scrollUnder(at, seen) : undefined
    const isClosed = scrolled === 'closes'
    const stuck = isClosed
      ? undefined
      : isBox || faded
        ? await pressAgain(at, point)
        : await undo(at, seen, point, stopped)
    const { by, closer } = closed
    const locked = stuck === false && !closed.isLeft ? await staysLocked(at) : undefined
    return {
      ...shortened(seen),
      effect: seen.effect === 'nothing' && sent ? 'sends' : seen.effect,
      ...(sight && { sight }),
      ...(beyond.length > 0 && { beyond: beyond.slice(0, MAX_BEYOND) }),
      ...(faded && { faded }),
      ...(entry && { entry }),
      ...(isMenu && by && { closedBy: by }),
      ...(covers && { covers }),
      ...(scrolled && { scrolled }),
      ...(stuck !== undefined && { stuck }),
      ...(closer && { closer }),
      ...(locked !== undefined && { locked }),
    }
  }

  /** Writes into a field, chooses an entry of a list by its turn, or presses a radio button or a box. */
  async function set(at: number, to: SetTo) {
    if (to === null) await mouse.move({ x: 0, y: 0 })
    const point = await target(at)
    if (!point) return null
    if (!isAtRest) await look(at, true, [])
    const asked = requests.asked()
    if (to === null && point.clear) await mouse.click(point)
    else await pageLoad.world.run(setByScript, { index: at, to }, LOOK_TIMEOUT_MS)
    const seen = await look(at, false, LONG_FRAMES, true)
    isAtRest = true
    if (requests.asked() === asked) return shortened(seen)
    await requests.answered(MAX_ANSWER_MS)
    await pageLoad.network.idle(60, MAX_ANSWER_MS)
    const { revealed, hidden, stirred } = await look(at, false, LONG_FRAMES, true)
    return shortened({
      ...seen,
      revealed: [...seen.revealed, ...revealed],
      hidden: [...seen.hidden, ...hidden],
      stirred: seen.stirred || stirred,
    })
  }

  /** Looks twice: what comes by a script may be on its way. What lay over the control may lie over what it opens. */
  async function sightOf(
    { effect, revealed }: Kept,
    { clear }: Aimed,
  ): Promise<{ sight?: Sight; beyond?: string[] }> {
    if (!clear || !/^(dialog|opens|switches)$/.test(effect)) return {}
    const ask = async () => {
      const look = await pageLoad.world.run(lookAt, { revealed, ignore }, LOOK_TIMEOUT_MS)
      return { sight: judgeSight(look), beyond: pageLoad.screen.mobile ? look.beyond : [] }
    }
    const first = await ask()
    if (first.beyond.length === 0 && (first.sight === undefined || first.sight === 'seen')) return first
    await rest()
    return await ask()
  }

  /** Of a page that has other colours since: what cannot be read any more. The colours are as they were afterwards. */
  async function fadedBy(at: number, { effect, recoloured }: Kept, point: Aimed) {
    if (!recoloured || !point.clear || !/^(toggles|restyles|switches)$/.test(effect)) return
    const faint = async () => faintOf(await pageLoad.world.run(lettersOn, ignore, LOOK_TIMEOUT_MS))
    const now = await faint()
    if (now.length === 0) return now
    await pressAgain(at, point)
    const before = await faint()
    await pressAgain(at, point)
    return now.filter(text => !before.includes(text)).slice(0, MAX_FADED)
  }

  /** Opens the menu once more and goes to a place of the page by it. Leaves it open where it stays so. */
  async function follow(at: number, revealed: string[]): Promise<Followed | undefined> {
    const point = await target(at)
    if (!point?.clear) return
    await look(at, true, [])
    await mouse.click(point)
    await look(at, false)
    return await followEntry(pageLoad, mouse, { index: at, revealed, ignore }, LOOK_TIMEOUT_MS)
  }

  /** Twice where it fails: `open` opens what it closed. */
  async function pressEntry(at: number, seen: Kept, { x, y, clear }: Aimed, open: () => Promise<unknown>) {
    if (!clear || seen.effect !== 'opens' || menus >= MAX_MENUS) return
    const { revealed } = seen
    const given = { index: at, revealed, from: { x, y }, ignore }
    let found: EntryTrial | undefined
    for (let turn = 0; turn < 2 && found !== 'pressed'; turn++) {
      const tried = await tryEntry(pageLoad, mouse, given, LOOK_TIMEOUT_MS)
      if (!tried) break
      if (turn === 0) menus++
      found = tried
      const after = await look(at, false, [2])
      if (!revealed.some(text => after.revealed.includes(text))) await open()
    }
    return found
  }

  /** A little, and back. */
  async function scrollUnder(at: number, seen: Kept): Promise<Operated['scrolled']> {
    const scroll = (by: number) => pageLoad.world.run(scrollPage, by, LOOK_TIMEOUT_MS)
    if (!(await scroll(MENU_SCROLL))) return
    const { revealed } = await look(at, false, [2, 4])
    await scroll(-MENU_SCROLL)
    return seen.revealed.some(text => revealed.includes(text)) ? 'stays' : 'closes'
  }

  async function hover(at: number, point: Point): Promise<Kept> {
    await mouse.move({ x: 0, y: 0 })
    await mouse.move(point)
    return await look(at, false)
  }

  async function pressAgain(at: number, point: Point): Promise<undefined> {
    await mouse.click((await target(at)) ?? point)
    await look(at, false, [2])
  }

  /** Leaves the page as it was as far as it can; whether what was opened is stuck, where that can be told. */
  async function undo(at: number, seen: Held, point: Aimed, stopped: boolean) {
    const { effect } = seen
    if (effect === 'goes' && stopped) return
    if (effect === 'goes') await goBack(at)
    else if (effect === 'dialog') return await close(at, seen, point.clear)
    else if (effect === 'opens' || effect === 'closes' || effect === 'restyles') {
      let again = await target(at)
      // Another one may stand in its place as long as the menu is open.
      if (!again && effect === 'opens' && pageLoad.screen.mobile) again = point
      if (effect === 'opens' && again && !again.clear) {
        // What lies over it under the mouse alone is no layer.
        await mouse.move({ x: 0, y: 0 })
        await look(at, false, [2])
        again = await target(at)
        if (again && !again.clear) return await close(at, seen, point.clear)
      }
      if (again?.clear) await mouse.click(again)
      else await pressKey(pageLoad.cdp, 'Escape')
      const after = await look(at, false, [2])
      if (effect === 'opens' && again?.clear) {
        if (pageLoad.screen.mobile && isThere(seen, after)) return await close(at, seen, point.clear, true)
        closed = { by: 'again' }
        return false
      }
    } else if (effect === 'focuses') await mouse.click({ x: 1, y: point.y })
  }

  async function close(at: number, seen: Held, wasClear: boolean, isMenu = false) {
    const wasLeftOver = isLeftOver
    isLeftOver = true
    const operator = { pageLoad, mouse, target, look, goBack }
    // Once for each: what is pressed a second time may be counted.
    const opened = seen.revealed.join('\n')
    const holdsPage = seen.locked === true && !held.has(opened)
    held.add(opened)
    const closing = await closeOpened(operator, at, seen, { wasClear, isMenu, holdsPage, deadline })
    closed = closing
    isLeftOver = closing.isLeft ?? wasLeftOver
    return closing.stuck
  }

  /** What it opened is closed. The page may let go of the document some time after that. */
  async function staysLocked(at: number): Promise<boolean | undefined> {
    let after = await look(at, false, [2])
    if (after.locked) after = await look(at, false)
    return FINAL_EFFECT.test(after.effect) ? undefined : after.locked
  }

  async function goBack(at: number): Promise<void> {
    await within(pageLoad.page.evaluate('history.back()'), 1000).catch(() => {})
    await look(at, false, [2])
  }

  function target(index: number) {
    const events = { asked: ASKED_EVENT, sent: SENT_EVENT, isSettling: pageLoad.clock.isSettling }
    return pageLoad.world.run(aim, { index, events, frames: FRAMES, ignore }, LOOK_TIMEOUT_MS)
  }

  function look(index: number, first: boolean, frames = FRAMES, toRest = false): Promise<Seen> {
    return pageLoad.world.run(observe, { index, first, frames, ignore, toRest }, LOOK_TIMEOUT_MS)
  }
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 300)
  const { pathname, search } = new URL(url)
  return (pathname + search).slice(0, 300)
}
