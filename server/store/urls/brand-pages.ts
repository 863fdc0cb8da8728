/** Pages of brands: which old addresses are one, and whether the new host has one for each. */
import { pooled } from '../../lib/pool.ts'
import { words } from '../../lib/text.ts'
import type { BrandPage, Catalog, LandedPage } from '../types.ts'
import type { Follower } from './follow.ts'

/** Each costs a request. */
const MAX_BRANDS = 20
const CONCURRENCY = 4

/** Steps below which shop systems keep the pages of brands; Shopify keeps them at `/collections/vendors?q=NAME`. */
const BRAND_STEP =
  /^(brands?|product-brands?|pwb-brand|marken?|marcas?|marques?|merk(en)?|marchio|marchi|varum[aä]rken?|m[aæ]rker?|manufacturers?|hersteller|fabricants?|fabricantes?|fabrikant(en)?|vendors?|designers?)$/i

const keyOf = (text: string) => words(text).join(' ')

/** The brand of the catalog whose page an old address is, by its address and its heading. */
export function brandOf(
  path: string,
  { heading, title }: LandedPage,
  brands: ReadonlyMap<string, string>,
): string | null {
  const [pathname = '/', query = ''] = path.split('?', 2)
  const steps = pathname.split('/').filter(Boolean)
  if (/^\/collections\/vendors\/?$/i.test(pathname))
    return brands.get(keyOf(new URLSearchParams(query).get('q') ?? '')) ?? null
  if (!steps.slice(0, -1).some(step => BRAND_STEP.test(step))) return null
  return (
    brands.get(keyOf(heading || title)) ??
    brands.get(keyOf(decoded(steps.at(-1) ?? '').replace(/[-_]/g, ' '))) ??
    null
  )
}

/** By their words. More than one: a shop that sells its own alone has no pages of brands. */
export function brandsOf(catalog: Pick<Catalog, 'products'> | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { vendor } of catalog?.products ?? [])
    if (vendor && !found.has(keyOf(vendor))) found.set(keyOf(vendor), vendor)
  found.delete('')
  return found.size > 1 ? found : new Map()
}

/** Brands whose pages were asked, each once, and what Shopify shows for each: a page with products, or nothing. */
export async function brandPagesOf(
  pages: readonly Omit<BrandPage, 'has'>[],
  origin: string,
  follower: Follower,
): Promise<BrandPage[]> {
  const distinct = new Map(pages.toReversed().map(page => [page.brand, page]))
  const waiting = [...distinct.values()].reverse().slice(0, MAX_BRANDS).values()
  const found: BrandPage[] = []
  const read = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    async ({ brand, path }): Promise<BrandPage> => {
      const { trace, trouble } = await follower.follow(
        `${origin}/collections/vendors?q=${encodeURIComponent(brand)}`,
      )
      const links = follower.pages[trace.page ?? -1]?.productLinks ?? 0
      const known = !trouble && (trace.status === 200 || trace.status === 404)
      return { brand, path, has: known ? trace.status === 200 && links > 0 : null }
    },
  )
  for await (const page of read) found.push(page)
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
