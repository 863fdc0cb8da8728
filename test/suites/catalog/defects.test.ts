/** Each fault in a catalog of 500 products is found, and nothing else is; what is harmless is silent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../../../server/storefront/types.ts'
import { catalogOf, judgeCatalogs } from '../../store/catalogs.ts'
import { DEFECTS, HARMLESS } from '../../store/defects.ts'
import { makeGoods } from '../../store/goods.ts'
import { startStore, type TestStore } from '../../store/shopify.ts'
import { startWoo, type WooShop } from '../../store/woocommerce.ts'

const goods = makeGoods({ products: 500 })
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

test('the same goods on another platform are the same', async () => {
  const result = judgeCatalogs(original, await rebuiltWith(() => {}))
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
  expect(result.checks.every(check => check.outcome === 'assessed')).toBe(true)
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
