import { languageCode } from '../../lib/language.ts'
import { memo } from '../../lib/memo.ts'
import { otherNumbers } from '../../matching/products/keys.ts'
import type { LandedPage, OldUrl } from '../../store/types.ts'
import { policyKinds } from '../core/policies.ts'
import { shorten } from '../core/quote.ts'
import { type Context, landedOf } from './context.ts'
import { ALIKE, type Candidate, OTHER_LIST } from './counterparts.ts'
import { textOverlap } from './names.ts'
import { isCalledBlog, isCalledEverything, type Places, shownPath, slugOf } from './place.ts'
import type { Products } from './products.ts'

/**
 * What the page where an old URL landed is to it. `listing` is the list that it was in; `sure` where the catalogs show
 * it. `unclear` where nothing speaks for or against it.
 */
export type Target =
  | { is: 'same' | 'other' | 'unclear'; why: string }
  | { is: 'listing'; sure: boolean; why: string }

/** @param index of the old URL @param place of the landed page */
export function targetOf(
  index: number,
  before: LandedPage | undefined,
  page: LandedPage,
  place: string,
  context: Context,
): Target {
  const target = comparedTo(index, before, page, place, context)
  // Files are kept on a host of the platform's.
  if (!place.startsWith('//') || context.before.urls[index]!.kind === 'file') return target
  const { host } = new URL(page.url)
  if (target.is === 'same' && !(before && textOverlap(before, page) >= SAME_TEXT))
    return { is: 'unclear', why: `it is on another site, ${host}, where nothing but its name tells` }
  const tells = page.words > 0 || page.heading !== '' || page.title !== ''
  return target.is === 'other' && !tells
    ? { is: 'unclear', why: `it is on another site, ${host}, and tells nothing without scripts` }
    : target
}

/** Of the words of a page on a site that is not ours: most sites have an "About us". */
const SAME_TEXT = 0.3

function comparedTo(
  index: number,
  before: LandedPage | undefined,
  page: LandedPage,
  place: string,
  context: Context,
): Target {
  const { products, counterparts } = context
  const url = context.before.urls[index]!
  const oldPlace = context.urlKey(context.before.origin + shownPath(url))
  const known = products.at(oldPlace)
  if (url.kind === 'product' || known) return productTarget(index, known, page, place, context)
  const handle = products.newCollectionAt(place)
  const shared = handle === undefined ? null : products.sharedBy(oldPlace, handle)
  const { alike, better, owner } = counterparts.compare(index, page, place)
  const isList =
    isAbove(shownPath(url), new URL(page.url).pathname) ||
    (/^(post|archive)$/.test(url.kind) && isBlog(page, place, context.places))
  const isAll = context.places.withoutLocale(place) === '/collections/all'
  if (url.kind === 'archive' && (isList || (isAll && heldProducts(oldPlace, context))))
    return { is: 'same', why: 'it is the list of all that it held' }
  if (isList && alike < ALIKE)
    return { is: 'listing', sure: !lacksPost(index, page, context), why: 'it is the list above it' }
  if (better) return { is: 'other', why: `the page that took its place is ${better.path}` }
  const became = products.becameCollection(oldPlace)
  if (handle !== undefined && became?.handle === handle)
    return { is: 'same', why: 'it is the same collection' }
  if (shared !== null && shared >= 0.3) return { is: 'same', why: 'it lists the same products' }
  // Of one name are the shirts of men and of women: what is in them tells.
  if (became && handle !== undefined && shared !== null && shared < OTHER_LIST.share)
    return { is: 'other', why: `the collection that took its place is ${became.path}` }
  if (owner?.sure) return { is: 'other', why: `it is what became of ${owner.path}` }
  if (isSameIndex(url, page, place, context))
    return { is: 'same', why: 'it is the list of the same, whatever it is called' }
  // What is called so below another list is all of that one.
  const isPart = isAll && url.kind === 'category' && isCalledEverything(shownPath(url))
  if (alike >= ALIKE && !isPart)
    return owner
      ? { is: 'unclear', why: `it is what became of ${owner.path}, which is alike` }
      : { is: 'same', why: 'name or text are the same' }
  const policy = before && policyOfBoth(before, page)
  if (policy) return policy
  if (shared !== null && shared < OTHER_LIST.share) return { is: 'other', why: 'it lists other products' }
  if (products.newAt(place) || page.pageType === 'product') return { is: 'other', why: 'it is a product' }
  if (page.pageType === 'search' || page.pageType === 'cart')
    return { is: 'other', why: `it is the ${page.pageType} page` }
  const nothing = alike < NOISE && before !== undefined && isForeignText(before, page)
  return nothing ? { is: 'other', why: 'neither name nor text have anything in common' } : UNCLEAR
}

