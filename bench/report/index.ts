/**
 * `npm run bench -- report [--issues N]`: the report of a large job in a real browser. How heavy it is before pictures,
 * when it first paints, and how long a letter in the search takes until the next frame; beside it the same without
 * issues, as the peer.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { filterOf } from '../../server/report/issues.ts'
import {
  documentHtml,
  REPORT_ASSETS,
  REPORT_SCRIPTS,
  REPORT_STYLES,
  reportHtml,
} from '../../server/report/render.ts'
import { reportOf } from '../../server/report/report.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { SITE_ASSETS } from '../../server/web/render.ts'
import { largeExhibits, largeJob } from './large-job.ts'

const VISITS = 5
const TYPED = 'price picture'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { issues: { type: 'string', default: '2000' } } })
  const shot = await sharp({ create: { width: 1440, height: 16_000, channels: 3, background: '#ddd' } })
    .webp({ effort: 0 })
    .toBuffer()
  const browser = await chromium.launch({ executablePath: (await findBrowser())!, chromiumSandbox: false })
  try {
    for (const issues of [0, Number(values.issues)]) {
      const started = performance.now()
      const html = htmlOf(issues)
      const made = performance.now() - started
      const small = gzipSync(html)
      const code = [...REPORT_STYLES, ...REPORT_SCRIPTS].map(name => readFileSync(join(REPORT_ASSETS, name)))
      const beside = [readFileSync(join(SITE_ASSETS, 'site.css')), ...code]
      const all = small.length + beside.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)
      const server = await serve(html, shot)
      const visits: Awaited<ReturnType<typeof look>>[] = []
      for (let visit = 0; visit < VISITS; visit++) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        visits.push(await look(page, server.address))
        await page.close()
      }
      server.close()
      const median = (of: (visit: (typeof visits)[number]) => number) =>
        Math.round(visits.map(of).sort((a, b) => a - b)[VISITS >> 1]!)
      console.log(
        [
          `${issues} issues: made in ${Math.round(made)} ms`,
          `HTML ${kilobytes(html.length)}, compressed ${kilobytes(small.length)}, with styles and scripts ${kilobytes(all)}`,
          `first contentful paint ${median(visit => visit.fcp)} ms`,
          `a letter in the search: median ${median(visit => visit.typing)} ms, slowest ${median(visit => visit.slowest)} ms`,
        ].join('; '),
      )
    }
  } finally {
    await browser.close()
  }
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`

function htmlOf(issues: number): string {
  const report = reportOf(
    largeJob(issues),
    largeExhibits(),
    { artifact: name => (/tables|film/.test(name) ? null : name), help: url => `https://docs.example${url}` },
    filterOf({}),
  )
  return documentHtml('Report', reportHtml(report, '/'))
}

async function serve(html: string, shot: Buffer) {
  const server = createServer((request, response) => {
    const path = request.url!.slice(1).split('?')[0]!
    const name = path.replace('assets/', '')
    if (path === '') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      response.end(gzipSync(html))
    } else if (path.endsWith('.webp')) {
      response.writeHead(200, { 'content-type': 'image/webp' })
      response.end(shot)
    } else {
      const folder = /^(site\.css|icon\.svg)$/.test(name) ? SITE_ASSETS : REPORT_ASSETS
      const type = name.endsWith('css')
        ? 'text/css'
        : name.endsWith('js')
          ? 'text/javascript'
          : 'image/svg+xml'
      response.writeHead(200, { 'content-type': type })
      response.end(readFileSync(join(folder, name)))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

async function look(page: Page, address: string) {
  await page.goto(address)
  const fcp = await page.evaluate(
    () =>
      new Promise<number>(resolve =>
        new PerformanceObserver(list =>
          list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => {
            resolve(startTime)
          }),
        ).observe({ type: 'paint', buffered: true }),
      ),
  )
  const search = page.getByLabel('Search')
  await search.focus()
  const times = await search.evaluate(async (field, typed) => {
    const input = field as HTMLInputElement
    const times: number[] = []
    for (const letter of typed) {
      const started = performance.now()
      input.value += letter
      input.dispatchEvent(new Event('input', { bubbles: true }))
      // After the frame that shows it.
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
      times.push(performance.now() - started)
    }
    return times
  }, TYPED)
  const sorted = times.toSorted((a, b) => a - b)
  return { fcp, typing: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! }
}
