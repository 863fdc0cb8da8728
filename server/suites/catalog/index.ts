/** That a store sells what the original sells: every product, at its price, in each of its variants. */
import type { Finding } from '../core/finding.ts'
import { listed } from '../core/quote.ts'
import { type Check, defineSuite } from '../core/suite.ts'
import type { Compared, Difference } from './difference.ts'
import { FINDERS } from './finders.ts'
import { type CheckName, rulesOf, textOf } from './rules.ts'

const check = (name: CheckName, title: string, weight: number): Check<'catalog' | 'urls'> => {
  const rules = rulesOf(name)
  return {
    id: `catalog/${name}`,
    title,
    weight,
    rules,
    judge(pair) {
      const found = FINDERS[name](pair)
      return 'differences' in found ? findingsOf(found, rules) : found
    },
  }
}

export const catalog = defineSuite({
  name: 'catalog',
  needs: ['catalog', 'urls'],
  checks: [
    check('presence', 'Every product of the original is there', 35),
    check('price', 'Prices are kept', 20),
    check('variants', 'Variants, options and SKUs are kept', 15),
    check('images', 'Pictures of products are kept', 8),
    check('description', 'Descriptions are kept', 7),
    check('compare-at', 'Prices before a reduction are kept', 5),
    check('collections', 'Products are in their collections', 5),
    check('currency', 'The currency is kept', 5),
    check('title', 'Titles of products are kept', 3),
    check('availability', 'What could be bought can be bought', 2),
    check('search-texts', 'Titles and descriptions in search results are kept', 6),
    check('reviews', 'Reviews are kept', 6),
    check('policies', 'Policies are there', 5),
    check('posts', 'Posts keep their text, day and author', 4),
    check('languages', 'Languages and markets are kept', 3),
    check('vendor', 'Brands are kept', 2),
    check('specifications', 'Specifications of products are kept', 4),
    check('details', 'What tabs and blocks say of products is kept', 3),
    check('market-prices', 'Prices of other markets are kept', 4),
    check('brand-pages', 'Brands keep their pages', 2),
    check('videos', 'Videos of products are kept', 2),
  ],
})

const MAX_NAMED = 3
const TABLE = 'tables/catalog.csv'

/** One finding a cause, with the first few by name; the table has all. What an acceptance names has one of its own. */
function findingsOf({ applicable, differences }: Compared, rules: ReturnType<typeof rulesOf>): Finding[] {
  const groups = Map.groupBy(differences, ({ cause, named }) =>
    named === undefined ? cause : `${cause}:${named}`,
  )
  return [...groups].map(([key, all]) => {
    const [{ cause, named }] = all as [Difference]
    const could = typeof applicable === 'number' ? applicable : (applicable[cause] ?? all.length)
    const share = all.length / Math.max(could, all.length)
    const { one, many, over, fix } = textOf(cause)
    const isWidespread =
      named === undefined && over !== undefined && all.length >= over.count && share > over.share
    const [first] = all as [Difference]
    const head = all.length === 1 ? one : many.replace('%', String(all.length))
    return rules.report(cause, {
      key: `catalog/${key}`,
      ...(isWidespread && { as: 'widespread' }),
      extent: share,
      message: `${head}: ${listed(all.map(told), MAX_NAMED, '; ')}`,
      fix: `${fix}${all.length > 1 ? ` All ${all.length} are in ${TABLE}.` : ''}`,
      ...(first.original && { original: { url: first.original.url, text: shownAs(first, 'original') } }),
      ...(first.rebuilt && { rebuilt: { url: first.rebuilt.url, text: shownAs(first, 'rebuilt') } }),
    })
  })
}

/** What differs, where both sides have something; else which product it is. */
function shownAs(difference: Difference, side: 'original' | 'rebuilt'): string {
  const { part, before, after } = difference
  if (!before || !after) return difference[side]?.title ?? ''
  const value = short(side === 'original' ? before : after, 500)
  return part ? `${short(part, 60)}: ${value}` : value
}

/** `“Red shirt”, M: 25.00 USD → 250.00 USD`. */
function told({ subject, original, rebuilt, part, before, after }: Difference): string {
  const name = subject ?? original?.title ?? rebuilt?.title ?? ''
  const shown = `“${short(name, 80)}”${part ? `, ${short(part, 60)}` : ''}`
  const change = after ? `${short(before, 80)} → ${short(after, 80)}` : short(before, 120)
  return change ? `${shown}: ${change}` : shown
}

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
