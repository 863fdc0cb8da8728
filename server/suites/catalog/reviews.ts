import type { LandedPage, Reviews, UrlTraces } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, ofProductPages, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { CHEAP, grade, percent, widespread } from './rules.ts'

/** Of reviews: the share that must be left, and by how much their mean may differ. */
const REVIEWS = { kept: 0.9, value: 0.3 }

const rules = defineRules(
  'catalog/reviews',
  {
    why: 'Buyers trust buyers; reviews that are lost cannot be written again.',
    reference: 'https://schema.org/AggregateRating',
  },
  {
    'reviews-lost': {
      ...grade('moderate'),
      ...widespread(0.3, 2, 'serious'),
      measures:
        'Product pages that tell of reviews, in their markup or to their readers, and tell of none now.',
      one: 'A product lost its reviews',
      many: '% products lost their reviews',
      fix: 'Export the reviews and import them into the review app of the new store, by handle or SKU.',
    },
    'reviews-fewer': {
      ...grade('moderate'),
      measures: `Products with under ${percent(REVIEWS.kept)} of the reviews that they had.`,
      one: 'A product has fewer reviews',
      many: '% products have fewer reviews',
      fix: 'Import the missing reviews; look for those without a text, and for handles that changed.',
    },
    'rating-markup-lost': {
      ...grade('moderate'),
      measures: 'Reviews that were told to search engines (AggregateRating) and are told to readers alone.',
      one: 'A product no longer tells search engines of its reviews',
      many: '% products no longer tell search engines of their reviews',
      fix: 'Let the review app add AggregateRating to the product’s structured data: without it the stars leave the search results.',
      reference: 'https://developers.google.com/search/docs/appearance/structured-data/review-snippet',
    },
    'rating-changed': {
      ...CHEAP,
      measures: `A mean rating that differs by more than ${REVIEWS.value}.`,
      one: 'A product has another rating',
      many: '% products have other ratings',
      fix: 'Look whether all reviews were imported, bad ones included.',
    },
  },
)
type Cause = keyof typeof rules.table

/** What buyers have said of a product, as its page tells it: how many, how good, and to machines as well. */
export const reviews = catalogCheck({
  title: 'Reviews are kept',
  weight: 6,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const own = ofProductPages(pair, pages, ofTheirOwn)
  const differences: Difference<Cause>[] = []
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
  // A few pages that tell do not speak for all others; what they lost they do tell.
  if (applicable > 0 && (applicable >= unknown || differences.length > 0)) return { applicable, differences }
  if (
    unknown === 0 &&
    pages.length === 0 &&
    isUnseen(pair, ({ facts, product }) => product && facts!.reviews !== null)
  )
    return UNSEEN('there are reviews on product pages')
  return unknown > 0
    ? inconclusive(
        `an app writes the reviews into ${applicable > 0 ? `${unknown} of ${unknown + applicable}` : `the ${unknown}`} product pages of the new store that were read: whether they were moved is not in what the store sends`,
      )
    : notApplicable('no product page that was read on both sites tells of reviews on the original')
}

function causeOf(had: Reviews, has: Reviews | null): Cause | null {
  if (!has) return 'reviews-lost'
  if (had.count !== null && has.count !== null && has.count < had.count * REVIEWS.kept) return 'reviews-fewer'
  if (had.by === 'markup' && has.by === 'text') return 'rating-markup-lost'
  const [before, after] = [had.value, has.value]
  return before !== null && after !== null && Math.abs(before - after) > REVIEWS.value
    ? 'rating-changed'
    : null
}

/**
 * What more than half of all product pages say alike is said of the shop. Of what they tell machines, which is each product's
 * by its form, only where a page of the site that is none says it too.
 */
function ofTheirOwn(products: readonly LandedPage[], { pages }: Pick<UrlTraces, 'pages'>) {
  const counts = new Map<string, number>()
  for (const { facts } of products) {
    const said = facts!.reviews
    if (said && said.by !== 'script') counts.set(keyOf(said), (counts.get(keyOf(said)) ?? 0) + 1)
  }
  const most = Math.max(3, products.length / 2)
  const known = new Set(products)
  const elsewhere = new Set(
    pages
      .filter(page => !page.product && !known.has(page))
      .flatMap(({ facts }) => (facts?.reviews ? [keyOf(facts.reviews)] : [])),
  )
  return (said: Reviews | null) =>
    said && counts.get(keyOf(said))! > most && (said.by === 'text' || elsewhere.has(keyOf(said)))
      ? null
      : said
}

const keyOf = (said: Reviews) => `${said.by} ${shown(said)}`

const shown = ({ value, count }: Reviews) =>
  [
    value === null ? '' : `${value} of 5`,
    count === null ? '' : `${count} ${count === 1 ? 'review' : 'reviews'}`,
  ]
    .filter(Boolean)
    .join(', ')
