import { memo } from '../../../lib/memo.ts'
import { saysNotFound } from '../../../lib/not-found.ts'
import { PageUnresponsive } from '../../page/failure.ts'
import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { ASKED_EVENT, enterReadOnlyMode, type ReadOnlyMode } from '../../page/read-only-mode.ts'
import { settlePage } from '../../page/settle.ts'
import { DESKTOP, MOBILE, type SiteSession } from '../../page/site-session.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import { isLeftOpen } from '../keyboard/dialogs.ts'
import { press as pressKey } from '../keyboard/keys.ts'
import { deadLinks, findLinks, firstOfEach, textsAtFirst } from './dead-links.ts'
import { aimAtExit, findExits, rememberExits, staysOpen } from './exits.ts'
import { type Candidate, findProbes } from './find.ts'
import { mouseOf, type Point, watchRequests } from './input.ts'
import { aim, type Effect, observe, pressByScript, type Seen } from './observe.ts'
import { judgeSight, lookAt, type Sight } from './sight.ts'
import { heardOf, type Withheld } from './withheld.ts'

export type { Candidate } from './find.ts'
export type { Withheld } from './withheld.ts'

/** What controls do when they are operated, at 375 px in the head of the page and at 1440 px everywhere. */
export interface ProbesArtifact {
  narrow: Probed
  wide: Probed
}

export interface Probed {
  probes: Probe[]
  /** Visible and not operated, in the order in which they would have been. */
  rest: Candidate[]
  /** How many of the first of `rest` were chosen and not reached, for want of time or because the page left. */
  unreached: number
  /** The page took so long that what was reached depends on the machine: no verdict can rest on the others. */
  late: boolean
  ended: string | null
  /** At 1440 px, what is never operated because of its name, and who would hear a press of it. */
  withheld?: Withheld[]
  /**
   * At 1440 px, addresses of the site that the server says are not there, and places that the page does not have, with
   * their `#`, for which a script showed something of its own when a link to them was pressed. Absent where there is none.
   */
  routed?: string[]
}

export interface Probe extends Candidate {
  /** CSS px of the screen. */
  width: number
  /** `sends` where all it did was to ask a server for a change, which was stopped. */
  effect: Effect | 'sends'
  /** What came into sight, went out of it, and where the page would have gone. */
  revealed: string[]
  hidden: string[]
  went: string | null
  /** Something in the document changed, visible or not. */
  stirred: boolean
  /** Set where it was pressed while it was the chosen one of its group, as a tab that is open. */
  chosen?: true
  /** Whether most of the texts that it brought into sight can be seen and read. Absent where it could not be told. */
  sight?: Sight
  /**
   * Whether the dialog, or the layer over the control, that it opened stays there whatever is pressed: what closes it by its
   * looks, Escape, the backdrop, its other buttons. Absent where it could not be told.
   */
  stuck?: boolean
  /** Whether the page, which could be scrolled, cannot be any more once what it opened is closed. Absent where it stays open. */
  locked?: boolean
}

/** Controls that are operated on a page, both widths together, and at the narrow one. */
export const MAX_PROBES = 15
const MAX_NARROW_PROBES = 4
/** For each width: after the first no other control is begun, after the second a page that does not answer is left. */
const BUDGET_MS = 20_000
const MAX_TIME_MS = 28_000
/**
 * Frames before each look after a press. A press without effect and without a timer under way is done with after the first
 * of them; numbers of frames, not of milliseconds, so that a busy machine sees as much.
 */
const FRAMES = [2, 2, 4, 8, 16]
/** What a press made the page ask for may bring what it opens. */
const MAX_ANSWER_MS = 1000
/** What a slider takes to its next slide. */
const MAX_GLIDE_MS = 1000
/** For one look at a page on a slow machine. */
const LOOK_TIMEOUT_MS = 8000
/** Effects after which nothing more is waited for. */
const FINAL_EFFECT = /^(dialog|goes|switches|opens|closes|asks)$/

/**
 * Presses and hovers over at most 15 controls and records the effects. Runs last, and sends nothing that changes data.
 * Nothing is known of the other site: the controls are chosen by the page alone and bounded by number, so that a slow
 * machine operates what a fast one does.
 */
export async function probes(session: SiteSession): Promise<ProbesArtifact> {
  const narrow = await probeNarrow(session)
  const wide = await probeAt(session, DESKTOP, MAX_PROBES - narrow.probes.length - narrow.unreached)
  for (const [width, { ended, unreached }] of [
    [MOBILE, narrow],
    [DESKTOP, wide],
  ] as const)
    if (ended) session.gaps.push(`${unreached} controls were not operated at ${width} px: it ended ${ended}`)
  return { narrow, wide }
}

