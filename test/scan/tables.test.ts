import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { matchPages } from '../../server/matching/matching.ts'
import { saveTables } from '../../server/scan/tables.ts'
import { makeCapture } from '../suites/captures.ts'
import { makePair, makeProduct } from '../suites/redirects/made.ts'

const root = await mkdtemp(join(tmpdir(), 'tables-'))
afterAll(() => rm(root, { recursive: true }))

const pair = makePair(
  {
    '/product/lamp, "brass"': { kind: 'product', end: 404 },
    '/=cmd': { hops: ['301 /pages/s3cret'] },
  },
  {
    old: {
      products: [
        makeProduct('/product/lamp, "brass"', '=HYPERLINK("x")'),
        makeProduct('/product/vase', '@vase'),
        makeProduct('/product/bowl', 'Bowl;=HYPERLINK("x")'),
      ],
    },
    new: { products: [makeProduct('/products/lamp,1', '=HYPERLINK("x")')] },
  },
)
const captures = {
  original: makeCapture('original', pair.original),
  rebuilt: makeCapture('rebuilt', pair.rebuilt),
}
const matching = matchPages(pair.original as never, pair.rebuilt as never)

test('a list for each store suite: formulas are defused, secrets taken out, the import file is as Shopify wants it', async () => {
  await saveTables(root, captures, matching, text => text.replaceAll('s3cret', '[secret]'))
  expect((await readdir(join(root, 'tables'))).sort()).toEqual([
    'catalog.csv',
    'redirect-candidates.csv',
    'redirects.csv',
    'shopify-redirects.csv',
  ])
  const read = async (name: string) =>
    parse(await readFile(join(root, 'tables', name), 'utf8'), { bom: true }) as string[][]
  expect(await read('shopify-redirects.csv')).toEqual([
    ['Redirect from', 'Redirect to'],
    ['/product/lamp, "brass"', '/products/lamp,1'],
  ])
  const redirects = await read('redirects.csv')
  expect(redirects).toHaveLength(4)
  expect(redirects[0]!.slice(0, 2)).toEqual(['old_url', 'kind'])
  expect(redirects.join()).toContain('/pages/[secret]')
  expect(JSON.stringify(redirects)).not.toContain('s3cret')
  const catalog = await read('catalog.csv')
  expect(catalog[0]).toContain('product')
  expect(catalog.flat()).toContain("'@vase")
  expect(catalog.flat()).toContain(`Bowl;'=HYPERLINK("x")`)
  for (const cell of [...redirects, ...catalog].flat()) expect(cell).not.toMatch(/(^|;)[=+\-@\t\r]/)
})

test('spreadsheets are told that the tables are UTF-8, and the import file has no mark that could be read as its header', async () => {
  const folder = join(root, 'marks')
  await saveTables(folder, captures, matching)
  const firstOf = async (name: string) => (await readFile(join(folder, 'tables', name), 'utf8'))[0]
  for (const name of ['catalog.csv', 'redirects.csv', 'redirect-candidates.csv'])
    expect(await firstOf(name), name).toBe('\ufeff')
  expect(await firstOf('shopify-redirects.csv')).toBe('R')
})

test('what could not be read has no table', async () => {
  const folder = join(root, 'none')
  const none = { ok: false as const, reason: 'not read' }
  const { original, rebuilt } = structuredClone(captures)
  original.artifacts.catalog = none
  for (const { artifacts } of [original, rebuilt])
    if (artifacts.urls.ok) artifacts.urls.value.withCatalog = false
  await saveTables(folder, { original, rebuilt }, matching)
  expect((await readdir(join(folder, 'tables'))).sort()).toEqual([
    'redirect-candidates.csv',
    'redirects.csv',
    'shopify-redirects.csv',
  ])
})
