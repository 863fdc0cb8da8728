/** Pages of the new host beside those that old addresses lead to: where a redirect could lead, and what is read of them. */
import { languageCode } from '../../lib/language.ts'
import { localePrefix } from '../../lib/locale-prefix.ts'
import { saysNotFound } from '../../lib/not-found.ts'
import { pooled } from '../../lib/pool.ts'
import { isSameSite } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'
import { handleOf } from '../catalog/product.ts'
import type { Catalog, TargetPage, UrlTraces } from '../types.ts'
import { kindOfPath } from './address.ts'
import { type Asked, AT_ONCE, type Follower } from './follow.ts'
import { newReport, sitemapEntries } from './sitemap.ts'

/** As many pages as a redirect may be proposed to. */
const MAX_TARGETS = 5000
const LOCALE_PREFIX = /^\/[a-z]{2}(-[a-z]{2})?(?=\/)/i
const LOCALE_SITEMAP = /^\/[a-z]{2}(-[a-z]{2})?\/sitemap/i

/**
 * Pages of the new host, beside its products, that a redirect could lead to. From its catalog and the links of its page
 * with their names, from its sitemaps by address alone.
 * @param languages beside the store's own one, such as `de`: what stands below `/de` is a page of its own
 */
export async function targetsOf(
  client: Pick<StoreClient, 'get' | 'origin'>,
  origins: readonly string[],
  catalog: Pick<Catalog, 'collections'> | null,
  links: readonly { href: string; name: string }[],
  languages: ReadonlySet<string> = new Set(),
): Promise<TargetPage[]> {
  const found = new Map<string, TargetPage>()
  const languageOf = (path: string) => {
    const code = languageCode(localePrefix(path).slice(1))
    return code && languages.has(code) ? code : ''
  }
  const keep = (url: string, title: string) => {
    if (!URL.canParse(url, client.origin)) return
    const { pathname, href, search } = new URL(url, client.origin)
    const kind = kindOfPath(pathname) ?? 'page'
    if (search || kind === 'product' || kind === 'home' || !isSameSite(href, origins)) return
    if (NO_TARGET.test(pathname.replace(LOCALE_PREFIX, ''))) return
    const path = pathname.replace(/(.)\/$/, '$1')
    // One page for all markets of a language; its own address is the one without a prefix.
    const key = languageOf(path) + path.replace(LOCALE_PREFIX, '')
    const known = found.get(key)
    if (!known && found.size < MAX_TARGETS) found.set(key, { path, kind, title })
    else if (known) {
      known.title ||= title
      if (path === key) known.path = path
    }
  }
  for (const { path, title } of catalog?.collections ?? []) keep(path, title.slice(0, 200))
  for (const { href, name } of links) keep(href, name.slice(0, 200))
  const wants = (file: string) => {
    const { pathname } = new URL(file)
    const isOther = LOCALE_SITEMAP.test(pathname) && !languageOf(pathname)
    return !/sitemap_(products|metaobject)/i.test(file) && !isOther
  }
  const bounds = { maxEntries: 2 * MAX_TARGETS, maxFiles: 30, wants }
  for await (const { url } of sitemapEntries(client, newReport(), bounds)) keep(url, '')
  return [...found.values()]
}

/** Pages of which nothing but the address is known, that are looked at, and the time for all of them. */
const MAX_LOOKED_AT = 500
const MAX_LOOKING_MS = 120_000

/** Writes into `targets` what pages say that no old URL led to: without it one of siblings is as good as another. */
export async function lookAt(
  targets: readonly TargetPage[],
  origin: string,
  follower: Follower,
): Promise<void> {
  const unknown = targets.filter(({ title }) => title === '').slice(0, MAX_LOOKED_AT)
  const until = Date.now() + MAX_LOOKING_MS
  let [at, stopped] = [0, false]
  const looks = pooled(
    () => (stopped || Date.now() > until ? undefined : unknown[at++]),
    AT_ONCE,
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
export async function counterpartsOf(
  asked: readonly Asked[],
  {
    client,
    catalog,
  }: { client: { origin: string }; catalog: Pick<Catalog, 'products' | 'collections'> | null },
  targets: readonly TargetPage[],
  follower: Follower,
): Promise<NonNullable<UrlTraces['counterparts']>> {
  const byName = new Map<string, string | null>()
  for (const { path } of [...(catalog?.products ?? []), ...(catalog?.collections ?? []), ...targets]) {
    const name = handleOf(path).toLowerCase()
    // Of two of one name nobody knows which.
    if (byName.get(name) !== path) byName.set(name, byName.has(name) ? null : path)
  }
  const wanted = asked.flatMap(({ url: { path, kind, shows }, before, after }) => {
    const place = byName.get(handleOf(path).toLowerCase())
    const isLost = after.trace.end === 'answer' && after.trace.status === 404
    return place && isLost && !shows && before.trace.page !== undefined && kind !== 'image'
      ? [{ path, place }]
      : []
  })
  const waiting = wanted.slice(0, MAX_COUNTERPARTS).values()
  const found: NonNullable<UrlTraces['counterparts']> = []
  const read = pooled(
    () => waiting.next().value,
    AT_ONCE,
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
export async function policiesOf(origin: string, follower: Follower): Promise<TargetPage[]> {
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
