/** Asks both hosts for every old URL that counts: what the original shows there, and where it leads on the new host. */
import { languageCode } from '../../lib/language.ts'
import { pooled } from '../../lib/pool.ts'
import { urlKey } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'
import type { Catalog, Coverage, LandedPage, OldUrl, UrlKind, UrlTraces } from '../types.ts'
import { addressOf, templateOf } from './address.ts'
import { brandOf, brandPagesOf, brandsOf } from './brand-pages.ts'
import { countedOf, isStaging } from './counted.ts'
import { type Asked, AT_ONCE, createFollower, type Followed, MAX_PAGE_BYTES } from './follow.ts'
import { type Candidate, type Inventory, type PageEvidence, takeInventory } from './inventory.ts'
import { marketPricesOf, type PricedPair } from './market-prices.ts'
import { counterpartsOf, lookAt, policiesOf, targetsOf } from './new-pages.ts'
import { probeNotFound } from './not-found-probes.ts'

export interface TraceRequest {
  original: {
    client: Pick<StoreClient, 'get' | 'origin'>
    /** That are the same place as the original. */
    origins: readonly string[]
    page: PageEvidence
    catalog: Pick<Catalog, 'products' | 'collections'> | null
    /** The owner's own list, absolute or from the root. */
    listed?: readonly string[]
  }
  rebuilt: {
    client: Pick<StoreClient, 'get' | 'origin'>
    platform: 'online_store' | 'headless'
    links: readonly { href: string; name: string }[]
    catalog: Pick<Catalog, 'products' | 'collections'> | null
  }
  /** How many URLs are asked at most; default 2,000. */
  budget?: number
  /** `share`: 0 to 1. `asked` of about `of` old URLs. */
  onProgress?(share: number, count?: { asked: number; of: number }): void
}

const DEFAULT_BUDGET = 2000

export interface Traced {
  original: UrlTraces
  rebuilt: UrlTraces
  /** What was not asked or cut, in the reader's words. */
  gaps: string[]
}

