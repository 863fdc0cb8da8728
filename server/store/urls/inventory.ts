/**
 * Which addresses the original has, as far as it tells: its page and navigation, its catalog, its sitemaps. In the
 * order in which they are to be asked, so that wherever that ends, an even sample was asked.
 */
import { hash32 } from '../../lib/hash.ts'
import type { RobotsFile } from '../../lib/robots.ts'
import { isSameSite, urlKey } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'
import type { Catalog, OldUrl, UrlKind, UrlSource } from '../types.ts'
import { type Address, addressOf, isPaging, kindOfPath, kindOfSitemap, templateOf } from './address.ts'
import { newReport, sitemapEntries } from './sitemap.ts'

/** What the capture of the submitted page tells. */
export interface PageEvidence {
  /** Where it landed, absolute. */
  url: string
  /** Absolute, empty where there is none. */
  canonical: string
  links: { href: string; landmark: string }[]
}

export interface InventoryRequest {
  client: Pick<StoreClient, 'get' | 'origin'>
  /** That are the same place as the original. */
  origins: readonly string[]
  page: PageEvidence
  catalog: Pick<Catalog, 'products' | 'collections'> | null
  /** The owner's own list, absolute or from the root. */
  listed?: readonly string[]
  /** How many are wanted. */
  budget: number
}

export interface Candidate extends OldUrl {
  key: string
}

export interface Inventory {
  /** All that are the same place as the original. */
  origins: string[]
  robots: RobotsFile | null
  /** Asked before all others and whatever the budget is: home, the page itself, navigation and footer. */
  first: Candidate[]
  rest: Candidate[]
  /** A few of the pictures that its sitemaps list. */
  pictures: Candidate[]
  counts: { template: string; found: number; exact: boolean }[]
  /** What was cut or could not be read, in the reader's words. */
  limits: string[]
  capped: boolean
  /** Why its sitemaps were not shown to us, where nothing else lists its addresses. */
  unlisted?: string
}

/** Links of navigation and footer that are asked even beyond the budget. */
const MAX_FIRST = 300
/** Pictures that are asked; they count for nothing beside pages. */
const MAX_PICTURES = 50
/** Addresses kept in memory; with more, fewer of each template are kept. */
const MAX_KEPT = 60_000

