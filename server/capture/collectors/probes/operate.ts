import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { ASKED, LATER, type Still } from '../../page/read-only-mode.ts'
import { settlePage } from '../../page/settle.ts'
import { press as pressKey } from '../keyboard/keys.ts'
import { aim, exitOf, pressByScript } from './aim.ts'
import { type Candidate, findProbes } from './find.ts'
import { listenForAsking } from './listen.ts'
import { mouseOf } from './mouse.ts'
import { type Effect, observe, type Seen } from './observe.ts'

export interface Probe extends Candidate {
  /** CSS px of the screen. */
  width: number
  /** `sends` where all it did was to ask a server for a change, which was stopped. */
  effect: Effect | 'sends'
  /** What came into sight, went out of it, and where the page would have gone. */
  revealed: string[]
  hidden: string[]
  went: string | null
  /** Something in the document changed, to be seen or not. */
  stirred: boolean
}

export interface Probed {
  probes: Probe[]
  /** Visible and not operated, in the order in which they would have been. */
  rest: Candidate[]
  /** How many of the first of `rest` were chosen and not reached, for want of time or because the page left. */
  unreached: number
  /** The page took so long that what was reached hangs on the machine: no verdict can rest on the others. */
  late: boolean
  ended: string | null
}

/**
 * Frames before each look after a press. What does nothing and has no timer under way is done with after the first of
 * them; numbers of frames, not of milliseconds, so that a busy machine sees as much.
 */
const ROUNDS = [2, 2, 4, 8, 16]
const ONCE = [2]
/** What a press made the page ask for may bring what it opens. */
const ANSWER = 1000
/** ms for one look at a page on a slow machine. */
const PATIENCE = 8000

/**
 * Operates at most `most` controls, and leaves the page as it was as far as it can. Which ones is the page's own; `budget`
 * (ms) ends it on a machine or a page too slow to go on, which `found.late` tells.
 */
