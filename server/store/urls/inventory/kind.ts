import type { UrlKind } from '../traces/types.ts'

/**
 * What an address is for, as far as it tells by itself; null where it tells nothing. In the ways of Shopify, WooCommerce,
 * Magento, BigCommerce, Squarespace, Wix, PrestaShop and OpenCart.
 */
export function kindOfPath(path: string): UrlKind | null {
  const at = path.search(/[?#]/)
  const pathname = (at < 0 ? path : path.slice(0, at)).toLowerCase().replace(LOCALE_PREFIX, '')
  const query = at < 0 ? '' : path.slice(at).toLowerCase()
  if (/^\/*(index\.(html?|php|aspx?))?$/.test(pathname)) return query === '' ? 'home' : kindOfQuery(query)
  if (/^\/index\.php$/.test(pathname)) return kindOfQuery(query)
  if (FILE.test(pathname)) return 'file'
  for (const [shape, kind] of PATH_KINDS) if (shape.test(pathname)) return kind
  return null
}

/** What the name of a sitemap says of the addresses in it. */
export function kindOfSitemap(file: string): UrlKind | null {
  const { pathname, search } = new URL(file)
  const name = `${pathname.split('/').pop()}${search}`
    .toLowerCase()
    .replace(/^wp-sitemap-(posts|taxonomies)-/, '')
  for (const [shape, kind] of SITEMAP_KINDS) if (shape.test(name)) return kind
  return null
}

const LOCALE_PREFIX = /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|csv|zip|rar|7z|gz|epub|mp3|mp4|m4a|mov|webm|ogg|dwg|step|stl)$/

const PATH_KINDS: readonly (readonly [RegExp, UrlKind])[] = [
  [/^\/(?:collections\/[^/]+\/)?products\/[^/]+\/?$/, 'product'],
  [/^\/(?:product|product-page|produkt|produit|producto|prodotto|p)\/./, 'product'],
  [/^\/(?:shop|store)\/p\/[^/]+\/?$/, 'product'],
  [/^\/collections(?:\/|$)/, 'category'],
  [
    /^\/(?:product-category|product-tag|produkt-kategorie|categorie-produit|categoria-producto|brand|brands)\//,
    'category',
  ],
  [/^\/(?:shop|products|store|catalog)\/?$/, 'category'],
  [/^\/(?:categories|c)\/./, 'category'],
  [/^\/(?:blogs|blog|news|articles|post|posts)\/[^/]+\/./, 'post'],
  [/^\/(?:blog|news|articles|post|posts)\/./, 'post'],
  [/^\/\d{4}\/\d{2}\//, 'post'],
  [/^\/(?:pages|page|policies)\/./, 'page'],
]

const SITEMAP_KINDS: readonly (readonly [RegExp, UrlKind])[] = [
  // Of a WordPress blog; those of a shop have a name of their own.
  [/^category-(sitemap)?\d*\.xml$|^category-\d/, 'page'],
  [/categor|collection|product[_-]?(?:cat|tag|brand)|brand|manufacturer/, 'category'],
  [/product|produkt|produit|producto/, 'product'],
  [/blog|post|article|news/, 'post'],
  [/page|cms/, 'page'],
]

/** Systems that have one file and name the page in a parameter. */
function kindOfQuery(query: string): UrlKind | null {
  if (/[?&](product_id|product|route=product(\/|%2f)product)\b/.test(query)) return 'product'
  if (/[?&](product_cat|category|category_id|cat|route=product(\/|%2f)category)\b/.test(query))
    return 'category'
  return null
}
