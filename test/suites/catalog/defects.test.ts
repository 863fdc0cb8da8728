/** Each fault in a catalog of 260 products is found, and nothing else is; what is harmless is silent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../../../server/store/types.ts'
import { catalogOf, judgeCatalogs } from '../../mock-store/catalogs.ts'
import { DEFECTS, HARMLESS } from '../../mock-store/defects.ts'
import { makeGoods } from '../../mock-store/goods.ts'
import { startPlain } from '../../mock-store/plain.ts'
import { startStore, type TestStore } from '../../mock-store/shopify/index.ts'
import { startWoo, type WooShop } from '../../mock-store/woocommerce/index.ts'

// More than the 250 that a store lists on one page.
const goods = makeGoods({ products: 260 })
// Each is read twice over for each fault; ten tell as much as forty.
goods.groups.length = 10
let woo: WooShop
let store: TestStore
let original: Catalog

beforeAll(async () => {
  woo = await startWoo({ goods })
  store = await startStore({ goods })
  original = await catalogOf(`${woo.origin}/`)
})
afterAll(() => Promise.all([woo.close(), store.close()]))

const rebuiltWith = async (change: (copy: typeof goods) => void): Promise<Catalog> => {
  store.options.goods = structuredClone(goods)
  change(store.options.goods)
  return catalogOf(`${store.origin}/`, { isNew: true })
}

const OF_PAGES = [
  ...['search-texts', 'reviews', 'policies', 'posts', 'languages', 'specifications', 'videos'],
  ...['details', 'market-prices', 'brand-pages'],
].map(name => `catalog/${name}`)

test('the same goods on another platform are the same', async () => {
  const result = judgeCatalogs(original, await rebuiltWith(() => {}))
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
  // Pages are another test's matter: they were not read.
  expect(result.checks.filter(check => check.outcome !== 'assessed').map(({ id }) => id)).toEqual(
    result.checks.map(({ id }) => id).filter(id => OF_PAGES.includes(id)),
  )
})

test('prefixes of markets are nothing', async () => {
  Object.assign(store.options, { locales: ['/en-ca', '/fr'], localeRoot: '/en' })
  const result = judgeCatalogs(original, await rebuiltWith(() => {}))
  Object.assign(store.options, { locales: [], localeRoot: undefined })
  expect(result).toMatchObject({ score: 100, issues: [] })
})

test('an original of no known system tells less, and what it tells is judged', async () => {
  const small = makeGoods({ products: 40 })
  const shop = await startPlain({ goods: small })
  const told = await catalogOf(`${shop.origin}/`)
  await shop.close()
  const change = (change: (copy: typeof goods) => void) =>
    rebuiltWith(copy => {
      Object.assign(copy, structuredClone(small))
      change(copy)
    })
  expect(judgeCatalogs(told, await change(() => {}))).toMatchObject({ score: 100, pass: true, issues: [] })
  const [lost, , third] = small.products
  const broken = judgeCatalogs(
    told,
    await change(copy => {
      copy.products = copy.products.filter(({ id }) => id !== lost!.id)
      for (const variant of copy.products[1]!.variants) variant.price += 700
    }),
  )
  const [first, second] = broken.issues
  expect(broken.issues).toHaveLength(2)
  expect(first).toMatchObject({ key: 'catalog/lost', original: { text: lost!.title } })
  expect(second!.message).toContain(third!.title)
  // What was and what is, beside each other.
  const [, was, is] = /([\d.,]+ \w+) → ([\d.,]+ \w+)/.exec(second!.message)!
  expect(second).toMatchObject({
    key: 'catalog/priced',
    original: { text: expect.stringContaining(was!) },
    rebuilt: { text: expect.stringContaining(is!) },
  })
})

test.each(DEFECTS)('found: $name', async ({ change, found, pass }) => {
  const result = judgeCatalogs(original, await rebuiltWith(change))
  const seen = Object.fromEntries(result.issues.map(({ key, severity }) => [key, severity]))
  const wanted = Object.fromEntries(
    Object.entries(found).map(([cause, severity]) => [`catalog/${cause}`, severity]),
  )
  expect(seen).toEqual(wanted)
  expect(result.pass).toBe(pass)
})

test.each(HARMLESS)('silent: $name', async ({ change }) => {
  const result = judgeCatalogs(original, await rebuiltWith(change))
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
})
