/** Which class an old URL belongs to: exactly one, from what was seen of it on both hosts. */
import { saysNoneFound, saysNotFound } from '../../lib/not-found.ts'
import { urlKey } from '../../lib/url.ts'
import type { LandedPage, NotFoundProbe, OldUrl, Trace, UrlTraces } from '../../store/types.ts'
import { type Context, landedOf } from './context.ts'
import { ALIKE } from './counterparts.ts'
import { textOverlap } from './names.ts'
import { isReserved, isTemporary } from './place.ts'
import type { RedirectClass } from './rules.ts'
import { targetOf } from './target.ts'

export interface Verdict {
  class: RedirectClass
  /** In the reader's words, after "because". */
  why: string
}

/** @param index in `context.before.urls` and its traces */
export function classify(index: number, trace: Trace, context: Context): Verdict {
  const { before, after, origins } = context
  const url = before.urls[index]!
  const hops = context.places.countedHops(trace, origins)
  const last = hops.at(-1)?.to ?? ''
  if (trace.end === 'unasked') return { class: 'throttled', why: trace.why ?? 'it would not answer' }
  if (trace.end === 'loop')
    return { class: 'loop', why: `its redirects come back, or never end (${trace.hops.length} of them)` }
  if (trace.end === 'unreachable')
    return {
      class: 'dead',
      why: last ? `it leads to ${last}, which cannot be reached` : (trace.why ?? 'it leads nowhere'),
    }
  const { status } = trace
  if (status === 401 || status === 403)
    return { class: 'throttled', why: `access is refused (HTTP ${status})` }
  if (hops.length > 0 && (status < 200 || status >= 300))
    return { class: 'dead', why: `it leads to ${last}, which answers ${status}` }
  if (status === 410) return { class: 'gone', why: 'it answers 410' }
  if (status === 404)
    return reserved(url, context)
      ? { class: 'unredirectable', why: 'Shopify reserves the path and answers 404' }
      : { class: 'missing', why: 'it answers 404' }
  if (status < 200 || status >= 300) return { class: 'dead', why: `it answers ${status}` }
  const page = landedOf(trace, after.pages)
  if (!page) return { class: 'throttled', why: 'its page could not be looked at' }
  if (isShell(page, context.notFoundProbes.get(url.template), after.pages))
    return {
      class: 'throttled',
      why: 'its page is made by scripts, and so is that of any address: the markup tells nothing',
    }
  const shown = landedOf(before.traces[index]!, before.pages)
  return hops.length === 0 ? stayed(url, shown, page, context) : led(index, shown, page, hops, context)
}

const reserved = ({ path }: OldUrl, { after }: Context) =>
  after.platform === 'online_store' && isReserved(path)

/** It answers at its own address. */
function stayed(url: OldUrl, before: LandedPage | undefined, page: LandedPage, context: Context): Verdict {
  const place = context.urlKey(page.url)
  if (url.kind === 'home' && context.places.withoutLocale(place) === '/')
    return { class: 'kept', why: 'it is the home page' }
  // A parameter that chose a page there is nothing to a page that is always the same.
  const always = context.home && place.includes('?') && reserved(url, context) && isSame(page, context.home)
  if (always && !(before && isSame(before, page)))
    return {
      class: 'unredirectable',
      why: 'the parameter chose the page; Shopify shows its home page whatever it says',
    }
  const notFoundProbe = context.notFoundProbes.get(url.template)
  const why = notFound(page, before, notFoundProbe, context.after, {
    moved: false,
    collection: isCollection(place, context),
  })
  if (why) return { class: 'soft-404', why }
  const known = context.products.at(place)
  const landed = context.products.newAt(place)
  if (known?.became.length && landed && !known.became.includes(landed))
    return {
      class: 'wrong-target',
      why: `the address now shows "${landed.title.slice(0, 80)}", and the product is at ${known.became[0]!.path}`,
    }
  return { class: 'kept', why: 'it answers 200 at its own address' }
}

const isCollection = (place: string, { products }: Context) => products.newCollectionAt(place) !== undefined

const isSame = (a: LandedPage, b: LandedPage) => textOverlap(a, b) >= 0.9

/** What a home page may be called. */
const ROOT = /^\/((home|start|startseite|accueil|inicio|index(\.\w+)?)\/?)?(\?|$)/i

