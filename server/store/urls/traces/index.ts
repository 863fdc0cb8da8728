/** Asks both hosts for every old URL that counts: what the original shows there, and where it leads on the new host. */

import { pooled } from '../../../lib/pool.ts'
import type { StoreClient } from '../../access/client/index.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { addressOf, keyOf } from '../inventory/address.ts'
import { type Candidate, type Inventory, type PageEvidence, takeInventory } from '../inventory/index.ts'
import type { SitemapOptions } from '../sitemap/index.ts'
import { countedOf, isStaging } from './counted.ts'
import { createFollower, type Followed } from './follow.ts'
import { gapsOf } from './gaps.ts'
import { probeNotFound } from './not-found-probe.ts'
import { targetsOf } from './targets.ts'
import type { Coverage, OldUrl, UrlTraces } from './types.ts'

export interface TraceRequest {
  original: {
    client: Pick<StoreClient, 'get' | 'origin'>
    /** That are the same place as the original. */
    origins: readonly string[]
    page: PageEvidence
    catalog: Pick<Catalog, 'products' | 'collections'> | null
  }
  rebuilt: {
    client: Pick<StoreClient, 'get' | 'origin'>
    platform: 'online_store' | 'headless'
    links: readonly { href: string; name: string }[]
    catalog: Pick<Catalog, 'collections'> | null
  }
  /** How many URLs are asked at most; default 2,000. */
  budget?: number
  sitemaps?: SitemapOptions
  /** 0 to 1. */
  onProgress?(share: number): void
}

/** Both pages at once, on up to eight connections each. */
const CONCURRENCY = 24
const DEFAULT_BUDGET = 2000

export interface Traced {
  original: UrlTraces
  rebuilt: UrlTraces
  /** What was not asked or cut, in the reader's words. */
  gaps: string[]
}

interface Asked {
  url: OldUrl
  before: Followed
  after: Followed
}

/** The artifacts of both sides, over the same URLs. Never throws for what a host does. */
export async function traceUrls(request: TraceRequest): Promise<Traced> {
  const { original, rebuilt, budget = DEFAULT_BUDGET, onProgress = () => {} } = request
  const inventory = await takeInventory({ ...original, budget, sitemaps: request.sitemaps })
  const before = createFollower(original.client)
  const after = createFollower(rebuilt.client, inventory.origins)
  const at = (client: { origin: string }, path: string) => client.origin + path

  const { origins, robots } = inventory
  const home = await before.follow(at(original.client, '/'))
  const counting = { origins, robots, staging: isStaging(before.pages[home.trace.page ?? -1], robots) }

  const queue = [...inventory.first, ...inventory.rest]
  const keys = new Set(queue.map(({ key }) => key))
  const must = new Set(inventory.first)
  const dropped: Record<string, number> = {}
  let [unknown, outOfTime] = [0, false]

  // First of all: without them a page that answers everything with 200 hides what is lost.
  const notFoundProbes = probeNotFound(queue, rebuilt.client.origin, after)

  /** Null for what does not count, or was not asked for want of time. */
  async function ask(candidate: Candidate): Promise<Asked | null> {
    const { key: _, ...url } = candidate
    const shown = await before.follow(at(original.client, url.path))
    const page = before.pages[shown.trace.page ?? -1]
    let counted = countedOf(counting, at(original.client, url.path), shown, page)
    // A canonical address that is none is nobody's.
    if (counted.counts === false && counted.instead && page?.canonical === counted.instead) {
      const named = await before.follow(counted.instead)
      if (!named.trouble && named.trace.status !== 200) counted = { counts: true }
    }
    if (counted.counts === null) {
      unknown++
      outOfTime ||= shown.trouble === 'budget'
      return null
    }
    if (!counted.counts) {
      dropped[counted.why] = (dropped[counted.why] ?? 0) + 1
      const address = counted.instead ? addressOf(counted.instead, origins) : null
      if (address && !keys.has(address.key)) {
        keys.add(address.key)
        const next = { ...candidate, key: address.key, path: address.path }
        if (must.has(candidate)) must.add(next)
        queue.push(next)
      }
      return null
    }
    if (page?.product && url.kind === 'page') url.kind = 'product'
    const found = await after.follow(at(rebuilt.client, url.path))
    outOfTime ||= found.trouble === 'budget'
    return found.trouble === 'budget' && !must.has(candidate) ? null : { url, before: shown, after: found }
  }

  // Whatever takes longer, the first of the queue that count are kept: no more are begun than may still be wanted.
  const wanted = Math.max(budget, inventory.first.length)
  let [begun, done, left] = [0, 0, 0]
  const next = () =>
    outOfTime || begun - left >= wanted || begun >= queue.length ? undefined : queue[begun++]
  const results = pooled(
    next,
    CONCURRENCY,
    async candidate => {
      const result = await ask(candidate)
      if (result) done++
      else left++
      onProgress(Math.min(0.95, done / Math.min(budget, queue.length)))
      return result
    },
    Number.POSITIVE_INFINITY,
  )
  const asked: Asked[] = []
  for await (const result of results) if (result) asked.push(result)
  const urls = asked.map(({ url }) => url)
  const newOrigins = originsOf(
    rebuilt.client.origin,
    asked.map(({ after }) => after),
  )
  const targets = outOfTime ? [] : await targetsOf(rebuilt.client, newOrigins, rebuilt.catalog, rebuilt.links)
  onProgress(1)

  const shared = { urls, coverage: coverageOf(inventory, urls, { dropped, unknown, outOfTime }) }
  return {
    gaps: gapsOf(shared.coverage),
    original: {
      ...shared,
      origin: original.client.origin,
      origins,
      platform: 'original',
      withCatalog: original.catalog !== null,
      traces: asked.map(({ before }) => before.trace),
      pages: before.pages,
      notFoundProbes: [],
      targets: [],
    },
    rebuilt: {
      ...shared,
      origin: rebuilt.client.origin,
      origins: newOrigins,
      platform: rebuilt.platform,
      withCatalog: rebuilt.catalog !== null,
      traces: asked.map(({ after }) => after.trace),
      pages: after.pages,
      notFoundProbes: await notFoundProbes,
      targets,
    },
  }
}

/** Hosts that the new one sends its visitors to without changing the address: its primary domain. */
function originsOf(origin: string, followed: Followed[]): string[] {
  const found = new Set([origin])
  for (const { trace } of followed)
    for (const { from, to, by } of trace.hops.slice(0, 1)) {
      const moved = new URL(to)
      if (by === 'server' && keyOf(from, [origin]) === keyOf(to, [moved.origin])) found.add(moved.origin)
    }
  return [...found].slice(0, 10)
}

function coverageOf(
  { counts, capped, limits, unlisted }: Inventory,
  urls: readonly OldUrl[],
  state: Pick<Coverage, 'dropped' | 'unknown' | 'outOfTime'>,
): Coverage {
  const perTemplate = new Map<string, number>()
  for (const { template } of urls) perTemplate.set(template, (perTemplate.get(template) ?? 0) + 1)
  return {
    ...state,
    found: counts.reduce((sum, { found }) => sum + found, 0),
    capped,
    asked: urls.length,
    templates: counts.map(({ template, found }) => ({
      template,
      found,
      asked: perTemplate.get(template) ?? 0,
    })),
    limits,
    ...(unlisted && { unlisted }),
  }
}
