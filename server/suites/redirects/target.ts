import { otherNumbers } from '../../matching/products/keys.ts'
import type { LandedPage, OldUrl } from '../../store/types.ts'
import { shorten } from '../core/quote.ts'
import type { Context } from './context.ts'
import { alike, bestOf, ENOUGH } from './names.ts'
import { slugOf, withoutLocale } from './place.ts'

/**
 * What the page where an old URL landed is to it. `listing` is the list that it was in; `sure` where the catalogs show
 * it. `unclear` where nothing speaks for or against it.
 */
export type Target =
  | { is: 'same' | 'other' | 'unclear'; why: string }
  | { is: 'listing'; sure: boolean; why: string }

/** @param place of the landed page */
export function targetOf(
  url: OldUrl,
  oldPlace: string,
  before: LandedPage | undefined,
  page: LandedPage,
  place: string,
  context: Context,
): Target {
  const { products, namesOf } = context
  const known = products.at(oldPlace)
  if (url.kind === 'product' || known) return productTarget(url, known, before, page, place, context)
  const there = { path: new URL(page.url).pathname, page, names: namesOf(page) }
  const here = { path: url.path, page: before, names: before ? namesOf(before) : [] }
  const handle = products.newCollectionAt(place)
  const shared = handle === undefined ? null : products.sharedBy(oldPlace, handle)
  if (handle !== undefined && products.becameCollection(oldPlace)?.handle === handle)
    return { is: 'same', why: 'it is the same collection' }
  if (shared !== null && shared >= 0.3) return { is: 'same', why: 'it lists the same products' }
  const same = alike(here, there)
  if (same === 'yes') return { is: 'same', why: 'name or text are the same' }
  if (isAbove(url.path, there.path) || (url.kind === 'post' && isBlog(page, place)))
    return { is: 'listing', sure: true, why: 'it is the list above it' }
  if (shared !== null && shared < 0.1 && handle !== undefined)
    return { is: 'other', why: 'it lists other products' }
  if (products.newAt(place) || page.pageType === 'product') return { is: 'other', why: 'it is a product' }
  if (page.pageType === 'search' || page.pageType === 'cart')
    return { is: 'other', why: `it is the ${page.pageType} page` }
  return same === 'no' ? { is: 'other', why: 'neither name nor text have anything in common' } : UNCLEAR
}

const REWORKED = 0.4

const UNCLEAR: Target = { is: 'unclear', why: 'nothing tells whether it is the same page' }

function productTarget(
  url: OldUrl,
  known: ReturnType<Context['products']['at']>,
  before: LandedPage | undefined,
  page: LandedPage,
  place: string,
  { products, namesOf }: Context,
): Target {
  const landed = products.newAt(place)
  if (known?.became.length && landed) {
    if (known.became.includes(landed)) return { is: 'same', why: 'it is the same product' }
    return { is: 'other', why: `it is "${short(landed.title)}", not "${short(known.became[0]!.title)}"` }
  }
  const here = {
    path: url.path,
    page: before,
    names: known ? [known.product.title] : before ? namesOf(before) : [],
  }
  const there = {
    path: new URL(page.url).pathname,
    page,
    // The catalog has the title of one language.
    names: [...(landed ? [landed.title] : []), ...namesOf(page)],
  }
  const handle = products.newCollectionAt(place)
  const listed =
    handle !== undefined ||
    page.pageType === 'collection' ||
    /^\/collections\/[^/]+$/.test(withoutLocale(place))
  if (listed) return listingOf(known, handle)
  // A lost `Lamp 12` is no `Lamp 13`, however alike the rest is.
  const others = known !== undefined && otherNumbers(known.product.title, landed?.title ?? page.heading)
  if (!others && alike(here, there, ENOUGH.product) === 'yes')
    return { is: 'same', why: 'name or text are the same' }
  if (isAbove(url.path, there.path)) return { is: 'listing', sure: false, why: 'it is the page above it' }
  // Without a catalog of the original a title that was reworked is no other product.
  const shows = landed !== undefined || page.pageType === 'product' || page.product
  if (!known && shows && (bestOf(here.names, there.names) ?? 1) >= REWORKED) return UNCLEAR
  if (shows) return { is: 'other', why: `it is ${landed ? `"${short(landed.title)}"` : 'another product'}` }
  // A product became a page of another kind: only the same words would make that right.
  return { is: 'other', why: `it is no product${page.heading ? `, but "${short(page.heading)}"` : ''}` }

  function listingOf(old: typeof known, at: string | undefined): Target {
    if (at === undefined || !products.collectionsKnown || !old?.became.length)
      return { is: 'listing', sure: false, why: 'it is a list of products' }
    return old.became.some(({ collections }) => collections.includes(at))
      ? { is: 'listing', sure: true, why: 'it is a list that the product is in' }
      : { is: 'other', why: 'it is a list that the product is not in' }
  }
}

/** One of the steps above the old page bears the name of the landed one. */
function isAbove(oldPath: string, newPath: string): boolean {
  const slug = slugOf(newPath)
  const steps = oldPath.split(/[?#]/)[0]!.toLowerCase().split('/').filter(Boolean).slice(0, -1)
  return slug.length > 2 && steps.includes(slug)
}

const isBlog = ({ pageType }: LandedPage, place: string) =>
  pageType === 'blog' || /^\/(blogs\/[^/]+|blog|news)$/.test(withoutLocale(place))

const short = (title: string) => shorten(title, 80)
