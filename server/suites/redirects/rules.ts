import { defineRules, type Rule } from '../core/rules.ts'

/** Share of the URLs of a kind beyond which their loss is serious, and how many are lost then at the least. */
export const MAX_LOST_OF = {
  product: { share: 0.02, lost: 1 },
  category: { share: 0.1, lost: 2 },
  // A blog that lost most of its posts lost them by one mistake.
  post: { share: 0.5, lost: 3 },
} as const
/** Of all URLs: beyond it the loss is critical. */
export const MAX_LOST = 0.1

interface RedirectRule extends Rule {
  /** What it says of "the new site …". */
  says: string
}

/** `factor` is the share of its own weight that an old URL of a class costs. */
const share = (factor: number) => ({ of: 'the share of all old URLs by weight', factor })
const free = { severity: 'minor', penalty: 0 } as const
const moderate = (factor: number) => ({ severity: 'moderate', penalty: share(factor) }) as const
/** Its address is lost to its visitors. */
const lost = {
  severity: 'moderate',
  penalty: share(1),
  cases: {
    pillar: { when: 'it is the home page or a link of the navigation', severity: 'serious' },
    product: {
      when: `it is a product, and over ${MAX_LOST_OF.product.share * 100} % of the product URLs are lost`,
      severity: 'serious',
    },
    category: {
      when: `it is a category, and ${MAX_LOST_OF.category.lost} or more, and over ${MAX_LOST_OF.category.share * 100} % of the category URLs are lost`,
      severity: 'serious',
    },
    post: {
      when: `it is a post, and ${MAX_LOST_OF.post.lost} or more, and over ${MAX_LOST_OF.post.share * 100} % of the posts are lost`,
      severity: 'serious',
    },
    picture: {
      when: 'it is a picture that a sitemap lists: told, and not charged',
      severity: 'minor',
      penalty: 0,
    },
    widespread: { when: `over ${MAX_LOST * 100} % of all old URLs are lost`, severity: 'critical' },
  },
} as const

/** The classes that are faults. In the order of a report. */
export const TABLE = {
  unredirectable: {
    ...free,
    says: 'cannot redirect it: Shopify reserves the path',
    measures: 'Whether the path is one of those that Shopify keeps for itself.',
    fix: 'Nothing that Shopify offers can redirect it; where it has visitors, redirect it before they reach Shopify (at the CDN or DNS provider).',
    reference: 'https://help.shopify.com/en/manual/online-store/menus-and-links/url-redirect',
  },
  chain: {
    severity: 'minor',
    penalty: share(0.2),
    says: 'leads there by way of more than one redirect',
    measures:
      'The redirects on the way, without those that change host, scheme, market, slash or case alone.',
    fix: 'Redirect the old URL to its last target directly.',
  },
  temporary: {
    ...moderate(0.3),
    says: 'leads there with a temporary redirect',
    measures: 'Whether each redirect is a 301 or 308.',
    fix: 'Make the redirect a permanent one (301).',
  },
  'client-redirect': {
    ...moderate(0.5),
    says: 'leads there by a redirect in the page (meta refresh or script)',
    measures: 'Whether the server redirects, or a page that it answers with.',
    fix: 'Remove the page that redirects by itself, and let the server redirect with 301.',
  },
  'category-fallback': {
    ...moderate(0.5),
    says: 'leads to the list that it was in',
    measures: 'Whether it leads to a collection or a page above the one that took its place.',
    fix: 'Redirect it to the page itself where the new site has it.',
  },
  gone: {
    ...moderate(0.5),
    says: 'answers 410 Gone',
    measures: 'Whether the answer is 410.',
    fix: 'Redirect it to what took its place; 410 is for pages that nothing took the place of.',
  },
  loop: {
    ...lost,
    says: 'redirects in a circle',
    measures: 'Whether redirects come back to where they were, or never end.',
    fix: 'Remove the redirects that lead in a circle, and redirect the old URL to its page directly.',
  },
  dead: {
    ...lost,
    says: 'ends in an error',
    measures: 'Whether its redirects end in a status from 400 on, or in nothing that answers.',
    fix: 'Redirect it to a page that is there.',
  },
  'home-dump': {
    ...lost,
    says: 'leads to the home page, or to one page for everything',
    measures:
      'Whether it leads to the home page, or to one that many others lead to and have nothing to do with.',
    fix: 'Redirect each old URL to the page that took its place; search engines take the home page for "not found".',
  },
  'wrong-target': {
    ...lost,
    says: 'leads to another page',
    measures:
      'Whether the page it leads to is the one that took its place, by catalog, names and words; one that is alike is not, where the new site has a better one.',
    fix: 'Redirect it to the page that took its place.',
  },
  'soft-404': {
    ...lost,
    says: 'answers 200 with a page that says it is not there',
    measures: 'Whether the page calls itself not found, or an address that never was shows the same.',
    fix: 'Answer 404 for what is not there, and redirect the old URL to the page that took its place.',
  },
  missing: {
    ...lost,
    says: 'answers 404',
    measures: 'Whether the answer is 404.',
    fix: 'Redirect it with 301 to the page that took its place.',
  },
  unclear: {
    ...free,
    says: 'leads to a page of which nothing tells whether it took its place',
    measures:
      'Whether names, addresses, words and catalogs speak for or against the page it leads to; where none does it counts neither for nor against.',
    fix: 'Look whether it leads to the right page; tables/redirect-candidates.csv names those that are most like it.',
  },
  throttled: {
    ...free,
    says: 'would not answer',
    measures: 'Whether there was an answer; without one it counts neither for nor against.',
    fix: 'Let our requests pass (Web Bot Auth headers in new_headers), and submit again.',
  },
} as const satisfies Record<string, RedirectRule>

