/** The shapes of what is seen of a store: plain data that can be saved and judged again. */

/** What a shop sells, in one shape for every platform. */
export interface Catalog {
  platform: Platform
  /** ISO 4217, of all prices that name none of their own; null where the shop does not say it. */
  currency: string | null
  /** `true`: every published product was read. `unknown`: nothing says whether there are more. */
  complete: boolean | 'unknown'
  /** Why it is not `true`, in the reader's words. */
  why?: string
  products: Product[]
  collections: Collection[]
  /** What its source tells of a product at all: what it does not tell is not missing. */
  sees: Sees
}

export type Platform =
  | 'shopify'
  | 'woocommerce'
  | 'magento'
  | 'squarespace'
  | 'bigcommerce'
  | 'wix'
  | 'prestashop'
  /** Read from the markup of its product pages. */
  | 'other'

export interface Sees {
  /** Each variant with its own price, not the cheapest alone. */
  variants: boolean
  compareAt: boolean
  /** All pictures, not the main one alone. */
  images: boolean
  /** The whole description, not an excerpt. */
  description: boolean
  /** Which products each collection holds. */
  collections: boolean
  availability: boolean
  /** Which picture shows which variant. Absent is no. */
  variantPictures?: boolean
}

export interface Product {
  /** Absolute, as the shop itself names it. */
  url: string
  /** Its path and query, which can be asked for on either host. */
  path: string
  /** Last step of the path: Shopify's handle, others' slug. */
  handle: string
  /** Decoded. */
  title: string
  /** What a visitor reads of the description, without markup, bounded. */
  descriptionText: string
  vendor?: string
  type?: string
  /** Handles of `Catalog.collections`. */
  collections: string[]
  images: Picture[]
  /** Without Shopify's "Title: Default Title", which means that there is nothing to choose. */
  options: ProductOption[]
  /** At least one. */
  variants: Variant[]
  /** ISO 4217, where it is not the catalog's. */
  currency?: string
  /** Some of its variants may be unknown. */
  truncated?: boolean
  /** The shop sells it and shows it in no list, such as a part of a bundle or a fee. Absent where nothing tells. */
  hidden?: true
  /** An acceptance names it: it is meant to go. Never read from a shop. */
  mayGo?: true
}

export interface Picture {
  /** Name of the file without size, version and fingerprint: the same on every host. Several may share one. */
  key: string
  alt?: string
}

export interface ProductOption {
  name: string
  values: string[]
}

export interface Variant {
  /** As the shop names it; empty for the only one. */
  title: string
  /** One value for each of the product's options; `''` stands for any. */
  options: string[]
  sku: string | null
  /** 14 digits with a right check digit. */
  gtin: string | null
  /** In minor units of the currency: 1999 is 19.99 USD, 1999 JPY, 1.999 KWD. Null where it is not told. */
  price: number | null
  /** The price before a reduction; null where it is not higher than the price. */
  compareAt: number | null
  available: boolean | null
  /** It is sold ahead of its stock: on backorder, or before it comes out. Absent where nothing tells. */
  ahead?: true
  /** `Picture.key` of the one that shows this variant; absent where it has none of its own. */
  picture?: string
}

export interface Collection {
  handle: string
  title: string
  path: string
  /** Products in it that were read; null where its members are not known. */
  count: number | null
}

/** Where the URLs of the original lead on one host. Whether that is right is for the suite to say. */
export interface UrlTraces {
  /** That was asked, e.g. `https://shop.example`. */
  origin: string
  /** Hosts that are the same place: `origin` and those that its own redirects of host lead to. */
  origins: string[]
  /** Which paths can be redirected at all depends on it; `original` for the original's own traces. */
  platform: 'original' | 'online_store' | 'headless'
  /** Whether there is a catalog of this side as well. */
  withCatalog: boolean
  /** Alike and in the same order on both sides; `traces[i]` is that of `urls[i]`. */
  urls: OldUrl[]
  traces: Trace[]
  /** What traces ended on, each once. */
  pages: LandedPage[]
  /** How the host answers addresses that nobody ever had. */
  notFoundProbes: NotFoundProbe[]
  /**
   * Pages of this host that bear the name of an old address which does not lead to a page yet: read in their place, so
   * that what they show can be compared. By the old address's path; `page` is an index in `pages`.
   */
  counterparts?: { path: string; page: number }[]
  /** Of brands that have a page on the original, each with whether this host shows products of it. */
  brandPages?: BrandPage[]
  /** What some products cost in markets that both hosts name, the same products on both sides. */
  markets?: MarketPrice[]
  /** Pages of this host that a redirect could lead to, beside products: of its sitemap, catalog and links. */
  targets: TargetPage[]
  coverage: Coverage
}

export interface BrandPage {
  /** As the original's catalog names it. */
  brand: string
  /** Of the original. */
  path: string
  /** At Shopify's own page of the brand; null where that would not answer, or is none. */
  has: boolean | null
}

export interface MarketPrice {
  /** Of the original's product. */
  path: string
  /** As pages name it, e.g. `en-gb`. */
  market: string
  /** ISO 4217. */
  currency: string
  /** The least that it can be bought for, in minor units. */
  price: number
}

/**
 * `archive`: a list of what other lists hold as well, by tag, author or day, or a later page of one. `image`: a picture that
 * a sitemap lists.
 */
