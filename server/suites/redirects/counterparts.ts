/**
 * Which page of the new site took the place of which old one. All of them are assigned as one problem: what is another
 * old page's own is no counterpart of this one, however alike.
 */
import { assign } from '../../lib/assignment.ts'
import type { LandedPage, UrlKind } from '../../store/types.ts'
import {
  type Described,
  haveOneName,
  haveOtherNumbers,
  type Likeness,
  lessAlike,
  likenessOf,
} from './likeness.ts'
import { type Given, isProductAt, landedOnly, type NewPage, pagesOf } from './pages.ts'
import { shownPath } from './place.ts'

/** A page of the new site that could be the counterpart of an old one. */
export interface Candidate {
  /** On the new host. */
  path: string
  place: string
  /** 0 to 1. */
  alike: number
  /** Where it was read. */
  page?: LandedPage
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
  /** The old page that has more right to the landed one; `sure` where it is no page that both became. */
  owner?: { path: string; sure: boolean }
}

/** From here on two pages are one, where nothing is better. */
export const ALIKE = 0.55
/**
 * A counterpart is sure from here on, where one word is all that the names share, and where it is of another kind. One word
 * that is shared and one that the new name adds, both as rare, are two thirds: `/terms` did not become `/terms-b2b`.
 */
const SURE = { same: 0.6, byOneWord: 0.7, other: 0.75 }
/** By so much the next one has to be less alike. */
const MARGIN = 0.15
/** By so much a page is more alike to its owner, where it surely is not one that both became. */
const CLEAR = 0.35
/** Less alike pages are no candidates. */
const MIN_ALIKE = 0.3

interface Ranked extends Candidate, Likeness {
  position: number
  kind: UrlKind
}

/** Products are compared with products, all other pages with each other; each kind is made when it is first asked for. */
export function counterpartsOf(given: Given): Counterparts {
  const known = new Map<boolean, Group>()
  const groupAt = (index: number): Group => {
    const isProduct = isProductAt(given, index)
    const group = known.get(isProduct) ?? groupFor(given, isProduct)
    known.set(isProduct, group)
    return group
  }
  return {
    candidates: index => groupAt(index).ranked(index),
    sure: index => groupAt(index).sure(index),
    compare: (index, page, place) => groupAt(index).compare(index, page, place),
  }
}

type Group = ReturnType<typeof groupFor>

/** So little of what an old list held, and other things, make a list another one. */
export const OTHER_LIST = { share: 0.1 }

function holdsOthers({ before, products, urlKey }: Given, index: number, place: string): boolean {
  const handle = products.newCollectionAt(place)
  const shared =
    handle === undefined
      ? null
      : products.sharedBy(urlKey(before.origin + shownPath(before.urls[index]!)), handle)
  return shared !== null && shared < OTHER_LIST.share
}

function groupFor(given: Given, isProduct: boolean) {
  const { before, after, placeOf } = pagesOf(given, isProduct)
  const likeness = likenessOf(
    before.filter(page => page !== undefined),
    after,
  )
  const at = new Map(after.map(page => [page.place, page]))
  const weigh = (index: number, page: NewPage): Likeness => {
    const found = likeness(before[index]!, page)
    // Of one name, it may be filled in another way now.
    if (found.alike === 1 || isProduct || !holdsOthers(given, index, page.place)) return found
    return lessAlike(found)
  }
  const nearby = neighbours(after)
  const rankedAt = new Map<number, Ranked[]>()

  function ranked(index: number): Ranked[] {
    const known = rankedAt.get(index)
    if (known) return known
    const list = nearby(before[index]!)
      .map(position => {
        const { path, place, kind, page } = after[position]!
        return { path, place, kind, position, ...(page && { page }), ...weigh(index, after[position]!) }
      })
      .filter(one => one.alike >= MIN_ALIKE)
      .sort((a, b) => b.alike - a.alike || a.position - b.position)
    rankedAt.set(index, list)
    return list
  }

  let assigned: { partner: Map<number, Ranked>; owner: Map<string, { index: number } & Ranked> } | undefined
  /** Made when it is first asked for. */
  function assignment() {
    if (assigned) return assigned
    const rows = [...before.keys()].filter(index => before[index] && !before[index].settled)
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
  function ownerOf(place: string, index: number, { claim, within }: Likeness) {
    if (within) return undefined
    const owner = assignment().owner.get(place)
    return owner && owner.index !== index && owner.claim >= claim + MARGIN ? owner : undefined
  }

  function sure(index: number): Ranked | undefined {
    const mine = ranked(index).filter(one => !ownerOf(one.place, index, one))
    const own = assignment().partner.get(index)
    const best = own && mine[0] && own.alike >= mine[0].alike ? own : mine[0]
    if (!best || haveOtherNumbers(before[index]!, after[best.position]!)) return undefined
    const isOfKind = best.kind === before[index]!.kind
    const least = SURE[isOfKind ? (best.byOneWord ? 'byOneWord' : 'same') : 'other']
    if ((best.lost ? best.byText : best.alike) < least) return undefined
    const next = mine.find(one => one.place !== best.place)
    return next && best.alike - next.alike < MARGIN ? undefined : best
  }

  /** What is called as its owner is, and this page is not, belongs to it, though it may have taken up the other. */
  function rightOf(owner: { index: number; alike: number }, index: number, alike: number, landed: NewPage) {
    const isCalledSo = (at: number) => haveOneName(before[at]!.names, landed.names)
    const sure = owner.alike >= Math.max(SURE.same, alike + CLEAR)
    const its = sure || (isCalledSo(owner.index) && !isCalledSo(index))
    return its ? { owner: { path: before[owner.index]!.path, sure } } : {}
  }

  return {
    ranked,
    sure,
    compare(index: number, page: LandedPage, place: string): Comparison {
      const known = at.get(placeOf(place))
      const landed = known && !known.settled ? known : landedOnly(given, page, place, isProduct)
      const isOther = !isProduct && haveOtherNumbers(before[index]!, landed)
      const found = isOther ? lessAlike(weigh(index, landed)) : weigh(index, landed)
      const { alike } = found
      const best = sure(index)
      const owner = ownerOf(landed.place, index, found)
      return {
        alike,
        ...(best && best.place !== landed.place && best.alike >= alike + MARGIN && { better: best }),
        ...(owner && rightOf(owner, index, alike, landed)),
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

/**
 * The pages that share the rarest words and passages with one: all others have next to nothing in common with it. What
 * the catalogs have settled is nobody else's.
 */
function neighbours(pages: readonly NewPage[]): (page: Described) => number[] {
  const byWord = postings(
    pages.map(({ names, settled }) => (settled ? [] : names.flatMap(name => name.words))),
  )
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
