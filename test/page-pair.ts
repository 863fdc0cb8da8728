/** An original page and its rebuilt copy, changed on the way, served and looked at by one browser. */
import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { load } from 'cheerio'
import type { Capture } from '../server/capture/artifact.ts'
import { captureSite } from '../server/capture/capture-site.ts'
import { askOldAddresses } from '../server/capture/collectors/old-addresses.ts'
import type { LighthouseRun } from '../server/capture/lighthouse.ts'
import { measure, type Sampling } from '../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../server/capture/measuring-browser.ts'
import { type OpenBrowser, openBrowser } from '../server/capture/page/browser.ts'
import { openSiteSession } from '../server/capture/page/site-session.ts'
import { createGuard } from '../server/egress/guard.ts'
import { createHttp } from '../server/egress/http/index.ts'
import { startProxy } from '../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../server/egress/user-agent.ts'
import { sitesOf } from '../server/scan/sites.ts'
import { sampling } from '../server/suites/perf/sampling.ts'
import type { Change, PageSource } from './mutations/page.ts'
import { numbered, type Seen, see } from './mutations/seen.ts'
import { type Rewrite, serve } from './serve.ts'

export interface TestPage {
  name: string
  original: Built
  /** Built again by another hand, and meant to be the same; without it the original stands on both sides. */
  rebuilt?: Built
}

export interface Built {
  folder: string
  /** Path of the page in there, e.g. `/index.html`. */
  page: string
  /** Answers for files that are made on the way. */
  files?: Rewrite
  /** Mistakes taken out of the page before anything else. */
  repair?(html: string): string
}

export interface PagePair {
  /** How the page that is changed is drawn, element by element. */
  see(): Promise<(Seen | null)[]>
  look(side: 'original'): Promise<Capture>
  /** With a capture of the original the new site is asked for the addresses that it links to as well. */
  look(side: 'rebuilt', change: Change | null, original?: Capture): Promise<Capture>
  /** Lighthouse on both in turn until `decide` has seen enough, as in a scan by default; nothing else may run meanwhile. */
  measure(
    change: Change | null,
    decide?: Sampling,
  ): Promise<{ original: LighthouseRun[]; rebuilt: LighthouseRun[] }>
  /** `host:port` of each side. */
  hosts: { original: string; rebuilt: string }
  close(): Promise<void>
}

/** The page that is changed: the rebuilt one where there is one. */
export async function sourceOf(page: TestPage): Promise<Omit<PageSource, 'seen'>> {
  const built = page.rebuilt ?? page.original
  const raw = await readFile(join(built.folder, built.page), 'utf8')
  const html = built.repair?.(raw) ?? raw
  const read: NonNullable<PageSource['read']> = async path => {
    const made = await built.files?.(path, Buffer.alloc(0))
    if (typeof made === 'string' || Buffer.isBuffer(made)) return Buffer.from(made)
    if (made) return made.status < 400 ? Buffer.from(made.body ?? '') : null
    return readFile(join(built.folder, path)).catch(() => null)
  }
  const $ = load(html)
  const sheets = $('link[rel~=stylesheet][href]')
    .toArray()
    .map(link => $(link).attr('href')!)
    .filter(href => !/^([a-z]+:)?\/\//i.test(href))
  const texts = await Promise.all(
    sheets.map(async href =>
      String((await read(posix.resolve(dirname(built.page), href.replace(/[?#].*/, '')))) ?? ''),
    ),
  )
  return { path: built.page, html, styles: [...texts, $('style').text()].join('\n'), read }
}

/** `noon`: where the clock of both pages starts, in ms; without it today at noon. */
export async function openPagePair(page: TestPage, noon?: number): Promise<PagePair> {
  const { original: first, rebuilt: second = first } = page
  let rewrite: Rewrite = () => undefined
  const [original, rebuilt] = [
    await serve(first.folder, async (path, body) => answer(first, path, body)),
    await serve(second.folder, async (path, body) => {
      const made = await answer(second, path, body)
      const whole = Buffer.isBuffer(made) || typeof made === 'string' ? Buffer.from(made) : body
      return (await rewrite(path, whole)) ?? made
    }),
  ]
  const guard = createGuard({ allowHosts: [original.host, rebuilt.host] })
  const proxy = await startProxy(guard, { maxBytes: 50e9 })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const today = sitesOf(
    {
      original_url: original.origin + first.page,
      new_url: rebuilt.origin + second.page,
      policy: 'regressions',
      ignore: [],
    },
    proxy,
  )
  const at = { noon: noon ?? today.original.noon }
  const sites = { original: { ...today.original, ...at }, rebuilt: { ...today.rebuilt, ...at } }
  let browser: OpenBrowser | undefined
  const opened = async () => {
    browser ??= await openBrowser({ proxyUrl: proxy.url })
    return browser
  }

  return {
    hosts: { original: original.host, rebuilt: rebuilt.host },
    async see() {
      const html = numbered((await sourceOf(page)).html)
      rewrite = path => (path === second.page ? html : undefined)
      return see(await opened(), sites.rebuilt.url)
    },
    async look(side: 'original' | 'rebuilt', change: Change | null = null, before?: Capture) {
      if (side === 'rebuilt') rewrite = change?.rewrite ?? (() => undefined)
      const session = await openSiteSession(await opened(), sites[side], http)
      try {
        const { capture } = await captureSite(session)
        if (before) await askOldAddresses(session, { original: before, rebuilt: capture })
        return capture
      } finally {
        await session.close()
      }
    },
    async measure(change, decide = sampling('regressions')) {
      rewrite = change?.rewrite ?? (() => undefined)
      const meter = await openMeasuringBrowser({ proxyUrl: proxy.url })
      return measure(meter, sites, decide, () => {}, { late: false }).finally(meter.close)
    },
    async close() {
      await browser?.close()
      await Promise.all([proxy.close(), http.close(), original.close(), rebuilt.close()])
    },
  }
}

/** What a side serves of its own accord, where that is not the file as it lies there. */
function answer({ page, files, repair }: Built, path: string, body: Buffer): ReturnType<Rewrite> {
  return path === page && repair ? repair(String(body)) : files?.(path, body)
}
