import { expect, test } from 'vitest'
import type { HttpResponse } from '../../../server/egress/http/index.ts'
import type { Answer, StoreClient } from '../../../server/store/access/client.ts'
import { detectStore, judgeLanding, judgeProbes, storefrontOf } from '../../../server/store/access/detect.ts'
import { isStore } from '../../../server/store/access/state.ts'

const URL_ = 'https://shop.example/'

function landed(body: string, more: Partial<HttpResponse> = {}): HttpResponse {
  return {
    url: URL_,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...more.headers },
    setCookies: [],
    truncated: false,
    chain: [],
    ...more,
    body: Buffer.from(body),
    ...(more.headers && { headers: { 'content-type': 'text/html', ...more.headers } }),
  }
}

const page = (inner: string) => `<!doctype html><html><head>${inner}</head><body><p>Hi</p></body></html>`
const header = (name: string, value: string) => landed(page(''), { headers: { [name]: value } })
const GATE =
  '<form method="post" action="/password"><input type="hidden" name="form_type" value="storefront_password"><input type="password" name="password"></form>'

test.each<[what: string, response: HttpResponse, state: string]>([
  // decisive, each by itself
  ['powered-by: Shopify', header('powered-by', 'Shopify'), 'online_store'],
  [
    'the etag of the page cache',
    header('etag', 'W/"page_cache:73776824459:IndexController:ab12"'),
    'online_store',
  ],
  ['x-shopid of old', header('x-shopid', '1234'), 'online_store'],
  ['x-shopify-stage of old', header('x-shopify-stage', 'production'), 'online_store'],
  ['Shopify.shop', landed(page('<script>Shopify.shop = "a-b.myshopify.com";</script>')), 'online_store'],
  [
    'shopify-features',
    landed(
      page(
        '<script id="shopify-features" type="application/json">{"accessToken":"x","domain":"s","shopId":1,"locale":"en"}</script>',
      ),
    ),
    'online_store',
  ],
  [
    'the digital wallet, attributes turned',
    landed(page('<meta content="/123/digital_wallets/dialog" name="shopify-digital-wallet">')),
    'online_store',
  ],
  [
    'its own /cdn/shop/',
    landed(page('<link href="//shop.example/cdn/shop/t/14/assets/base.css">')),
    'online_store',
  ],
  ['a relative /cdn/shop/', landed(page('<img src="/cdn/shop/files/a.jpg?v=1">')), 'online_store'],
  ['a host of myshopify.com', landed(page(''), { url: 'https://a.myshopify.com/' }), 'online_store'],
  ['Oxygen', header('powered-by', 'Shopify, Oxygen'), 'headless'],
  ['Hydrogen', header('powered-by', 'Shopify, Hydrogen'), 'headless'],
  [
    'Oxygen whose app names its shop',
    landed(
      page(
        '<link rel="preconnect" href="https://cdn.shopify.com/oxygen"><script>window.Shopify={};Shopify.shop = "a.myshopify.com"</script>',
      ),
    ),
    'headless',
  ],
  // not enough
  [
    'a buy button',
    landed(
      page(
        '<script src="https://sdks.shopifycdn.com/buy-button/1.js"></script><img src="https://cdn.shopify.com/s/files/1/a.jpg">',
      ),
    ),
    'not_shopify',
  ],
  ['an object called Shopify', landed(page('<script>window.Shopify = {}</script>')), 'not_shopify'],
  ['Shop Pay', landed(page('<p data-shop_pay>shop_pay</p>')), 'not_shopify'],
  [
    'a picture out of another shop',
    landed(page('<img src="https://other.example/cdn/shop/files/a.jpg">')),
    'not_shopify',
  ],
  ['WordPress', landed(page('<meta name="generator" content="WordPress 6">')), 'not_shopify'],
  ['text about Shopify', landed('<p>We moved to Shopify, see myshopify.com</p>'), 'not_shopify'],
  ['no page', landed('{"a":1}', { headers: { 'content-type': 'application/json' } }), 'not_shopify'],
  // a probe decides
  ['theme sections', landed(page('<div class="shopify-section"></div>')), 'doubtful'],
  ['Shopify.theme', landed(page('<script>Shopify.theme = {"id":1}</script>')), 'doubtful'],
  [
    'ShopifyAnalytics',
    landed(page('<script>window.ShopifyAnalytics.meta = {}; ShopifyAnalytics.meta.page</script>')),
    'doubtful',
  ],
  [
    'server-timing',
    header('server-timing', 'processing;dur=1, theme;desc="1", pageType;desc="index"'),
    'doubtful',
  ],
  ['a link of Oxygen', landed(page('<link href="https://cdn.shopify.com/oxygen">')), 'doubtful'],
  // the gate
  [
    'the password page by its address',
    landed('<p>soon</p>', {
      url: 'https://shop.example/password',
      chain: [{ url: URL_, status: 302, location: 'https://shop.example/password' }],
    }),
    'gated',
  ],
  ['below a locale', landed(GATE, { url: 'https://shop.example/en-ca/password' }), 'gated'],
  ['by its form alone', landed(GATE), 'gated'],
  [
    'a form whose attributes are turned',
    landed('<input value=storefront_password name=form_type type=hidden>'),
    'gated',
  ],
  // a site of its own that has such an address
  [
    'a page about passwords',
    landed('<h1>Forgot it?</h1><input type="password" name="password">', {
      url: 'https://shop.example/password',
    }),
    'not_shopify',
  ],
  // shut
  ['frozen', landed('x', { status: 402, headers: { 'powered-by': 'Shopify' } }), 'closed'],
  ['unavailable', landed('<h1>This store is unavailable</h1>', { status: 423 }), 'closed'],
  ['402 of somebody else', landed('pay', { status: 402 }), 'not_shopify'],
  // a page of Shopify's that is not there is Shopify's all the same
  ['404 of a store', landed('x', { status: 404, headers: { 'powered-by': 'Shopify' } }), 'online_store'],
])('%s', (_, response, state) => {
  const seen = judgeLanding(response, URL_)
  expect(seen === 'doubtful' ? seen : seen.state).toBe(state)
  if (seen !== 'doubtful' && seen.state !== 'not_shopify') expect(seen.signals.length).toBeGreaterThan(0)
})