/** The artifacts of both sides, over the same URLs. Never throws for what a host does. */
export async function traceUrls(request: TraceRequest): Promise<Traced> {
  const { original, rebuilt, budget = DEFAULT_BUDGET, onProgress = () => {} } = request
  const inventory = await takeInventory({ ...original, budget })
  const before = createFollower(original.client)
  const after = createFollower(rebuilt.client, inventory.origins)
  const at = (client: { origin: string }, path: string) => client.origin + path

  const { origins, robots } = inventory
  const home = await before.follow(at(original.client, '/'))
  const counting = { origins, robots, staging: isStaging(before.pages[home.trace.page ?? -1], robots) }

  const queue = [...inventory.first, ...inventory.rest]
  const keys = new Set(queue.map(({ key }) => key))
  const kinds = new Map(queue.map(({ key, kind }) => [key, kind]))
  const must = new Set(inventory.first)
  const detailed = new Set(queue.slice(0, MAX_DETAILED))
  const dropped: Record<string, number> = {}
  let [unknown, outOfTime] = [0, false]

  // Before all else: without these probes a host that answers everything with 200 hides what is lost.
  const notFoundProbes = probeNotFound(queue, rebuilt.client.origin, after)

  /** Whether the page where an address of the original ends would count, were it asked for itself. */
  const countsAt = (page: LandedPage, { trace }: Followed, kind: UrlKind) =>
    countedOf(counting, page.url, { trace }, page, kind).counts === true

  /** Documents, such as manuals and forms, that pages link to and no sitemap lists, in the order of the pages. */
  function* linkedFiles(): Generator<Candidate> {
    let count = 0
    for (const { before: followed } of asked) {
      const page = before.pages[followed.trace.page ?? -1]
      for (const href of page?.facts?.files ?? []) {
        const address = URL.canParse(href, page!.url)
          ? addressOf(new URL(href, page!.url).href, origins)
          : null
        if (!address || keys.has(address.key) || count++ >= MAX_FILES) continue
        keys.add(address.key)
        const { key, path } = address
        yield { key, path, kind: 'file', template: templateOf(path, 'file'), source: 'link' }
      }
    }
  }

  /** Null for what does not count, or was not asked for want of time. */
  async function ask(candidate: Candidate): Promise<Asked | null> {
    const { key: _, ...url } = candidate
    const shown = await before.follow(at(original.client, url.path))
    const page = before.pages[shown.trace.page ?? -1]
    keep(page, detailed.has(candidate) ? ['rows', 'sections', 'files'] : [])
    let counted = countedOf(counting, at(original.client, url.path), shown, page, url.kind)
    // A canonical address that answers with an error counts for nothing.
    if (counted.counts === false && counted.instead && page?.canonical === counted.instead) {
      const named = await before.follow(counted.instead)
      if (!named.trouble && named.trace.status !== 200) counted = { counts: true }
    }
    // Pictures are asked beside the addresses that are counted.
    const isPicture = url.kind === 'image'
    if (counted.counts !== true && isPicture) return null
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
        if (detailed.has(candidate)) detailed.add(next)
        queue.push(next)
      }
      if (url.source !== 'list' || !page || !address || address.key === '/') return null
      if (counted.instead !== page.url || !countsAt(page, shown, url.kind)) return null
      dropped[counted.why]!--
      Object.assign(url, { shows: address.path, kind: kinds.get(address.key) ?? url.kind })
    }
    if (page?.product && /^(page|archive)$/.test(url.kind)) url.kind = 'product'
    const found = await after.follow(at(rebuilt.client, url.path))
    // The new page is asked by its words and measures alone.
    keep(after.pages[found.trace.page ?? -1], detailed.has(candidate) ? ['measures'] : [])
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
    AT_ONCE,
    async candidate => {
      const result = await ask(candidate)
      if (result) done++
      else left++
      const of = Math.min(wanted, queue.length - left)
      onProgress(Math.min(0.95, done / of), { asked: done, of })
      return result
    },
    Number.POSITIVE_INFINITY,
  )
  const asked: Asked[] = []
  for await (const result of results) if (result) asked.push(result)
  const listed = asked.length
  // After all pages, and beyond their budget: they are few.
  const beside = [...inventory.pictures, ...linkedFiles()].values()
  const nextBeside = () => (outOfTime ? undefined : beside.next().value)
  for await (const result of pooled(nextBeside, AT_ONCE, ask)) if (result) asked.push(result)
  const urls = asked.map(({ url }) => url)
  const newOrigins = originsOf(
    rebuilt.client.origin,
    asked.map(({ after }) => after),
  )
  const languages = new Set(before.pages.flatMap(page => languageCode(page.language) ?? []))
  const newHome = after.pages.find(({ url }) => new URL(url).pathname === '/')
  languages.delete(languageCode(newHome?.language) ?? '')
  const targets = outOfTime
    ? []
    : [
        ...(await targetsOf(rebuilt.client, newOrigins, rebuilt.catalog, rebuilt.links, languages)),
        ...(await policiesOf(rebuilt.client.origin, after)),
      ]
  const counterparts = outOfTime ? [] : await counterpartsOf(asked, rebuilt, targets, after)
  const brands = brandsOf(original.catalog)
  const branded = asked.flatMap(({ url: { path, shows }, before: { trace } }) => {
    const page = shows ? undefined : before.pages[trace.page ?? -1]
    const brand = page && brandOf(path, page, brands)
    return brand ? [{ brand, path }] : []
  })
  const brandPages = outOfTime ? [] : await brandPagesOf(branded, rebuilt.client.origin, after)
  // Where every old URL answers at its own address there is nothing to look for.
  if (asked.some(({ after: { trace } }) => trace.status !== 200 || trace.hops.length > 0))
    await lookAt(targets, rebuilt.client.origin, after)
  const newHosts = [...new Set([...newOrigins, ...origins])]
  // Last of all: who has been to a market may be kept in it.
  const markets = outOfTime
    ? { original: [], rebuilt: [] }
    : await marketPricesOf(
        pricedPairs(asked, counterparts, before.pages, after.pages),
        { client: original.client, origins },
        { client: rebuilt.client, origins: newHosts },
      )
  onProgress(1)

  const shared = {
    urls,
    coverage: coverageOf(inventory, urls.slice(0, listed), { dropped, unknown, outOfTime }),
  }
  return {
    gaps: [...gapsOf(shared.coverage), ...cutOf('the original', before), ...cutOf('the new store', after)],
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
      brandPages: brandPages.map(page => ({ ...page, has: true })),
      markets: markets.original,
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
      counterparts,
      brandPages,
      markets: markets.rebuilt,
    },
  }
}

