import type { Request } from 'playwright'
import { memo } from '../../lib/memo.ts'
import { isElsewhere } from '../../lib/place.ts'
import { SHOT_WIDTHS, TABLET } from '../../lib/widths.ts'
import type { Injected } from '../injected/index.ts'
import { CaptureFailure } from '../page/failure.ts'
import type { PageLoad } from '../page/page-load.ts'
import { enterReadOnlyMode } from '../page/read-only-mode.ts'
import type { SiteSession } from '../page/site-session.ts'
import { countingNumbers, type Placed } from './volatile/shown.ts'

/** Where the loads of a page ended, and where it takes its visitor after a while. */
export interface DestinationsArtifact {
  /** By the width of each load, CSS px. */
  loads: { width: number; url: string }[]
  /** Where a timer takes whoever stays for a minute; null where none does. */
  later: string | null
}

/** Timers that are run, so that a page with a clock for each tenth of a second ends. */
const MAX_TIMERS = 5000
/** For what those have asked a server. */
const MAX_ANSWER_MS = 2000
/** For all of them. */
const TIMEOUT_MS = 8000
/** What leaves may fade out before the next one comes. */
const FADE_MS = 600

export async function destinations(session: SiteSession): Promise<DestinationsArtifact> {
  const { site, gaps } = session
  const loads = await Promise.all(
    SHOT_WIDTHS.map(async width => ({ width, url: (await session.loadOf(width)).response.url() })),
  )
  if (site.side === 'original')
    for (const url of new Set(loads.map(load => load.url)))
      if (isElsewhere(url, site.url)) gaps.push(`${site.url} led to ${url}, and what is there was compared`)
  const { later } = await afterAWhile(session)
  return { loads, later }
}

export interface AfterAWhile {
  /** Where the page has led; null where it stayed. */
  later: string | null
  /** Texts that are numbers of a clock, as they were before: of a countdown, say. */
  counting: string[]
}

/**
 * What comes of the page when the timers happen that were held back. On the tablet's load, which nobody asks for anything
 * by then: it may go on while keys and buttons of the others are pressed.
 */
export const afterAWhile = memo(async (session: SiteSession): Promise<AfterAWhile> => {
  const pageLoad = await session.loadOf(TABLET)
  const own = [session.site.url, pageLoad.page.url(), pageLoad.response.url()]
  const leadsTo = (urls: string[]) => urls.find(url => own.every(one => isElsewhere(url, one))) ?? null
  const run = <T>(result: Promise<T>) => Promise.race([result, pageLoad.crashed])
  // A page too large to be read again soon has no clock that is known.
  const numbers = () => run(pageLoad.world.run(numbersShown, undefined, TIMEOUT_MS)).catch(() => [])
  let asked: string[] = []
  try {
    asked = await navigationsOf(pageLoad)
    await enterReadOnlyMode(pageLoad)
    const before = await numbers()
    const limits = { event: pageLoad.clock.goOn, max: MAX_TIMERS, fadeMs: FADE_MS }
    const answered = requestsFrom(pageLoad)
    await run(pageLoad.world.run(runTimers, limits, TIMEOUT_MS))
    await answered()
    const last = await run(pageLoad.world.run(restingPlace, undefined))
    // A router of the page's own asks for nothing.
    const later = leadsTo([...asked, last])
    const counting = before.length && !later ? countingNumbers(before, await numbers()) : []
    return { later, counting }
  } catch (error) {
    // It has led there by itself already, while it was shot or read.
    if (error instanceof CaptureFailure) throw error
    const later = leadsTo(asked)
    if (later === null)
      session.gaps.push('whether the page leads elsewhere after a while could not be found out')
    return { later, counting: [] }
  }
})

/** Grows by each address that a script of the page asks for in its own window; told by the renderer, in order. */
async function navigationsOf({ cdp }: PageLoad): Promise<string[]> {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const asked: string[] = []
  cdp.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    if (frameId === frameTree.frame.id && disposition === 'currentTab' && /^https?:/.test(url))
      asked.push(url)
  })
  await cdp.send('Page.enable')
  return asked
}

/** Answers when the requests that begin from now on have ended. */
function requestsFrom({ page }: PageLoad): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', request => open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => open.delete(request))
  return async () => {
    const latest = Date.now() + MAX_ANSWER_MS
    // A request is told of a moment after it begins.
    do await new Promise(resolve => setTimeout(resolve, 100))
    while (open.size > 0 && Date.now() < latest)
  }
}

/** The address that is shown in the end: what is written into the page takes a moment of its own. Runs in the page. */
async function restingPlace(): Promise<string> {
  await new Promise(resolve => setTimeout(resolve, 100))
  return location.href
}

/** The texts in view that have a number in them. Runs in the page. */
function numbersShown({ textBlocks }: Injected): Placed[] {
  return textBlocks()
    .blocks.filter(({ text, state }) => state === 'visible' && /\d/.test(text))
    .map(({ text, selector, box, style: { size, ...style } }) => ({
      ...{ text, selector, size, left: box.x, top: box.y },
      style: JSON.stringify(style),
    }))
}

/** Runs in the page. */
async function runTimers(
  _: Injected,
  { event, max, fadeMs }: { event: string; max: number; fadeMs: number },
): Promise<void> {
  const isAnyLeft = () => !document.dispatchEvent(new Event(event, { cancelable: true }))
  let i = 0
  for (; i < max && isAnyLeft(); i++) await task()
  if (i > 0) await new Promise(resolve => setTimeout(resolve, fadeMs))

  /** A task of its own for each, so that promises are settled in between; a timer would take 4 ms. */
  function task(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    return new Promise(resolve => {
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  }
}
