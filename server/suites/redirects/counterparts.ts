/**
 * Which page of the new site took the place of which old one. All of them are assigned as one problem: what is another
 * old page's own is no counterpart of this one, however alike.
 */
import { assign } from '../../lib/assignment.ts'
import { saysNotFound } from '../../lib/not-found.ts'
import type { LandedPage, TargetPage, UrlKind, UrlTraces } from '../../store/types.ts'
import { type Described, described, type Likeness, likenessOf } from './likeness.ts'
import { type NamesOf, textOverlap } from './names.ts'
import { kindOfPlace, productPlace, withoutLocale } from './place.ts'
import type { Products } from './products.ts'

/** A page of the new site that could be the counterpart of an old one. */
export interface Candidate {
  /** On the new host. */
  path: string
  place: string
  /** 0 to 1. */
  alike: number
}

export interface Counterparts {
  /** The most alike first, a few at most. */
  candidates(index: number): readonly Candidate[]
  /** The one that is surely it, if one is. */
  sure(index: number): Candidate | undefined
  /** How alike an old page is to the one where it landed, and what speaks against that one. */
  compare(index: number, page: LandedPage, place: string): Comparison
}

export interface Comparison {
  /** 0 to 1. */
  alike: number
  /** A page of the new site that is surely it, and more alike. */
  better?: Candidate
  /** Path of the old page whose counterpart the landed one surely is. */
  owner?: string
}

export interface Given {
  before: UrlTraces
  after: UrlTraces
  products: Products
  namesOf: NamesOf
  urlKey(url: string): string
}

/** From here on two pages are one, where nothing is better. */
export const ALIKE = 0.55
/** A counterpart is sure from here on, and where it is of another kind. */
const SURE = { same: 0.6, other: 0.75 }
/** By so much the next one has to be less alike. */
const MARGIN = 0.15
/** By so much a page is more alike to its owner, where it is not one that both became. */
const CLEAR = 0.35
/** Less alike pages are no candidates. */
const MIN_ALIKE = 0.3

/** A new page with all that is known of it. */
interface NewPage extends Described {
  path: string
  place: string
  kind: UrlKind
}

interface OldPage extends Described {
  path: string
  kind: UrlKind
}

interface Ranked extends Candidate {
  position: number
  kind: UrlKind
  claim: number
}

/** Products are compared with products, all other pages with each other. */
export function counterpartsOf(given: Given): Counterparts {
  const old = oldPagesOf(given)
  const fresh = newPagesOf(given)
  const groups = [true, false].map(isProduct =>
    groupOf({
      before: old.map(page => (page.numbered === isProduct ? page : undefined)),
      after: fresh.filter(({ numbered }) => numbered === isProduct),
      // What the catalogs know is settled, and nobody else's.
      isSettled: index => isProduct && isSettled(given, index),
      isTaken: ({ place }) => isProduct && given.products.isTaken(place),
      holdsOthers: (index, { place }) => !isProduct && holdsOthers(given, index, place),
    }),
  )
  const of = (index: number) => groups[old[index]!.numbered ? 0 : 1]!
  const at = new Map(fresh.map(page => [page.place, page]))
  return {
    candidates: index => of(index).ranked(index),
    sure: index => of(index).sure(index),
    compare(index, page, place) {
      const { numbered } = old[index]!
      const known = at.get(keyOfPlace(place, numbered))
      return of(index).compare(
        index,
        known?.numbered === numbered ? known : landedOnly(given, page, place, numbered),
      )
    },
  }
}

const isSettled = ({ before, products, urlKey }: Given, index: number): boolean =>
  (products.at(urlKey(before.origin + before.urls[index]!.path))?.became.length ?? 0) > 0

const keyOfPlace = (place: string, isProduct: boolean) =>
  isProduct ? productPlace(place) : withoutLocale(place)

/** So little of what an old list held, and other things, make a list another one. */
const OTHER_LIST = { share: 0.1, factor: 0.5 }

