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

/**
 * Shares of the original's words that are still in a description: under `some` it is emptied, under `most` cut, under `nearlyAll`
 * edited; from `shown` on of the telling words that it lacks the page says them in another field.
 * What `shared` of the product pages say is the shop's, where there are so many pages as `pages`.
 */
export const KEPT = { some: 0.05, most: 0.7, nearlyAll: 0.95, shown: 0.9, shared: 0.5, pages: 3 }
/** Descriptions of fewer words are labels. */
export const MIN_WORDS = 8
/** A common factor between prices within these may be a tax. */
export const TAX_FACTOR = { over: 1.02, under: 1.4 }
/** Share of a product's variants that could be bought, the same of all products together, and the number of products, from which on the stock was not moved at all. */
export const STOCK_LOST = { share: 0.5, count: 3 }
/** Of two titles that share less than this, one is not the other's edition. */
export const MIN_EDITED = 0.5

/** Of reviews: the share that must be left, and by how much their mean may differ. */
export const REVIEWS = { kept: 0.9, value: 0.3 }
/** Share of the words of a title or description that must be left; words that make a description; words by which an excerpt is known. */
export const SEARCH_TEXTS = { kept: 0.6, minWords: 4, excerptWords: 6 }
/** Posts of fewer words are notices; under that share of its words a post is cut. Comments and sidebars are counted along. */
export const POSTS = { minWords: 100, kept: 0.25 }
/** Under so many words nothing is told; policies of so many are whole texts, of which that share must be left. */
export const POLICIES = { minTold: 20, minWords: 100, kept: 0.3 }
/** Rows that make a table; the share of the words of a row that must be said; the share of rows beyond which the table is lost. */
export const SPECIFICATIONS = { minRows: 3, row: 0.7, lost: 0.5 }
/**
 * Of tabs and blocks: telling words (of four letters and more, or with digits) that make one; the share of them that must be
 * said on the new page; the share of all product pages beyond which a text is the shop's.
 */
export const DETAILS = { minWords: 4, kept: 0.6, shared: 0.5 }
/** Two prices of a market within this are one: rates of exchange change from day to day. */
export const MARKET_PRICES = { near: 0.03 }
/** Products of a collection from which on it is one to browse, and the share of them beyond which most are gone. */
export const HALVED = { members: 4, lost: 0.5 }
/** Before the path of a lost product: the key by which its going is accepted. */
export const LOST_KEY = 'catalog/lost:'

const percent = (share: number) => `${share * 100} %`

