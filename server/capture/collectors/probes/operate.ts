import { ASKED, type Still } from '../../keep-still.ts'
import { settlePage } from '../../stable.ts'
import type { Visit } from '../../visit.ts'
import { within } from '../../world.ts'
import { press as pressKey } from '../keyboard/keys.ts'
import { aim, exitOf, pressByScript } from './aim.ts'
import { type Candidate, findProbes } from './find.ts'
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
  /** Visible and not operated: beyond the number or the time. */
  rest: Candidate[]
  ended: string | null
}

/** ms after a press until it is said to do nothing. */
const WAITS = [30, 60, 90]
const LONGER = [60, 150]
const ONCE = [40]
/** What a press made the page ask for may bring what it opens. */
const ANSWER = 1000

/** Operates at most `most` controls, for at most `budget` ms, and leaves the page as it was as far as it can. */
export async function operateAll(
  visit: Visit,
  still: Still,
  { width, narrow, most, budget }: { width: number; narrow: boolean; most: number; budget: number },
  found: Probed,
): Promise<void> {
  const deadline = Date.now() + budget
  const ignore = visit.site.ignore
  let { chosen, rest } = await visit.world.run(findProbes, { narrow, most }, 5000)
  found.rest = rest
  let reloaded = false
  for (let at = 0; at < chosen.length; at++) {
    const candidate = chosen[at]!
    if (Date.now() > deadline) {
      found.rest = [...chosen.slice(at), ...rest]
      found.ended = `after ${budget / 1000} s`
      return
    }
    const result = await operate(at, candidate).catch(error =>
      isGone(error) ? 'gone' : Promise.reject(error),
    )
    if (result === 'gone') {
      found.rest = [...chosen.slice(at), ...rest]
      found.ended = 'because the page left'
      if (reloaded) return
      reloaded = true
      await still.reload()
      await settlePage(visit)
      const again = await visit.world.run(findProbes, { narrow, most }, 5000)
      // What follows has to be the same controls in the same order.
      if (again.chosen.length !== chosen.length) return
      chosen = again.chosen
      found.rest = rest
      found.ended = null
      continue
    }
    if (result) found.probes.push({ ...candidate, width, ...result })
    else found.rest.push(candidate)
  }
  await tryAgain()

  /** What did nothing may have stood for what was shown already, as the first of some tabs: others have switched since. */
  async function tryAgain(): Promise<void> {
    const lastSwitch = found.probes.findLastIndex(probe => probe.effect === 'switches')
    for (const [at, probe] of found.probes.slice(0, Math.max(0, lastSwitch)).entries()) {
      if (probe.effect !== 'nothing' || Date.now() > deadline) continue
      const index = chosen.findIndex(({ selector }) => selector === probe.selector)
      const result = await operate(index, chosen[index]!).catch(() => null)
      if (result && result.effect !== 'nothing') found.probes[at] = { ...probe, ...result }
    }
  }

  async function operate(
    at: number,
    { way, menu }: Candidate,
  ): Promise<Omit<Probe, keyof Candidate | 'width'> | null> {
    await mouse('mouseMoved', 0, 0)
    const point = await visit.world.run(aim, { index: at, event: ASKED }, 3000)
    if (!point) return null
    await look(at, true, [])
    const [left, stopped, asked] = [still.left.length, still.stopped(), visit.network.entries().length]
    if (way === 'hover') {
      const seen = await hover(at, point)
      await mouse('mouseMoved', 0, 0)
      return seen
    }
    if (point.clear) await click(point)
    else await visit.world.run(pressByScript, at, 3000)
    let seen = await look(at, false, WAITS)
    if (!DONE.test(seen.effect) && (seen.stirred || visit.network.entries().length > asked)) {
      await visit.network.quiet(60, ANSWER)
      seen = await look(at, false, LONGER)
    }
    const led = still.left.length > left ? pathOf(still.left.at(-1)!) : null
    if (led !== null) seen = { ...seen, effect: 'goes', went: led }
    // A hint that is shown while the mouse is there is no effect of the press.
    if (seen.effect === 'opens' && seen.revealed.length <= 2 && !menu) {
      await mouse('mouseMoved', 0, 0)
      const away = await look(at, false, ONCE)
      if (away.effect === 'nothing') seen = away
    }
    if (seen.effect === 'nothing' && menu) seen = await hover(at, point)
    const sent = still.stopped() > stopped
    await leave(at, seen, point, led !== null)
    return { ...short(seen), effect: seen.effect === 'nothing' && sent ? 'sends' : seen.effect }
  }

  async function hover(at: number, point: { x: number; y: number }): Promise<Seen> {
    await mouse('mouseMoved', 0, 0)
    await mouse('mouseMoved', point.x, point.y)
    return short(await look(at, false, [30, 60, 120]))
  }

  async function leave(
    at: number,
    seen: Seen,
    point: { x: number; y: number },
    kept: boolean,
  ): Promise<void> {
    if (seen.effect === 'goes' && kept) return
    if (seen.effect === 'goes') {
      await within(visit.page.evaluate('history.back()'), 1000).catch(() => {})
      await look(at, false, ONCE)
    } else if (seen.effect === 'dialog') {
      await pressKey(visit.cdp, 'Escape')
      await look(at, false, ONCE)
      const exit = await visit.world.run(exitOf, undefined, 3000)
      if (exit === 'closed') return
      if (exit) await click(exit)
    } else if (seen.effect === 'opens' || seen.effect === 'closes' || seen.effect === 'restyles') {
      const again = await visit.world.run(aim, { index: at, event: ASKED }, 3000)
      if (again?.clear) await click(again)
      else await pressKey(visit.cdp, 'Escape')
      await look(at, false, ONCE)
    } else if (seen.effect === 'focuses') await click({ x: 1, y: point.y })
  }

  function look(index: number, first: boolean, waits: number[]): Promise<Seen> {
    return visit.world.run(observe, { index, first, waits, ignore }, 4000)
  }

  async function click({ x, y }: { x: number; y: number }): Promise<void> {
    await mouse('mouseMoved', x, y)
    await mouse('mousePressed', x, y)
    await mouse('mouseReleased', x, y)
  }

  async function mouse(
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    x: number,
    y: number,
  ): Promise<void> {
    const button = type === 'mouseMoved' ? 'none' : 'left'
    await within(
      visit.cdp.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button,
        clickCount: button === 'left' ? 1 : 0,
      }),
      3000,
    )
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