/** Whether a list cannot hold a post: it is empty, or posts of the new site are known and none is called alike. */
function lacksPost(index: number, page: LandedPage, { before, after, counterparts }: Context): boolean {
  if (before.urls[index]!.kind !== 'post') return false
  if (page.words < MIN_LIST_WORDS && NO_POSTS.test(page.opening)) return true
  const isKnown = after.targets.some(({ kind }) => kind === 'post')
  return isKnown && !counterparts.candidates(index).some(({ alike }) => alike >= ALIKE)
}

/** With fewer words a list holds nothing. */
const MIN_LIST_WORDS = 50
const NO_POSTS =
  /\b(no (posts|articles|entries|news)|nothing (here|found|to (see|show))|keine (beiträge|artikel)|aucun article|no hay (artículos|entradas|publicaciones)|nessun articolo|geen (artikelen|berichten))\b/i

/** The posts that a blog makes one. */
const MIN_POSTS = 3

/** A tag of products, or a later page of a list of them. */
const heldProducts = (oldPlace: string, context: Context): boolean =>
  context.places.withoutLocale(oldPlace).startsWith('/product-tag/') ||
  categoriesOf(context).has(oldPlace.replace(/\?.*$/, '').replace(/\/page\/\d+$/, ''))

const categoriesOf = memo(
  ({ before, urlKey }: Context) =>
    new Set(
      before.urls.flatMap(url => (url.kind === 'category' ? [urlKey(before.origin + shownPath(url))] : [])),
    ),
)

/**
 * All that a shop sells, or all posts: stores call these lists otherwise, and order them anew. Further down, and as a page,
 * they are called so for something else: `/pages/store` says where the shop is.
 */