/** However large the store, one thing is worth mending. */
const SHARE = { of: 'the share of what could have been other', min: 0.05 }
/** Told, and not charged: it may be meant. */
const FREE = { severity: 'minor', penalty: 0 } as const
const CHEAP = { severity: 'minor', penalty: { ...SHARE, max: 0.2 } } as const
const grade = <const S extends Severity>(severity: S) => ({ severity, penalty: SHARE })
const widespread = (share: number, count: number, severity: Severity) => ({
  over: { share, count },
  cases: {
    widespread: {
      when: `${share > 0 ? `over ${percent(share)} of them, and ` : ''}${count} or more`,
      severity,
    },
  },
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
      fix: `Import them, or publish them on the Online Store channel if they are drafts. One that is meant to go can be accepted by its own key, ${LOST_KEY}/path/of/the/product.`,
    },
    'hidden-lost': {
      ...FREE,
      measures:
        'The same of products that the original shows in no list (WooCommerce: catalog visibility hidden).',
      one: 'A product that the original shows in no list is not in the new store',
      many: '% products that the original shows in no list are not in the new store',
      fix: 'Nothing to do for parts of bundles, gifts and fees; import those that are sold by a direct link.',
    },
    unfinished: {
      ...grade('moderate'),
      measures:
        'Products of the new store alone that are called drafts, tests or copies, or that cost nothing.',
      one: 'A product that looks like a draft is public in the new store',
      many: '% products that look like drafts are public in the new store',
      fix: 'Set them to draft, or take them from the Online Store channel.',
    },
    extra: {
      ...FREE,
      measures: 'Products of the new store without a counterpart on the original.',
      one: 'A product is in the new store alone',
      many: '% products are in the new store alone',
      fix: 'Nothing to do if they are new; look whether drafts and private products of the original are among them.',
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
      measures:
        'A price of zero or less in a variant whose own was higher, or that none of the old ones explains, in whatever currency.',
      one: 'A product costs nothing in the new store',
      many: '% products cost nothing in the new store',
      fix: 'Import their prices.',
    },
    'out-of-range': {
      ...grade('serious'),
      measures:
        'Prices outside of the range of the old variants where none of those is found again; of a variant that was added, over ten times as high or low.',
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
    'pictures-exchanged': {
      ...grade('serious'),
      measures:
        'Products whose first picture is, by the name of its file, one that another product alone had, and that show none of their own; or that have a picture first which another product has first as well, and which bears the name of that one, where each had its own.',
      one: 'A product shows the picture of another one',
      many: '% products show the pictures of others',
      fix: 'Assign to each product its own pictures (in a CSV file, look whether the column slipped by a row): as it is, who orders one gets another.',
    },
    'variant-pictures-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures:
        'Variants that had a picture of their own and have none, where variants of the product had several.',
      one: 'A product no longer shows its variants: choosing one leaves the picture as it is',
      many: '% products no longer show their variants: choosing one leaves the picture as it is',
      fix: 'Assign its picture to each variant (in a CSV file the column Variant Image).',
    },
    'variant-pictures-swapped': {
      ...grade('moderate'),
      ...widespread(0.05, 3, 'serious'),
      measures: 'Variants that are shown by the picture of another one.',
      one: 'A product shows other variants than those that are chosen',
      many: '% products show other variants than those that are chosen',
      fix: 'Assign to each variant the picture that it had.',
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
    'description-rewritten': {
      ...grade('moderate'),
      measures: `Descriptions of ${MIN_WORDS} words and more of which under ${percent(KEPT.most)} of the words are left, and which are about as long as they were.`,
      one: 'The description of a product was written anew',
      many: 'The descriptions of % products were written anew',
      fix: 'Nothing to do if that is meant; else import the descriptions of the original.',
    },
    'description-exchanged': {
      ...grade('serious'),
      measures: `Descriptions of ${MIN_WORDS} words and more that are word for word those of another product, of the original or, where that was edited, of the new store.`,
      one: 'A product has the description of another one',
      many: '% products have the descriptions of others',
      fix: 'Import each product with its own description (in a CSV file, look whether the column slipped by a row).',
    },
    'description-edited': {
      ...grade('minor'),
      measures: `Descriptions of which ${KEPT.most * 100} to ${percent(KEPT.nearlyAll)} of the words are left.`,
      one: 'The description of a product lost some of its words',
      many: 'The descriptions of % products lost some of their words',
      fix: 'Nothing to do if they were edited.',
    },
    'description-elsewhere': {
      ...FREE,
      measures: `Descriptions that lack words of which ${percent(KEPT.shown)} (of those of four letters and more, or with digits, at least ${MIN_WORDS}) stand on the product’s page. Not those that over ${percent(KEPT.shared)} of the new product pages say.`,
      one: 'A part of a product’s description is another field of its page now',
      many: 'Parts of the descriptions of % products are other fields of their pages now',
      fix: 'Nothing to do; look whether feeds and search need the whole text in the description.',
    },
    'description-garbled': {
      ...grade('moderate'),
      ...widespread(0, 3, 'serious'),
      measures: 'Descriptions with characters that were read in the wrong encoding, such as Ã© for é.',
      one: 'The description of a product is garbled',
      many: 'The descriptions of % products are garbled',
      fix: 'Save the file of the import as UTF-8, and import it again.',
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
    'collection-halved': {
      ...grade('serious'),
      measures: `Collections of ${HALVED.members} products or more, of those that are in both shops, of which over ${percent(HALVED.lost)} are missing from their counterparts.`,
      one: 'A collection lost most of its products',
      many: '% collections lost most of their products',
      fix: 'Put the products in, or mend the conditions of an automatic collection.',
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
      ...widespread(0.3, 5, 'serious'),
      measures: `Titles that share less than ${percent(MIN_EDITED)} of their words, and lack some of the original’s.`,
      one: 'A product has another title',
      many: '% products have other titles',
      fix: 'Set the titles of the original.',
    },
    'title-garbled': {
      ...grade('serious'),
      measures: 'Titles with characters that were read in the wrong encoding, such as Ã© for é.',
      one: 'The title of a product is garbled',
      many: 'The titles of % products are garbled',
      fix: 'Save the file of the import as UTF-8, and import it again.',
    },
    'title-translated': {
      ...grade('moderate'),
      measures: 'The same where the pages or descriptions of the new store are in another language.',
      one: 'A product has a title in another language',
      many: '% products have titles in another language',
      fix: 'Make the language of the original the store’s main one, if it is not meant to be another.',
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
    'not-ahead': {
      ...grade('serious'),
      measures:
        'Products that the original sells on backorder or before they come out, in all that can be bought of them, and that are sold out in the new store.',
      why: 'What is sold ahead of its stock cannot have run out: nobody can order it any more.',
      one: 'A product that is sold on backorder or in advance is sold out in the new store',
      many: '% products that are sold on backorder or in advance are sold out in the new store',
      fix: 'Let them be sold when out of stock (in a CSV file the column Variant Inventory Policy: continue).',
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
      measures: `${STOCK_LOST.count} products or more that can be bought on the original are sold out, or ${percent(STOCK_LOST.share)} of their variants that could be bought, and together that is ${percent(STOCK_LOST.share)} of what can be bought there: a product counts by the share that it lost.`,
      one: 'A product that can be bought on the original is sold out in the new store',
      many: 'Half of the store or more is sold out: % products that can be bought on the original, or half of their variants',
      fix: 'Import the stock, of each variant; without one, let the products be sold without tracking it.',
    },
  },
  'search-texts': {
    'search-title-lost': {
      ...grade('moderate'),
      ...widespread(0.3, 5, 'serious'),
      measures: `Titles of pages of which under ${percent(SEARCH_TEXTS.kept)} of the words are left, without what all titles of the site have; those that a theme makes of a name do not count.`,
      one: 'A page lost the title that was written for search engines',
      many: '% pages lost the titles that were written for search engines',
      fix: 'Import the SEO titles (title tags): in a CSV file of products the column SEO Title, else the metafield global.title_tag.',
    },
    'search-description-lost': {
      ...grade('moderate'),
      measures:
        'Pages that had a meta description of their own and have none, or one that many pages have, such as that of the home page.',
      one: 'A page lost its meta description',
      many: '% pages lost their meta descriptions',
      fix: 'Import the SEO descriptions: in a CSV file of products the column SEO Description, else the metafield global.description_tag.',
    },
    'search-description-replaced': {
      ...CHEAP,
      measures: `Meta descriptions that are no beginning of the page’s own text, and share under ${percent(SEARCH_TEXTS.kept)} of their words with the new ones.`,
      one: 'A page has another meta description than the one that was written for it',
      many: '% pages have other meta descriptions than those that were written for them',
      fix: 'Import the SEO descriptions; without them a theme shows the beginning of the text.',
    },
  },
  reviews: {
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
  policies: {
    'policy-lost': {
      ...grade('serious'),
      measures:
        'Whether privacy policy, terms, refund policy and legal notice of the original are among the pages, links and sitemaps of the new store, and at the addresses that Shopify gives them.',
      one: 'A policy of the original is not in the new store',
      many: '% policies of the original are not in the new store',
      fix: 'Write it under Settings, Policies, or as a page, and link it in the footer.',
    },
    'shipping-policy-lost': {
      ...grade('moderate'),
      measures: 'The same of the shipping policy.',
      one: 'What the original says of shipping is not in the new store',
      many: 'What the original says of shipping is not in the new store',
      fix: 'Write it under Settings, Policies, or as a page, and link it in the footer.',
    },
    'cookie-policy-lost': {
      ...grade('moderate'),
      measures: 'The same of what is said of cookies.',
      one: 'What the original says of cookies is not in the new store',
      many: 'What the original says of cookies is not in the new store',
      fix: 'Write it as a page, or into the privacy policy, and link it in the footer.',
    },
    'policy-unfilled': {
      ...grade('serious'),
      measures:
        'Policies with what a template asks to be filled in, such as [INSERT RETURN ADDRESS], where the original’s have none.',
      one: 'A policy is a template that nobody has filled in',
      many: '% policies are templates that nobody has filled in',
      fix: 'Write it as the original has it, under Settings, Policies: a buyer may hold the shop to what stands there.',
    },
    'policy-cut': {
      ...grade('moderate'),
      measures: `Policies of ${POLICIES.minWords} words and more of which under ${percent(POLICIES.kept)} of the words are left.`,
      one: 'A policy lost most of its text',
      many: '% policies lost most of their text',
      fix: 'Import their whole text.',
    },
  },
  posts: {
    'post-cut': {
      ...grade('moderate'),
      ...widespread(0.05, 2, 'serious'),
      measures: `Posts of ${POSTS.minWords} words and more of which under ${percent(POSTS.kept)} of the words are left.`,
      one: 'A post lost most of its text',
      many: '% posts lost most of their text',
      fix: 'Import the whole text of the posts, not the excerpt.',
    },
    'date-changed': {
      ...grade('moderate'),
      measures: 'The day on which a post says that it was published, give or take one.',
      one: 'A post has another date',
      many: '% posts have other dates',
      fix: 'Set the date of publication of each post; an import takes the day on which it runs.',
    },
    'date-lost': {
      ...CHEAP,
      measures: 'Posts that no longer say when they were published.',
      one: 'A post no longer says when it was published',
      many: '% posts no longer say when they were published',
      fix: 'Show the date in the theme’s blog post template, where that is not meant.',
    },
    'author-changed': {
      ...grade('moderate'),
      measures: 'The author that a post names.',
      one: 'A post names another author',
      many: '% posts name other authors',
      fix: 'Set the author of each post; an import takes the account that runs it.',
    },
    'author-lost': {
      ...CHEAP,
      measures: 'Posts that no longer name their author.',
      one: 'A post no longer names its author',
      many: '% posts no longer name their authors',
      fix: 'Show the author in the theme’s blog post template, where that is not meant.',
    },
  },
  languages: {
    'language-lost': {
      ...grade('serious'),
      measures:
        'Languages and markets that half of the pages name as alternates (hreflang), and under half of those now.',
      one: 'Pages no longer name a language or market that they were in',
      many: 'Pages no longer name % languages or markets that they were in',
      fix: 'Publish the languages and markets; a theme then names them by itself.',
    },
  },
  vendor: {
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
  'brand-pages': {
    'brand-page-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures:
        'Brands that have a page on the original, and in the new store neither a page or collection of their name nor products at /collections/vendors?q=….',
      one: 'A brand that has a page on the original has none in the new store',
      many: '% brands that have pages on the original have none in the new store',
      fix: 'Import the brands as vendors, or make a collection of each; the old addresses need a redirect to it.',
    },
  },
  'market-prices': {
    'market-currency': {
      ...grade('serious'),
      measures:
        'The currency in which the page of a market (hreflang with a country) offers a product, on both sites.',
      one: 'A market is sold to in another currency',
      many: 'In % cases a market is sold to in another currency',
      fix: 'Set the currency of the market under Settings, Markets.',
    },
    'market-price': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: `The least price of a product in a market, where it is the same in the main one: more than ${percent(MARKET_PRICES.near)} apart.`,
      one: 'A product has another price in a market',
      many: 'Products have other prices in markets, in % cases',
      fix: 'Import the prices of the market (a catalog with fixed prices, or the adjustment in percent); without them the main prices are converted.',
    },
    'market-rate': {
      ...FREE,
      measures: `Prices in a market that differ by up to ${percent(MARKET_PRICES.near)}.`,
      one: 'A price in a market differs by little, as rates of exchange do',
      many: '% prices in markets differ by little, as rates of exchange do',
      fix: 'Nothing to do where prices are converted; else import the prices of the market.',
    },
  },
  details: {
    'details-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: `Tabs, accordions and blocks below a heading such as “Care” on product pages, of whose telling words under ${percent(DETAILS.kept)} are said on the new page. Not those of shipping, reviews and questions, nor what over ${percent(DETAILS.shared)} of the pages say alike, nor what the description says.`,
      one: 'A product lost what its tabs or blocks said of it',
      many: '% products lost what their tabs or blocks said of them',
      fix: 'Import the texts as metafields and show those in the product template: they are part of no product export.',
    },
  },
  specifications: {
    'specification-changed': {
      ...grade('moderate'),
      ...widespread(0, 3, 'serious'),
      measures:
        'Measures (a number with a unit such as kg, mm or V) in rows of tables and lists of the original, of which the new page has another one behind the same words, once, and the original’s nowhere.',
      one: 'A specification of a product says another measure',
      many: '% specifications of products say other measures',
      fix: 'Set what the original says (in a spreadsheet, look whether the column slipped by a row).',
    },
    'specifications-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: `Tables and lists of terms of ${SPECIFICATIONS.minRows} rows and more on product pages, of which over ${percent(SPECIFICATIONS.lost)} of the rows are said nowhere on the new page.`,
      one: 'A product lost its specifications',
      many: '% products lost their specifications',
      fix: 'Import them as metafields and show those in the product template; size charts and care instructions likewise.',
    },
  },
  videos: {
    'videos-lost': {
      ...grade('moderate'),
      measures:
        'Videos on the pages of products: players of YouTube and Vimeo by their number, and those of the page’s own.',
      one: 'The page of a product has fewer videos',
      many: 'The pages of % products have fewer videos',
      fix: 'Add the videos to the media of the products.',
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
  'search-texts': {
    why: 'Title and description are what people read of a page in search results before they come.',
    reference: 'https://help.shopify.com/en/manual/promoting-marketing/seo/adding-keywords',
  },
  reviews: {
    why: 'Buyers trust buyers; reviews that are lost cannot be written again.',
    reference: 'https://schema.org/AggregateRating',
  },
  policies: {
    why: 'Law and payment providers ask for them, and buyers look for them before they pay.',
    reference: 'https://help.shopify.com/en/manual/checkout-settings/refund-privacy-tos',
  },
  posts: {
    why: 'Day and author tell readers and search engines what a text is worth.',
    reference: 'https://schema.org/BlogPosting',
  },
  languages: {
    why: 'Visitors are sent to the page in their language and currency by what pages name as alternates.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  },
  vendor: {
    why: 'Brands are searched for and filtered by.',
    reference: CSV,
  },
  'brand-pages': {
    why: 'Buyers of a brand come by its page, and search engines list it.',
    reference: 'https://help.shopify.com/en/manual/products/details/product-vendor',
  },
  'market-prices': {
    why: 'A price of another country is sold, or keeps from being sold, before anybody at home notices.',
    reference: 'https://help.shopify.com/en/manual/international/pricing',
  },
  details: {
    why: 'How to wash it, what is in it and which size fits decide whether it is bought, and whether it is sent back.',
    reference: 'https://help.shopify.com/en/manual/custom-data/metafields',
  },
  specifications: {
    why: 'Materials, care and sizes decide whether it is bought, and whether it is sent back.',
    reference: 'https://help.shopify.com/en/manual/custom-data/metafields',
  },
  videos: {
    why: 'A video shows what a picture cannot.',
    reference: 'https://help.shopify.com/en/manual/products/product-media',
  },
}

/** The rules of one check. */
export const rulesOf = (name: CheckName) =>
  defineRules<Record<string, CatalogRule>>(`catalog/${name}`, ABOUT[name], TABLES[name])

const BY_CAUSE = new Map<string, CatalogRule>(Object.values(TABLES).flatMap(table => Object.entries(table)))

/** What the rules say of a cause. */
export const textOf = (cause: Cause): CatalogRule => BY_CAUSE.get(cause)!