/** On the mobile load, which no other collector needs by then: it may run while the desktop page is captured. */
export const probeNarrow = memo((session: SiteSession) => probeAt(session, MOBILE, MAX_NARROW_PROBES))

async function probeAt(session: SiteSession, width: number, max: number): Promise<Probed> {
  const pageLoad = await session.at(width)
  const dead = width === DESKTOP ? await deadLinks(session) : []
  const found: Probed = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const readOnly = await enterReadOnlyMode(pageLoad)
  try {
    await within(
      Promise.race([operateAll(pageLoad, readOnly, { width, max, dead }, found), pageLoad.crashed]),
      MAX_TIME_MS,
    )
  } catch (error) {
    if (!(error instanceof PageUnresponsive)) throw error
    found.ended = `as ${error.message}`
    found.late = true
  } finally {
    await readOnly.release()
  }
  return found
}

/** Operates at most `max` controls, and leaves the page as it was as far as it can. `found` grows as it goes. */
async function operateAll(
  pageLoad: PageLoad,
  readOnly: ReadOnlyMode,
  { width, max, dead }: { width: number; max: number; dead: string[] },
  found: Probed,
): Promise<void> {
  // What lies over the page from before would cover every control.
  if (await pageLoad.world.run(isLeftOpen, undefined, LOOK_TIMEOUT_MS)) {
    await readOnly.reload()
    await settlePage(pageLoad)
  }
  const deadline = Date.now() + BUDGET_MS
  const { ignore } = pageLoad.site
  const requests = await watchRequests(pageLoad)
  const mouse = mouseOf(pageLoad)
  const find = () =>
    pageLoad.world.run(
      findProbes,
      { narrow: width === MOBILE, max, unsafe: UNSAFE_NAME.source },
      LOOK_TIMEOUT_MS,
    )
  let { chosen, rest, withheld } = await find()
  if (width === DESKTOP) found.withheld = await heardOf(pageLoad, withheld)
  const skipped: Candidate[] = []
  let reloaded = false
  for (let at = 0; at < chosen.length; at++) {
    const candidate = chosen[at]!
    setUnreached(at)
    if (Date.now() > deadline) return runOut()
    const result = await operate(at, candidate).catch(error =>
      isGone(error) ? 'gone' : Promise.reject(error),
    )
    if (result === 'gone') {
      found.ended = 'because the page left'
      if (reloaded) return
      reloaded = true
      await readOnly.reload()
      await settlePage(pageLoad)
      const again = await find()
      // What follows has to be the same controls in the same order.
      if (again.chosen.length !== chosen.length) return
      chosen = again.chosen
      found.ended = null
      skipped.push(candidate)
    } else if (result) found.probes.push({ ...candidate, width, ...result })
    else skipped.push(candidate)
  }
  setUnreached(chosen.length)
  await tryAgain()
  if (dead.length > 0) await pressDead()

  function setUnreached(from: number): void {
    found.rest = [...chosen.slice(from), ...skipped, ...rest]
    found.unreached = chosen.length - from
  }

  function runOut(): void {
    found.ended = `after ${BUDGET_MS / 1000} s`
    found.late = true
  }

  /**
   * A press without effect may have been on the tab that was open already, where others have switched since, or on an
   * arrow of a slider that was still on its way after the press before it.
   */
  async function tryAgain(): Promise<void> {
    const lastSwitch = found.probes.findLastIndex(probe => probe.effect === 'switches')
    for (const [at, probe] of found.probes.entries()) {
      const wasOnItsWay = !probe.stirred && found.probes[at - 1]?.stirred
      const didNothing = /^(nothing|focuses)$/.test(probe.effect)
      if (!didNothing || (at >= lastSwitch && !wasOnItsWay)) continue
      if (wasOnItsWay && at === found.probes.length - 1)
        await new Promise(resolve => setTimeout(resolve, MAX_GLIDE_MS))
      if (Date.now() > deadline) return runOut()
      const index = chosen.findIndex(({ selector }) => selector === probe.selector)
      const result = await operate(index, chosen[index]!).catch(() => null)
      // It was the chosen one then, and is no more.
      if (result && (probe.chosen || result.effect !== 'nothing' || result.stirred))
        found.probes[at] = { ...chosen[index]!, width, ...result }
    }
  }

  /** A router of the page's own shows what it has for an address, and asks no server for it. */
  async function pressDead(): Promise<void> {
    const wanted = { hrefs: dead, unsafe: UNSAFE_NAME.source }
    const links = await pageLoad.world.run(findLinks, wanted, LOOK_TIMEOUT_MS)
    for (const { href, at, isPlace } of firstOfEach(links)) {
      if (found.ended || Date.now() > deadline) return
      const departures = watchDepartures()
      const seen = await operate(at, { way: 'press', menu: false }).catch(() => null)
      if (!seen || departures().length > 0 || (!isPlace && seen.effect !== 'goes')) continue
      // A router shows the front page for an address that it does not know.
      const known = isPlace ? await pageLoad.world.run(textsAtFirst, undefined, LOOK_TIMEOUT_MS) : []
      const fresh = seen.revealed.filter(text => !known.includes(text))
      // What the mouse alone shows, as a submenu, is no answer to the press.
      const hovered =
        isPlace && fresh.length > 0
          ? await operate(at, { way: 'hover', menu: false }).catch(() => null)
          : null
      const isShown = fresh.some(text => !hovered?.revealed.includes(text))
      if (isShown && !seen.revealed.some(saysNotFound)) found.routed = [...(found.routed ?? []), href]
    }
  }

  /** Answers where the page would have gone since, in a window or itself. */
  function watchDepartures(): () => string[] {
    const [windows, navigations] = [requests.windows.length, readOnly.navigations.length]
    return () => [...requests.windows.slice(windows), ...readOnly.navigations.slice(navigations)]
  }

  async function operate(
    at: number,
    { way, menu, role }: Pick<Candidate, 'way' | 'menu'> & { role?: string },
  ): Promise<Omit<Probe, keyof Candidate | 'width'> | null> {
    await mouse.move({ x: 0, y: 0 })
    const point = await target(at)
    if (!point) return null
    await look(at, true, [])
    const departures = watchDepartures()
    const [writes, asked] = [readOnly.stoppedWrites(), requests.asked()]
    if (way === 'hover') {
      const seen = await hover(at, point)
      const sight = await sightOf(seen, point)
      await mouse.move({ x: 0, y: 0 })
      return { ...seen, ...(sight && { sight }) }
    }
    await pageLoad.world.run(rememberExits, undefined, LOOK_TIMEOUT_MS)
    if (point.clear) await mouse.click(point)
    else await pageLoad.world.run(pressByScript, at, LOOK_TIMEOUT_MS)
    let seen: Kept = await look(at, false)
    if (!FINAL_EFFECT.test(seen.effect) && requests.asked() > asked) {
      await requests.answered(MAX_ANSWER_MS)
      await pageLoad.network.idle(60, MAX_ANSWER_MS)
      seen = await look(at, false)
    }
    const left = departures().at(-1)
    const stopped = left !== undefined
    if (stopped) seen = { ...seen, effect: 'goes', went: pathOf(left) }
    // A tooltip that is shown while the mouse is there is no effect of the press.
    if (seen.effect === 'opens' && seen.revealed.length <= 2 && !menu) {
      await mouse.move({ x: 0, y: 0 })
      const without = await look(at, false, [2])
      if (without.effect === 'nothing') seen = without
    }
    if (seen.effect === 'nothing' && menu) seen = await hover(at, point)
    const sent = readOnly.stoppedWrites() > writes
    const sight = stopped ? undefined : await sightOf(seen, point)
    // A filter lets through again what it kept back.
    const isBox = role === 'checkbox' && !stopped && point.clear
    const stuck = isBox ? await pressAgain(at, point) : await undo(at, seen, point, stopped)
    const locked = stuck === false ? await staysLocked(at) : undefined
    return {
      ...shortened(seen),
      effect: seen.effect === 'nothing' && sent ? 'sends' : seen.effect,
      ...(sight && { sight }),
      ...(stuck !== undefined && { stuck }),
      ...(locked !== undefined && { locked }),
    }
  }

  /** Looks twice: what comes by a script may be on its way. What lay over the control may lie over what it opens. */
  async function sightOf({ effect, revealed }: Kept, { clear }: Point & { clear: boolean }) {
    if (!clear || !/^(dialog|opens|switches)$/.test(effect)) return
    const ask = async () =>
      judgeSight(await pageLoad.world.run(lookAt, { revealed, ignore }, LOOK_TIMEOUT_MS))
    const first = await ask()
    if (first === undefined || first === 'seen') return first
    await new Promise(resolve => setTimeout(resolve, MAX_GLIDE_MS))
    return await ask()
  }

  async function hover(at: number, point: Point): Promise<Kept> {
    await mouse.move({ x: 0, y: 0 })
    await mouse.move(point)
    return shortened(await look(at, false))
  }

  async function pressAgain(at: number, point: Point): Promise<undefined> {
    await mouse.click((await target(at)) ?? point)
    await look(at, false, [2])
  }

  /** Leaves the page as it was as far as it can; whether what was opened is stuck, where that can be told. */
  async function undo(at: number, seen: Kept, point: Point & { clear: boolean }, stopped: boolean) {
    const { effect } = seen
    if (effect === 'goes' && stopped) return
    if (effect === 'goes') await goBack(at)
    else if (effect === 'dialog') return await close(at, seen, point.clear)
    else if (effect === 'opens' || effect === 'closes' || effect === 'restyles') {
      let again = await target(at)
      if (effect === 'opens' && again && !again.clear) {
        // What lies over it under the mouse alone is no layer.
        await mouse.move({ x: 0, y: 0 })
        await look(at, false, [2])
        again = await target(at)
        if (again && !again.clear) return await close(at, seen, point.clear)
      }
      if (again?.clear) await mouse.click(again)
      else await pressKey(pageLoad.cdp, 'Escape')
      await look(at, false, [2])
      if (effect === 'opens' && again?.clear) return false
    } else if (effect === 'focuses') await mouse.click({ x: 1, y: point.y })
  }

  /** A control that something lay over before says nothing of what lies over it now. */
  async function close(at: number, seen: Kept, wasClear: boolean): Promise<boolean | undefined> {
    const dialog = seen.effect === 'dialog'
    const ways = { index: at, dialog, unsafe: UNSAFE_NAME.source }
    const exits = await pageLoad.world.run(findExits, ways, LOOK_TIMEOUT_MS)
    const pressEscape = () => pressKey(pageLoad.cdp, 'Escape')
    if (!exits) {
      await pressEscape()
      await look(at, false, [2])
      return
    }
    const press = (index: number) => async () => {
      const exit = await pageLoad.world.run(aimAtExit, index, LOOK_TIMEOUT_MS)
      if (exit) await mouse.click(exit)
    }
    const { closers, others, corners, untried } = exits
    const buttons = Array.from({ length: closers + others }, (_, index) => press(index))
    const again = async () => {
      const toggle = dialog ? await target(at) : null
      if (toggle?.clear) await mouse.click(toggle)
    }
    // Escape comes before what takes the focus out of it. What was still opening at first may have ignored a press.
    const first = [...buttons.slice(0, closers), pressEscape]
    const attempts = [
      ...first,
      ...corners.map(corner => () => mouse.click(corner)),
      ...buttons.slice(closers),
      ...first,
      again,
    ]
    let open = true
    for (const attempt of attempts) {
      if (Date.now() > deadline) return
      await attempt()
      const looks = { index: at, dialog, frames: FRAMES, ignore }
      open = await pageLoad.world.run(staysOpen, looks, LOOK_TIMEOUT_MS)
      if (!open) break
    }
    const after = await look(at, false, [2])
    if (after.effect === 'goes') await goBack(at)
    if (!open) return false
    const stays = dialog || after.revealed.some(text => seen.revealed.includes(text))
    return wasClear && stays && !untried ? true : undefined
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
    const events = { asked: ASKED_EVENT, isSettling: pageLoad.clock.isSettling }
    return pageLoad.world.run(aim, { index, events, frames: FRAMES, ignore }, LOOK_TIMEOUT_MS)
  }

  function look(index: number, first: boolean, frames = FRAMES): Promise<Seen> {
    return pageLoad.world.run(observe, { index, first, frames, ignore }, LOOK_TIMEOUT_MS)
  }
}

/** What is kept of a look at the page. */
type Kept = Omit<Seen, 'locked'>

const shortened = ({ effect, revealed, hidden, went, stirred, chosen }: Kept): Kept => ({
  effect,
  revealed: revealed.slice(0, 20),
  hidden: hidden.slice(0, 20),
  went,
  stirred,
  ...(chosen && { chosen }),
})

/** The document that was observed is not there any more. */
const isGone = (error: unknown) =>
  error instanceof Error &&
  /context was destroyed|Cannot find context|uniqueContextId|navigated|reading '(elements|dialogs|texts)'/i.test(
    error.message,
  )

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 300)
  const { pathname, search } = new URL(url)
  return (pathname + search).slice(0, 300)
}