/** Redirects led it somewhere. */
function led(
  index: number,
  before: LandedPage | undefined,
  page: LandedPage,
  hops: Trace['hops'],
  context: Context,
): Verdict {
  const url = context.before.urls[index]!
  const place = context.urlKey(page.url)
  const where = context.places.withoutLocale(place)
  // As a route of the program, or the name of its file. Other pages may be the same as it until scripts run.
  const isHomeToo = ROOT.test(url.path) && before && context.homeBefore && isSame(before, context.homeBefore)
  const isHome = url.kind === 'home' || isHomeToo
  if (!isHome && where === '/' && context.counterparts.compare(index, page, place).alike < ALIKE)
    return { class: 'home-dump', why: 'it leads to the home page' }
  const target = isHome && where === '/' ? null : targetOf(index, before, page, place, context)
  if (target?.is !== 'same') {
    const why = notFound(page, before, context.notFoundProbes.get(url.template), context.after, {
      moved: true,
      collection: isCollection(place, context),
    })
    if (why) return { class: 'soft-404', why }
    // One list for the products that were in it is what it looks like, one for everything is not.
    const sure = target?.is === 'listing' && target.sure
    if (target && !sure && context.crowded.has(where))
      return { class: 'home-dump', why: `it leads to ${place}, as do many others that are nothing to it` }
    if (target?.is === 'other') return { class: 'wrong-target', why: `it leads to ${place}: ${target.why}` }
    if (target?.is === 'listing')
      return { class: 'category-fallback', why: `it leads to ${place}: ${target.why}` }
  }
  if (target?.is === 'unclear') return { class: 'unclear', why: `it leads to ${place}, and ${target.why}` }
  const because = target ? `it leads to ${place}: ${target.why}` : 'it leads to the home page'
  if (hops.some(({ by }) => by !== 'server'))
    return { class: 'client-redirect', why: `${because}, by a redirect in the page` }
  if (hops.some(isTemporary))
    return { class: 'temporary', why: `${because}, with status ${hops.find(isTemporary)!.status}` }
  if (hops.length > 1) return { class: 'chain', why: `${because}, after ${hops.length} redirects` }
  return { class: 'moved', why: because }
}

/**
 * Why a page that answers 200 is in truth none, or null. `moved`: the old address was redirected there. `collection`: it
 * is one of the store's, whose members are another suite's matter; any other path below one is a page. A probe that
 * ends on the same page, or on one of the same words, shows that pages there mean nothing.
 */
function notFound(
  page: LandedPage,
  before: LandedPage | undefined,
  notFoundProbe: NotFoundProbe | undefined,
  after: Pick<UrlTraces, 'pages' | 'origins'>,
  { moved, collection }: { moved: boolean; collection: boolean },
): string | null {
  const { pageType, title, heading, canonical, opening, productLinks } = page
  if (pageType === '404') return 'the store itself calls it its 404 page'
  const said = [title, heading].find(text => saysNotFound(text))
  if (said && !(before && saysNotFound(`${before.title} ${before.heading}`)))
    return `it is called "${said.slice(0, 80)}"`
  if (/\/404(\.html?)?$/.test(canonical)) return 'it names /404 as its address'
  const empty = pageType === 'collection' && productLinks === 0 && saysNoneFound(opening)
  if (empty && !collection && !(before && saysNoneFound(before.opening))) return 'its list is empty'
  const other = after.pages[notFoundProbe?.trace.page ?? -1]
  if (!other || notFoundProbe!.trace.status !== 200) return null
  const asked = `an address that never was (${notFoundProbe!.path})`
  const together = urlKey(other.url, after.origins) === urlKey(page.url, after.origins)
  if (moved && together && notFoundProbe!.trace.hops.length > 0) return `${asked} leads there as well`
  if (!together && other.title === page.title && textOverlap(other, page) >= 0.95)
    return `${asked} shows the same`
  return null
}

/** Both a page and that of an address that never was are empty until scripts run: the markup tells nothing of either. */
function isShell(
  page: LandedPage,
  notFoundProbe: NotFoundProbe | undefined,
  pages: readonly LandedPage[],
): boolean {
  const other = pages[notFoundProbe?.trace.page ?? -1]
  return (
    other !== undefined &&
    notFoundProbe!.trace.status === 200 &&
    Math.max(page.words, other.words) < FEW_WORDS &&
    page.title === other.title
  )
}

/** Under them a page is empty until scripts run. */
const FEW_WORDS = 5
