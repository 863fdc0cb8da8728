/** The old pages and the new ones, each with all that is known of it: what their counterparts are looked for by. */
import { languageCode } from '../../lib/language.ts'
import { saysNotFound } from '../../lib/not-found.ts'
import type { LandedPage, TargetPage, UrlKind, UrlTraces } from '../../store/types.ts'
import { apartOf } from './apart.ts'
import { type Described, described } from './likeness.ts'
import { type NamesOf, textOverlap } from './names.ts'
import { type Places, shownPath } from './place.ts'
import type { Products } from './products.ts'

export interface Given {
  before: UrlTraces
  after: UrlTraces
  products: Products
  namesOf: NamesOf
  places: Places
  urlKey(url: string): string
}

interface Known extends Described {
  path: string
  kind: UrlKind
  /** No counterpart is looked for: the catalogs tell what it became, or what became it. */
  settled: boolean
}

export type OldPage = Known

export interface NewPage extends Known {
  place: string
}

const knownAt = ({ before, products, urlKey }: Given, index: number) =>
  products.at(urlKey(before.origin + shownPath(before.urls[index]!)))

/** Whether an old URL is a product's, by its catalog or its kind. */
export const isProductAt = (given: Given, index: number): boolean =>
  given.before.urls[index]!.kind === 'product' || knownAt(given, index) !== undefined

/** Both sides, the old one by index of the old URL: undefined for those of the other kind. */
export function pagesOf(
  given: Given,
  isProduct: boolean,
): { before: (OldPage | undefined)[]; after: NewPage[]; placeOf(place: string): string } {
  const { placeOf, languageAt } = isProduct
    ? { placeOf: given.places.productPlace, languageAt: () => undefined }
    : languagesOf(given)
  const [old, fresh] = [oldPagesOf(given, isProduct), newPagesOf(given, isProduct, placeOf)]
  const before = given.before.urls.map((): OldPage | undefined => undefined)
  const apart = { old: apartOf(old, fresh, given.places), fresh: apartOf(fresh, old, given.places) }
  for (const [at, { index, page, ...one }] of old.entries()) {
    const language = languageCode(page?.language)
    before[index] = {
      ...one,
      ...described(one, { page, numbered: isProduct, ...(language && { language }) }, apart.old[at]),
    }
  }
  return {
    placeOf,
    before,
    after: fresh.map(({ page, ...one }, at) => {
      const language = languageCode(page?.language) ?? languageAt(one.place)
      return {
        ...one,
        ...described(one, { page, numbered: isProduct, ...(language && { language }) }, apart.fresh[at]),
      }
    }),
  }
}

/**
 * Which of the new site's places are one page: `/en-ca/x` is `/x` where both markets are English, and `/de/x` is a page of
 * its own. What most pages of a market say of their language holds for it; else its address tells.
 */
function languagesOf({ after, places, urlKey }: Given) {
  const pagesOf = new Map<string, Map<string, number>>()
  for (const { url, language: tag } of after.pages) {
    const [place, language] = [urlKey(url), languageCode(tag)]
    if (!language || place.startsWith('//')) continue
    const market = places.marketOf(place).toLowerCase()
    const counts = pagesOf.get(market) ?? new Map<string, number>()
    pagesOf.set(market, counts.set(language, (counts.get(language) ?? 0) + 1))
  }
  const languageAt = (place: string): string | undefined => {
    const market = places.marketOf(place).toLowerCase()
    const [most] = [...(pagesOf.get(market) ?? [])].sort(([, a], [, b]) => b - a)
    return most?.[0] ?? languageCode(market.slice(1))
  }
  const marketOf = new Map([[languageAt('/'), '']])
  function placeOf(place: string): string {
    if (!place.startsWith('/') || place.startsWith('//')) return place
    const [language, market] = [languageAt(place), places.marketOf(place)]
    if (!marketOf.has(language)) marketOf.set(language, market)
    return marketOf.get(language) + places.withoutLocale(place)
  }
  return { placeOf, languageAt }
}

function oldPagesOf(given: Given, isProduct: boolean) {
  const { before, namesOf } = given
  return before.urls.flatMap((url, index) => {
    const { kind } = url
    if (isProductAt(given, index) !== isProduct) return []
    const known = knownAt(given, index)
    const became = (known?.became.length ?? 0) > 0
    const page = became ? undefined : pageOf(before, index)
    const titles = [...(known ? [known.product.title] : []), ...(page ? namesOf(page) : [])]
    // Pictures take no page's place.
    const settled = became || kind === 'image'
    const path = shownPath(url)
    return [{ index, path, kind: isProduct ? ('product' as const) : kind, settled, page, titles }]
  })
}

/** Of its sitemap, catalog and links, and those where old addresses ended; each once. */
function newPagesOf(given: Given, isProduct: boolean, placeOf: (place: string) => string) {
  const { after, products, namesOf, places, urlKey } = given
  const found = new Map<string, { path: string; kind: UrlKind; titles: string[]; page?: LandedPage }>()
  const keep = ({ path, kind, title }: TargetPage, page: LandedPage | undefined) => {
    if ((kind === 'product') !== isProduct) return
    const place = placeOf(urlKey(after.origin + path))
    const known = found.get(place) ?? { path, kind, titles: [] }
    found.set(place, known)
    if (title) known.titles.push(title)
    if (!page || known.page || (isProduct && products.isTaken(place))) return
    known.page = page
    known.titles.push(...namesOf(page))
  }
  for (const target of after.targets) keep(target, after.pages[target.page ?? -1])
  if (isProduct) for (const target of products.targets()) keep(target, undefined)
  const isNone = noPages(after)
  for (const [index, { kind }] of after.urls.entries()) {
    const page = pageOf(after, index)
    const place = page && places.withoutLocale(urlKey(page.url))
    // A page of another host is nowhere else to be led to.
    if (
      !page ||
      kind === 'home' ||
      kind === 'image' ||
      !place?.startsWith('/') ||
      place.startsWith('//') ||
      place === '/'
    )
      continue
    const { pathname } = new URL(page.url)
    const shows = products.newAt(place) ? 'product' : places.kindOfPlace(place)
    if (!isNone(page)) keep({ path: pathname, kind: shows, title: '' }, page)
  }
  return [...found].map(([place, { path, kind, titles, page }]) => ({
    path,
    place,
    kind,
    settled: isProduct && products.isTaken(place),
    titles,
    page,
  }))
}

/** Where nothing but the landing itself tells of a page: on another host, or the home page. */
export const landedOnly = (
  { namesOf }: Given,
  page: LandedPage,
  place: string,
  isProduct: boolean,
): NewPage => ({
  path: page.url,
  place,
  kind: isProduct ? 'product' : 'page',
  settled: false,
  ...described({ titles: namesOf(page), path: new URL(page.url).pathname }, { page, numbered: isProduct }),
})

/** Whether a page stands for what is not there, and so for nothing. */
function noPages({ pages, notFoundProbes }: UrlTraces): (page: LandedPage) => boolean {
  const probes = notFoundProbes.flatMap(({ trace }) => pages[trace.page ?? -1] ?? [])
  return page =>
    /^(404|search|cart|index|password)$/.test(page.pageType ?? '') ||
    [page.title, page.heading].some(saysNotFound) ||
    /\/404(\.html?)?$/.test(page.canonical) ||
    probes.some(probe => probe === page || (probe.title === page.title && textOverlap(probe, page) >= 0.95))
}

function pageOf({ traces, pages }: UrlTraces, index: number): LandedPage | undefined {
  const { end, page } = traces[index]!
  return end === 'answer' && page !== undefined ? pages[page] : undefined
}
