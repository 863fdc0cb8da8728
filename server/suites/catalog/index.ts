/** That a store sells what the original sells: every product, at its price, in each of its variants. */
import { type Check, defineSuite } from '../core/suite.ts'
import { FINDERS } from './finders.ts'
import { findingsOf } from './findings.ts'
import { type CheckName, rulesOf } from './rules.ts'

const check = (name: CheckName, title: string, weight: number): Check<'catalog'> => {
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
  needs: ['catalog'],
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
  ],
})
