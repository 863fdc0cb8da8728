import { words } from '../../lib/text.ts'
import { skuKey } from '../../matching/products/keys.ts'
import { choicesOf } from '../../matching/products/variants.ts'
import type { Catalog, Product } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, isStandIn, type StorePair } from './difference.ts'
import { CHEAP, FREE, grade, widespread } from './rules.ts'

const rules = defineRules(
  'catalog/variants',
  {
    why: 'Who cannot choose a variant cannot order it; stock, feeds and orders go by its SKU.',
    reference: 'https://help.shopify.com/en/manual/products/variants',
  },
  {
    collapsed: {
      ...grade('serious'),
      measures: 'A single variant without options where there were several.',
      one: 'A variable product has nothing to choose any more',
      many: '% variable products have nothing to choose any more',
      fix: 'Import their options and variants, not the parent alone.',
    },
    'variants-lost': {
      ...grade('serious'),
      measures: 'Variants without a counterpart, by SKU and by choice.',
      one: 'A product lost variants',
      many: '% products lost variants',
      fix: 'Import the missing variants; look for options beyond the third and for limits of the import.',
    },
    swapped: {
      ...grade('serious'),
      measures: 'Whether each SKU still belongs to the same choice.',
      one: 'The SKUs and prices of a product’s variants belong to other choices now',
      many: 'In % products SKUs and prices of variants belong to other choices now',
      fix: 'Import each choice with its own SKU and price; as it is, who orders one gets another.',
    },
    'options-merged': {
      ...grade('moderate'),
      ...widespread(0.3, 3, 'serious'),
      measures:
        'Products of two options or more that have fewer, though all of their variants are there: each choice of the new one is several of the old ones in a row.',
      why: 'Who looks for a size has to look through all colours; swatches, filters and feeds of sizes are made of options.',
      one: 'Options of a product were merged into one',
      many: 'Options of % products were merged into one',
      fix: 'Import the options each by itself (in a CSV file Option1 Name, Option2 Name and their values).',
    },
    'choices-renamed': {
      ...CHEAP,
      severity: 'moderate',
      measures:
        'Variants without a counterpart by SKU and by choice, where as many at the same prices are new, and none is another size or number.',
      one: 'What can be chosen of a product is called otherwise',
      many: 'What can be chosen of % products is called otherwise',
      fix: 'Nothing to do if it was translated or spelled otherwise; else import the missing variants.',
    },
    split: {
      ...FREE,
      measures: 'Variants whose SKU is sold under another product.',
      one: 'Variants of a product are products of their own now',
      many: 'Variants of % products are products of their own now',
      fix: 'Nothing to do if that is meant.',
    },
    'variants-cut': {
      ...FREE,
      measures:
        'Products of which the new store’s list ends at 100 or 250 variants, where lists of Shopify’s have been seen to be cut, and lacks variants of the original.',
      one: 'The list of a product’s variants may be cut: whether it has all of them is not known',
      many: 'The lists of variants of % products may be cut: whether they have all of them is not known',
      fix: 'Look in the admin whether the variants are there: imports have stopped at 100 variants a product as well.',
    },
    'sku-duplicate': {
      ...grade('moderate'),
      measures: 'A SKU that several variants of the new store have, and one of the original.',
      one: 'A SKU that was one variant’s belongs to several variants of the new store',
      many: '% SKUs that were one variant’s each belong to several variants of the new store',
      fix: 'Give each variant its own SKU: stock and orders are kept by it.',
    },
    'sku-duplicate-kept': {
      ...grade('moderate'),
      measures: 'A SKU that several variants have in both shops.',
      one: 'A SKU belongs to several variants',
      many: '% SKUs belong to several variants each',
      fix: 'Give each variant its own SKU: stock and orders are kept by it.',
    },
    'sku-exchanged': {
      ...grade('serious'),
      measures: 'Paired variants with the SKU that another product of the original had.',
      one: 'A product has the SKU of another one now',
      many: '% products have the SKUs of others now',
      fix: 'Import each product with its own SKU (in a CSV file, look whether the column slipped by a row): as it is, who orders one gets another.',
    },
    'sku-lost': {
      ...grade('moderate'),
      measures: 'Paired variants without the SKU that they had.',
      one: 'Variants of a product lost their SKUs',
      many: 'Variants of % products lost their SKUs',
      fix: 'Import the SKUs: stock, feeds and orders are kept by them.',
    },
    'sku-mangled': {
      ...grade('moderate'),
      ...widespread(0.3, 3, 'serious'),
      measures:
        'Paired variants whose SKU is the same number in another spelling: without its leading zeros, or as 1.2E+12.',
      one: 'A spreadsheet has taken the SKU of a product for a number',
      many: 'A spreadsheet has taken the SKUs of % products for numbers',
      fix: 'Import the SKUs as text: in the spreadsheet set the format of the column to text before the file is opened in it.',
    },
    'sku-changed': {
      ...CHEAP,
      measures: 'Paired variants with another SKU.',
      one: 'Variants of a product have other SKUs',
      many: 'Variants of % products have other SKUs',
      fix: 'Nothing to do if that is meant; else import the original’s SKUs.',
    },
  },
)
type Cause = keyof typeof rules.table

