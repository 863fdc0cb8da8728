/** Which class an old URL belongs to: exactly one, from what was seen of it on both hosts. */
import type { LandedPage, OldUrl, Trace } from '../../store/types.ts'
import { type Context, landedOf } from './context.ts'
import { alike, textOverlap } from './names.ts'
import { isShell, notFound } from './not-found.ts'
import { countedHops, isReserved, isTemporary, withoutLocale } from './place.ts'
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
  const hops = countedHops(trace, origins)
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
  return hops.length === 0 ? stayed(url, shown, page, context) : led(url, shown, page, hops, context)
}

const reserved = ({ path }: OldUrl, { after }: Context) =>
  after.platform === 'online_store' && isReserved(path)

/** It answers at its own address. */
function stayed(url: OldUrl, before: LandedPage | undefined, page: LandedPage, context: Context): Verdict {
  const place = context.placeOf(page.url)
  if (url.kind === 'home' && withoutLocale(place) === '/')
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

/** Redirects led it somewhere. */
function led(
  url: OldUrl,
  before: LandedPage | undefined,
  page: LandedPage,
  hops: Trace['hops'],
  context: Context,
): Verdict {
  const place = context.placeOf(page.url)
  const where = withoutLocale(place)
  if (url.kind !== 'home' && where === '/') {
    const names = { path: url.path, page: before, names: before ? context.namesOf(before) : [] }
    if (alike(names, { path: '/', page, names: context.namesOf(page) }) !== 'yes')
      return { class: 'home-dump', why: 'it leads to the home page' }
  }
  const target =
    url.kind === 'home' && where === '/'
      ? null
      : targetOf(url, context.placeOf(oldUrl(url, context)), before, page, place, context)
  if (target?.is !== 'same') {
    const why = notFound(page, before, context.notFoundProbes.get(url.template), context.after, {
      moved: true,
      collection: isCollection(place, context),
    })
    if (why) return { class: 'soft-404', why }
    // One list for the products that were in it is what it looks like, one for everything is not.
    const sure = target?.is === 'listing' && target.sure
    if (target && !sure && context.crowded.has(where))
      return { class: 'home-dump', why: `it leads to ${where}, as do many others that are nothing to it` }
    if (target?.is === 'other') return { class: 'wrong-target', why: `it leads to ${where}: ${target.why}` }
    if (target?.is === 'listing')
      return { class: 'category-fallback', why: `it leads to ${where}: ${target.why}` }
  }
  const because = target ? `it leads to ${where}: ${target.why}` : 'it leads to the home page'
  if (hops.some(({ by }) => by !== 'server'))
    return { class: 'client-redirect', why: `${because}, by a redirect in the page` }
  if (hops.some(isTemporary))
    return { class: 'temporary', why: `${because}, with status ${hops.find(isTemporary)!.status}` }
  if (hops.length > 1) return { class: 'chain', why: `${because}, after ${hops.length} redirects` }
  return { class: 'moved', why: because }
}

const oldUrl = ({ path }: OldUrl, { before }: Context) => before.origin + path