function isSameIndex(
  { kind, path, shows }: OldUrl,
  page: LandedPage,
  place: string,
  { before, places }: Context,
): boolean {
  const old = shows ?? path
  const steps = places.withoutLocale(old).split(/[?#]/)[0]!.split('/').filter(Boolean)
  if (/^\/collections(\/all)?$/.test(places.withoutLocale(place)))
    return kind === 'category' && isCalledEverything(old) && steps.every(isCalledEverything)
  if (kind === 'post' || kind === 'category' || !isBlog(page, place, places)) return false
  const below = `${old.replace(/[?#].*$|\/$/g, '')}/`
  const posts =
    below === '/' ? [] : before.urls.filter(url => url.kind === 'post' && url.path.startsWith(below))
  const isTop = steps.length === 1 || (steps.length === 2 && steps[0] === 'blogs')
  return (isTop && isCalledBlog(old)) || posts.length >= MIN_POSTS
}

const UNCLEAR: Target = { is: 'unclear', why: 'nothing tells whether it is the same page' }

/** Policies are written anew in a move, from the platform's own templates, and called otherwise. */
function policyOfBoth(before: LandedPage, page: LandedPage): Target | undefined {
  const nameOf = ({ heading, title }: LandedPage) => heading || title
  const kinds = policyKinds(nameOf(before))
  const kind = policyKinds(nameOf(page)).find(one => kinds.includes(one))
  if (!kind) return undefined
  const [was, is] = [before, page].map(({ language }) => languageCode(language))
  return was && is && was !== is
    ? { is: 'unclear', why: `it is the ${kind} in another language` }
    : { is: 'same', why: `it is the ${kind}` }
}

/** So little in common is chance. */
const NOISE = 0.25
const TELLING_WORDS = 50

/** Texts long enough to tell, with next to nothing in common. */
const isForeignText = (a: LandedPage, b: LandedPage): boolean =>
  (b.title || b.heading) !== '' && Math.min(a.words, b.words) >= TELLING_WORDS && textOverlap(a, b) < 0.05

/** Of products whose counterpart the catalogs do not know: shops call many almost alike. */
const SAME_PRODUCT = 0.75
const REWORKED = 0.4

function productTarget(
  index: number,
  known: ReturnType<Products['at']>,
  page: LandedPage,
  place: string,
  { products, counterparts, before, places }: Context,
): Target {
  const url = before.urls[index]!
  const landed = products.newAt(place)
  if (known?.became.length && landed) {
    if (known.became.includes(landed)) return { is: 'same', why: 'it is the same product' }
    return { is: 'other', why: `it is "${short(landed.title)}", not "${short(known.became[0]!.title)}"` }
  }
  if (known && landed && products.isTaken(place))
    return { is: 'other', why: `it is "${short(landed.title)}", which another one became` }
  const handle = products.newCollectionAt(place)
  const listed =
    handle !== undefined ||
    page.pageType === 'collection' ||
    /^\/collections\/[^/]+$/.test(places.withoutLocale(place))
  if (listed) return listingOf(known, handle)
  const { alike, better } = counterparts.compare(index, page, place)
  if (better) return { is: 'other', why: `the product that took its place is ${better.path}` }
  const isOne = isOneProduct(known, { title: landed?.title ?? page.heading, place, alike }, products)
  if (isOne) return { is: 'same', why: 'name or text are the same' }
  if (isAbove(shownPath(url), new URL(page.url).pathname))
    return { is: 'listing', sure: false, why: 'it is the page above it' }
  // Without a catalog of the original a title that was reworked is no other product.
  const shows = landed !== undefined || page.pageType === 'product' || page.product
  if (!known && shows && alike >= REWORKED) return UNCLEAR
  if (shows) return { is: 'other', why: `it is ${landed ? `"${short(landed.title)}"` : 'another product'}` }
  // A product became a page of another kind: only the same words would make that right.
  return { is: 'other', why: `it is no product${page.heading ? `, but "${short(page.heading)}"` : ''}` }

  function listingOf(old: typeof known, at: string | undefined): Target {
    const wasIn = old?.product.collections.some(one => products.becameCollectionOf(one)?.handle === at)
    if (at !== undefined && wasIn && !old?.became.length)
      return { is: 'listing', sure: true, why: 'it is a list that the product was in' }
    if (at === undefined || !products.collectionsKnown || !old?.became.length)
      return { is: 'listing', sure: false, why: 'it is a list of products' }
    return old.became.some(({ collections }) => collections.includes(at))
      ? { is: 'listing', sure: true, why: 'it is a list that the product is in' }
      : { is: 'other', why: 'it is a list that the product is not in' }
  }
}

/** By likeness alone. A lost `Lamp 12` is no `Lamp 13`, nor what has another number, however alike the rest is. */
function isOneProduct(
  known: ReturnType<Products['at']>,
  { title, place, alike }: { title: string; place: string; alike: number },
  products: Products,
): boolean {
  if (!known) return alike >= ALIKE
  const { product } = known
  return alike >= SAME_PRODUCT && !otherNumbers(product.title, title) && !products.contradict(product, place)
}

/** Whether a redirect from an old URL to a page would be right: nothing is proposed that would be told as a fault. */
export function wouldBeRight(index: number, { page, place, alike }: Candidate, context: Context): boolean {
  const { before, products, urlKey } = context
  const url = before.urls[index]!
  const known = products.at(urlKey(before.origin + shownPath(url)))
  if (url.kind === 'product' || known)
    return isOneProduct(known, { title: products.newAt(place)?.title ?? '', place, alike }, products)
  const shown = landedOf(before.traces[index]!, before.pages)
  return !page || targetOf(index, shown, page, place, context).is === 'same'
}

/** One of the steps above the old page bears the name of the landed one. */
function isAbove(oldPath: string, newPath: string): boolean {
  const slug = slugOf(newPath)
  const steps = oldPath.split(/[?#]/)[0]!.toLowerCase().split('/').filter(Boolean).slice(0, -1)
  return slug.length > 2 && steps.includes(slug)
}

const isBlog = ({ pageType }: LandedPage, place: string, { withoutLocale }: Places) =>
  pageType === 'blog' || /^\/(blogs\/[^/]+|blog|news)$/.test(withoutLocale(place))

const short = (title: string) => shorten(title, 80)