/** Documents that pages link to, which are asked beside what is listed. */
const MAX_FILES = 50

/** Pages whose details are kept: of a larger store the first of the queue, which are an even sample. */
const MAX_DETAILED = 2000
const DETAILS = ['rows', 'sections', 'measures', 'files'] as const

function keep(page: LandedPage | undefined, kept: readonly (typeof DETAILS)[number][]): void {
  for (const detail of DETAILS) if (page?.facts?.[detail] && !kept.includes(detail)) page.facts[detail] = []
}

/** Products whose address leads to a page that is read, in the order in which they were asked. */
function* pricedPairs(
  asked: readonly Asked[],
  counterparts: NonNullable<UrlTraces['counterparts']>,
  before: readonly LandedPage[],
  after: readonly LandedPage[],
): Generator<PricedPair> {
  const inPlace = new Map(counterparts.map(({ path, page }) => [path, page]))
  for (const { url, before: old, after: now } of asked) {
    const shown = before[old.trace.page ?? -1]
    const landed = after[now.trace.page ?? inPlace.get(url.path) ?? -1]
    if (url.kind === 'product' && !url.shows && shown && landed)
      yield { path: url.path, before: shown, after: landed }
  }
}

/** Origins that the new host redirects to with the same path, such as its primary domain; its own is the first. */
function originsOf(origin: string, followed: Followed[]): string[] {
  const found = new Set([origin])
  for (const { trace } of followed)
    for (const { from, to, by } of trace.hops.slice(0, 1)) {
      const moved = new URL(to)
      if (by === 'server' && urlKey(from, [origin]) === urlKey(to, [moved.origin])) found.add(moved.origin)
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

const cutOf = (site: string, { cut }: { cut: number }): string[] =>
  cut === 0
    ? []
    : [
        `${cut} ${cut === 1 ? 'page' : 'pages'} of ${site} had more than ${MAX_PAGE_BYTES / 1_000_000} MB of HTML and ${cut === 1 ? 'was' : 'were'} read in part: what stands on them is not compared`,
      ]

/** Limits of sitemaps that are named one by one. */
const MAX_NAMED = 5

/** What of the old URLs was not asked, and why, for people. */
function gapsOf({ found, asked, capped, dropped, unknown, outOfTime, limits }: Coverage): string[] {
  const left = found - asked - unknown - Object.values(dropped).reduce((sum, count) => sum + count, 0)
  const why = outOfTime ? 'the time for the stores was used up' : 'the others are beyond the budget'
  return [
    ...(left > 0
      ? [
          `of ${capped ? 'at least ' : ''}${found} old URLs an even sample of ${asked} over all templates was asked; ${why}`,
        ]
      : []),
    ...(unknown > 0 ? [`the original would not answer for ${unknown} of its URLs; they were left out`] : []),
    ...limits.slice(0, MAX_NAMED).map(limit => `old URLs: ${limit}`),
    ...(limits.length > MAX_NAMED
      ? [`old URLs: ${limits.length - MAX_NAMED} more sitemaps were cut or not read`]
      : []),
  ]
}