/** That each variant can still be chosen, and is the one that stock and orders know by its SKU. */
export const variants = catalogCheck({
  title: 'Variants, options and SKUs are kept',
  weight: 15,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const { original, rebuilt, matching } = pair
  if (matching.products.pairs.length === 0) return notApplicable('no product is in both shops')
  if (!original.catalog.sees.variants) return notApplicable('the original does not tell of variants')
  if (!rebuilt.catalog.sees.variants)
    return inconclusive('where the new store was read, it does not tell of variants')
  const duplicates = duplicatesOf(rebuilt.catalog)
  const old = duplicatesOf(original.catalog)
  const owners = ownersOf(original.catalog)
  const moved = new Map(
    matching.products.moved.map(one => [one.original, new Set<number>()] as [number, Set<number>]),
  )
  for (const one of matching.products.moved) for (const [i] of one.variants) moved.get(one.original)!.add(i)
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const { original: index, rebuilt: position, variants: found } of matching.products.pairs) {
    const [before, after] = [original.catalog.products[index]!, rebuilt.catalog.products[position]!]
    if (isStandIn(before) || isStandIn(after)) continue
    const about = { original: before, rebuilt: after }
    if (after.truncated) {
      if (found.lost.length)
        differences.push({
          ...about,
          cause: 'variants-cut',
          part: found.lost.map(i => before.variants[i]!.title).join(', '),
          before: `${before.variants.length} variants`,
          after: `${after.variants.length} listed`,
        })
      continue
    }
    applicable++
    const elsewhere = found.lost.filter(i => moved.get(index)?.has(i))
    const lost = found.lost.filter(i => !elsewhere.includes(i)).map(i => before.variants[i]!)
    const collapsed = before.variants.length > 1 && after.variants.length === 1 && after.options.length === 0
    if (lost.length)
      differences.push({
        ...about,
        cause: collapsed ? 'collapsed' : 'variants-lost',
        part: lost.map(({ title, sku }) => title || sku || 'unnamed').join(', '),
        before: `${before.variants.length} variants`,
        after: String(after.variants.length),
      })
    if (elsewhere.length)
      differences.push({
        ...about,
        cause: 'split',
        part: elsewhere.map(i => before.variants[i]!.title).join(', '),
        before: '',
        after: '',
      })
    const name = (product: Product, i: number) => product.variants[i]!.title
    if (found.renamed.length) {
      const renamed = found.pairs.filter(([i]) => found.renamed.includes(i))
      differences.push({
        ...about,
        cause: 'choices-renamed',
        before: renamed.map(([i]) => name(before, i)).join(', '),
        after: renamed.map(([, j]) => name(after, j)).join(', '),
      })
    }
    if (lost.length === 0 && elsewhere.length === 0 && areMerged(before, after, found.pairs))
      differences.push({
        ...about,
        cause: 'options-merged',
        before: before.options.map(({ name }) => name).join(', '),
        after: after.options.map(({ name }) => name).join(', '),
      })
    const other = swappedOf(before, after, found.pairs)
    if (other) differences.push({ ...about, cause: 'swapped', ...other })
    const numbers = found.pairs
      .map(([i, j]) => ({
        part: before.variants[i]!.title,
        from: before.variants[i]!.sku,
        to: after.variants[j]!.sku,
      }))
      .filter(({ from, to }) => from !== null && (to === null || skuKey(from) !== skuKey(to)))
    const gone = numbers.find(({ to }) => to === null)
    // One that was given to a second variant is told as a duplicate, and one that was mended is none.
    const renumbered = numbers.filter(
      ({ from, to }) => to !== null && !duplicates.has(skuKey(to)) && !old.has(skuKey(from!)),
    )
    const exchanged = renumbered.find(({ to }) => (owners.get(skuKey(to!)) ?? index) !== index)
    const mangled = renumbered.find(({ from, to }) => isMangled(from!, to!))
    const renamed = mangled ?? renumbered[0]
    if (exchanged)
      differences.push({
        ...about,
        cause: 'sku-exchanged',
        part: exchanged.part,
        before: exchanged.from!,
        after: `${exchanged.to!}, which was that of “${original.catalog.products[owners.get(skuKey(exchanged.to!))!]!.title}”`,
      })
    else if (gone)
      differences.push({ ...about, cause: 'sku-lost', part: gone.part, before: gone.from!, after: 'none' })
    else if (renamed)
      differences.push({
        ...about,
        cause: mangled ? 'sku-mangled' : 'sku-changed',
        part: renamed.part,
        before: renamed.from!,
        after: renamed.to!,
      })
  }
  const sold = new Set(matching.products.pairs.map(({ rebuilt: position }) => position))
  for (const [sku, sharers] of duplicates) {
    // Those of products that only the new store has are nothing that was lost.
    if (!sharers.products.some(position => sold.has(position))) continue
    differences.push({
      cause: old.has(sku) ? 'sku-duplicate-kept' : 'sku-duplicate',
      subject: sharers.sku,
      rebuilt: rebuilt.catalog.products[sharers.products[0]!]!,
      before: `${sharers.times} variants, of ${sharers.products
        .slice(0, 3)
        .map(index => rebuilt.catalog.products[index]!.title)
        .join(' and ')}`,
      after: '',
    })
  }
  return { applicable: Math.max(1, applicable), differences }
}

