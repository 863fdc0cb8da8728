/** Asks both hosts for every old URL that counts: what the original shows there, and where it leads on the new host. */
import { hash32 } from '../../lib/hash.ts'
import { saysNotFound } from '../../lib/not-found.ts'
import { pooled } from '../../lib/pool.ts'
import { type RobotsFile, robotsRefusal } from '../../lib/robots.ts'
import { isSameSite, pathOf, urlKey } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'
import { handleOf } from '../catalog/product.ts'
import type {
  Catalog,
  Coverage,
  LandedPage,
  NotFoundProbe,
  OldUrl,
  TargetPage,
  UrlKind,
  UrlTraces,
} from '../types.ts'
import { addressOf, kindOfPath } from './address.ts'
import { brandOf, brandPagesOf, brandsOf } from './brand-pages.ts'
import { createFollower, type Followed, type Follower } from './follow.ts'
import { type Candidate, type Inventory, type PageEvidence, takeInventory } from './inventory.ts'
import { marketPricesOf, type PricedPair } from './market-prices.ts'
import { newReport, sitemapEntries } from './sitemap.ts'

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

/** Old URLs that are asked at once, each first on the original, then on the new host. */
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
  const inventory = await takeInventory({ ...original, budget })
  const before = createFollower(original.client)
  const after = createFollower(rebuilt.client, inventory.origins)
  const at = (client: { origin: string }, path: string) => client.origin + path

  const { origins, robots } = inventory
  const home = await before.follow(at(original.client, '/'))
  const counting = { origins, robots, staging: isStaging(before.pages[home.trace.page ?? -1], robots) }

  const queue = [...inventory.first, ...inventory.rest]
  const keys = new Set(queue.map(({ key }) => key))
  const must = new Set(inventory.first)
  const detailed = new Set(queue.slice(0, MAX_DETAILED))
  const dropped: Record<string, number> = {}
  let [unknown, outOfTime] = [0, false]

  // Before all else: without these probes a host that answers everything with 200 hides what is lost.
  const notFoundProbes = probeNotFound(queue, rebuilt.client.origin, after)

  /** Null for what does not count, or was not asked for want of time. */
  async function ask(candidate: Candidate): Promise<Asked | null> {
    const { key: _, ...url } = candidate
    const shown = await before.follow(at(original.client, url.path))
    const page = before.pages[shown.trace.page ?? -1]
    if (!detailed.has(candidate)) leaveDetails(page)
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
      return null
    }
    if (page?.product && url.kind === 'page') url.kind = 'product'
    const found = await after.follow(at(rebuilt.client, url.path))
    // The new page is asked by its words alone.
    leaveDetails(after.pages[found.trace.page ?? -1])
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
      const of = Math.min(wanted, queue.length - left)
      onProgress(Math.min(0.95, done / of), { asked: done, of })
      return result
    },
    Number.POSITIVE_INFINITY,
  )
  const asked: Asked[] = []
  for await (const result of results) if (result) asked.push(result)
  // After all pages, and beyond their budget: they are few.
  const pictures = inventory.pictures.values()
  const nextPicture = () => (outOfTime ? undefined : pictures.next().value)
  for await (const result of pooled(nextPicture, CONCURRENCY, ask)) if (result) asked.push(result)
  const urls = asked.map(({ url }) => url)
  const newOrigins = originsOf(
    rebuilt.client.origin,
    asked.map(({ after }) => after),
  )
  const targets = outOfTime
    ? []
    : [
        ...(await targetsOf(rebuilt.client, newOrigins, rebuilt.catalog, rebuilt.links)),
        ...(await policiesOf(rebuilt.client.origin, after)),
      ]
  const counterparts = outOfTime ? [] : await counterpartsOf(asked, rebuilt, targets, after)
  const brands = brandsOf(original.catalog)
  const branded = asked.flatMap(({ url: { path }, before: { trace } }) => {
    const page = before.pages[trace.page ?? -1]
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
    coverage: coverageOf(
      inventory,
      urls.filter(({ kind }) => kind !== 'image'),
      { dropped, unknown, outOfTime },
    ),
  }
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

/** Pages whose tables and sections are kept: of a larger store the first of the queue, which are an even sample. */
const MAX_DETAILED = 2000

function leaveDetails(page: LandedPage | undefined): void {
  if (!page?.facts) return
  page.facts.rows = []
  if (page.facts.sections) page.facts.sections = []
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
    if (url.kind === 'product' && shown && landed) yield { path: url.path, before: shown, after: landed }
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

/** What counts of an original: what it answers with 200 and lets be indexed. */
interface Counting {
  origins: readonly string[]
  robots: RobotsFile | null
  /** The home page itself is kept out of the index, as on a staging host: noindex and robots.txt do not count then. */
  staging: boolean
}

type Counted =
  | { counts: true }
  /** `instead` is the address that stands for it, where that is another of the same site. */
  | { counts: false; why: string; instead?: string }
  /** Unknown: the original refused to answer. */
  | { counts: null }

/** Media types of feeds, data and parts of pages, whose addresses look like those of pages. */
const NO_PAGE = /^(image|font|text\/(css|javascript|xml))\b|[/+](json|xml|javascript)$(?<!xhtml\+xml)/

/** A refusal by a firewall and an error of the server say nothing of whether the page exists. */
const refuses = (status: number) => status === 401 || status === 403 || status >= 500

const CRAWLER = 'Googlebot'

/** @param url absolute, as asked on the original @param page where it ended */
function countedOf(
  { origins, robots, staging }: Counting,
  url: string,
  { trace, trouble }: Followed,
  page: LandedPage | undefined,
  kind: UrlKind,
): Counted {
  if (trouble || refuses(trace.status)) return { counts: null }
  if (trace.end !== 'answer' || trace.status !== 200 || !page)
    return { counts: false, why: trace.end === 'answer' ? `answers ${trace.status}` : 'leads nowhere' }
  if (kind === 'image')
    return /^image\//.test(page.type) ? { counts: true } : { counts: false, why: 'is no picture' }
  if (NO_PAGE.test(page.type)) return { counts: false, why: 'is no page' }
  const key = urlKey(url, origins)
  if (key === '/') return { counts: true }
  if (urlKey(page.url, origins) !== key) return { counts: false, why: 'is a redirect', instead: page.url }
  if (!staging) {
    if (page.noindex) return { counts: false, why: 'is kept out of the index' }
    if (robots && robotsRefusal(robots, url, CRAWLER))
      return { counts: false, why: 'is closed by robots.txt' }
  }
  if (!page.canonical) return { counts: true }
  // A staging host may name the host that it will have. A canonical that is the home page is a known mistake of themes.
  const canonical = urlKey(page.canonical, [...origins, new URL(page.canonical).origin])
  if (canonical === key || canonical === '/' || pathOf(page.canonical) === pathOf(url))
    return { counts: true }
  return { counts: false, why: 'names another address as canonical', instead: page.canonical }
}

const isStaging = (home: LandedPage | undefined, robots: RobotsFile | null): boolean =>
  Boolean(home?.noindex) ||
  (home !== undefined && robots !== null && robotsRefusal(robots, home.url, CRAWLER) !== null)

/** The commonest templates; the others are judged by the pages alone. */
const MAX_PROBES = 30

/**
 * Asks the new host for one URL of each template that never existed. Where it answers 200, a 200 for another URL of
 * the template does not prove that the page exists.
 */
async function probeNotFound(
  urls: readonly Pick<OldUrl, 'path' | 'template' | 'kind'>[],
  origin: string,
  follower: Follower,
): Promise<NotFoundProbe[]> {
  const counts = new Map<string, { path: string; count: number }>()
  for (const { path, template, kind } of urls) {
    if (kind === 'home' || kind === 'image') continue
    const known = counts.get(template)
    if (known) known.count++
    else counts.set(template, { path, count: 1 })
  }
  const chosen = [...counts]
    .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
    .slice(0, MAX_PROBES)
    .map(([template, { path }]) => ({ template, path: notFoundProbeOf(path) }))
  return Promise.all(
    chosen.map(async ({ template, path }) => ({
      template,
      path,
      trace: (await follower.follow(origin + path)).trace,
    })),
  )
}

/** A made-up URL like `path`, the same each time. */
function notFoundProbeOf(path: string): string {
  const made = `${hash32(path, 1).toString(36)}${hash32(path, 2).toString(36)}`
  const [pathname = '/', query] = path.split('?', 2)
  if (query) {
    const values = [...new URLSearchParams(query)].map(([name]) => [name, String(hash32(path, 3))])
    return `${pathname}?${new URLSearchParams(values)}`
  }
  return pathname.replace(/[^/]+(\/?)$/, (last, slash) => {
    const ending = /\.[a-z]{2,5}\/?$/i.exec(last)?.[0].replace('/', '') ?? ''
    return `never-was-${made}${ending}${slash}`
  })
}

/** As many pages as a redirect may be proposed to. */
const MAX_TARGETS = 5000
const LOCALE_PREFIX = /^\/[a-z]{2}(-[a-z]{2})?(?=\/)/i
const LOCALE_SITEMAP = /^\/[a-z]{2}(-[a-z]{2})?\/sitemap/i

/**
 * Pages of the new host, beside its products, that a redirect could lead to. From its catalog and the links of its page
 * with their names, from its sitemaps by address alone.
 */
async function targetsOf(
  client: Pick<StoreClient, 'get' | 'origin'>,
  origins: readonly string[],
  catalog: Pick<Catalog, 'collections'> | null,
  links: readonly { href: string; name: string }[],
): Promise<TargetPage[]> {
  const found = new Map<string, TargetPage>()
  const keep = (url: string, title: string) => {
    if (!URL.canParse(url, client.origin)) return
    const { pathname, href, search } = new URL(url, client.origin)
    const kind = kindOfPath(pathname) ?? 'page'
    if (search || kind === 'product' || kind === 'home' || !isSameSite(href, origins)) return
    if (NO_TARGET.test(pathname.replace(LOCALE_PREFIX, ''))) return
    const path = pathname.replace(/(.)\/$/, '$1')
    // One page for all markets; its own address is the one without a prefix.
    const key = path.replace(LOCALE_PREFIX, '')
    const known = found.get(key)
    if (!known && found.size < MAX_TARGETS) found.set(key, { path, kind, title })
    else if (known) {
      known.title ||= title
      if (path === key) known.path = path
    }
  }
  for (const { path, title } of catalog?.collections ?? []) keep(path, title.slice(0, 200))
  for (const { href, name } of links) keep(href, name.slice(0, 200))
  const wants = (file: string) =>
    !/sitemap_(products|metaobject)/i.test(file) && !LOCALE_SITEMAP.test(new URL(file).pathname)
  const bounds = { maxEntries: 2 * MAX_TARGETS, maxFiles: 30, wants }
  for await (const { url } of sitemapEntries(client, newReport(), bounds)) keep(url, '')
  return [...found.values()]
}

/** Pages of which nothing but the address is known, that are looked at, and the time for all of them. */
const MAX_LOOKED_AT = 500
const MAX_LOOKING_MS = 120_000

/** Writes into `targets` what pages say that no old URL led to: without it one of siblings is as good as another. */
async function lookAt(targets: readonly TargetPage[], origin: string, follower: Follower): Promise<void> {
  const unknown = targets.filter(({ title }) => title === '').slice(0, MAX_LOOKED_AT)
  const until = Date.now() + MAX_LOOKING_MS
  let [at, stopped] = [0, false]
  const looks = pooled(
    () => (stopped || Date.now() > until ? undefined : unknown[at++]),
    CONCURRENCY,
    async target => {
      const { trace, trouble } = await follower.follow(origin + target.path)
      stopped ||= trouble !== undefined
      // Slash and market may change on the way; a redirect elsewhere is another page.
      if (trace.status === 200 && trace.page !== undefined && trace.hops.length <= 1) target.page = trace.page
    },
  )
  for await (const _ of looks) {
    // Each is written where it belongs.
  }
}

/** An even sample of old addresses, as their order is one. */
const MAX_COUNTERPARTS = 120

/**
 * Before the redirects are made, old addresses lead nowhere: the page of the same last step is read in their place, where
 * the new host has one such. Whether it is the same page is for the suites to say.
 */
async function counterpartsOf(
  asked: readonly Asked[],
  { client, catalog }: TraceRequest['rebuilt'],
  targets: readonly TargetPage[],
  follower: Follower,
): Promise<NonNullable<UrlTraces['counterparts']>> {
  const byName = new Map<string, string | null>()
  for (const { path } of [...(catalog?.products ?? []), ...(catalog?.collections ?? []), ...targets]) {
    const name = handleOf(path).toLowerCase()
    // Of two of one name nobody knows which.
    if (byName.get(name) !== path) byName.set(name, byName.has(name) ? null : path)
  }
  const wanted = asked.flatMap(({ url: { path, kind }, before, after }) => {
    const place = byName.get(handleOf(path).toLowerCase())
    const isLost = after.trace.end === 'answer' && after.trace.status === 404
    return place && isLost && before.trace.page !== undefined && kind !== 'image' ? [{ path, place }] : []
  })
  const waiting = wanted.slice(0, MAX_COUNTERPARTS).values()
  const found: NonNullable<UrlTraces['counterparts']> = []
  const read = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    async ({ path, place }) => ({ path, ...(await follower.follow(client.origin + place)) }),
  )
  for await (const { path, trace } of read)
    if (trace.end === 'answer' && trace.status === 200 && trace.page !== undefined)
      found.push({ path, page: trace.page })
  return found
}

/** Where Shopify shows a store's policies, which need be linked nowhere but in the checkout. */
const POLICIES = ['privacy-policy', 'refund-policy', 'shipping-policy', 'terms-of-service', 'legal-notice']

/** Those of them that are there. Their pages are read along. */
async function policiesOf(origin: string, follower: Follower): Promise<TargetPage[]> {
  const asked = await Promise.all(
    POLICIES.map(async name => ({
      path: `/policies/${name}`,
      ...(await follower.follow(`${origin}/policies/${name}`)),
    })),
  )
  return asked.flatMap(({ path, trace: { page } }): TargetPage[] => {
    const found = follower.pages[page ?? -1]
    if (found?.status !== 200 || !new URL(found.url).pathname.endsWith(path)) return []
    const title = found.heading || found.title
    return (found.pageType ?? 'policy') === 'policy' && !saysNotFound(title)
      ? [{ path, kind: 'page', title }]
      : []
  })
}

/** Pages of the visitor's own, such as the cart, and lists of everything. */
const NO_TARGET =
  /^\/(account|cart|checkout|checkouts|search|apps|a|tools|community|challenge|password|orders|cdn|customer_authentication)(\/|$)|^\/collections(\/(all|types|vendors)(\/|$)|\/?$)|^\/collections\/[^/]+\/./i

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
