/** What each check of the catalog can find. Differences of one cause are one finding, however many products it concerns. */
import type { Severity } from '../../contract.ts'
import { defineRules, type Rule } from '../core/rules.ts'

export interface CatalogRule extends Rule {
  /** `one product …` and `many products …`, without the list that follows; `%` is their number. */
  one: string
  many: string
  /** The case `widespread` applies over this share of what could have been other, and from so many on. */
  over?: { share: number; count: number }
}

/** Shares of the original's words that are still in a description: under `some` it is emptied, under `most` cut, under `nearlyAll` edited. */
export const KEPT = { some: 0.05, most: 0.7, nearlyAll: 0.95 }
/** Descriptions of fewer words are labels. */
export const MIN_WORDS = 8
/** A common factor between prices within these may be a tax. */
export const TAX_FACTOR = { over: 1.02, under: 1.4 }
/** Share of what could be bought, and products, from which on the stock was not moved at all. */
export const STOCK_LOST = { share: 0.5, count: 3 }
/** Of two titles that share less than this, one is not the other's edition. */
export const MIN_EDITED = 0.5

const percent = (share: number) => `${share * 100} %`

/** However large the store, one thing is worth mending. */
const SHARE = { of: 'the share of what could have been other', min: 0.05 }
/** Told, and not charged: it may be meant. */
const FREE = { severity: 'minor', penalty: 0 } as const
const CHEAP = { severity: 'minor', penalty: { ...SHARE, max: 0.2 } } as const
const grade = <const S extends Severity>(severity: S) => ({ severity, penalty: SHARE })
const widespread = (share: number, count: number, severity: Severity) => ({
  over: { share, count },
  cases: { widespread: { when: `over ${percent(share)} of them, and ${count} or more`, severity } },
})

const CSV = 'https://help.shopify.com/en/manual/products/import-export/using-csv'
const VARIANTS = 'https://help.shopify.com/en/manual/products/variants'

