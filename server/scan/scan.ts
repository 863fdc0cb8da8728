/** The whole story: enter the store, capture and measure both sites, read both stores, judge. */
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { CaptureFailure, PageCrashed } from '../capture/page/failure.ts'
import { whileRemoteAnswers } from '../capture/page/remote-browser.ts'
import type { Scorecard } from '../contract.ts'
import { type ByteBudget, createByteBudget } from '../egress/budget.ts'
import { createGuard } from '../egress/guard.ts'
import { createHttp } from '../egress/http/index.ts'
import { type Hidden, openNetwork } from '../egress/network/index.ts'
import type { EgressProxy } from '../egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../egress/user-agent.ts'
import { type Redactor, redactor } from '../lib/redact.ts'
import { addCrops } from '../report/crops.ts'
import { isStore, type Storefront } from '../store/access/state.ts'
import { matchingsOf } from '../suites/core/run.ts'
import { capturePair } from './capture-pair.ts'
import { saveExhibits } from './exhibits.ts'
import { judge, withProductsThatMayGo } from './judge.ts'
import { openProxy } from './open-proxy.ts'
import { sitesOf } from './sites.ts'
import { enterStore, isStorePair, readStores, STORE_LIMITS } from './stores.ts'
import { saveTables } from './tables.ts'
import type { RedactCapture, ScanOptions, ScanRequest } from './types.ts'

export { CaptureFailure as ScanFailure } from '../capture/page/failure.ts'

/** Throws CaptureFailure with the code that the job ends with; anything else is our own fault. */
export async function scan(request: ScanRequest, options: ScanOptions): Promise<Scorecard> {
  const { deadlineMs = Number.POSITIVE_INFINITY } = options
  const measuredBy = performance.now() + deadlineMs - JUDGING_MS
  const guard = createGuard({ allowHosts: options.allowHosts, publicUrl: options.publicUrl })
  const budget = createByteBudget(BYTES)
  const network = options.ownNetwork ? await openNetwork(hiddenFor(options)) : undefined
  const proxy = await openProxy(guard, { ...options, budget, listener: network?.listener })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX, budget })
  const limits = options.store ?? STORE_LIMITS
  const shop = createHttp(guard, { userAgent: USER_AGENT_SUFFIX, perHost: limits.requests, budget })
  try {
    const entered = await enterStore(request, shop, limits)
    const sites = sitesOf(request, proxy, entered.session.pass)
    // Reading a store takes as long again as everything before it, or longer.
    const [before, rest] = isStore(entered.session.storefront) ? [0.5, 0.48] : [1, 0.01]
    const redact = redactor(request)
    const hide = captureRedactor(redact)
    const mayBeStore = !isSurelyNoStore(entered.session.storefront)
    const capture = () =>
      capturePair(sites, {
        ...options,
        hide,
        proxyUrl: proxy.url,
        enter: network?.enter,
        http,
        policy: request.policy,
        measuredBy,
        allowSamePage: request.allow_same_page,
        mayBeStore,
        reuse: mayBeStore ? undefined : options.reuse,
        onProgress: (phase, value) => options.onProgress(phase, value * before),
      })
    // A crash may be the browser's own: once more in a fresh one.
    const captured = () =>
      capture().catch(error => (error instanceof PageCrashed ? capture() : Promise.reject(error)))
    const pair = await (options.remote ? whileRemoteAnswers(options.remote, captured) : captured())
    // No browser asks it any more; the next scan's may be told to ask at the same port.
    await proxy.close()
    if (isStorePair(entered, pair)) {
      options.onStore?.()
      const onProgress = (phase: string, share: number) =>
        options.onProgress(phase, 0.97 * before + rest * share)
      await readStores(entered, pair, request, { ...options, hide, onProgress })
    }
    if (pair.isReusable) options.onReusable?.()
    options.onProgress('judging', 0.99)
    const matchings = matchingsOf(pair.original, pair.rebuilt)
    const gaps = [...gapsOf(proxy, budget), ...entered.session.gaps]
    const scorecard = {
      ...judge(pair, request, gaps, matchings),
      ...(pair.isReused && { original_captured_at: options.reuse?.kept?.capturedAt }),
    }
    if (options.artifactsDir && isStore(pair.rebuilt.store))
      await saveTables(
        options.artifactsDir,
        { ...pair, original: withProductsThatMayGo(pair.original, request.accepted) },
        matchings.pair,
        redact.text,
      )
    if (options.artifactsDir) await saveExhibits(options.artifactsDir, pair, matchings.pair)
    return options.artifactsDir ? await addCrops(scorecard, options.artifactsDir) : scorecard
  } catch (error) {
    if (error instanceof PageCrashed)
      throw new CaptureFailure(
        'page_crashed',
        'the renderer crashed twice on these pages; look for scripts that take ever more memory',
      )
    throw error
  } finally {
    await Promise.all([proxy.close(), http.close(), shop.close()])
    network?.close()
  }
}

/** What is read of a store is of one moment on both sides. */
const isSurelyNoStore = (known: Storefront | undefined): boolean =>
  known !== undefined && known.state !== 'blocked' && !isStore(known)

/** Of the deadline, for what comes after the captures: judging, cutting out pictures, keeping files. */
const JUDGING_MS = 15_000

/** What other scans keep beside our own temporary files is nothing for our browser either. */
const hiddenFor = ({ hidden = [] }: Pick<ScanOptions, 'hidden'>): Hidden => ({
  folders: [...hidden, dirname(tmpdir())],
  but: tmpdir(),
})

/**
 * To and from all hosts: both sites with their loads, up to seven pairs of Lighthouse runs, and what is read of their
 * stores. A host gets half of it: that is one site's share, and no page may turn all of it on somebody else.
 */
const BYTES = { maxBytes: 2.5e9, maxBytesPerHost: 1.25e9 }
const MAX_NAMED_HOSTS = 10

/** What the proxy kept from the pages, so that nobody takes it for the pages' own doing. */
function gapsOf(proxy: EgressProxy, budget: ByteBudget): string[] {
  const refused = proxy.refused()
  const spent = budget.exceededHosts().filter(host => !isIP(host))
  return [
    ...refused.slice(0, MAX_NAMED_HOSTS).map(({ host, reason }) => `${host} was not visited: ${reason}`),
    ...(refused.length > MAX_NAMED_HOSTS
      ? [`${refused.length - MAX_NAMED_HOSTS} more hosts were not visited`]
      : []),
    ...spent
      .slice(0, MAX_NAMED_HOSTS)
      .map(
        host =>
          `${host} was asked for more than ${BYTES.maxBytesPerHost / 1e9} GB; what came after that is missing`,
      ),
    ...(budget.exceeded()
      ? [`the pages fetched more than ${BYTES.maxBytes / 1e9} GB; what came after that is missing`]
      : []),
  ]
}

/** The pages are judged as they were; only what is kept of them goes through this. */
const captureRedactor =
  (redact: Redactor): RedactCapture =>
  capture =>
    redact.deep(capture, OUR_FIELDS)

/** Fields of a capture that no page has a say in. */
const OUR_FIELDS = new Set(['side', 'state', 'platform', 'kind', 'source', 'end', 'by', 'landmark', 'type'])
