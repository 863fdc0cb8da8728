/** The whole story: open both sites, look at them, measure them, judge. */
import { CaptureFailure, PageCrashed } from '../capture/failure.ts'
import type { Scorecard, Submission } from '../contract.ts'
import { createGuard } from '../egress/guard.ts'
import { createHttp } from '../egress/http.ts'
import { type EgressProxy, startProxy } from '../egress/proxy.ts'
import { USER_AGENT_SUFFIX } from '../egress/user-agent.ts'
import { addCrops } from '../report/crops.ts'
import { judge } from './judge.ts'
import { lookAtBoth } from './look.ts'
import { sitesOf } from './sites.ts'

export { CaptureFailure as ScanFailure } from '../capture/failure.ts'

export type ScanRequest = Submission

export interface ScanOptions {
  /** Exact host:port that may be reached although they are not public. */
  allowHosts: readonly string[]
  chromePath?: string
  /** Where captures and screenshots are kept: `original/` and `rebuilt/` below it. */
  artifactsDir?: string
  /** `value` from 0 to 1. */
  onProgress(phase: string, value: number): void
  /** Leader of the browser's process group, for whoever may have to kill it. */
  onBrowser(pid: number): void
}

/** Throws CaptureFailure with the code that the job ends with; anything else is our own fault. */
export async function scan(request: ScanRequest, options: ScanOptions): Promise<Scorecard> {
  const guard = createGuard({ allowHosts: options.allowHosts })
  const proxy = await startProxy(guard, { maxBytes: MAX_BYTES })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  try {
    const sites = sitesOf(request, proxy)
    const look = () => lookAtBoth(sites, { ...options, proxyUrl: proxy.url, http, policy: request.policy })
    // A crash may be the browser's own: once more in a fresh one.
    const pair = await look().catch(error => (error instanceof PageCrashed ? look() : Promise.reject(error)))
    options.onProgress('judging', 0.97)
    const scorecard = judge(pair, request, gapsOf(proxy))
    return options.artifactsDir ? await addCrops(scorecard, options.artifactsDir) : scorecard
  } catch (error) {
    if (error instanceof PageCrashed)
      throw new CaptureFailure(
        'page_crashed',
        'the renderer crashed twice on these pages; look for scripts that take ever more memory',
      )
    throw error
  } finally {
    await Promise.all([proxy.close(), http.close()])
  }
}

/** To and from all hosts: both sites, their loads and up to seven pairs of Lighthouse runs. */
const MAX_BYTES = 2.5e9
const NAMED_HOSTS = 10

/** What the door kept from the pages, so that nobody takes it for the pages' own doing. */
function gapsOf(proxy: EgressProxy): string[] {
  const refused = proxy.refused()
  return [
    ...refused.slice(0, NAMED_HOSTS).map(({ host, reason }) => `${host} was not visited: ${reason}`),
    ...(refused.length > NAMED_HOSTS ? [`${refused.length - NAMED_HOSTS} more hosts were not visited`] : []),
    ...(proxy.exceeded()
      ? [`the pages fetched more than ${MAX_BYTES / 1e9} GB; what came after that is missing`]
      : []),
  ]
}