const TABLES = {
  presence: {
    lost: {
      ...grade('serious'),
      ...widespread(0.05, 1, 'critical'),
      measures: 'Whether each product has a counterpart, by SKU, barcode, handle, title and picture.',
      one: 'A product of the original is not in the new store',
      many: '% products of the original are not in the new store',
      fix: 'Import them, or publish them on the Online Store channel if they are drafts.',
    },
    merged: {
      ...FREE,
      measures: 'Whether its variants are sold under another product.',
      one: 'A product is sold as a variant of another one now',
      many: '% products are sold as variants of others now',
      fix: 'Nothing to do if that is meant; their old addresses need a redirect.',
    },
    renamed: {
      ...FREE,
      measures: 'Whether the handles of paired products are alike.',
      one: 'A product has another handle',
      many: '% products have other handles',
      fix: 'Nothing to do in the catalog; each old address needs a redirect to the new one.',
    },
  },
  currency: {
    currency: {
      ...grade('serious'),
      measures: 'Whether both shops sell in one currency, where both tell theirs.',
      one: 'The new store sells in another currency',
      many: 'The new store sells in another currency',
      fix: 'Set the store’s currency, or the market of the visitor, to the original’s before prices are compared.',
    },
  },
  price: {
    free: {
      ...grade('serious'),
      measures: 'A price of zero in any variant where each had one, whatever became of the variants.',
      one: 'A product costs nothing in the new store',
      many: '% products cost nothing in the new store',
      fix: 'Import their prices.',
    },
    'out-of-range': {
      ...grade('serious'),
      measures: 'Prices outside of the range of the old variants, where none of those is found again.',
      one: 'The price of a product is outside of the range that its variants had',
      many: 'The prices of % products are outside of the range that their variants had',
      fix: 'Import the variants with their prices; until then the price of the cheapest.',
    },
    flattened: {
      ...grade('serious'),
      measures: 'One price for all variants where there were several.',
      one: 'A variable product lost the prices of its variants: all cost the same now',
      many: '% variable products lost the prices of their variants: all of a product cost the same now',
      fix: 'Import the price of each variant, not the parent’s.',
    },
    scaled: {
      ...grade('serious'),
      measures: 'Prices that are 10, 100 or 1,000 times as high or low.',
      one: 'The price of a product is off by a power of ten',
      many: 'The prices of % products are off by a power of ten',
      fix: 'Look for a decimal separator, or cents taken for whole units, in the import.',
    },
    'reduction-lost': {
      ...grade('serious'),
      measures: 'The regular price of a reduced product as its price.',
      one: 'A product that is reduced is sold at its regular price',
      many: '% products that are reduced are sold at their regular prices',
      fix: 'Import the sale price as price and the regular one as compare-at price.',
    },
    taxed: {
      ...grade('serious'),
      measures: `A factor between ${TAX_FACTOR.over} and ${TAX_FACTOR.under} that most prices which changed have in common.`,
      one: 'The price of a product is another by the same factor as others',
      many: 'The prices of % products are others by the same factor',
      fix: 'Look whether prices were imported with tax on one side and without it on the other.',
    },
    priced: {
      ...grade('serious'),
      measures: 'The price of each variant that is in both shops.',
      one: 'A product has another price',
      many: '% products have other prices',
      fix: 'Set the prices of the original.',
    },
    rounded: {
      ...CHEAP,
      measures: 'Prices that differ by one unit of the smallest coin.',
      one: 'The price of a product differs by the smallest coin',
      many: 'The prices of % products differ by the smallest coin',
      fix: 'Nothing to do if rounding is meant; else import the rounded prices.',
    },
  },
  variants: {
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
    split: {
      ...FREE,
      measures: 'Variants whose SKU is sold under another product.',
      one: 'Variants of a product are products of their own now',
      many: 'Variants of % products are products of their own now',
      fix: 'Nothing to do if that is meant.',
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
    'sku-lost': {
      ...grade('moderate'),
      measures: 'Paired variants without the SKU that they had.',
      one: 'Variants of a product lost their SKUs',
      many: 'Variants of % products lost their SKUs',
      fix: 'Import the SKUs: stock, feeds and orders are kept by them.',
    },
    'sku-changed': {
      ...CHEAP,
      measures: 'Paired variants with another SKU.',
      one: 'Variants of a product have other SKUs',
      many: 'Variants of % products have other SKUs',
      fix: 'Nothing to do if that is meant; else import the original’s SKUs.',
    },
  },
  'compare-at': {
    'compare-at-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: 'Reduced products that keep their price and show no price before it.',
      one: 'A product on sale no longer shows what it cost before',
      many: '% products on sale no longer show what they cost before',
      fix: 'Import the regular price as compare-at price.',
    },
    'compare-at-changed': {
      ...grade('moderate'),
      measures: 'Reduced products that keep their price and show another price before it.',
      one: 'A product on sale shows another price as the one before',
      many: '% products on sale show other prices as those before',
      fix: 'Set the compare-at prices to the original’s regular prices.',
    },
  },
  images: {
    'pictures-gone': {
      ...grade('serious'),
      measures: 'Products that had pictures and have none.',
      one: 'A product has no picture any more',
      many: '% products have no picture any more',
      fix: 'Import their pictures.',
    },
    'pictures-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: 'The number of pictures of each product.',
      one: 'A product has fewer pictures',
      many: '% products have fewer pictures',
      fix: 'Import all pictures of the gallery, not the main one alone.',
    },
  },
  description: {
    'description-emptied': {
      ...grade('moderate'),
      ...widespread(0.05, 2, 'serious'),
      measures: `Descriptions of which nothing, or under ${percent(KEPT.some)} of the words, is left.`,
      one: 'A product lost its description',
      many: '% products lost their descriptions',
      fix: 'Import the descriptions.',
    },
    'description-cut': {
      ...grade('moderate'),
      ...widespread(0.3, 5, 'serious'),
      measures: `Descriptions of ${MIN_WORDS} words and more of which under ${percent(KEPT.most)} of the words are left.`,
      one: `The description of a product lost over ${100 - KEPT.most * 100} % of its words`,
      many: `The descriptions of % products lost over ${100 - KEPT.most * 100} % of their words`,
      fix: 'Import the whole descriptions; parts made by tabs, fields or page builders are left out easily.',
    },
    'description-edited': {
      ...grade('minor'),
      measures: `Descriptions of which ${KEPT.most * 100} to ${percent(KEPT.nearlyAll)} of the words are left.`,
      one: 'The description of a product lost some of its words',
      many: 'The descriptions of % products lost some of their words',
      fix: 'Nothing to do if they were edited.',
    },
    leftovers: {
      ...grade('moderate'),
      ...widespread(0.05, 5, 'serious'),
      measures:
        'Shortcodes, encoded tags and template marks that a reader sees, and did not see on the original.',
      one: 'The description of a product shows code to its readers',
      many: 'The descriptions of % products show code to their readers',
      fix: 'Remove shortcodes, page-builder markup and encoded tags from the descriptions.',
    },
  },
  collections: {
    'collection-emptied': {
      ...grade('serious'),
      measures: 'Collections that are there without any of their products.',
      one: 'A collection is empty in the new store',
      many: '% collections are empty in the new store',
      fix: 'Put their products in, or mend the conditions of an automatic collection.',
    },
    'collection-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: 'Collections without a counterpart, by handle, title and members.',
      one: 'A collection of the original is not in the new store',
      many: '% collections of the original are not in the new store',
      fix: 'Create them, or redirect their addresses to what took their place.',
    },
    'members-lost': {
      ...grade('minor'),
      ...widespread(0.05, 2, 'moderate'),
      measures: 'Products of both shops that are in a collection of the original and not in its counterpart.',
      one: 'A product is missing from a collection it was in',
      many: 'Products are missing from collections they were in, in % cases',
      fix: 'Put them in.',
    },
  },
  title: {
    'title-edited': {
      ...grade('minor'),
      measures: `Titles that share ${percent(MIN_EDITED)} of their words or more.`,
      one: 'A product has a slightly other title',
      many: '% products have slightly other titles',
      fix: 'Nothing to do if that is meant.',
    },
    'title-changed': {
      ...grade('moderate'),
      measures: `Titles that share less than ${percent(MIN_EDITED)} of their words.`,
      one: 'A product has another title',
      many: '% products have other titles',
      fix: 'Set the titles of the original.',
    },
  },
  availability: {
    'sold-out': {
      ...grade('minor'),
      ...widespread(0.1, 3, 'moderate'),
      measures: 'Products that can be bought on the original and in no variant in the new store.',
      one: 'A product that can be bought on the original is sold out in the new store',
      many: '% products that can be bought on the original are sold out in the new store',
      fix: 'Import the stock; without one, let the products be sold without tracking it.',
    },
    'variants-sold-out': {
      ...grade('minor'),
      ...widespread(0.1, 3, 'moderate'),
      measures: 'Variants that can be bought on the original and not in the new store.',
      one: 'Variants of a product that can be bought on the original are sold out in the new store',
      many: 'Variants of % products that can be bought on the original are sold out in the new store',
      fix: 'Import the stock of each variant.',
    },
    'all-sold-out': {
      ...grade('serious'),
      measures: `${percent(STOCK_LOST.share)} of what can be bought on the original, and ${STOCK_LOST.count} products or more, sold out.`,
      one: 'A product that can be bought on the original is sold out in the new store',
      many: 'Half of the store or more is sold out: % products that can be bought on the original',
      fix: 'Import the stock; without one, let the products be sold without tracking it.',
    },
  },
} satisfies Record<string, Record<string, CatalogRule>>

