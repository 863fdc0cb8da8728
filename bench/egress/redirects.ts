/** Every way in which a page that may be visited leads to one that may not. */
import { createHttp } from '../../server/egress/http/index.ts'
import type { Doors } from './sinks.ts'
import type { Table } from './table.ts'

export const CODES = [300, 301, 302, 303, 304, 305, 307, 308]
const TARGETS = [
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/',
  'http://[::ffff:10.0.0.5]/',
  'https://localhost/',
]

/** Within a page. */
const WAYS: Record<string, (to: string) => string> = {
  meta: to => `<meta http-equiv="refresh" content="0; url=${to}">`,
  script: to => `<script>location.href = ${JSON.stringify(to)}</script>`,
  form: to => `<form action="${to}" method="post"></form><script>document.forms[0].submit()</script>`,
  frame: to => `<iframe src="${to}"></iframe><object data="${to}"></object><embed src="${to}">`,
}
const SETTLE_MS = 400

export async function redirects({ guard, canaries, origin, browser }: Doors, table: Table): Promise<void> {
  const client = createHttp(guard, { userAgent: 'Bench/1' })
  const context = await browser?.playwright.newContext({ serviceWorkers: 'block' })
  const reached = async (work: () => Promise<unknown>) => {
    const before = canaries.accepts.length
    await work().catch(() => {})
    return canaries.accepts.slice(before)
  }
  const redirect = (code: number, to: string) =>
    `${origin.url}/redirect?code=${code}&to=${encodeURIComponent(to)}`
  for (const to of TARGETS) {
    for (const code of CODES) {
      const url = redirect(code, to)
      table.add(
        'HTTP client',
        String(code),
        url,
        await reached(() => client.request(url, { timeoutMs: 3000 })),
      )
      const page = await context?.newPage()
      if (page) {
        table.add('navigation', String(code), url, await reached(() => page.goto(url, { timeout: 5000 })))
        const inside = `<img src="${url}"><script src="${url}"></script><iframe src="${url}"></iframe><script>fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => {})</script>`
        table.add(
          'subresource',
          String(code),
          url,
          await reached(() =>
            page.goto(`${origin.url}/page?${encodeURIComponent(inside)}`, { timeout: 5000 }),
          ),
        )
        await page.close()
      }
    }
    for (const [way, html] of Object.entries(WAYS)) {
      const page = await context?.newPage()
      if (!page) continue
      const hits = await reached(async () => {
        await page.goto(`${origin.url}/page?${encodeURIComponent(html(to))}`, { timeout: 5000 })
        await page.waitForTimeout(SETTLE_MS)
      })
      table.add('navigation', way, to, hits)
      await page.close()
    }
  }
  await client.close()
  await context?.close()
}
