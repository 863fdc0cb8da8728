/** The pages of a shop as a visitor reads them: the same words on every platform, other addresses and marks. */
import type { Good, Goods, Group, Text } from './goods.ts'

/** How a platform names its places. */
export interface Shopfront {
  /** Origin of canonical addresses. */
  origin: string
  /** Paths. */
  home: string
  group(slug: string): string
  product(slug: string): string
  page(slug: string): string
  post(slug: string): string
  picture(file: string): string
  cart: string
  /** The platform's own marks, for the end of `head`. */
  head: string
  /** schema.org Product in the product pages. */
  jsonLd: boolean
  policy(slug: string): string
  /** Between the name of a page and that of the shop. */
  separator?: string
  /** How it shows reviews, and who wrote a post when. */
  reviews?(reviews: NonNullable<Good['reviews']>): string
  byline?(author: string, date: string): string
  specifications?(rows: [string, string][]): string
  /** A tab beside the description. */
  section?(title: string, text: string): string
}

export interface PageParts {
  title: string
  description: string
  /** Path. */
  canonical: string
  /** Markup. */
  main: string
  head?: string
}

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, letter => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!)

export function money(minor: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    formats.set(currency, format)
  }
  return format.format(minor / 100)
}

/** Dear to make, and needed for each price of each page. */
const formats = new Map<string, Intl.NumberFormat>()

export function layout(
  goods: Goods,
  front: Shopfront,
  { title, description, canonical, main, head = '' }: PageParts,
) {
  const link = (href: string, text: string) => `<li><a href="${escaped(href)}">${escaped(text)}</a></li>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
${[...(goods.languages ?? []), ...(goods.markets ?? []).map(({ code }) => code)].map(language => `<link rel="alternate" hreflang="${language}" href="${escaped(`${front.origin}/${language}${canonical.replace(MARKET, '')}`)}">`).join('\n')}
<link rel="canonical" href="${escaped(front.origin + canonical)}">
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}${front.head}
</head>
<body>
<header><a class="logo" href="${front.home}">${escaped(goods.name)}</a>
<nav aria-label="Main"><ul>${goods.groups
    .slice(0, 5)
    .map(group => link(front.group(group.slug), group.title))
    .join('')}${link(front.page('about'), 'About us')}${link(front.cart, 'Cart')}</ul></nav></header>
<main>
${main}
</main>
<footer><nav aria-label="Service"><ul>${goods.pages.map(page => link(front.page(page.slug), page.title)).join('')}${goods.posts
    .map(post => link(front.post(post.slug), post.title))
    .join(
      '',
    )}${(goods.policies ?? []).map(policy => link(front.policy(policy.slug), policy.title)).join('')}</ul></nav><p>${escaped(goods.name)} makes clothes that last.</p></footer>
</body>
</html>
`
}

/** Of a page within a market. */
const MARKET = /^\/[a-z]{2}-[a-z]{2}(?=\/)/

export function homePage(goods: Goods, front: Shopfront): string {
  return layout(goods, front, {
    title: `${goods.name} | Clothes that last`,
    description: `${goods.name} makes clothes that last, from linen, wool and cotton.`,
    canonical: front.home,
    main: `<h1>Clothes that last</h1>
<p>Cut in small batches, sewn in our own workshop and mended free of charge for five years.</p>
<h2>Favourites of the season</h2>
${grid(goods.products.slice(0, 12), goods, front)}
<h2>From the journal</h2>
${goods.posts.map(post => `<article><h3><a href="${front.post(post.slug)}">${escaped(post.title)}</a></h3><p>${escaped(post.paragraphs[0]!)}</p></article>`).join('\n')}`,
  })
}

export function groupPage(
  goods: Goods,
  front: Shopfront,
  group: Pick<Group, 'slug' | 'title' | 'text' | 'members' | 'seo'>,
) {
  const members = new Set(group.members)
  const shown = goods.products.filter(product => members.has(product.id)).slice(0, 24)
  return layout(goods, front, {
    title: titleOf(group.seo?.title ?? group.title, goods, front),
    description: group.seo?.description ?? (group.text || group.title),
    canonical: front.group(group.slug),
    main: `<h1>${escaped(group.title)}</h1><p>${escaped(group.text)}</p>
${shown.length > 0 ? grid(shown, goods, front) : '<p>No products found.</p>'}`,
  })
}