function holdsOthers({ before, products, urlKey }: Given, index: number, place: string): boolean {
  const handle = products.newCollectionAt(place)
  const shared =
    handle === undefined ? null : products.sharedBy(urlKey(before.origin + before.urls[index]!.path), handle)
  return shared !== null && shared < OTHER_LIST.share
}

interface Group {
  /** By index of the old URL. */
  before: readonly (OldPage | undefined)[]
  after: readonly NewPage[]
  isSettled(index: number): boolean
  isTaken(page: NewPage): boolean
  /** Both are lists, and what they hold differs. */
  holdsOthers(index: number, page: NewPage): boolean
}

function groupOf({ before, after, isSettled, isTaken, holdsOthers }: Group) {
  const likeness = likenessOf(
    before.filter(page => page !== undefined),
    after,
  )
  const weigh = (index: number, page: NewPage): Likeness => {
    const found = likeness(before[index]!, page)
    // Of one name, it may be filled in another way now.
    if (found.alike === 1 || !holdsOthers(index, page)) return found
    return { alike: found.alike * OTHER_LIST.factor, claim: found.claim * OTHER_LIST.factor }
  }
  const nearby = neighbours(after)
  const rankedAt = new Map<number, Ranked[]>()

  function ranked(index: number): Ranked[] {
    const known = rankedAt.get(index)
    if (known) return known
    const page = before[index]!
    const list = nearby(page)
      .map(position => {
        const { path, place, kind } = after[position]!
        return { path, place, kind, position, ...weigh(index, after[position]!) }
      })
      .filter(one => one.alike >= MIN_ALIKE && !isTaken(after[one.position]!))
      .sort((a, b) => b.alike - a.alike || a.position - b.position)
    rankedAt.set(index, list)
    return list
  }

  let assigned: { partner: Map<number, Ranked>; owner: Map<string, { index: number } & Ranked> } | undefined
  /** Made when it is first asked for. */
  function assignment() {
    if (assigned) return assigned
    const rows = [...before.keys()].filter(index => before[index] && !isSettled(index))
    const { pairs } = assign(
      rows,
      after,
      (index, _, __, position) => {
        const found = ranked(index).find(one => one.position === position)
        return found ? 1 - found.claim : null
      },
      { candidates: index => ranked(index).map(({ position }) => position), alone: 1 },
    )
    assigned = { partner: new Map(), owner: new Map() }
    for (const [row, position] of pairs) {
      const index = rows[row]!
      const found = ranked(index).find(one => one.position === position)!
      assigned.partner.set(index, found)
      assigned.owner.set(found.place, { index, ...found })
    }
    return assigned
  }

  /** Another old page that has more right to a place. */
  function ownerOf(place: string, index: number, claim: number) {
    const owner = assignment().owner.get(place)
    return owner && owner.index !== index && owner.claim >= claim + MARGIN ? owner : undefined
  }

  function sure(index: number): Ranked | undefined {
    const mine = ranked(index).filter(one => !ownerOf(one.place, index, one.claim))
    const own = assignment().partner.get(index)
    const best = own && mine[0] && own.alike >= mine[0].alike ? own : mine[0]
    if (!best || best.alike < SURE[best.kind === before[index]!.kind ? 'same' : 'other']) return undefined
    const next = mine.find(one => one.place !== best.place)
    return next && best.alike - next.alike < MARGIN ? undefined : best
  }

  return {
    ranked,
    sure,
    compare(index: number, landed: NewPage): Comparison {
      const { alike, claim } = weigh(index, landed)
      const best = sure(index)
      const owner = ownerOf(landed.place, index, claim)
      return {
        alike,
        ...(best && best.place !== landed.place && best.alike >= alike + MARGIN && { better: best }),
        ...(owner &&
          owner.alike >= Math.max(SURE.same, alike + CLEAR) && { owner: before[owner.index]!.path }),
      }
    },
  }
}

/** Words and hashes that more pages have lead to none. */
const COMMON = 300
const COMMON_HASH = 30
const RARE_WORDS = 8
/** Of one old page. */
const MAX_NEAR = 12