const json = (value: unknown, status = 200): Answer => ({
  ok: true,
  response: landed(JSON.stringify(value), { status }),
})
const NONE: Answer = { ok: true, response: landed('<h1>Not found</h1>', { status: 404 }) }
const SILENT: Answer = { ok: false, kind: 'throttled', detail: 'too often' }
const theme = landed(page('<div class="shopify-section"></div>'))
const app = landed(
  page('<link href="https://cdn.shopify.com/oxygen"><script>{"shopifySalesChannel":"hydrogen"}</script>'),
)

test.each<[what: string, response: HttpResponse, catalog: Answer, meta: Answer, state: string]>([
  ['a theme with a catalog', theme, json({ products: [] }), NONE, 'online_store'],
  ['a theme that names its shop', theme, NONE, json({ myshopify_domain: 'a.myshopify.com' }), 'online_store'],
  ['a theme without either', theme, NONE, NONE, 'not_shopify'],
  ['JSON of another kind', theme, json([1]), json({ name: 'x' }), 'not_shopify'],
  ['a catalog with 401', theme, json({ errors: 'no' }, 401), NONE, 'not_shopify'],
  ['no answers', theme, SILENT, SILENT, 'not_shopify'],
  ['an app with two marks and no files', app, NONE, NONE, 'headless'],
  ['an app that hands the catalog through', app, json({ products: [] }), NONE, 'headless'],
])('%s, after the probes', (_, response, catalog, meta, state) => {
  expect(judgeProbes(response, URL_, catalog, meta).state).toBe(state)
})

test('what is known of the place: aliases, locale, name and currency', () => {
  const response = landed(
    page(
      '<script>Shopify.shop = "A-B.myshopify.com"; Shopify.routes.root = "\\/en-ca\\/"; Shopify.currency = {"active":"CAD"}</script>',
    ),
    {
      url: 'https://www.shop.example/en-ca',
      chain: [{ url: 'https://shop.example/', status: 301, location: 'https://www.shop.example/en-ca' }],
      setCookies: ['cart_currency=USD; path=/'],
    },
  )
  expect(judgeLanding(response, 'https://a-b.myshopify.com/')).toMatchObject({
    origin: 'https://www.shop.example',
    aliases: ['https://a-b.myshopify.com', 'https://shop.example'],
    localePrefix: '/en-ca',
    myshopifyHost: 'a-b.myshopify.com',
    currency: 'USD',
  })
  expect(judgeLanding({ ...response, setCookies: [] }, URL_)).toMatchObject({ currency: 'CAD' })
  expect(judgeLanding({ ...response, body: Buffer.from('') }, URL_)).toMatchObject({ localePrefix: '/en-ca' })
})

test('a page as a browser was served it tells the same, and what only a probe could tell is no store', () => {
  const { url, headers, setCookies, body } = header('powered-by', 'Shopify')
  expect(isStore(storefrontOf({ url, headers, setCookies, body }, url))).toBe(true)
  expect(storefrontOf(theme, URL_).state).toBe('not_shopify')
  expect(isStore({ state: 'gated' }) || isStore({ state: 'closed' }) || isStore(undefined)).toBe(false)
})

test('only doubt costs two probes', async () => {
  const asked: string[] = []
  const client = (first: HttpResponse): Pick<StoreClient, 'get'> => ({
    async get(url) {
      asked.push(new URL(url).pathname)
      return asked.length === 1 ? { ok: true, response: first } : json({ products: [] })
    },
  })
  expect(await detectStore(client(landed(page(''))) as StoreClient, URL_)).toMatchObject({
    state: 'not_shopify',
  })
  expect(asked.splice(0)).toEqual(['/'])
  expect(await detectStore(client(theme) as StoreClient, URL_)).toMatchObject({ state: 'online_store' })
  expect(asked).toEqual(['/', '/products.json', '/meta.json'])
})

test('markup that is made to exhaust a reader is read at once', () => {
  for (const piece of [
    '<script id=',
    '<meta name=',
    '"//a/',
    '<input name=',
    'Shopify.currency = {',
    '<script id="shopify-features">{',
  ])
    expect(judgeLanding(landed(piece.repeat(Math.ceil(2_000_000 / piece.length))), URL_)).toMatchObject({
      state: 'not_shopify',
    })
})