export function productPage(goods: Goods, front: Shopfront, good: Good): string {
  const [first] = good.variants
  const price = (variant: Good['variants'][number]) =>
    `<strong>${money(variant.price, goods.currency)}</strong>${variant.compareAt === null ? '' : ` <s>${money(variant.compareAt, goods.currency)}</s>`}`
  return layout(goods, front, {
    title: titleOf(good.seo?.title ?? good.title, goods, front),
    description:
      good.seo?.description ??
      good.description
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .slice(0, 150),
    canonical: front.product(good.slug),
    head: front.jsonLd
      ? `<script type="application/ld+json">${JSON.stringify(productData(goods, front, good)).replaceAll('<', '\\u003c')}</script>\n`
      : '',
    main: `<h1>${escaped(good.title)}</h1>
<div class="pictures">${good.pictures.map(({ file, alt }) => `<img src="${front.picture(file)}" alt="${escaped(alt)}" width="240" height="240">`).join('')}</div>
<p class="price">${first ? price(first) : ''}</p>
${good.reviews ? (front.reviews?.(good.reviews) ?? '') : ''}${(good.videos ?? []).map(id => `<iframe src="https://www.youtube.com/embed/${id}?rel=0" title="Video"></iframe>`).join('')}
<form method="post" action="${front.cart}">
${good.options
  .map(
    ({ name, values }) =>
      `<label>${escaped(name)} <select name="${escaped(name)}">${values.map(value => `<option>${escaped(value)}</option>`).join('')}</select></label>`,
  )
  .join('\n')}
<button type="submit">${good.variants.some(({ available }) => available) ? 'Add to cart' : 'Sold out'}</button></form>
<div class="description">${good.description}</div>
${good.specifications ? (front.specifications?.(good.specifications) ?? '') : ''}
${good.care ? (front.section?.('Care', good.care) ?? '') : ''}`,
  })
}

/** As shop systems write it: the cheapest offer and all variants' offers. */
export function productData(goods: Goods, front: Shopfront, good: Good): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: good.title,
    url: front.origin + front.product(good.slug),
    image: good.pictures.map(({ file }) => new URL(front.picture(file), front.origin).href),
    description: good.description.replace(/<[^>]*>/g, ''),
    brand: { '@type': 'Brand', name: good.vendor },
    ...(good.reviews && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: good.reviews.value.toFixed(2),
        reviewCount: good.reviews.count,
      },
    }),
    offers: good.variants.map(variant => ({
      '@type': 'Offer',
      ...(variant.options.length > 0 && { name: variant.options.join(' / ') }),
      sku: variant.sku,
      gtin13: variant.barcode,
      price: (variant.price / 100).toFixed(2),
      priceCurrency: goods.currency,
      availability: `https://schema.org/${variant.available ? 'InStock' : 'OutOfStock'}`,
      url: front.origin + front.product(good.slug),
    })),
  }
}

export function textPage(goods: Goods, front: Shopfront, text: Text, canonical: string): string {
  const byline = text.author && text.date ? (front.byline?.(text.author, text.date) ?? '') : ''
  return layout(goods, front, {
    title: titleOf(text.title, goods, front),
    description: text.paragraphs[0]?.slice(0, 150) ?? '',
    canonical,
    main: `<h1>${escaped(text.title)}</h1>\n${byline}${text.paragraphs.map(paragraph => `<p>${escaped(paragraph)}</p>`).join('\n')}`,
  })
}

const titleOf = (title: string, goods: Goods, { separator = ' | ' }: Shopfront) =>
  title + separator + goods.name

function grid(products: Good[], goods: Goods, front: Shopfront): string {
  const image = ({ file, alt }: Good['pictures'][number]) =>
    `<img src="${front.picture(file)}" alt="${escaped(alt)}" width="240" height="240">`
  const card = (good: Good) =>
    `<li><a href="${escaped(front.product(good.slug))}">${good.pictures.slice(0, 1).map(image).join('')}<span>${escaped(good.title)}</span></a> <span>${money(good.variants[0]!.price, goods.currency)}</span></li>`
  return `<ul class="grid">${products.map(card).join('\n')}</ul>`
}

const STYLE = `body{margin:0;font:16px/1.5 sans-serif;color:#222;background:#fff}header,main,footer{max-width:1080px;margin:0 auto;padding:16px}
.logo{font-size:24px;font-weight:700;color:#222;text-decoration:none}nav ul{display:flex;flex-wrap:wrap;gap:8px 24px;list-style:none;margin:8px 0;padding:0}
nav a{display:inline-block;padding:8px 0;color:#222}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:24px;list-style:none;padding:0}
.grid a{display:block;color:#222}.grid img{display:block;width:100%;height:auto}.pictures{display:flex;flex-wrap:wrap;gap:16px}button,select{font:inherit;padding:8px 16px;min-height:44px}
footer{border-top:1px solid #ccc}`