/**
 * A spreadsheet took it for a number: `00123` became `123`, `1E05` became `100000`, long ones `1.00E+05`. The other way
 * round it was mended. As text, since a number holds no more than 15 digits.
 */
function isMangled(from: string, to: string): boolean {
  if (!/^\d+([.,]\d+)?(e\d+)?$/i.test(from)) return false
  const [isRounded, decimals = ''] = /^\d(?:[.,](\d+))?e\+\d+$/i.exec(to) ?? []
  if (isRounded) return Number(plain(from).toExponential(decimals.length)) === plain(to)
  const [, digits = from, zeros = '0'] = /^(\d+)e(\d{1,2})$/i.exec(from) ?? []
  const read = `${digits}${'0'.repeat(Number(zeros))}`
    .replace(/^0+(?=\d)/, '')
    .replace(/([.,]\d*?)0+$/, '$1')
    .replace(/[.,]$/, '')
  return read !== from && read.replace(',', '.') === to.replace(',', '.')
}

const plain = (text: string) => Number(text.replace(',', '.'))

/**
 * The first of the variants whose choices have been dealt out anew among the same numbers. Where there are other choices
 * than before they were renamed, such as sizes of another country.
 */
function swappedOf(
  before: Product,
  after: Product,
  pairs: readonly (readonly [number, number])[],
): { part: string; before: string; after: string } | null {
  const numbered = pairs
    .map(([i, j]) => [before.variants[i]!, after.variants[j]!] as const)
    .filter(([a, b]) => a.sku !== null && b.sku !== null && skuKey(a.sku) === skuKey(b.sku))
  const [own, now] = [numbered.map(([a]) => a), numbered.map(([, b]) => b)]
  const [had, has] = [choicesOf(own, now), choicesOf(now, own)]
  const at = had.findIndex((choice, index) => choice !== has[index])
  if (at < 0 || had.toSorted().join('\n') !== has.toSorted().join('\n')) return null
  const [a, b] = numbered[at]!
  return { part: a.sku!, before: a.title, after: b.title }
}

/** Whether one option says what several did: each of its choices all words of those, and another one. */
function areMerged(before: Product, after: Product, pairs: readonly (readonly [number, number])[]): boolean {
  const chosen = before.options.filter(({ values }) => values.length > 1)
  if (chosen.length < 2 || after.options.length === 0 || after.options.length >= chosen.length) return false
  const [of, now] = [before.variants, after.variants]
  // One option that says what the other said as well was left out.
  const isOneOfThem = before.options.some((_, at) =>
    pairs.every(([i, j]) => {
      const own = new Set(words(of[i]!.options[at] ?? ''))
      return words(now[j]!.options.join(' ')).every(word => own.has(word))
    }),
  )
  if (isOneOfThem) return false
  return pairs.every(([i, j]) => {
    const said = new Set(words(now[j]!.options.join(' ')))
    return of[i]!.options.length > 1 && words(of[i]!.options.join(' ')).every(word => said.has(word))
  })
}

/** The first product of each number. */
function ownersOf({ products }: Catalog): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [index, { variants }] of products.entries())
    for (const { sku } of variants) if (sku !== null && !found.has(skuKey(sku))) found.set(skuKey(sku), index)
  return found
}

interface Sharers {
  sku: string
  times: number
  products: number[]
}

/** Numbers that more than one variant has. */
function duplicatesOf({ products }: Catalog): Map<string, Sharers> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  for (const { variants } of products)
    for (const { sku } of variants) {
      if (sku === null) continue
      const key = skuKey(sku)
      if (seen.has(key)) repeated.add(key)
      else seen.add(key)
    }
  const owners = new Map<string, Sharers>()
  if (repeated.size === 0) return owners
  for (const [index, product] of products.entries())
    for (const { sku } of product.variants) {
      if (sku === null || !repeated.has(skuKey(sku))) continue
      const known = owners.get(skuKey(sku))
      if (!known) owners.set(skuKey(sku), { sku, times: 1, products: [index] })
      else {
        known.times++
        if (known.products.at(-1) !== index && known.products.length < 10) known.products.push(index)
      }
    }
  return owners
}