export type UrlKind = 'home' | 'product' | 'category' | 'post' | 'archive' | 'page' | 'file' | 'image'
/** `list`: the owner's own list of old addresses. */
export type UrlSource = 'page' | 'navigation' | 'link' | 'catalog' | 'sitemap' | 'canonical' | 'list'

export interface OldUrl {
  /** Path and query as the original serves it; asked like this on the new host. */
  path: string
  kind: UrlKind
  /** Addresses that are made alike, e.g. `product /shop/*`. */
  template: string
  /** Where it was found first; navigation before all others. */
  source: UrlSource
  /** Of the owner's list: the path of the page that the original itself leads it to, which is what visitors got there. */
  shows?: string
}

export interface Trace {
  /** Redirects in order, of servers and of pages. */
  hops: Hop[]
  /** `unasked`: throttled, blocked or out of time, so nothing is known. `unreachable`: a redirect into nowhere. */
  end: 'answer' | 'loop' | 'unasked' | 'unreachable'
  /** HTTP status of the last answer, 0 without one. */
  status: number
  /** Index in `pages`, where the end is an answer with something to look at. */
  page?: number
  /** In the reader's words, where there was no answer. */
  why?: string
}

export interface Hop {
  /** Absolute. */
  from: string
  to: string
  /** HTTP status; 200 for redirects that a page makes itself. */
  status: number
  by: 'server' | 'meta' | 'script'
}

export interface LandedPage {
  /** Absolute. */
  url: string
  status: number
  /** Media type, without parameters. */
  type: string
  title: string
  /** As its root names it, e.g. `de-AT`; absent where it does not. */
  language?: string
  /** The first one. */
  heading: string
  /** Absolute, empty where there is none. */
  canonical: string
  /** `markup` ships with the page, `header` is how staging hosts stay out of search engines. */
  noindex: 'markup' | 'header' | null
  /** Shopify's own name of the template, from server-timing, e.g. `product`, `404`. */
  pageType?: string
  /** The markup describes one product: Open Graph or schema.org. */
  product: boolean
  /** Links to products within the main part, 100 at most. */
  productLinks: number
  /** Words of the main part, 5,000 at most. */
  words: number
  /** Of the main part, normalised: equal where the texts are. */
  digest: string
  /** The least hashes of its word triples: the share that two pages have in common estimates how alike they are. */
  sketch: number[]
  /** How the main part begins. */
  opening: string
  /** What it tells beside its words; absent for what is no page, and for one that was not read to its end. */
  facts?: PageFacts
}

/** What a page tells beside its words, and that a move can lose. Texts are '' where there is none. */
export interface PageFacts {
  /** Meta description. */
  description: string
  /** Of the product that it is about; null where nobody has reviewed it, or where it tells nothing of it. */
  reviews: Reviews | null
  /** Of an article, the day: `2024-03-31`. */
  published: string
  author: string
  /** What stands in the places of author and date. */
  byline: string
  /** Languages and markets of its alternates (hreflang), e.g. `en-ca`. */
  languages: string[]
  /**
   * `youtube:ID`, `vimeo:ID`, `file:NAME` for those of its own, and `loop:NAME` for those of them that play by themselves,
   * without sound and without end, as behind a page. The name is that of the file, '' where it is not told.
   */
  videos: string[]
  /** Of tables and lists of terms in the main part, each as one text: `Weight 0.4 kg`. */
  rows: string[]
  /** Of a page of the original: documents that its main part links to, as it names them. Absent where there is none. */
  files?: string[]
  /** What a template asks to be filled in, such as `[INSERT RETURN ADDRESS]`. Absent where there is none. */
  unfilled?: string
  /** Of a product page of the new store, measures with the words before them: `Capacity 1.5 l`. Absent where there is none. */
  measures?: string[]
  /** Of a product page of the original: what stands in tabs, accordions and blocks. Absent where there is none. */
  sections?: PageSection[]
  /** Of a product page, all words that it holds: see lib/word-set.ts. Absent of one too long to be read to its end. */
  vocabulary?: string
}

/** What a product page says below a heading of its own, outside of tables: its beginning. */
export interface PageSection {
  title: string
  text: string
}

export interface Reviews {
  /** The mean, of 5. */
  value: number | null
  count: number | null
  /** `markup`: told to machines as well; `script`: an app writes them into the page later, so that nothing is known. */
  by: 'markup' | 'text' | 'script'
}

/** An address like the old ones of a template that never existed. Where it answers 200, a 200 there means nothing. */
export interface NotFoundProbe {
  template: string
  path: string
  trace: Trace
}

export interface TargetPage {
  path: string
  kind: UrlKind
  /** As its catalog, its link or the page itself names it; empty where only the address is known. */
  title: string
  /** Index in `pages`, where it was looked at. */
  page?: number
}

export interface Coverage {
  /** Addresses found on the original, variants in slash and case folded. A lower bound where `capped`. */
  found: number
  capped: boolean
  /** That count: the original answers them with 200 and lets them be indexed. */
  asked: number
  /** Looked at on the original and left out, by reason. */
  dropped: Record<string, number>
  /** That the original would not answer, so that nobody knows whether they count. */
  unknown: number
  /** The time for the stores ended before all were asked that the budget allows. */
  outOfTime: boolean
  /** Per template, what was found and what was asked. */
  templates: { template: string; found: number; asked: number }[]
  /** What was cut or could not be read, in the reader's words. */
  limits: string[]
  /** Why nothing that lists the original's addresses could be read, where that is so. */
  unlisted?: string
}