/** The address is right, and search engines are told to leave the page out. */
const keptOut = {
  severity: 'moderate',
  penalty: share(0.5),
  cases: {
    widespread: { when: `over ${MAX_LOST * 100} % of all old URLs lead to such pages`, severity: 'serious' },
  },
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
} as const

/** Beside the class of an address: what its new page says of itself. */
const OF_PAGES = {
  'kept-out': {
    ...keptOut,
    measures:
      'Whether the markup of the new page says noindex, where the original’s does not and the new home page neither.',
    fix: 'Remove the noindex (in Shopify the metafield seo.hidden, or what an app or the theme writes for staging).',
  },
  'canonical-elsewhere': {
    ...keptOut,
    measures:
      'Whether the new page names another address as its canonical one that is no product or collection, or, at a domain of its own, one at myshopify.com, where the original names no other one.',
    fix: 'Let each page name its own address as canonical (canonical_url in the theme).',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  },
} as const satisfies Record<string, Rule>

export type PageFault = keyof typeof OF_PAGES

/** Of these nobody can say whether they are right: they count neither for nor against. */
export const isOpen = (name: RedirectClass): boolean => name === 'throttled' || name === 'unclear'

export type Fault = keyof typeof TABLE
/** Where an old URL ends on the new host: exactly one of these. */
export type RedirectClass = Fault | 'kept' | 'moved'

export const CLASS_NAMES: readonly RedirectClass[] = ['kept', 'moved', ...(Object.keys(TABLE) as Fault[])]

export const isFault = (name: RedirectClass): name is Fault => name !== 'kept' && name !== 'moved'

/** Share of its weight that an old URL of a class costs. */
export function costOf(name: RedirectClass): number {
  const penalty = isFault(name) ? TABLE[name].penalty : 0
  return penalty === 0 ? penalty : penalty.factor
}

/** Of an old URL whose address is lost to its visitors. */
export const isLost = (name: RedirectClass): boolean => costOf(name) === 1

export const rules = defineRules(
  'redirects/old-urls',
  {
    why: 'Visitors, bookmarks and search engines come by the old addresses; what they do not find is gone from the results.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  },
  { ...TABLE, ...OF_PAGES },
)
