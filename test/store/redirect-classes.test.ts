/** Each class of the method, and each way of not answering, from real answers of a server to its place in the table. */

import { expect, test } from 'vitest'
import { matchProducts } from '../../server/matching/products/index.ts'
import { traceUrls } from '../../server/store/urls/traces.ts'
import { findingsOf } from '../../server/suites/redirects/findings.ts'
import { rowsOf } from '../../server/suites/redirects/rows.ts'
import { CLASS_NAMES } from '../../server/suites/redirects/rules.ts'
import { redirectTables } from '../../server/suites/redirects/tables.ts'
import { closing } from '../mock-store/closing.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startStore } from '../mock-store/shopify/index.ts'
import { makeCatalog, makeProduct, textOf } from '../suites/redirects/made.ts'
import { type Reply, type Site, site } from './server.ts'
import { readPair } from './stores.ts'

const page = (title: string, text = textOf(title)): Reply => ({
  body: `<!doctype html><html><head><title>${title} – Shop</title></head><body><nav>Menu</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
})
const kind = (pageType: string, reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'server-timing': `processing;dur=9, pageType;desc="${pageType}"` },
})
const to = (location: string, status = 301): Reply => ({ status, headers: { location } })
const CHALLENGE: Reply = {
  status: 403,
  headers: { 'cf-mitigated': 'challenge' },
  body: '<title>Just a moment...</title>',
}

const NAMES = ['Brass lamp', 'Oak chair', 'Ash stool', 'Blue vase']
const slug = (name: string) => name.toLowerCase().replace(' ', '-')
const OLD_PRODUCTS = NAMES.map(name => makeProduct(`/product/${slug(name)}`, name, { collections: ['home'] }))
const NEW_PRODUCTS = NAMES.map(name =>
  makeProduct(`/products/the-${slug(name)}`, name, {
    collections: name === 'Blue vase' ? ['vases'] : ['home'],
  }),
)
const collection = (handle: string, title: string, base: string) => ({
  handle,
  title,
  path: `${base}/${handle}`,
  count: 3,
})
const OLD_CATALOG = makeCatalog({
  products: OLD_PRODUCTS,
  collections: [collection('home', 'Home', '/product-category')],
})
const NEW_CATALOG = makeCatalog({
  products: NEW_PRODUCTS,
  collections: [collection('home', 'Home', '/collections'), collection('vases', 'Vases', '/collections')],
})

/** What the new host has in any case. */
const STORE: Record<string, Reply> = {
  '/': kind('index', page('Welcome')),
  ...Object.fromEntries(NEW_PRODUCTS.map(({ path, title }) => [path, kind('product', page(title))])),
  '/collections/home': kind('collection', page('Home')),
  '/collections/vases': kind('collection', page('Vases')),
  '/pages/about': kind('page', page('About us')),
}

/** Asks for old pages on a new host that answers them as given. */
async function classesOf(pages: Record<string, { title: string; now?: Reply | (() => Reply) }>) {
  const old: Site = await site(path => {
    if (path === '/') return page('Welcome')
    if (path === '/sitemap.xml')
      return {
        body: `<urlset>${Object.keys(pages)
          .map(one => `<url><loc>${old.origin}${one}</loc></url>`)
          .join('')}</urlset>`,
      }
    return pages[path] && page(pages[path].title)
  })
  const host = await site(path => {
    const now = pages[path]?.now ?? STORE[path]
    return typeof now === 'function'
      ? now()
      : (now ?? kind('404', { ...page('Page not found'), status: 404 }))
  })
  const traced = await traceUrls({
    original: {
      client: old.client(),
      origins: [old.origin],
      page: { url: `${old.origin}/`, canonical: '', links: [] },
      catalog: OLD_CATALOG,
    },
    rebuilt: { client: host.client(), platform: 'online_store', links: [], catalog: NEW_CATALOG },
  })
  const { rows, context } = rowsOf({
    original: { urls: traced.original, catalog: OLD_CATALOG },
    rebuilt: { urls: traced.rebuilt, catalog: NEW_CATALOG },
    matching: { products: matchProducts(OLD_CATALOG, NEW_CATALOG) },
  })
  return { classes: Object.fromEntries(rows.map(row => [row.url.path, row.class])), rows, context, host }
}

test('every class, each where it belongs', async () => {
  const given = {
    '/product/brass-lamp': { title: 'Brass lamp', now: to('/products/the-brass-lamp'), wanted: 'moved' },
    '/product/oak-chair': { title: 'Oak chair', now: to('/products/the-brass-lamp'), wanted: 'wrong-target' },
    '/product/ash-stool': { title: 'Ash stool', now: to('/collections/home'), wanted: 'category-fallback' },
    '/product/blue-vase': { title: 'Blue vase', now: to('/'), wanted: 'home-dump' },
    '/product-category/home': { title: 'Home', now: to('/collections/home', 302), wanted: 'temporary' },
    '/about': { title: 'About us', now: to('/old-about'), wanted: 'chain' },
    '/stores': {
      title: 'Our stores',
      now: { body: '<meta http-equiv="refresh" content="0;url=/pages/stores">' },
      wanted: 'client-redirect',
    },
    '/imprint': { title: 'Imprint', now: { status: 410 }, wanted: 'gone' },
    '/circle': { title: 'Circle', now: to('/circle-2'), wanted: 'loop' },
    '/dead': { title: 'Dead end', now: to('/pages/nothing'), wanted: 'dead' },
    '/soft': { title: 'Soft', now: kind('404', page('Sorry')), wanted: 'soft-404' },
    '/lost': { title: 'Lost', wanted: 'missing' },
    '/shop/things': { title: 'Things', wanted: 'unredirectable' },
    '/pages/about': { title: 'About us', wanted: 'kept' },
    '/ideas': { title: 'Ideas', now: to('/pages/thoughts'), wanted: 'unclear' },
    '/walled': { title: 'Walled', now: CHALLENGE, wanted: 'throttled' },
  }
  STORE['/pages/thoughts'] = kind('page', page('Thoughts', 'Not many words.'))
  STORE['/pages/stores'] = kind('page', page('Our stores'))
  STORE['/old-about'] = to('/pages/about')
  STORE['/circle-2'] = to('/circle')
  const { classes, rows, context } = await classesOf(given)
  const { '/': home, ...others } = classes
  expect(home).toBe('kept')
  expect(others).toEqual(
    Object.fromEntries(Object.entries(given).map(([path, { wanted }]) => [path, wanted])),
  )
  expect(new Set(Object.values(classes))).toEqual(new Set(CLASS_NAMES))
  const findings = findingsOf(rows, context)
  expect(findings.every(({ message, fix }) => message.length > 20 && fix.length > 20)).toBe(true)
})

const many = (now: Reply | (() => Reply)) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`/page-${at}`, { title: `Page ${at}`, now }]))
let asked = 0
const BAD: [string, Reply | (() => Reply), string][] = [
  ['429 without Retry-After', { status: 429 }, 'throttled'],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 'throttled'],
  ['430', { status: 430 }, 'throttled'],
  ['503', { status: 503 }, 'throttled'],
  ['a challenge page', CHALLENGE, 'throttled'],
  [
    '429 that ends',
    () => (asked++ % 2 ? page('Back again') : { status: 429, headers: { 'retry-after': '1' } }),
    'kept',
  ],
  ['its password page', to('/password', 302), 'throttled'],
  ['a redirect loop', to('/page-0'), 'loop'],
  ['a redirect to an address without end', () => to(`/x${'y'.repeat(6000)}`), 'dead'],
  ['a redirect that grows for ever', () => to(`/deeper-${asked++}`), 'loop'],
  [
    'a page of 40 MB',
    () => ({ body: `<title>Long</title><main><h1>Long</h1>${'<p>long text</p>'.repeat(2_600_000)}</main>` }),
    'kept',
  ],
  [
    'a body that is no HTML',
    { headers: { 'content-type': 'text/html' }, body: Buffer.alloc(5000, 0xff) },
    'kept',
  ],
]

test.each(BAD)('%s is never taken for a missing page', async (_, now, wanted) => {
  for (let at = 0; at < 400; at++) STORE[`/deeper-${at}`] = to(`/deeper-${at + 1}`)
  const { classes } = await classesOf(
    wanted === 'kept' && typeof now === 'function' ? { '/page-0': { title: 'Page', now } } : many(now),
  )
  const { '/': _home, ...others } = classes
  expect(new Set(Object.values(others))).toEqual(new Set([wanted]))
})

const RESERVED = [
  ...[
    '/apps/loyalty',
    '/application/form',
    '/cart/saved',
    '/carts/1',
    '/orders/track',
    '/shop',
    '/Shop/lamps/',
  ],
  ...['/services/repair', '/a/reviews', '/community/forum', '/tools/sizes', '/en-like/shop'],
]

test('paths that a store reserves are refused by its import, named, and never proposed', async () => {
  const goods = makeGoods({ products: 4 })
  const store = closing(await startStore({ goods }))
  const old: Site = await site(path => {
    if (path === '/') return page('Welcome')
    if (path === '/sitemap.xml')
      return {
        body: `<urlset>${RESERVED.map(one => `<url><loc>${old.origin}${one}</loc></url>`).join('')}</urlset>`,
      }
    return RESERVED.includes(path) ? page(`About us ${path.replaceAll('/', ' ')}`) : undefined
  })
  const rows = RESERVED.map(path => `${path},/pages/about`)
  const { refused } = store.redirects.import(['Redirect from,Redirect to', ...rows].join('\n'))
  // A step that only looks like one is a path as any other.
  expect(refused.map(({ from }) => from)).toEqual(RESERVED.slice(0, -1))
  const { original, rebuilt } = await readPair(`${old.origin}/`, `${store.origin}/`)
  const side = ({ artifacts: { catalog, urls } }: typeof original) => {
    if (!catalog.ok || !urls.ok) throw new Error('not read')
    return { catalog: catalog.value, urls: urls.value }
  }
  const [before, after] = [side(original), side(rebuilt)]
  const products = matchProducts(before.catalog, after.catalog)
  const pair = { original: before, rebuilt: after, matching: { products } }
  const { rows: found, context } = rowsOf(pair)
  const tables = redirectTables(pair)
  const classes = Object.fromEntries(found.map(row => [row.url.path, row.class]))
  for (const path of RESERVED.slice(0, -1)) expect([path, classes[path]]).toEqual([path, 'unredirectable'])
  expect(tables.shopifyRedirects.filter(([from]) => RESERVED.slice(0, -1).includes(from!))).toEqual([])
  const costs = findingsOf(found, context).filter(({ key }) => key.includes('unredirectable'))
  expect(costs.length).toBeGreaterThan(0)
  expect(costs.every(({ penalty }) => penalty === 0)).toBe(true)
})
