/** That a store sells what the original sells: every product, at its price, in each of its variants. */
import { type Check, defineSuite } from '../core/suite.ts'
import type { Finder } from './difference.ts'
import { finders } from './finders.ts'
import { findingsOf } from './findings.ts'

const check = (name: string, words: string, weight: number, find: Finder): Check<'catalog'> => ({
  id: `catalog/${name}`,
  title: words,
  weight,
  judge(pair) {
    const found = find(pair)
    return 'differences' in found ? findingsOf(found) : found
  },
})

export const catalog = defineSuite({
  name: 'catalog',
  needs: ['catalog'],
  checks: [
    check('presence', 'Every product of the original is there', 35, finders.presence),
    check('price', 'Prices are kept', 20, finders.price),
    check('variants', 'Variants, options and SKUs are kept', 15, finders.variants),
    check('images', 'Pictures of products are kept', 8, finders.images),
    check('description', 'Descriptions are kept', 7, finders.description),
    check('compare-at', 'Prices before a reduction are kept', 5, finders.compareAt),
    check('collections', 'Products are in their collections', 5, finders.collections),
    check('currency', 'The currency is kept', 5, finders.currency),
    check('title', 'Titles of products are kept', 3, finders.title),
    check('availability', 'What could be bought can be bought', 2, finders.availability),
  ],
})
