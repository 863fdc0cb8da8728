import { join } from 'node:path'
import { saveCapture } from '../capture/artifact.ts'
import { captureSite } from '../capture/capture-site.ts'
import { askOldAddresses } from '../capture/collectors/old-addresses.ts'
import { excuseBoth } from '../capture/collectors/volatile/both-sides.ts'
import type { MeasuringBrowser } from '../capture/measuring-browser.ts'
import { openBrowser } from '../capture/page/browser.ts'
import { PageCrashed } from '../capture/page/failure.ts'
import { openAlike } from '../capture/page/open-alike.ts'
import { both, type SideName } from '../capture/page/site.ts'
import { loadSite } from '../capture/page/site-session.ts'
import { type CapturedOriginal, captureOriginal, isWhole, keepState } from '../capture/reuse.ts'
import type { Policy } from '../contract.ts'
import type { Http } from '../egress/http/index.ts'
import { sampling } from '../suites/index.ts'
import { refuseBlank, refuseLeaving, refuseNotFound, refuseOnePage, refuseSignIn } from './comparable.ts'
import type { Sites } from './sites.ts'
import type { CapturedPair, RedactCapture, ScanOptions } from './types.ts'

/** Shares of the whole that each phase ends at. */
const OPENED = 0.1
const CAPTURED = 0.55
const MEASURED = 0.95
/** Share of the collectors after which no button is pressed any more: the loads of phone and tablet have ended by then. */
const PRESSED = 0.82

export interface ScannedPair extends CapturedPair {
  /** Most of the original is of an earlier capture. */
  isReused: boolean
  /** The original's capture was kept in a way that other scans can take it over. */
  isReusable: boolean
}

/** Captures both sites side by side in one browser, then measures them in turn in another one, alone. */
export async function capturePair(
  sites: Sites,
  options: ScanOptions & {
    proxyUrl: string
    enter?: readonly string[]
    http: Http
    policy: Policy
    /** When measuring has to be over, by `performance.now()`. */
    measuredBy: number
    allowSamePage?: boolean
    /** Where old addresses of a store lead is found out when it is read. */
    mayBeStore: boolean
    hide: RedactCapture
  },
): Promise<ScannedPair> {
  options.onProgress('starting the browser', 0.01)
  const launch = { ...options, onPid: options.onBrowser }
  const browser = await openBrowser(launch)
  const closers = [browser.close]
  try {
    options.onProgress('opening both pages', 0.03)
    const load = (side: SideName) => loadSite(browser, sites[side], options.http)
    let measuring: ReturnType<typeof loadMeasuring> | undefined
    const readMeasuring = () => {
      measuring ??= loadMeasuring()
      measuring.catch(() => {}) // heard where it is used
      return measuring
    }
    const session = await openAlike(browser, load, options.http)
    if (!options.allowSamePage) await refuseOnePage(session)
    await refuseSignIn(session)
    const done = { original: 0, rebuilt: 0 }
    const onStep = (side: SideName) => (share: number) => {
      done[side] = share
      const captured = (done.original + done.rebuilt) / 2
      if (Math.min(done.original, done.rebuilt) >= PRESSED) readMeasuring()
      options.onProgress('capturing both pages', OPENED + captured * (CAPTURED - OPENED))
    }
    const { original, rebuilt } = await both((side): Promise<CapturedOriginal> => {
      const [own, step] = [session[side], onStep(side)]
      if (side === 'rebuilt' || !options.reuse) return captureSite(own, step)
      return captureOriginal(own, browser, options.reuse.kept, step)
    })
    const captures = { original: original.capture, rebuilt: rebuilt.capture }
    let opening: Promise<MeasuringBrowser> | undefined
    const openMeter = () => {
      opening ??= readMeasuring().then(({ openMeasuringBrowser }) =>
        openMeasuringBrowser({ ...launch, withheld: browser.withheld }),
      )
      opening.catch(() => {}) // heard below, unless the captures are refused first
      return opening
    }
    closers.push(async () => (await opening?.catch(() => undefined))?.close())
    // It starts while the captures come to their end; a remote one serves one driver at a time.
    if (!options.remote) openMeter()
    refuseLeaving(captures, sites)
    await refuseBlank(original)
    refuseNotFound(original.capture)
    const { volatile } = original.capture.artifacts
    const volatileTexts = volatile.ok ? volatile.value.texts : []
    await Promise.all([
      excuseBoth(session, captures),
      options.mayBeStore ? undefined : askOldAddresses(session.rebuilt, captures),
    ])
    const lateOriginal = original.reused?.late || (await session.original.worksLate())
    const late = lateOriginal || (await session.rebuilt.worksLate())
    options.onProgress('measuring performance', CAPTURED)
    if (options.remote) await browser.close()
    const [meter] = await Promise.all([openMeter(), browser.close()])
    const { measure } = await readMeasuring()
    const runs = await measure(
      meter,
      sites,
      sampling(options.policy),
      pairs =>
        options.onProgress('measuring performance', CAPTURED + (MEASURED - CAPTURED) * (1 - 0.5 ** pairs)),
      { late, until: options.measuredBy },
    )
    original.capture.artifacts.lighthouse = { ok: true, value: runs.original }
    rebuilt.capture.artifacts.lighthouse = { ok: true, value: runs.rebuilt }
    if (options.artifactsDir)
      for (const { capture, files } of [original, rebuilt])
        await saveCapture(join(options.artifactsDir, capture.side), options.hide(capture), files)
    const { state, reused } = original
    const isReusable = Boolean(options.artifactsDir && state && !reused && isWhole(original.capture))
    if (options.artifactsDir && state && isReusable)
      await keepState(join(options.artifactsDir, 'original'), { state, late: lateOriginal, volatileTexts })
    return {
      original: original.capture,
      rebuilt: rebuilt.capture,
      isReused: reused !== undefined,
      isReusable,
    }
  } catch (error) {
    // Whatever was being asked of it meanwhile fails in words of its own.
    throw (await browser.hasDied()) ? new PageCrashed({ cause: error }) : error
  } finally {
    await Promise.all(closers.map(close => close()))
  }
}

/** Lighthouse takes half a second to be read, and 45 MB from then on. */
export async function loadMeasuring() {
  const [{ measure }, { openMeasuringBrowser }] = await Promise.all([
    import('../capture/lighthouse.ts'),
    import('../capture/measuring-browser.ts'),
  ])
  return { measure, openMeasuringBrowser }
}
