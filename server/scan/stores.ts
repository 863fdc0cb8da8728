/** The store behind the new page: it is entered before the pages are captured, its catalog and URLs are read after. */
import { join } from 'node:path'
import { type Capture, type Collected, saveCapture } from '../capture/artifact.ts'
import { CaptureFailure } from '../capture/page/failure.ts'
import type { Submission } from '../contract.ts'
import type { Http } from '../egress/http/index.ts'
import { type OldUrlList, readOldUrls } from '../lib/old-urls.ts'
import { reasonOf } from '../lib/reason.ts'
import { isAsSafe } from '../lib/same-host.ts'
import { spareHeap } from '../lib/spare-heap.ts'
import { createStoreClient, type StoreClient } from '../store/access/client.ts'
import { storefrontOf } from '../store/access/detect.ts'
import { type Budget, createBudget, forecaster, REAL_CLOCK, UNSIGNED_PACE } from '../store/access/pace.ts'
import { openSession, type StoreSession } from '../store/access/session.ts'
import { isSigned, signatureGaps } from '../store/access/signature.ts'
import { isStore } from '../store/access/state.ts'
import { readCatalog } from '../store/catalog/read.ts'
import type { Landing } from '../store/catalog/reader.ts'
import type { Catalog } from '../store/types.ts'
import type { PageEvidence } from '../store/urls/inventory.ts'
import { traceUrls } from '../store/urls/traces.ts'
import type { CapturedPair, RedactCapture, StoreLimits } from './types.ts'

export const STORE_LIMITS: StoreLimits = { minutes: 15, requests: 4, urls: 2000 }

export interface EnteredStore {
  session: StoreSession
  http: Http
  limits: StoreLimits
  budget: Budget
}

/** @throws {CaptureFailure} where the store lets nobody in, with the code that the job ends with */
export async function enterStore(
  request: Submission,
  http: Http,
  limits: StoreLimits,
): Promise<EnteredStore> {
  const budget = createBudget(limits.minutes * 60_000, REAL_CLOCK)
  const session = await openSession(http, {
    url: request.new_url,
    headers: request.new_headers,
    password: request.storefront_password,
    pace: { concurrency: limits.requests, pauseMs: 0 },
    budget,
  })
  if ('code' in session) throw new CaptureFailure(session.code, session.detail)
  return { session, http, limits, budget }
}

/** Whether both stores are to be read: known from entering it, or, where it did not let us in, from the captured page. */
export function isStorePair({ session }: EnteredStore, { rebuilt }: CapturedPair): boolean {
  const known = session.storefront
  rebuilt.store =
    known && known.state !== 'blocked' ? known : storefrontOf(landingOf(rebuilt), rebuilt.requestedUrl)
  return isStore(rebuilt.store)
}

/** Puts what the stores show into the captures: `catalog` and `urls`. Never throws for what a host does. */
export async function readStores(
  entered: EnteredStore,
  { original, rebuilt }: CapturedPair,
  request: Submission,
  options: { artifactsDir?: string; hide?: RedactCapture; onProgress(phase: string, share: number): void },
): Promise<void> {
  spareHeap()
  const { budget, limits, session } = entered
  session.gaps.push(...signatureGaps(request.original_headers ?? {}, REAL_CLOCK.now(), 'original_headers'))
  const platform = rebuilt.store?.state === 'headless' ? 'headless' : 'online_store'
  const clients = { original: originalClient(entered, original, request), rebuilt: session.client }
  budget.start()
  options.onProgress('reading both catalogs', 0)
  const [before, after] = await Promise.all([
    catalogOf(clients.original, original),
    catalogOf(clients.rebuilt, rebuilt),
  ])
  original.artifacts.catalog = before
  rebuilt.artifacts.catalog = after
  options.onProgress(FOLLOWING, 0.4)
  const forecast = forecaster(budget, REAL_CLOCK)
  const list = readOldUrls(request.old_urls ?? '')
  original.gaps.push(...wrongRows(list))
  const traced = await attempt('urls', [original, rebuilt], () =>
    traceUrls({
      original: {
        client: clients.original,
        origins: [new URL(original.url).origin, new URL(original.requestedUrl).origin],
        page: evidenceOf(original),
        catalog: before.ok ? before.value : null,
        listed: list.addresses,
      },
      rebuilt: {
        client: clients.rebuilt,
        platform,
        links: rebuilt.artifacts.links.ok ? rebuilt.artifacts.links.value : [],
        catalog: after.ok ? after.value : null,
      },
      budget: limits.urls,
      onProgress: (share, count) =>
        options.onProgress(FOLLOWING + (count ? forecast(count) : ''), 0.4 + 0.6 * share),
    }),
  )
  if (traced.ok) original.gaps.push(...traced.value.gaps)
  original.artifacts.urls = traced.ok ? { ok: true, value: traced.value.original } : traced
  rebuilt.artifacts.urls = traced.ok ? { ok: true, value: traced.value.rebuilt } : traced
  if (options.artifactsDir)
    for (const capture of [original, rebuilt])
      await saveCapture(join(options.artifactsDir, capture.side), options.hide?.(capture) ?? capture)
}

