import { isSameSite } from '../../../lib/url.ts'
import type { StoreClient } from '../../access/client/index.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { kindOfPath } from '../inventory/kind.ts'
import { newReport, sitemapEntries } from '../sitemap/index.ts'
import type { TargetPage } from './types.ts'

const MAX_TARGETS = 5000
const LOCALE_PREFIX = /^\/[a-z]{2}(-[a-z]{2})?(?=\/)/i
const LOCALE_SITEMAP = /^\/[a-z]{2}(-[a-z]{2})?\/sitemap/i

/**
 * Pages of the new host, beside its products, that a redirect could lead to. From its catalog and the links of its page
 * with their names, from its sitemaps by address alone.
 */
export async function targetsOf(
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
  for await (const { url } of sitemapEntries(client, newReport(), {
    maxEntries: 2 * MAX_TARGETS,
    maxFiles: 30,
    wants,
  }))
    keep(url, '')
  return [...found.values()]
}

/** Places of the visitor's own, and lists of everything. */
const NO_TARGET =
  /^\/(account|cart|checkout|checkouts|search|apps|a|tools|community|challenge|password|orders|cdn|customer_authentication)(\/|$)|^\/collections(\/(all|types|vendors)(\/|$)|\/?$)|^\/collections\/[^/]+\/./i
