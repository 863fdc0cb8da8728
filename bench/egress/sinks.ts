/** Each payload, put to each sink that it can be put to. */
import type { OpenBrowser } from '../../server/capture/page/browser.ts'
import { checkTarget, type Guard, policyOf } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import type { Origin } from '../../test/egress/origin.ts'
import type { Payload } from '../../test/egress/payloads.ts'
import type { Canaries } from './canaries.ts'
import type { Table } from './table.ts'

export interface Doors {
  guard: Guard
  canaries: Canaries
  /** A page that may be visited; `/page?<HTML>` is what it shows, `/redirect?code=…&to=…` leads away. */
  origin: Origin
  /** Behind the proxy; absent where browsers are left out. */
  browser?: OpenBrowser
}

const isPage = ({ url }: Payload) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export async function sinks(
  all: readonly Payload[],
  { guard, canaries, origin, browser }: Doors,
  table: Table,
): Promise<void> {
  const policy = policyOf({ allowHosts: [], publicUrl: 'https://cutover.example.com/' })
  const client = createHttp(guard, { userAgent: 'Bench/1' })
  const context = await browser?.playwright.newContext({ serviceWorkers: 'block' })
  const page = await context?.newPage()
  /** Runs `work` and tells how many more were reached. */
  const reached = async (work: () => Promise<unknown>) => {
    const before = canaries.accepts.length
    await work().catch(() => {})
    return canaries.accepts.slice(before)
  }
  for (const payload of all) {
    const { group, url, addresses } = payload
    if (!addresses) table.add('intake', group, url, checkTarget(url, policy) === null ? ['accepted'] : [])
    table.add(
      'HTTP client',
      group,
      url,
      await reached(() => client.request(url, { timeoutMs: 3000, maxRedirects: 0 })),
    )
    if (page && isPage(payload))
      table.add(
        'navigation',
        group,
        url,
        await reached(() => page.goto(url, { waitUntil: 'commit', timeout: 5000 })),
      )
  }
  await client.close()
  // A page asks for all at once in four ways; should anything be reached, the address tells whose it was.
  if (page)
    for (let i = 0; i < all.length; i += 40) {
      const part = all.slice(i, i + 40)
      const hits = await reached(async () => {
        await page.goto(`${origin.url}/page?${encodeURIComponent('<title>Sinks</title>')}`)
        await page.evaluate(
          askForAll,
          part.map(({ url }) => url),
        )
      })
      for (const { group, url } of part) table.add('subresource', group, url, [])
      for (const hit of hits)
        table.add('subresource', part[0]!.group, `one of ${part.map(({ url }) => url).join(' ')}`, [hit])
    }
  await context?.close()
}

/** Runs in the page. */
async function askForAll(urls: string[]): Promise<void> {
  const done = urls.flatMap(url => {
    const element = (name: string, attribute: string, more: Record<string, string> = {}) =>
      new Promise(resolve => {
        const made = document.createElement(name)
        for (const [key, value] of Object.entries(more)) made.setAttribute(key, value)
        made.onload = made.onerror = resolve
        made.setAttribute(attribute, url)
        document.body.append(made)
      })
    return [
      element('img', 'src'),
      element('script', 'src'),
      element('link', 'href', { rel: 'stylesheet' }),
      fetch(url, { mode: 'no-cors' }).catch(() => {}),
    ]
  })
  await Promise.race([Promise.allSettled(done), new Promise(resolve => setTimeout(resolve, 8000))])
}
