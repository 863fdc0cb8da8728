import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureSite } from '../../server/capture/capture-site.ts'
import { runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openPageLoad } from '../../server/capture/page/page-load.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../server/egress/proxy/index.ts'
import { type Sites, sitesOf } from '../../server/scan/sites.ts'
import { openSession } from '../../server/store/access/session.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startStore, type TestStore } from '../mock-store/shopify/index.ts'

const PASSWORD = 'open sesame'
const HEADERS = { 'X-Bypass': 'bypass-canary', Cookie: 'door=canary' }
const DESKTOP = { width: 1440, height: 900, mobile: false }
/** Served by another host than the store: loopback addresses are hosts of their own to cookies. */
let original: TestStore
let store: TestStore
let proxy: EgressProxy
let http: Http
let browser: OpenBrowser
let sites: Sites

beforeAll(async () => {
  const goods = makeGoods({ products: 12 })
  original = await startStore({ goods }, { hostname: '127.0.0.2' })
  store = await startStore({ goods, password: PASSWORD })
  const guard = createGuard({ allowHosts: [original.host, store.host] })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: 'test' })
  const session = await openSession(http, { url: `${store.origin}/`, headers: HEADERS, password: PASSWORD })
  if (!('pass' in session)) throw new Error('the gate was not opened')
  const submission = { original_url: `${original.origin}/`, new_url: `${store.origin}/` }
  sites = sitesOf(
    { ...submission, ignore: [], policy: 'regressions', new_headers: HEADERS },
    proxy,
    session.pass,
  )
  browser = await openBrowser({ proxyUrl: proxy.url })
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([proxy?.close(), http?.close(), original?.close(), store?.close()])
})

test('behind the gate every load, link and file is the store’s own, and no other host hears of the session', async () => {
  const before = store.requests.length
  const look = async (side: 'original' | 'rebuilt') => {
    const session = await openSiteSession(browser, sites[side], http)
    const { capture } = await captureSite(session)
    await session.close()
    return capture
  }
  const [first, second] = [await look('original'), await look('rebuilt')]
  expect(second.url).toBe(`${store.origin}/`)
  const { head, linkTargets, robots } = second.artifacts
  expect(head).toMatchObject({ ok: true, value: { title: 'Nordhaven | Clothes that last' } })
  expect(robots).toMatchObject({ ok: true, value: { status: 200 } })
  const there = linkTargets.ok ? linkTargets.value.targets : []
  expect(there.length).toBeGreaterThan(10)
  expect(there.filter(({ finalUrl }) => finalUrl.includes('/password'))).toEqual([])
  expect(store.requests.slice(before).filter(({ path }) => path.startsWith('/password'))).toEqual([])
  expect(first.artifacts.head.ok).toBe(true)
  const session = sites.rebuilt.pass!.cookies().find(({ name }) => name === '_shopify_essential')!
  expect(JSON.stringify(original.requests)).not.toContain(session.value)
  expect(JSON.stringify(original.requests)).not.toContain('canary')
  const cookies = store.requests.slice(before).map(({ headers }) => headers.cookie ?? '')
  expect(
    cookies.filter(cookie => !cookie.includes('door=canary') || !cookie.includes(session.value)),
  ).toEqual([])
  expect(store.requests.filter(({ headers }) => headers['x-bypass'] !== 'bypass-canary')).toEqual([])
})

test('Lighthouse measures the store and leaves no session behind', { tags: 'variant' }, async () => {
  const before = store.requests.length
  const meter = await openMeasuringBrowser({ proxyUrl: proxy.url })
  const run = await runLighthouse(meter, sites.rebuilt)
  expect(run.failure).toBeNull()
  expect(run.counters.heaviest.map(({ url }) => url)).not.toContain(`${store.origin}/password`)
  const asked = store.requests.slice(before).filter(({ path }) => path === '/')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every(({ headers }) => headers.cookie?.includes('_shopify_essential'))).toBe(true)
  const bare = store.requests.slice(before).filter(({ headers }) => headers['x-bypass'] !== 'bypass-canary')
  expect(bare).toEqual([])
  const { cookies } = await meter.session.send('Storage.getCookies')
  expect(cookies).toEqual([])
  expect((await meter.session.send('Target.getBrowserContexts')).browserContextIds).toEqual([])
  await meter.close()
})

test('a session that lapsed is renewed once for a load; after that the store has the last word', async () => {
  store.lapse()
  const pageLoad = await openPageLoad(browser, sites.rebuilt, DESKTOP)
  expect(pageLoad.page.url()).toBe(`${store.origin}/`)
  await pageLoad.close()
  store.lapse()
  await expect(openPageLoad(browser, sites.rebuilt, DESKTOP)).rejects.toMatchObject({
    code: 'password_rejected',
  })
})

test('without a session the gate is no page to judge, on either side', async () => {
  const at = (side: 'original' | 'rebuilt') => ({ ...sites[side], url: `${store.origin}/`, pass: undefined })
  for (const side of ['original', 'rebuilt'] as const)
    await expect(openPageLoad(browser, at(side), DESKTOP)).rejects.toMatchObject({
      code: 'password_required',
    })
})