/** The pages that share the rarest words and passages with one: all others have next to nothing in common with it. */
function neighbours(pages: readonly NewPage[]): (page: Described) => number[] {
  const byWord = postings(pages.map(({ names }) => names.flatMap(name => name.words)))
  const byHash = postings(pages.map(({ page }) => (page ? page.sketch : [])))
  return ({ names, page }) => {
    const weights = new Map<number, number>()
    const note = (list: readonly number[], weight: number) => {
      for (const position of list) weights.set(position, (weights.get(position) ?? 0) + weight)
    }
    const lists = [...new Set(names.flatMap(name => name.words))]
      .flatMap(word => {
        const list = byWord.get(word)
        return list && list.length <= COMMON ? [list] : []
      })
      .sort((a, b) => a.length - b.length)
    for (const list of lists.slice(0, RARE_WORDS)) note(list, 1 / list.length)
    for (const hash of page?.sketch ?? []) {
      const list = byHash.get(hash)
      if (list && list.length <= COMMON_HASH) note(list, 0.2 / list.length)
    }
    return [...weights]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, MAX_NEAR)
      .map(([position]) => position)
  }
}

function postings<K>(keys: readonly (readonly K[])[]): Map<K, number[]> {
  const found = new Map<K, number[]>()
  for (const [position, list] of keys.entries())
    for (const key of list) {
      const known = found.get(key)
      if (!known) found.set(key, [position])
      else if (known.at(-1) !== position) known.push(position)
    }
  return found
}

function oldPagesOf({ before, products, namesOf, urlKey }: Given): OldPage[] {
  return before.urls.map(({ path, kind }, index) => {
    const known = products.at(urlKey(before.origin + path))
    const page = pageOf(before, index)
    const numbered = kind === 'product' || known !== undefined
    const titles = [...(known ? [known.product.title] : []), ...(page ? namesOf(page) : [])]
    return { path, kind: numbered ? 'product' : kind, ...described(titles, path, { page, numbered }) }
  })
}

/** Of its sitemap, catalog and links, and those where old addresses ended; each once. */
function newPagesOf(given: Given): NewPage[] {
  const { after, products, namesOf, urlKey } = given
  const found = new Map<string, { path: string; kind: UrlKind; titles: string[]; page?: LandedPage }>()
  const keep = ({ path, kind, title }: TargetPage, page: LandedPage | undefined) => {
    const place = keyOfPlace(urlKey(after.origin + path), kind === 'product')
    const known = found.get(place) ?? { path, kind, titles: [] }
    found.set(place, known)
    if (title) known.titles.push(title)
    if (page && !known.page) {
      known.page = page
      known.titles.push(...namesOf(page))
    }
  }
  for (const target of after.targets) keep(target, after.pages[target.page ?? -1])
  for (const target of products.targets()) keep(target, undefined)
  const isNone = noPages(after)
  for (const [index, { kind }] of after.urls.entries()) {
    const page = pageOf(after, index)
    const place = page && withoutLocale(urlKey(page.url))
    // A page of another host is nowhere else to be led to.
    if (!page || kind === 'home' || !place?.startsWith('/') || place.startsWith('//') || place === '/')
      continue
    const { pathname } = new URL(page.url)
    const known = products.newAt(place)
    if (!isNone(page)) keep({ path: pathname, kind: known ? 'product' : kindOfPlace(place), title: '' }, page)
  }
  return [...found].map(([place, { path, kind, titles, page }]) => ({
    path,
    place,
    kind,
    ...described(titles, path, { page, numbered: kind === 'product' }),
  }))
}

/** Where nothing but the landing itself tells of a page: on another host, or the home page. */
const landedOnly = ({ namesOf }: Given, page: LandedPage, place: string, numbered: boolean): NewPage => ({
  path: page.url,
  place,
  kind: numbered ? 'product' : 'page',
  ...described(namesOf(page), new URL(page.url).pathname, { page, numbered }),
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