const FOLLOWING = 'following old addresses'

/** What of the owner's list was no address. */
const wrongRows = ({ wrong, wrongRows: count }: OldUrlList): string[] =>
  count > 0
    ? [
        `old_urls: ${wrong.join('; ')}${count > wrong.length ? `; and ${count - wrong.length} more rows` : ''}`,
      ]
    : []

/** The original is a site as any other, unless it is a store of Shopify's too, or the very same. */
function originalClient(
  { http, limits, budget, session }: EnteredStore,
  original: Capture,
  request: Submission,
): StoreClient {
  const { origin } = new URL(original.url)
  if (origin === session.client.origin) return session.client
  const headers = request.original_headers ?? {}
  const { origin: submitted } = new URL(request.original_url)
  // Headers stay with the host that was submitted: where it leads to another one, requests there are not signed.
  const signed = isAsSafe(origin, submitted) && isSigned(headers, REAL_CLOCK.now())
  const shopify = storefrontOf(landingOf(original), original.requestedUrl).state !== 'not_shopify'
  return createStoreClient(http, {
    origin,
    headers,
    headersFor: submitted,
    pace: shopify && !signed ? UNSIGNED_PACE : { concurrency: limits.requests, pauseMs: 0 },
    budget,
  })
}

async function catalogOf(client: StoreClient, capture: Capture): Promise<Collected<Catalog>> {
  const read = await attempt('catalog', [capture], () =>
    readCatalog({ client, landing: landingOf(capture), storefront: capture.store }),
  )
  if (!read.ok) return read
  if (!read.value.ok) {
    capture.gaps.push(read.value.reason)
    return read.value
  }
  capture.gaps.push(...read.value.gaps)
  return { ok: true, value: read.value.catalog }
}

/** The page as it was served to the browser. */
const landingOf = ({ url, artifacts: { document } }: Capture): Landing => ({
  url,
  headers: document.ok ? document.value.headers : {},
  setCookies: [],
  body: Buffer.from(document.ok ? document.value.html : ''),
})

const evidenceOf = ({ url, artifacts: { head, links } }: Capture): PageEvidence => {
  const canonical = head.ok ? (head.value.links.find(({ rel }) => rel === 'canonical')?.href ?? '') : ''
  return {
    url,
    canonical: canonical && URL.canParse(canonical, url) ? new URL(canonical, url).href : '',
    links: links.ok ? links.value : [],
  }
}

/** An error of our own costs the artifact that it was to give, and not the whole verdict. */
async function attempt<T>(name: string, captures: Capture[], work: () => Promise<T>): Promise<Collected<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const reason = reasonOf(error)
    for (const { gaps } of captures) gaps.push(`${name} could not be collected: ${reason}`)
    return { ok: false, reason }
  }
}
