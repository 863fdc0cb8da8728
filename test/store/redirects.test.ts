/** Old shops against new stores over real HTTP: what is lost is found, and the generated file mends it. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../server/contract.ts'
import { saveTables } from '../../server/scan/tables.ts'
import { matchingsOf } from '../../server/suites/core/run.ts'
import { redirects } from '../../server/suites/redirects/index.ts'
import { closing } from '../mock-store/closing.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startPlain } from '../mock-store/plain.ts'
import { startStore, type TestStore } from '../mock-store/shopify/index.ts'
import { startWoo } from '../mock-store/woocommerce/index.ts'
import { judgeBy } from '../suites/captures.ts'
import { type ReadPair, readPair } from './stores.ts'

const goods = makeGoods({ products: 30 })
const folder = await mkdtemp(join(tmpdir(), 'redirects-'))
afterAll(() => rm(folder, { recursive: true }))

const judged = ({ original, rebuilt }: ReadPair): SuiteResult => {
  return judgeBy(redirects, original, rebuilt)
}

async function fileOf(pair: ReadPair): Promise<string> {
  await saveTables(folder, pair, matchingsOf(pair.original, pair.rebuilt).pair)
  return readFile(join(folder, 'tables/shopify-redirects.csv'), 'utf8')
}

const pathsOf = ({ original }: ReadPair) =>
  original.artifacts.urls.ok ? original.artifacts.urls.value.urls.map(({ path }) => path) : []

/** Looks, imports what is proposed, and looks again. */
async function mended(originalOrigin: string, store: TestStore) {
  const before = await readPair(`${originalOrigin}/`, `${store.origin}/`)
  const file = await fileOf(before)
  const { imported, refused } = store.redirects.import(file)
  const after = await readPair(`${originalOrigin}/`, `${store.origin}/`)
  return { before, file, imported, refused, lost: judged(before), found: judged(after) }
}

test('a WooCommerce shop loses its addresses on a bare store; the generated file, imported, makes the suite pass', async () => {
  const woo = closing(await startWoo({ goods }))
  const store = closing(await startStore({ goods, foldsSlash: false }))
  const { before, file, imported, refused, lost, found } = await mended(woo.origin, store)
  expect(pathsOf(before).length).toBeGreaterThan(30 + goods.groups.length)
  expect(lost).toMatchObject({ pass: false, inconclusive: false })
  expect(lost.issues[0]).toMatchObject({ severity: 'critical', status: 'introduced' })
  expect(lost.issues.some(({ key }) => key === 'redirects/unredirectable:category')).toBe(true)
  expect(file.split('\n')[0]).toBe('Redirect from,Redirect to')
  expect(refused).toEqual([])
  // Both forms of each: with and without its slash.
  expect(imported).toBe(2 * (30 + goods.groups.length + goods.pages.length + goods.posts.length))
  expect(found).toMatchObject({ score: 100, pass: true })
  expect(found.issues.map(({ key, severity }) => [key, severity])).toEqual([
    ['redirects/unredirectable:category', 'minor'],
  ])
})

test('a shop of no known system, whose catalog is read from its pages, is mended as well', async () => {
  const shop = closing(await startPlain({ goods }))
  const store = closing(await startStore({ goods }))
  const { lost, found, refused } = await mended(shop.origin, store)
  expect(lost.pass).toBe(false)
  expect(refused).toEqual([])
  expect(found).toMatchObject({ score: 100, pass: true, issues: [] })
})

test('one renamed product with its redirect is no loss, and without it is one', async () => {
  const original = closing(await startStore({ goods }))
  const changed = structuredClone(goods)
  const old = changed.products[5]!.slug
  changed.products[5]!.slug = 'a-new-name'
  const store = closing(await startStore({ goods: changed }))
  const { lost, found, file } = await mended(original.origin, store)
  expect(lost.issues.map(({ key, severity }) => [key, severity])).toEqual([
    ['redirects/missing:product', 'serious'],
  ])
  expect(lost.issues[0]!.message).toContain(`/products/${old}`)
  expect(file).toBe(`Redirect from,Redirect to\n/products/${old},/products/a-new-name\n`)
  expect(found).toMatchObject({ score: 100, issues: [] })
})

test.each([
  ['a store with markets', { locales: ['/en-ca', '/da'] }],
  ['a root that leads to a market', { locales: ['/en'], localeRoot: '/en' }],
  ['slashes that are not folded', { foldsSlash: false }],
  ['redirects that look at the query', { redirectQuery: 'part' as const }],
  ['a headless store', { headless: true }],
])('a store against itself keeps everything: %s', async (_, options) => {
  const original = closing(await startStore({ goods }))
  const store = closing(await startStore({ goods, ...options }))
  expect(judged(await readPair(`${original.origin}/`, `${store.origin}/`))).toMatchObject({
    score: 100,
    issues: [],
  })
})

test.each([
  [
    'slashes as they are, queries as part of the path',
    { foldsSlash: false, redirectQuery: 'part' as const },
    [],
  ],
  [
    'a market at the root, and more to buy than before',
    { localeRoot: '/en', locales: ['/en'], goods: makeGoods({ products: 15 }) },
    [],
  ],
  // Its app may redirect what Shopify's own import refuses.
  ['a headless store', { headless: true }, ['/shop/: the new site answers 404']],
])('the generated file mends whatever the store is like: %s', async (_, options, left) => {
  const few = makeGoods({ products: 12 })
  const woo = closing(await startWoo({ goods: few }))
  const store = closing(await startStore({ goods: few, ...options }))
  const { lost, found, refused } = await mended(woo.origin, store)
  expect(lost.pass).toBe(false)
  expect(refused).toEqual([])
  expect(found.pass).toBe(true)
  expect(found.issues.filter(({ severity }) => severity !== 'minor').map(({ message }) => message)).toEqual(
    left,
  )
})

test('a store that answers 200 for everything hides its losses from nobody', async () => {
  const woo = closing(await startWoo({ goods }))
  const store = closing(await startStore({ goods, softNotFound: true }))
  const { issues, pass } = judged(await readPair(`${woo.origin}/`, `${store.origin}/`))
  expect(pass).toBe(false)
  const keys = issues.map(({ key }) => key)
  expect(keys).toContain('redirects/soft-404:product')
  expect(keys.some(key => key.startsWith('redirects/missing'))).toBe(false)
})
