import { expect, test } from 'vitest'
import { closing } from './closing.ts'
import { makeGoods } from './goods.ts'
import { startStore, type TestStore } from './shopify/index.ts'
import type { StoreOptions } from './shopify/options.ts'

const goods = makeGoods({ products: 60, seed: 3 })
async function start(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  return closing(await startStore({ goods, ...options }))
}

const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

test('goods are the same for a seed and differ between seeds', () => {
  expect(makeGoods({ products: 60, seed: 3 })).toEqual(goods)
  expect(makeGoods({ products: 60, seed: 4 }).products[0]!.title).not.toBe(goods.products[0]!.title)
})

test('no two products share a slug or title, no two variants a SKU, and a wanted number of variants is kept', () => {
  const many = makeGoods({ products: 10_000, variants: 30_000 })
  const variants = many.products.flatMap(product => product.variants)
  expect(new Set(many.products.map(({ title }) => title.replace(/^.*? (?=[A-Z])/, ''))).size).toBeGreaterThan(
    9000,
  )
  expect(new Set(many.products.map(({ slug }) => slug)).size).toBe(10_000)
  expect(variants).toHaveLength(30_000)
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(30_000)
  expect(new Set(variants.map(({ barcode }) => barcode)).size).toBe(30_000)
  const one = makeGoods({ products: 1, variants: 2048 }).products[0]!
  expect(new Set(one.variants.map(({ options }) => options.join('/'))).size).toBe(2048)
})

test('products.json is paged up to its reach and ends in an empty page', async () => {
  const { origin } = await start()
  const page = async (query: string) =>
    (await ask(`${origin}/products.json${query}`)).json() as Promise<{ products: unknown[] }>
  expect((await page('')).products).toHaveLength(30)
  expect((await page('?limit=1000')).products).toHaveLength(60)
  expect((await page('?limit=250&page=2')).products).toEqual([])
  const beyond = await ask(`${origin}/products.json?limit=250&page=101`)
  expect([beyond.status, await beyond.json()]).toEqual([
    400,
    { errors: 'Page * Limit exceeds the 25000 limit.' },
  ])
})

test('a redirect is asked only where there is no page, in any case, and reserved paths are refused', async () => {
  const { origin, redirects } = await start()
  const taken = `/products/${goods.products[0]!.slug}`
  const { imported, refused } = redirects.import(
    `Redirect from,Redirect to\n${taken},/pages/about\n/Old-Page/,/pages/about\n/shop/thing,/pages/about\n/collections/all,/\n`,
  )
  expect([imported, refused.map(({ from }) => from)]).toEqual([2, ['/shop/thing', '/collections/all']])
  expect((await ask(origin + taken)).status).toBe(200)
  const moved = await ask(`${origin}/old-page/?a=1`)
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/pages/about?a=1'])
  expect((await ask(`${origin}/nothing-here`)).status).toBe(404)
  expect(() => redirects.import('from,to\n/a,/b')).toThrow(/header/)
})

test('the gate lets in whoever posts the password with the cookie of the form, and issues that cookie anew', async () => {
  const { origin } = await start({ password: 'open sesame' })
  const kept = await ask(`${origin}/products/x`)
  expect([kept.status, kept.headers.get('location')]).toEqual([302, '/password'])
  expect((await ask(`${origin}/products.json`)).status).toBe(401)
  const form = await ask(`${origin}/password`)
  const cookie = form.headers.getSetCookie()[0]!.split(';')[0]!
  const knock = (password: string, headers = {}) =>
    ask(`${origin}/password`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ form_type: 'storefront_password', utf8: '✓', password }),
    })
  expect((await knock('open sesame')).status).toBe(200)
  expect((await knock('wrong', { cookie })).status).toBe(200)
  const entered = await knock('open sesame', { cookie })
  const session = entered.headers.getSetCookie()[0]!.split(';')[0]!
  expect([entered.status, entered.headers.get('location')]).toEqual([302, '/'])
  expect(session).not.toBe(cookie)
  expect((await ask(`${origin}/`, { headers: { cookie } })).status).toBe(302)
  expect((await ask(`${origin}/`, { headers: { cookie: session } })).status).toBe(200)
  for (let at = 0; at < 5; at++) await knock('wrong', { cookie })
  const enough = await knock('open sesame', { cookie })
  expect([enough.status, enough.headers.get('retry-after')]).toEqual([429, '60'])
})

test('a headless store has its catalog at the permanent name alone, other names lead to the primary one', async () => {
  const { origin, alias } = await start({ headless: true })
  expect((await ask(`${origin}/products.json`)).status).toBe(404)
  expect((await ask(`${alias.origin}/products.json`)).status).toBe(200)
  const home = await ask(`${alias.origin}/pages/about?a=1`)
  expect([home.status, home.headers.get('location')]).toEqual([301, `${origin}/pages/about?a=1`])
})
