import { join } from 'node:path'
import { openBrowser } from '../capture/browser.ts'
import { type Capture, saveCapture } from '../capture/capture.ts'
import { measure } from '../capture/measure.ts'
import { captureSite } from '../capture/site.ts'
import type { Http } from '../egress/http.ts'
import { sampling } from '../suites/perf/index.ts'
import type { ScanOptions } from './scan.ts'
import type { Sites } from './sites.ts'

export interface CapturedPair {
  original: Capture
  rebuilt: Capture
}

/** Shares of the whole that each phase ends at. */
const CAPTURED = 0.55
const MEASURED = 0.95

/** Captures both sites side by side in one browser, then measures them in turn, alone. */
export async function lookAtBoth(
  sites: Sites,
  options: ScanOptions & { proxyUrl: string; http: Http },
): Promise<CapturedPair> {
  options.onProgress('starting the browser', 0.01)
  const browser = await openBrowser({ ...options, onPid: options.onBrowser })
  try {
    const done = { original: 0, rebuilt: 0 }
    const look = (side: 'original' | 'rebuilt') =>
      captureSite(browser, sites[side], options.http, share => {
        done[side] = share
        options.onProgress(
          'capturing both pages',
          0.03 + ((done.original + done.rebuilt) / 2) * (CAPTURED - 0.03),
        )
      })
    const [original, rebuilt] = await bothOrFirstFailure(look('original'), look('rebuilt'))
    options.onProgress('measuring performance', CAPTURED)
    const runs = await measure(browser, sites, sampling(), pairs =>
      options.onProgress('measuring performance', CAPTURED + (MEASURED - CAPTURED) * (1 - 0.5 ** pairs)),
    )
    original.capture.artifacts.lighthouse = { ok: true, value: runs.original }
    rebuilt.capture.artifacts.lighthouse = { ok: true, value: runs.rebuilt }
    if (options.artifactsDir)
      for (const { capture, files } of [original, rebuilt])
        await saveCapture(join(options.artifactsDir, capture.side), capture, files)
    return { original: original.capture, rebuilt: rebuilt.capture }
  } finally {
    await browser.close()
  }
}

/** Both, or the failure of the original when both fail: the same failure each time. */
async function bothOrFirstFailure<T>(first: Promise<T>, second: Promise<T>): Promise<[T, T]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}
