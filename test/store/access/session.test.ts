import { expect, test } from 'vitest'
import type { Http } from '../../../server/egress/http/index.ts'
import { openSession, type SessionOptions, type StoreSession } from '../../../server/store/access/session.ts'
import { closing } from '../../mock-store/closing.ts'
import { makeGoods } from '../../mock-store/goods.ts'
import { startStore, type TestStore } from '../../mock-store/shopify/index.ts'
import type { StoreOptions } from '../../mock-store/shopify/options.ts'
import { quickClock } from '../clock.ts'
import { httpTo } from '../server.ts'

const goods = makeGoods({ products: 12 })
const PASSWORD = 'pa ss+wörd&"1'

async function start(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  return closing(await startStore({ goods, ...options }))
}

function enter(store: TestStore, options: Partial<SessionOptions> = {}) {
  const http = closing(httpTo([store.host, store.alias.host]))
  return openSession(http, { url: `${store.origin}/`, clock: quickClock(), ...options })
}

async function entered(store: TestStore, options: Partial<SessionOptions> = {}): Promise<StoreSession> {
  const session = await enter(store, options)
  if ('code' in session) throw new Error(`refused with ${session.code}: ${session.detail}`)
  return session
}

const posts = (store: TestStore) => store.requests.filter(({ method }) => method === 'POST')

test.each<[string, Partial<StoreOptions>]>([
  ['a 302 and JSON with 401', {}],
  ['a 301 and JSON that redirects', { gateStatus: 301, gatedJson: 'redirect' }],
  ['the cookie of before July 2025', { sessionCookie: 'storefront_digest' }],
  ['a market’s locale as its root', { localeRoot: '/en' }],
])(
  'a gate with %s is opened by one POST, and what lies behind is read in the same session',
  async (_, options) => {
    const store = await start({ password: PASSWORD, ...options })
    const { storefront, client, gaps } = await entered(store, { password: PASSWORD })
    expect(storefront).toMatchObject({ state: 'online_store', origin: store.origin, currency: 'USD' })
    expect(posts(store)).toHaveLength(1)
    const catalog = await client.get('/products.json')
    expect(catalog).toMatchObject({ ok: true, response: { status: 200 } })
    expect(gaps).toEqual([])
  },
)

test.each(['form', 'redirect'] as const)(
  'a wrong password is rejected, also where the answer is a %s',
  async wrongPassword => {
    const store = await start({ password: PASSWORD, wrongPassword })
    const refused = await enter(store, { password: 'another' })
    expect(refused).toMatchObject({ code: 'password_rejected' })
    expect(JSON.stringify(refused)).not.toContain('another')
    expect(posts(store)).toHaveLength(1)
  },
)

test('no password, too many tries and a closed store are refusals of their own', async () => {
  const gated = await start({ password: PASSWORD, mostWrong: 0 })
  expect(await enter(gated)).toMatchObject({ code: 'password_required' })
  expect(posts(gated)).toHaveLength(0)
  expect(await enter(gated, { password: PASSWORD })).toMatchObject({ code: 'rate_limited' })
  expect(posts(gated)).toHaveLength(1)
  expect(await enter(await start({ closed: 402 }))).toMatchObject({ code: 'new_blocked' })
})

/** What hosts that no test can run would answer; 404 for all else. */
function saying(answers: Record<string, { status?: number; location?: string; body?: string }>) {
  const sent: { url: string; body: unknown }[] = []
  const http: Http = {
    async request(url, options) {
      sent.push({ url, body: options?.body })
      const { status = 200, location, body = '' } = answers[url] ?? { status: 404 }
      const headers: Record<string, string> = location ? { location } : { 'content-type': 'text/html' }
      return { url, status, headers, setCookies: [], body: Buffer.from(body), truncated: false, chain: [] }
    },
    close: async () => {},
  }
  return { http, sent }
}

const FORM =
  '<form method="post" action="ACTION"><input name="form_type" value="storefront_password" type="hidden"><input type="password" name="password"></form>'

test.each([
  [
    'a home page that leads to one',
    {
      'https://shop.example/': { status: 302, location: 'http://shop.example/password' },
      'http://shop.example/password': { body: FORM },
    },
    'was not sent',
  ],
  [
    'a password page that leads to one',
    {
      'https://shop.example/': { body: FORM },
      'https://shop.example/password': { status: 302, location: 'http://shop.example/password' },
      'http://shop.example/password': { body: FORM },
    },
    'http://shop.example',
  ],
])('the password goes over no connection that others can read: %s', async (_, pages, told) => {
  const { http, sent } = saying(pages)
  const refused = await openSession(http, {
    url: 'https://shop.example/',
    password: PASSWORD,
    clock: quickClock(),
  })
  expect(refused).toMatchObject({ code: 'password_rejected', detail: expect.stringContaining(told) })
  expect(sent.filter(({ body }) => body !== undefined)).toEqual([])
})

