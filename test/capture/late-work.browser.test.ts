/** Whether a page works on by itself once it is loaded is noticed, and a measurement waits for it. */
import { expect, test } from 'vitest'
import { runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { bringToRest, loadSite, type SiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { answering, busyBy, onLoad, scripted } from './late-pages.ts'
import { servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const LONG_TASK = 'const begun = performance.now(); while (performance.now() - begun < 300) Math.sqrt(begun)'

const server = await servePages({
  '/still': scripted(''),
  '/bytes': scripted(onLoad(`fetch('/large')`)),
  '/task': scripted(onLoad(busyBy(3e8))),
  '/jump': scripted(
    onLoad("hero.style.height = '500px'", 1200),
    '<div id="hero"></div><p style="height: 300px; background: #cde">Words that move down</p>',
  ),
  '/soon': scripted(
    onLoad("hero.style.height = '500px'", 100),
    '<div id="hero"></div><p style="height: 300px; background: #cde">Words that move down</p>',
  ),
  '/on-scroll': scripted(
    `new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) fetch('/large') }).observe(document.querySelector('footer'))`,
    '<div style="height: 3000px"></div><footer>End</footer>',
  ),
  '/both': scripted(onLoad(`fetch('/large'); ${LONG_TASK}`)),
  '/large': answering(3_000_000),
})

async function asked<T>(path: string, ask: (session: SiteSession) => Promise<T>): Promise<T> {
  let answer: T | undefined
  await openWith(`${server.origin}${path}`, async session => {
    answer = await ask(session)
  })
  return answer!
}

test.each([
  ['/still', false, [DESKTOP]],
  // Whichever load notices it.
  ['/bytes', true, [DESKTOP, MOBILE]],
  ['/task', true, [DESKTOP]],
  ['/jump', true, [DESKTOP]],
  ['/on-scroll', false, [DESKTOP]],
])(
  '%s: what a page does by itself once it is loaded is noticed, and nothing else: %s',
  async (path, late, widths) => {
    const found = await asked(path, async session => {
      await Promise.all(widths.map(width => session.at(width)))
      return session.worksLate()
    })
    expect(found).toBe(late)
  },
)

test('what moved by itself before a busy machine came to look is noticed as well, not what came with the page', async () => {
  const guard = createGuard({ allowHosts: [server.host] })
  const [proxy, http] = [await startProxy(guard), createHttp(guard, { userAgent: USER_AGENT_SUFFIX })]
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const found: Record<string, boolean> = {}
  for (const path of ['/jump', '/soon']) {
    const url = `${server.origin}${path}`
    const { original } = sitesOf(
      { original_url: url, new_url: url, ignore: [], policy: 'regressions' },
      proxy,
    )
    const session = await loadSite(browser, original, http)
    await new Promise(resolve => setTimeout(resolve, 2000))
    await bringToRest(session)
    found[path] = await session.worksLate()
    await session.close()
  }
  await Promise.all([browser.close(), proxy.close(), http.close()])
  expect(found).toEqual({ '/jump': true, '/soon': false })
})

test('a measurement waits for what is late where it is told to', { tags: 'variant' }, async () => {
  const proxy = await startProxy(createGuard({ allowHosts: [new URL(server.origin).host] }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  const url = `${server.origin}/both`
  const { original } = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
  const soon = await runLighthouse(browser, original)
  const late = await runLighthouse(browser, original, { late: true })
  await browser.close()
  await proxy.close()
  expect(soon.counters.bytes).toBeLessThan(100_000)
  expect(late.counters.bytes).toBeGreaterThan(3_000_000)
  expect(late.metrics.tbt).toBeGreaterThan(600)
})
