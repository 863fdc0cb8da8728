import type { Reviews } from '../../store/types.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import type { Difference, Finder } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { REVIEWS } from './rules.ts'

/** What buyers have said of a product, as its page tells it: how many, how good, and to machines as well. */
export const reviews: Finder = pair => {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const own = { before: ofTheirOwn(pages, 'before'), after: ofTheirOwn(pages, 'after') }
  const differences: Difference[] = []
  let [applicable, unknown] = [0, 0]
  for (const { before, after } of pages) {
    const had = own.before(before.facts!.reviews)
    if (!had || had.by === 'script') continue
    const has = own.after(after.facts!.reviews)
    if (has?.by === 'script') {
      unknown++
      continue
    }
    applicable++
    const cause = causeOf(had, has)
    if (cause)
      differences.push({
        cause,
        original: shownPage(before),
        rebuilt: shownPage(after),
        before: shown(had),
        after: has ? shown(has) : 'none',
      })
  }
  if (applicable > 0) return { applicable, differences }
  if (
    unknown === 0 &&
    pages.length === 0 &&
    isUnseen(pair, ({ facts, product }) => product && facts!.reviews !== null)
  )
    return UNSEEN('there are reviews on product pages')
  return unknown > 0
    ? inconclusive(
        `an app writes the reviews into the ${unknown} product pages of the new store that were read: whether they were moved is not in what the store sends`,
      )
    : notApplicable('no product page that was read on both sites tells of reviews on the original')
}

function causeOf(had: Reviews, has: Reviews | null): Difference['cause'] | null {
  if (!has) return 'reviews-lost'
  if (had.count !== null && has.count !== null && has.count < had.count * REVIEWS.kept) return 'reviews-fewer'
  if (had.by === 'markup' && has.by === 'text') return 'rating-markup-lost'
  const [before, after] = [had.value, has.value]
  return before !== null && after !== null && Math.abs(before - after) > REVIEWS.value
    ? 'rating-changed'
    : null
}

/** What more than half of all product pages say alike is said of the shop. */
function ofTheirOwn(pages: readonly PagePair[], side: 'before' | 'after') {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const said = page[side].facts!.reviews
    if (said?.by === 'text') counts.set(shown(said), (counts.get(shown(said)) ?? 0) + 1)
  }
  const most = Math.max(3, pages.length / 2)
  return (said: Reviews | null) => (said?.by === 'text' && counts.get(shown(said))! > most ? null : said)
}

const shown = ({ value, count }: Reviews) =>
  [
    value === null ? '' : `${value} of 5`,
    count === null ? '' : `${count} ${count === 1 ? 'review' : 'reviews'}`,
  ]
    .filter(Boolean)
    .join(', ')