export async function takeInventory(request: InventoryRequest): Promise<Inventory> {
  const { client, page, catalog, listed = [], budget } = request
  const origins = originsOf(request)
  const first = new Map<string, Candidate>()
  const sample = createSample<Candidate & { guessed: boolean }>(budget, Math.max(MAX_KEPT, 2 * budget))
  const pictures = createSample<Candidate>(MAX_PICTURES, MAX_KEPT)
  const limits: string[] = []
  let [elsewhere, notOurs] = [0, 0]

  const fromCatalog = new Map<string, UrlKind>()
  for (const { path } of catalog?.products ?? []) fromCatalog.set(keyAt(path), 'product')
  for (const { path } of catalog?.collections ?? []) fromCatalog.set(keyAt(path), 'category')

  function candidate({ key, path }: Address, source: UrlSource, hint: UrlKind | null = null) {
    const sure = fromCatalog.get(key) ?? kindOfPath(path)
    const kind = key === '/' ? 'home' : (sure ?? hint ?? 'page')
    return {
      key,
      path,
      kind,
      template: templateOf(path, kind),
      source,
      guessed: sure === null && hint === null,
    }
  }
  function keep(url: string, source: UrlSource, hint: UrlKind | null = null): void {
    const address = addressOf(url, origins, { listed: source === 'list' })
    if (!address || first.has(address.key)) return
    const known = sample.get(address.key)
    if (!known) sample.add(candidate(address, source, hint))
    else if (known.guessed && hint !== null) {
      known.guessed = false
      known.kind = hint
      sample.move(known, templateOf(known.path, hint))
    }
  }
  function keepFirst(url: string, source: UrlSource): void {
    const address = addressOf(url, origins)
    // Lists mark the way to their later pages up as navigation, which is none of the site.
    const isNext = source === 'navigation' && address !== null && isPaging(address.path)
    if (!address || isNext || first.has(address.key) || first.size >= MAX_FIRST) return
    const { guessed: _, ...one } = candidate(address, source)
    first.set(address.key, one)
  }
  function keyAt(path: string): string {
    return URL.canParse(path, client.origin) ? urlKey(new URL(path, client.origin).href, origins) : path
  }

  keepFirst(new URL('/', client.origin).href, 'navigation')
  const inNavigation = ({ landmark }: { landmark: string }) => /^(navigation|banner)$/.test(landmark)
  for (const link of page.links) if (inNavigation(link)) keepFirst(link.href, 'navigation')
  keepFirst(page.canonical || page.url, 'page')
  for (const { href, landmark } of page.links) if (landmark === 'contentinfo') keepFirst(href, 'link')
  if (first.size >= MAX_FIRST)
    limits.push(`of the links in navigation and footer the first ${MAX_FIRST} are asked in any case`)

  // What the shop shows in no list is found by nobody, unless something else names it.
  const shown = catalog?.products.filter(({ hidden }) => !hidden) ?? []
  for (const { path } of [...shown, ...(catalog?.collections ?? [])])
    if (URL.canParse(path, client.origin)) keep(new URL(path, client.origin).href, 'catalog')
  for (const { href } of page.links) keep(href, 'link')
  for (const address of listed) {
    const url = URL.canParse(address, client.origin) ? new URL(address, client.origin).href : ''
    if (addressOf(url, origins, { listed: true })) keep(url, 'list')
    else notOurs++
  }
  if (notOurs)
    limits.push(`${notOurs} addresses of old_urls are of other hosts or no pages, and were left out`)
  const report = newReport()
  for await (const { url, sitemap, is } of sitemapEntries(client, report, { withExtras: true })) {
    if (is === 'image') {
      if (isSameSite(url, origins)) pictures.add(pictureAt(url, origins))
      continue
    }
    if (is === 'page' && !addressOf(url, origins)) elsewhere++
    keep(url, 'sitemap', kindOfSitemap(sitemap))
  }
  if (elsewhere)
    limits.push(`${elsewhere} addresses in its sitemaps are of other hosts or no pages, and were left out`)
  if (!report.files.length) limits.push('it has no sitemap that could be read')
  return {
    origins,
    robots: report.robots,
    first: [...first.values()],
    rest: sample.inOrder().map(({ guessed: _, ...one }) => one),
    pictures: pictures.inOrder().slice(0, MAX_PICTURES),
    counts: merged(first, sample.counts()),
    limits: [...limits, ...report.limits],
    capped: report.partial,
    ...(report.refused &&
      !report.files.length &&
      !catalog?.products.length &&
      listed.length === notOurs && { unlisted: report.refused }),
  }
}

function pictureAt(url: string, origins: readonly string[]): Candidate {
  const { pathname, search } = new URL(url)
  const path = pathname + search
  return {
    key: urlKey(url, origins),
    path,
    kind: 'image',
    template: templateOf(path, 'image'),
    source: 'sitemap',
  }
}

/** A page on a staging host may name, as its canonical, the host that it will have: that is the original too. */
function originsOf({ origins, page }: InventoryRequest): string[] {
  const own = [...origins, new URL(page.url).origin]
  if (
    !URL.canParse(page.canonical) ||
    urlKey(page.canonical, [new URL(page.canonical).origin]) !== urlKey(page.url, own)
  )
    return own
  return [...own, new URL(page.canonical).origin]
}

function merged(first: ReadonlyMap<string, Candidate>, counts: Inventory['counts']): Inventory['counts'] {
  const all = new Map(counts.map(count => [count.template, count]))
  for (const { template } of first.values()) {
    const known = all.get(template)
    all.set(template, { template, found: (known?.found ?? 0) + 1, exact: known?.exact ?? true })
  }
  return [...all.values()].sort((a, b) => b.found - a.found || (a.template < b.template ? -1 : 1))
}

interface Sampled {
  key: string
  template: string
}