test.each([
  'https://evil.example/password',
  '//evil.example/password',
  'http://shop.example/password',
  '/account/login',
  'javascript:0',
])('a form that would send it to %s is answered at the gate itself', async action => {
  const { http, sent } = saying({
    'https://shop.example/': { status: 302, location: '/password' },
    'https://shop.example/password': { body: FORM.replace('ACTION', action) },
  })
  await openSession(http, { url: 'https://shop.example/', password: PASSWORD, clock: quickClock() })
  const posts = sent.filter(({ body }) => body !== undefined)
  expect(posts.map(({ url }) => url)).toEqual(['https://shop.example/password'])
  expect(new URLSearchParams(String(posts[0]!.body)).get('password')).toBe(PASSWORD)
})

const named = (shop: string) =>
  `<script>Shopify.shop = "${shop}.myshopify.com"</script>${FORM.replace('ACTION', '/password')}`

test.each<[string, string, Parameters<typeof saying>[0]]>([
  [
    'another host, whatever it calls itself',
    'https://shop.example/',
    {
      'https://shop.example/': { status: 302, location: 'https://other.example/password' },
      'https://other.example/password': { body: named('shop') },
    },
  ],
  [
    'a host below the submitted one',
    'https://shop.example/',
    {
      'https://shop.example/': { status: 302, location: 'https://www.shop.example.evil.example/password' },
      'https://www.shop.example.evil.example/password': { body: named('shop') },
    },
  ],
  [
    'another store of Shopify’s',
    'https://shop.myshopify.com/',
    {
      'https://shop.myshopify.com/': { status: 302, location: 'https://evil.myshopify.com/password' },
      'https://evil.myshopify.com/password': { body: named('shop') },
    },
  ],
  [
    'a host that does not say whose it is',
    'https://shop.myshopify.com/',
    {
      'https://shop.myshopify.com/': { status: 302, location: 'https://other.example/password' },
      'https://other.example/password': { body: FORM.replace('ACTION', '/password') },
    },
  ],
  [
    'a host that a third one leads to',
    'https://shop.myshopify.com/',
    {
      'https://shop.myshopify.com/': { status: 302, location: 'https://link.example/' },
      'https://link.example/': { status: 302, location: 'https://other.example/password' },
      'https://other.example/password': { body: named('shop') },
    },
  ],
  [
    'a host to which somebody on the way may have led',
    'https://shop.myshopify.com/',
    {
      'https://shop.myshopify.com/': { status: 302, location: 'http://shop.myshopify.com/' },
      'http://shop.myshopify.com/': { status: 302, location: 'https://other.example/password' },
      'https://other.example/password': { body: named('shop') },
    },
  ],
])('the password follows no redirect to %s', async (_, url, pages) => {
  const { http, sent } = saying(pages)
  const refused = await openSession(http, { url, password: PASSWORD, clock: quickClock() })
  expect(refused).toMatchObject({
    code: 'password_rejected',
    detail: expect.stringMatching(/was not sent there.*submit/),
  })
  expect(sent.filter(({ body }) => body !== undefined)).toEqual([])
})

test.each([
  ['its own www', 'https://shop.example/', 'https://www.shop.example'],
  ['itself without www', 'https://www.shop.example/', 'https://shop.example'],
  ['the domain that Shopify leads it to', 'https://shop.myshopify.com/', 'https://other.example'],
])('the password follows a redirect of the store to %s', async (_, url, to) => {
  let open = false
  const { http, sent } = saying({
    [url]: { status: 302, location: `${to}/password` },
    get [`${to}/password`]() {
      open ||= sent.some(({ body }) => body !== undefined)
      return open ? { status: 302, location: `${to}/` } : { body: named('shop') }
    },
    get [`${to}/`]() {
      return open
        ? { body: '<script>Shopify.shop = "shop.myshopify.com"</script>' }
        : { status: 302, location: `${to}/password` }
    },
  })
  const session = await openSession(http, { url, password: PASSWORD, clock: quickClock() })
  const posts = sent.filter(({ body }) => body !== undefined)
  expect(posts.map(post => post.url)).toEqual([`${to}/password`])
  expect(session).toMatchObject({
    storefront: { origin: to, state: 'online_store' },
    pass: { host: new URL(to).host },
  })
})

