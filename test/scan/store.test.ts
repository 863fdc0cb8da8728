import { expect, test } from 'vitest'
import { judge } from '../../server/scan/judge.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { type EnteredStore, isStorePair, STORE_LIMITS } from '../../server/scan/stores.ts'
import { createStoreClient } from '../../server/store/access/client.ts'
import { createBudget, REAL_CLOCK } from '../../server/store/access/pace.ts'
import type { Storefront } from '../../server/store/access/state.ts'
import { httpTo } from '../store/server.ts'
import { makeCapture, REBUILT } from '../suites/captures.ts'

const http = httpTo([])

function entering(storefront?: Storefront): EnteredStore {
  const client = createStoreClient(http, { origin: new URL(REBUILT).origin })
  const budget = createBudget(STORE_LIMITS.minutes * 60_000, REAL_CLOCK)
  return {
    session: { client, gaps: [], ...(storefront && { storefront }) },
    http,
    limits: STORE_LIMITS,
    budget,
  }
}

function pairOf(headers: Record<string, string>) {
  const rebuilt = makeCapture('rebuilt', {
    document: { headers: { 'content-type': 'text/html', ...headers } },
  })
  return { original: makeCapture('original'), rebuilt }
}

const SHOPIFY = { 'powered-by': 'Shopify' }
const BLOCKED: Storefront = { state: 'blocked', origin: REBUILT, aliases: [], localePrefix: '', signals: [] }

test.each<[what: string, known: Storefront | undefined, headers: Record<string, string>, store: boolean]>([
  ['what entering it told counts', { ...BLOCKED, state: 'headless' }, {}, true],
  ['no store is none, whatever the page looks like', { ...BLOCKED, state: 'not_shopify' }, SHOPIFY, false],
  ['a challenge that a browser passed', BLOCKED, SHOPIFY, true],
  ['entering that gave no answer', undefined, SHOPIFY, true],
  ['a challenge before a site that is no store', BLOCKED, {}, false],
])('%s', (_, known, headers, store) => {
  const pair = pairOf(headers)
  expect(isStorePair(entering(known), pair)).toBe(store)
  const names = judge(pair, { policy: 'regressions' }).suites.map(({ suite }) => suite)
  expect(names.includes('catalog')).toBe(store)
  expect(names.includes('redirects')).toBe(store)
  expect(names.slice(0, 7)).toHaveLength(7)
})

test('an original behind the same gate is let in as well, one elsewhere is not', () => {
  const pass = {
    host: new URL(REBUILT).host,
    cookies: () => [],
    isGate: () => false,
    renew: async () => true,
  }
  const at = (original_url: string) =>
    sitesOf(
      { original_url, new_url: REBUILT, ignore: [], policy: 'regressions' },
      { failureOf: () => undefined },
      pass,
    )
  expect(at(`${REBUILT}?preview_theme_id=1`).original.pass).toBe(pass)
  expect(at('https://www.example.com/').original.pass).toBeUndefined()
  expect(at('https://www.example.com/').rebuilt.pass).toBe(pass)
})

test('a store that could not be read is never a store that passes', () => {
  const pair = pairOf(SHOPIFY)
  isStorePair(entering(), pair)
  for (const { artifacts } of [pair.original, pair.rebuilt])
    artifacts.catalog = artifacts.urls = { ok: false, reason: 'it would not answer' }
  const scorecard = judge(pair, { policy: 'regressions' })
  for (const suite of scorecard.suites.slice(-2))
    expect(suite).toMatchObject({ score: 0, pass: false, inconclusive: true })
  expect(scorecard.allPass).toBe(false)
})
