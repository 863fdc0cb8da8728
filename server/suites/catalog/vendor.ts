import { normalise } from '../../lib/text.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, paired, type StorePair } from './difference.ts'
import { CSV, grade, widespread } from './rules.ts'

const rules = defineRules(
  'catalog/vendor',
  { why: 'Brands are searched for and filtered by.', reference: CSV },
  {
    'vendor-lost': {
      ...grade('minor'),
      ...widespread(0.3, 5, 'moderate'),
      measures:
        'Products without the brand that they had, or with a name that is none of the original’s brands.',
      one: 'A product lost its brand',
      many: '% products lost their brands',
      fix: 'Import the brands as vendors: pages and filters of brands are made of them.',
    },
    'vendor-changed': {
      ...grade('moderate'),
      measures: 'Products with another brand of the original’s.',
      one: 'A product is another brand’s now',
      many: '% products are other brands’ now',
      fix: 'Set the vendor of each product to its brand.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Brands, where the original tells several: a shop that sells its own alone names itself, or nobody. */
export const vendor = catalogCheck({
  title: 'Brands are kept',
  weight: 2,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const brands = new Set(pair.original.catalog.products.map(({ vendor: name = '' }) => normalise(name)))
  brands.delete('')
  if (brands.size < 2) return notApplicable('the original names no more than one brand')
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    if (!before.vendor) continue
    applicable++
    const [had, has] = [normalise(before.vendor), normalise(after.vendor ?? '')]
    if (had === has) continue
    differences.push({
      cause: brands.has(has) ? 'vendor-changed' : 'vendor-lost',
      original: before,
      rebuilt: after,
      before: before.vendor,
      after: after.vendor ?? 'none',
    })
  }
  if (applicable === 0)
    return notApplicable('no product that is in both shops names its brand on the original')
  return { applicable, differences }
}
