/**
 * Which addresses the original has, as far as it tells: its page and navigation, its catalog, its sitemaps. In the
 * order in which they are to be asked, so that wherever that ends, an even sample was asked.
 */
import type { RobotsFile } from '../../../lib/robots.ts'
import type { StoreClient } from '../../access/client/index.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { newReport, type SitemapOptions, sitemapEntries } from '../sitemap/index.ts'
import type { OldUrl, UrlKind, UrlSource } from '../traces/types.ts'
import { type Address, addressOf, keyOf } from './address.ts'
import { kindOfPath, kindOfSitemap } from './kind.ts'
import { createSample } from './sample.ts'
import { templateOf } from './template.ts'

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
  /** How many are wanted. */
  budget: number
  sitemaps?: SitemapOptions
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
  counts: { template: string; found: number; exact: boolean }[]
  /** What was cut or could not be read, in the reader's words. */
  limits: string[]
  capped: boolean
  /** Why its sitemaps were not shown to us, where nothing else lists its addresses. */
  unlisted?: string
}

/** Links of navigation and footer that are asked whatever they cost. */
const MAX_FIRST = 300
/** Kept in memory before the sample gets thinner. */
const MAX_KEPT = 60_000

export async function takeInventory(request: InventoryRequest): Promise<Inventory> {
  const { client, page, catalog, budget } = request
  const origins = originsOf(request)
  const first = new Map<string, Candidate>()
  const sample = createSample<Candidate & { guessed: boolean }>(budget, Math.max(MAX_KEPT, 2 * budget))
  const limits: string[] = []
  let elsewhere = 0

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
    const address = addressOf(url, origins)
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
    if (!address || first.has(address.key) || first.size >= MAX_FIRST) return
    const { guessed: _, ...one } = candidate(address, source)
    first.set(address.key, one)
  }
  function keyAt(path: string): string {
    return URL.canParse(path, client.origin) ? keyOf(new URL(path, client.origin).href, origins) : path
  }

  keepFirst(new URL('/', client.origin).href, 'navigation')
  const inNavigation = ({ landmark }: { landmark: string }) => /^(navigation|banner)$/.test(landmark)
  for (const link of page.links) if (inNavigation(link)) keepFirst(link.href, 'navigation')
  keepFirst(page.canonical || page.url, 'page')
  for (const { href, landmark } of page.links) if (landmark === 'contentinfo') keepFirst(href, 'link')
  if (first.size >= MAX_FIRST)
    limits.push(`of the links in navigation and footer the first ${MAX_FIRST} are asked in any case`)

  for (const { path } of [...(catalog?.products ?? []), ...(catalog?.collections ?? [])])
    if (URL.canParse(path, client.origin)) keep(new URL(path, client.origin).href, 'catalog')
  for (const { href } of page.links) keep(href, 'link')
  const report = newReport()
  for await (const { url, sitemap } of sitemapEntries(client, report, request.sitemaps)) {
    if (!addressOf(url, origins)) elsewhere++
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
    counts: merged(first, sample.counts()),
    limits: [...limits, ...report.limits],
    capped: report.partial,
    ...(report.refused && !report.files.length && !catalog?.products.length && { unlisted: report.refused }),
  }
}

/** A page on a staging host names the host that it will have. */
function originsOf({ origins, page }: InventoryRequest): string[] {
  const own = [...origins, new URL(page.url).origin]
  if (
    !URL.canParse(page.canonical) ||
    keyOf(page.canonical, [new URL(page.canonical).origin]) !== keyOf(page.url, own)
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