export type CheckName = keyof typeof TABLES
/** What stands behind differences that are alike: a rule of one of the checks. */
export type Cause = { [Name in CheckName]: Extract<keyof (typeof TABLES)[Name], string> }[CheckName]

const ABOUT: Record<CheckName, { why: string; reference: string }> = {
  presence: { why: 'What is not there cannot be sold, and its old address leads nowhere.', reference: CSV },
  currency: {
    why: 'A price in another currency is another price.',
    reference: 'https://schema.org/priceCurrency',
  },
  price: { why: 'A wrong price is sold, or keeps from being sold, before anybody notices.', reference: CSV },
  variants: {
    why: 'Who cannot choose a variant cannot order it; stock, feeds and orders go by its SKU.',
    reference: VARIANTS,
  },
  'compare-at': { why: 'Without the price before it, a reduced price is no offer.', reference: CSV },
  images: {
    why: 'People buy what they see.',
    reference: 'https://help.shopify.com/en/manual/products/product-media',
  },
  description: {
    why: 'The description answers what buyers ask, and is what search engines find a product by.',
    reference: CSV,
  },
  collections: {
    why: 'Collections are how visitors find products without searching.',
    reference: 'https://help.shopify.com/en/manual/products/collections',
  },
  title: { why: 'Products are searched for and recognised by their titles.', reference: CSV },
  availability: {
    why: 'Stock changes from hour to hour; a store without any was not moved.',
    reference: 'https://help.shopify.com/en/manual/products/inventory',
  },
}

/** The rules of one check. */
export const rulesOf = (name: CheckName) =>
  defineRules<Record<string, CatalogRule>>(`catalog/${name}`, ABOUT[name], TABLES[name])

const BY_CAUSE = new Map<string, CatalogRule>(Object.values(TABLES).flatMap(table => Object.entries(table)))

/** What the rules say of a cause. */
export const textOf = (cause: Cause): CatalogRule => BY_CAUSE.get(cause)!