export async function operateAll(
  pageLoad: PageLoad,
  still: Still,
  { width, narrow, most, budget }: { width: number; narrow: boolean; most: number; budget: number },
  found: Probed,
): Promise<void> {
  const deadline = Date.now() + budget
  const ignore = pageLoad.site.ignore
  const asking = await listenForAsking(pageLoad)
  const mouse = mouseOf(pageLoad, PATIENCE)
  let { chosen, rest } = await pageLoad.world.run(findProbes, { narrow, most }, PATIENCE)
  const skipped: Candidate[] = []
  let reloaded = false
  for (let at = 0; at < chosen.length; at++) {
    const candidate = chosen[at]!
    reach(at)
    if (Date.now() > deadline) return runOut()
    const result = await operate(at, candidate).catch(error =>
      isGone(error) ? 'gone' : Promise.reject(error),
    )
    if (result === 'gone') {
      found.ended = 'because the page left'
      if (reloaded) return
      reloaded = true
      await still.reload()
      await settlePage(pageLoad)
      const again = await pageLoad.world.run(findProbes, { narrow, most }, PATIENCE)
      // What follows has to be the same controls in the same order.
      if (again.chosen.length !== chosen.length) return
      chosen = again.chosen
      found.ended = null
      skipped.push(candidate)
    } else if (result) found.probes.push({ ...candidate, width, ...result })
    else skipped.push(candidate)
  }
  reach(chosen.length)
  await tryAgain()

  function reach(at: number): void {
    found.rest = [...chosen.slice(at), ...skipped, ...rest]
    found.unreached = chosen.length - at
  }

  function runOut(): void {
    found.ended = `after ${budget / 1000} s`
    found.late = true
  }

  /** What did nothing may have stood for what was shown already, as the first of some tabs: others have switched since. */
  async function tryAgain(): Promise<void> {
    const lastSwitch = found.probes.findLastIndex(probe => probe.effect === 'switches')
    for (const [at, probe] of found.probes.slice(0, Math.max(0, lastSwitch)).entries()) {
      if (probe.effect !== 'nothing') continue
      if (Date.now() > deadline) return runOut()
      const index = chosen.findIndex(({ selector }) => selector === probe.selector)
      const result = await operate(index, chosen[index]!).catch(() => null)
      if (result && result.effect !== 'nothing') found.probes[at] = { ...probe, ...result }
    }
  }

  async function operate(
    at: number,
    { way, menu }: Candidate,
  ): Promise<Omit<Probe, keyof Candidate | 'width'> | null> {
    await mouse.move({ x: 0, y: 0 })
    const point = await target(at)
    if (!point) return null
    await look(at, true, [])
    const [left, stopped, asked] = [still.left.length, still.stopped(), asking.count()]
    if (way === 'hover') {
      const seen = await hover(at, point)
      await mouse.move({ x: 0, y: 0 })
      return seen
    }
    if (point.clear) await mouse.click(point)
    else await pageLoad.world.run(pressByScript, at, PATIENCE)
    let seen = await look(at, false, ROUNDS)
    if (!DONE.test(seen.effect) && asking.count() > asked) {
      await pageLoad.network.quiet(60, ANSWER)
      seen = await look(at, false, ROUNDS)
    }
    const led = still.left.length > left ? pathOf(still.left.at(-1)!) : null
    if (led !== null) seen = { ...seen, effect: 'goes', went: led }
    // A hint that is shown while the mouse is there is no effect of the press.
    if (seen.effect === 'opens' && seen.revealed.length <= 2 && !menu) {
      await mouse.move({ x: 0, y: 0 })
      const away = await look(at, false, ONCE)
      if (away.effect === 'nothing') seen = away
    }
    if (seen.effect === 'nothing' && menu) seen = await hover(at, point)
    const sent = still.stopped() > stopped
    await leave(at, seen, point, led !== null)
    return { ...short(seen), effect: seen.effect === 'nothing' && sent ? 'sends' : seen.effect }
  }

  async function hover(at: number, point: { x: number; y: number }): Promise<Seen> {
    await mouse.move({ x: 0, y: 0 })
    await mouse.move(point)
    return short(await look(at, false, ROUNDS))
  }

  async function leave(
    at: number,
    seen: Seen,
    point: { x: number; y: number },
    kept: boolean,
  ): Promise<void> {
    if (seen.effect === 'goes' && kept) return
    if (seen.effect === 'goes') {
      await within(pageLoad.page.evaluate('history.back()'), 1000).catch(() => {})
      await look(at, false, ONCE)
    } else if (seen.effect === 'dialog') {
      await pressKey(pageLoad.cdp, 'Escape')
      await look(at, false, ONCE)
      const exit = await pageLoad.world.run(exitOf, undefined, PATIENCE)
      if (exit === 'closed') return
      if (exit) await mouse.click(exit)
    } else if (seen.effect === 'opens' || seen.effect === 'closes' || seen.effect === 'restyles') {
      const again = await target(at)
      if (again?.clear) await mouse.click(again)
      else await pressKey(pageLoad.cdp, 'Escape')
      await look(at, false, ONCE)
    } else if (seen.effect === 'focuses') await mouse.click({ x: 1, y: point.y })
  }

  function target(index: number) {
    return pageLoad.world.run(aim, { index, asked: ASKED, later: LATER, rounds: ROUNDS, ignore }, PATIENCE)
  }

  function look(index: number, first: boolean, rounds: number[]): Promise<Seen> {
    return pageLoad.world.run(observe, { index, first, rounds, ignore }, PATIENCE)
  }
}

const short = ({ effect, revealed, hidden, went, stirred }: Seen): Seen => ({
  effect,
  revealed: revealed.slice(0, 20),
  hidden: hidden.slice(0, 20),
  went,
  stirred,
})

/** Nothing more is waited for. */
const DONE = /^(dialog|goes|switches|opens|closes|asks)$/

/** The document that was looked at is not there any more. */
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
