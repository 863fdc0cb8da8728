import type { Severity } from '../../contract.ts'

/** What stands behind differences that are alike: one finding each, however many products it concerns. */
export interface CauseText {
  severity: Severity
  /** Over this share of what could have been other, and at least so many, it is graver. */
  graver?: { share: number; least: number; severity: Severity }
  /** Of the check's weight at most; 0 is information. Without it all of it. */
  most?: number
  /** `one product …` and `many products …`, without the list that follows. */
  one: string
  many: string
  fix: string
}

export type Cause = keyof typeof CAUSES

export const CAUSES = {
  lost: {
    severity: 'serious',
    graver: { share: 0.05, least: 1, severity: 'critical' },
    one: 'A product of the original is not in the new store',
    many: '% products of the original are not in the new store',
    fix: 'Import them, or publish them on the Online Store channel if they are drafts.',
  },
  merged: {
    severity: 'minor',
    most: 0,
    one: 'A product is sold as a variant of another one now',
    many: '% products are sold as variants of others now',
    fix: 'Nothing to do if that is meant; their old addresses need a redirect.',
  },
  renamed: {
    severity: 'minor',
    most: 0,
    one: 'A product has another handle',
    many: '% products have other handles',
    fix: 'Nothing to do in the catalog; each old address needs a redirect to the new one.',
  },
  currency: {
    severity: 'serious',
    one: 'The new store sells in another currency',
    many: 'The new store sells in another currency',
    fix: 'Set the store’s currency, or the market of the visitor, to the original’s before prices are compared.',
  },
  free: {
    severity: 'serious',
    one: 'A product costs nothing in the new store',
    many: '% products cost nothing in the new store',
    fix: 'Import their prices.',
  },
  flattened: {
    severity: 'serious',
    one: 'A variable product lost the prices of its variants: all cost the same now',
    many: '% variable products lost the prices of their variants: all of a product cost the same now',
    fix: 'Import the price of each variant, not the parent’s.',
  },
  scaled: {
    severity: 'serious',
    one: 'The price of a product is off by a power of ten',
    many: 'The prices of % products are off by a power of ten',
    fix: 'Look for a decimal separator, or cents taken for whole units, in the import.',
  },
  reductionLost: {
    severity: 'serious',
    one: 'A product that is reduced is sold at its regular price',
    many: '% products that are reduced are sold at their regular prices',
    fix: 'Import the sale price as price and the regular one as compare-at price.',
  },
  taxed: {
    severity: 'serious',
    one: 'The price of a product is another by the same factor as others',
    many: 'The prices of % products are others by the same factor',
    fix: 'Look whether prices were imported with tax on one side and without it on the other.',
  },
  priced: {
    severity: 'serious',
    one: 'A product has another price',
    many: '% products have other prices',
    fix: 'Set the prices of the original.',
  },
  rounded: {
    severity: 'minor',
    most: 0.2,
    one: 'The price of a product differs by the smallest coin',
    many: 'The prices of % products differ by the smallest coin',
    fix: 'Nothing to do if rounding is meant; else import the rounded prices.',
  },
  collapsed: {
    severity: 'serious',
    one: 'A variable product has nothing to choose any more',
    many: '% variable products have nothing to choose any more',
    fix: 'Import their options and variants, not the parent alone.',
  },
  variantsLost: {
    severity: 'serious',
    one: 'A product lost variants',
    many: '% products lost variants',
    fix: 'Import the missing variants; look for options beyond the third and for limits of the import.',
  },
  swapped: {
    severity: 'serious',
    one: 'The SKUs and prices of a product’s variants belong to other choices now',
    many: 'In % products SKUs and prices of variants belong to other choices now',
    fix: 'Import each choice with its own SKU and price; as it is, who orders one gets another.',
  },
  split: {
    severity: 'minor',
    most: 0,
    one: 'Variants of a product are products of their own now',
    many: 'Variants of % products are products of their own now',
    fix: 'Nothing to do if that is meant.',
  },
  skuDuplicate: {
    severity: 'moderate',
    one: 'A SKU that was one variant’s belongs to several variants of the new store',
    many: '% SKUs that were one variant’s each belong to several variants of the new store',
    fix: 'Give each variant its own SKU: stock and orders are kept by it.',
  },
  skuDuplicateKept: {
    severity: 'moderate',
    one: 'A SKU belongs to several variants',
    many: '% SKUs belong to several variants each',
    fix: 'Give each variant its own SKU: stock and orders are kept by it.',
  },
  skuLost: {
    severity: 'moderate',
    one: 'Variants of a product lost their SKUs',
    many: 'Variants of % products lost their SKUs',
    fix: 'Import the SKUs: stock, feeds and orders are kept by them.',
  },
  skuChanged: {
    severity: 'minor',
    most: 0.2,
    one: 'Variants of a product have other SKUs',
    many: 'Variants of % products have other SKUs',
    fix: 'Nothing to do if that is meant; else import the original’s SKUs.',
  },
  compareAtLost: {
    severity: 'moderate',
    graver: { share: 0.5, least: 3, severity: 'serious' },
    one: 'A product on sale no longer shows what it cost before',
    many: '% products on sale no longer show what they cost before',
    fix: 'Import the regular price as compare-at price.',
  },
  compareAtChanged: {
    severity: 'moderate',
    one: 'A product on sale shows another price as the one before',
    many: '% products on sale show other prices as those before',
    fix: 'Set the compare-at prices to the original’s regular prices.',
  },
  picturesGone: {
    severity: 'serious',
    one: 'A product has no picture any more',
    many: '% products have no picture any more',
    fix: 'Import their pictures.',
  },
  picturesLost: {
    severity: 'moderate',
    graver: { share: 0.5, least: 5, severity: 'serious' },
    one: 'A product has fewer pictures',
    many: '% products have fewer pictures',
    fix: 'Import all pictures of the gallery, not the main one alone.',
  },
  descriptionEmptied: {
    severity: 'moderate',
    graver: { share: 0.05, least: 2, severity: 'serious' },
    one: 'A product lost its description',
    many: '% products lost their descriptions',
    fix: 'Import the descriptions.',
  },
  descriptionCut: {
    severity: 'moderate',
    graver: { share: 0.3, least: 5, severity: 'serious' },
    one: 'The description of a product lost over 30 % of its words',
    many: 'The descriptions of % products lost over 30 % of their words',
    fix: 'Import the whole descriptions; parts made by tabs, fields or page builders are left out easily.',
  },
  descriptionEdited: {
    severity: 'minor',
    one: 'The description of a product lost some of its words',
    many: 'The descriptions of % products lost some of their words',
    fix: 'Nothing to do if they were edited.',
  },
  leftovers: {
    severity: 'moderate',
    graver: { share: 0.05, least: 5, severity: 'serious' },
    one: 'The description of a product shows code to its readers',
    many: 'The descriptions of % products show code to their readers',
    fix: 'Remove shortcodes, page-builder markup and encoded tags from the descriptions.',
  },
  collectionEmptied: {
    severity: 'serious',
    one: 'A collection is empty in the new store',
    many: '% collections are empty in the new store',
    fix: 'Put their products in, or mend the conditions of an automatic collection.',
  },
  collectionLost: {
    severity: 'moderate',
    graver: { share: 0.5, least: 3, severity: 'serious' },
    one: 'A collection of the original is not in the new store',
    many: '% collections of the original are not in the new store',
    fix: 'Create them, or redirect their addresses to what took their place.',
  },
  membersLost: {
    severity: 'minor',
    graver: { share: 0.05, least: 2, severity: 'moderate' },
    one: 'A product is missing from a collection it was in',
    many: 'Products are missing from collections they were in, in % cases',
    fix: 'Put them in.',
  },
  titleEdited: {
    severity: 'minor',
    one: 'A product has a slightly other title',
    many: '% products have slightly other titles',
    fix: 'Nothing to do if that is meant.',
  },
  titleChanged: {
    severity: 'moderate',
    one: 'A product has another title',
    many: '% products have other titles',
    fix: 'Set the titles of the original.',
  },
  soldOut: {
    severity: 'minor',
    graver: { share: 0.1, least: 3, severity: 'moderate' },
    one: 'A product that can be bought on the original is sold out in the new store',
    many: '% products that can be bought on the original are sold out in the new store',
    fix: 'Import the stock; without one, let the products be sold without tracking it.',
  },
  variantsSoldOut: {
    severity: 'minor',
    graver: { share: 0.1, least: 3, severity: 'moderate' },
    one: 'Variants of a product that can be bought on the original are sold out in the new store',
    many: 'Variants of % products that can be bought on the original are sold out in the new store',
    fix: 'Import the stock of each variant.',
  },
  allSoldOut: {
    severity: 'serious',
    one: 'A product that can be bought on the original is sold out in the new store',
    many: 'Half of the store or more is sold out: % products that can be bought on the original',
    fix: 'Import the stock; without one, let the products be sold without tracking it.',
  },
} as const satisfies Record<string, CauseText>