test('a redirect of the POST is not followed with the password in it', async () => {
  const { http, sent } = saying({
    'https://shop.example/': { status: 302, location: '/password' },
    get 'https://shop.example/password'() {
      const posted = sent.some(({ body }) => body !== undefined)
      return posted
        ? { status: 307, location: 'https://evil.example/' }
        : { body: FORM.replace('ACTION', '/password') }
    },
  })
  const refused = await openSession(http, {
    url: 'https://shop.example/',
    password: PASSWORD,
    clock: quickClock(),
  })
  expect(refused).toMatchObject({ code: 'password_rejected' })
  expect(sent.filter(({ url }) => url.includes('evil'))).toEqual([])
})

test('a private preview of Oxygen asks for a sign-in that is not the store’s', async () => {
  const { http } = saying({
    'https://preview-1.o2.myshopify.dev/': { status: 302, location: 'https://accounts.shopify.com/lookup' },
    'https://accounts.shopify.com/lookup': { body: '<h1>Log in</h1>' },
  })
  const refused = await openSession(http, { url: 'https://preview-1.o2.myshopify.dev/', clock: quickClock() })
  expect(refused).toMatchObject({ code: 'auth_required', detail: expect.stringContaining('private preview') })
})

test('a challenge is left to the browser, and nothing is known of what stands behind it', async () => {
  expect((await entered(await start({ challenge: true }))).storefront).toMatchObject({ state: 'blocked' })
})

test('a store that would not answer is left to the browser, but with a password there is no way past it', async () => {
  const store = await start({ throttle: { status: 429, every: 1, retryAfter: '3600' } })
  expect((await entered(store)).storefront).toBeUndefined()
  expect(await enter(store, { password: PASSWORD })).toMatchObject({ code: 'rate_limited' })
  expect(store.requests).toHaveLength(2)
})

test('an open store needs no password, and one that was given is not sent', async () => {
  const store = await start()
  const { storefront, pass, gaps } = await entered(store, { password: PASSWORD })
  expect(storefront).toMatchObject({ state: 'online_store', myshopifyHost: 'nordhaven.myshopify.com' })
  expect(pass).toBeUndefined()
  expect(gaps).toEqual([expect.stringContaining('was not used')])
  expect(posts(store)).toHaveLength(0)
})

test('a session that lapses is renewed once, for the client and for browsers alike', async () => {
  const store = await start({ password: PASSWORD })
  const { client, pass } = await entered(store, { password: PASSWORD })
  const before = pass!.cookies()
  store.lapse()
  expect(await client.get('/products.json')).toMatchObject({ ok: true, response: { status: 200 } })
  expect(await client.get('/')).toMatchObject({ ok: true, response: { status: 200 } })
  expect(posts(store)).toHaveLength(2)
  expect(pass!.cookies()).not.toEqual(before)
  store.lapse()
  expect(await client.get('/')).toMatchObject({ ok: false, kind: 'gated' })
  expect(await pass!.renew()).toBe(true)
  expect(posts(store)).toHaveLength(2)
})

test('a feed that is closed for itself costs no second POST', async () => {
  const store = await start({ password: PASSWORD, closedFeed: 401 })
  const { client } = await entered(store, { password: PASSWORD })
  for (let at = 0; at < 5; at++)
    expect(await client.get('/products.json')).toMatchObject({ ok: true, response: { status: 401 } })
  expect(posts(store)).toHaveLength(1)
})

test('a signed client is not held back as an unsigned one is, and keeps its headers to the submitted host', async () => {
  const store = await start({ throttle: { status: 429, every: 2, retryAfter: '1', unsignedOnly: true } })
  const clock = quickClock()
  const headers = {
    Signature: 'sig1=:abc:',
    'Signature-Input': `sig1=("@authority");created=1;expires=${clock.now() / 1000 + 90 * 86_400}`,
    'Signature-Agent': '"https://shopify.com"',
  }
  const signed = await entered(store, { headers, clock })
  expect(signed.gaps).toEqual([])
  await Promise.all(Array.from({ length: 8 }, () => signed.client.get('/products.json')))
  expect([signed.client.stats.refusals, clock.slept]).toEqual([0, []])
  const shy = quickClock()
  const unsigned = await entered(store, { clock: shy })
  await Promise.all(Array.from({ length: 3 }, () => unsigned.client.get('/products.json')))
  expect(unsigned.client.stats.refusals).toBeGreaterThan(0)
  expect(unsigned.client.stats.peak).toBe(1)
  // The signature is the submitted host's, and that leads to another one.
  const led = await entered(store, { url: `${store.alias.origin}/`, headers, clock: quickClock() })
  await Promise.all(Array.from({ length: 3 }, () => led.client.get('/products.json')))
  expect(led.client.stats.peak).toBe(1)
  expect(led.gaps).toEqual([
    `the crawler signature in new_headers was given for ${store.alias.host} and is not sent to ${store.host}, where it leads; submit that address to be let in faster`,
  ])
})