interface Bucket<T> {
  kept: Map<string, { item: T; hash: number }>
  /** Hashes from here on are not kept. */
  below: number
}

const HASH_RANGE = 2 ** 32
/** Addresses of all further templates are counted as one. */
const MAX_TEMPLATES = 200
const OTHER_TEMPLATES = 'page, other'
const MIN_PER_TEMPLATE = 100

/**
 * Keeps an even sample of any number of addresses in little memory: of each template those with the lowest hashes. The
 * same addresses give the same sample, in whatever order they come, and each counts once.
 *
 * @param perTemplate how many of one template are wanted at most
 * @param inAll how many may be kept at once
 */
export function createSample<T extends Sampled>(perTemplate: number, inAll: number) {
  const buckets = new Map<string, Bucket<T>>()
  const index = new Map<string, T>()
  let each = Math.max(MIN_PER_TEMPLATE, perTemplate)

  function bucketOf(template: string): Bucket<T> {
    const name = buckets.has(template) || buckets.size < MAX_TEMPLATES ? template : OTHER_TEMPLATES
    const bucket = buckets.get(name) ?? { kept: new Map(), below: HASH_RANGE }
    buckets.set(name, bucket)
    return bucket
  }

  /** Called once for every `each` additions, so that sorting stays cheap. */
  function prune(bucket: Bucket<T>, most: number): void {
    if (bucket.kept.size <= most) return
    const sorted = [...bucket.kept.values()].sort((a, b) => a.hash - b.hash)
    bucket.below = sorted[most]!.hash
    bucket.kept = new Map(sorted.slice(0, most).map(entry => [entry.item.key, entry]))
    for (const { item } of sorted.slice(most)) index.delete(item.key)
  }

  function put(item: T, hash: number): void {
    const bucket = bucketOf(item.template)
    if (hash >= bucket.below) return
    bucket.kept.set(item.key, { item, hash })
    index.set(item.key, item)
    if (bucket.kept.size > 2 * each) prune(bucket, each)
    while (index.size > inAll && each > MIN_PER_TEMPLATE) {
      each = Math.max(MIN_PER_TEMPLATE, each >> 1)
      for (const one of buckets.values()) prune(one, each)
    }
  }

  return {
    /** The kept item of this key, if there is one. */
    get: (key: string): T | undefined => index.get(key),
    add(item: T): void {
      if (!index.has(item.key)) put(item, hash32(item.key))
    },
    /** To another template. */
    move(item: T, template: string): void {
      const from = bucketOf(item.template)
      const entry = from.kept.get(item.key)
      from.kept.delete(item.key)
      index.delete(item.key)
      item.template = template
      put(item, entry?.hash ?? hash32(item.key))
    },
    /** In an order of which every beginning is an even sample: some of every template, then all in proportion. */
    inOrder(): T[] {
      const placed: { item: T; place: number; hash: number }[] = []
      for (const bucket of buckets.values()) {
        prune(bucket, each)
        const { found } = estimate(bucket)
        const sorted = [...bucket.kept.values()].sort((a, b) => a.hash - b.hash)
        for (const [at, { item, hash }] of sorted.entries())
          placed.push({ item, hash, place: at < FIRST_OF_EACH ? at - FIRST_OF_EACH : (at + 0.5) / found })
      }
      return placed.sort((a, b) => a.place - b.place || a.hash - b.hash).map(({ item }) => item)
    },
    /** How many distinct addresses came of each template; estimated where `exact` is false. */
    counts: (): { template: string; found: number; exact: boolean }[] =>
      [...buckets]
        .map(([template, bucket]) => ({ template, ...estimate(bucket) }))
        .filter(({ found }) => found > 0),
  }
}

/** So many of each template come before all others. */
const FIRST_OF_EACH = 5

/** Hashes are evenly spread, so the share of them below a bound is the bound's share of the range. */
function estimate({ kept, below }: Bucket<unknown>): { found: number; exact: boolean } {
  if (below === HASH_RANGE) return { found: kept.size, exact: true }
  return { found: Math.round((kept.size * HASH_RANGE) / Math.max(1, below)), exact: false }
}
