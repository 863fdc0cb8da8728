/** Captures a page of a folder with the real browser and all collectors; nothing beyond this machine is reached. */
import { extname } from 'node:path'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard, Forbidden, type Guard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { type Rewrite, serve } from '../../test/serve.ts'

/** One clock for all captures. */
const NOON = Date.UTC(2026, 0, 15, 12)
/** Longer than a scan waits for both sites: what is not there by then never comes. */
const GIVEN_UP_MS = 300_000

/** A capture, or why there is none; and how long it took. */
export type Shot = { seconds: number } & ({ capture: Capture } | { failure: string })

/** `times` captures of the page at `path` of `folder`, one after the other in one browser. */
export async function photograph(folder: string, path: string, times: number): Promise<Shot[]> {
  const site = await serve(folder, asStored)
  const guard = onlyTo(site.host)
  const proxy = await startProxy(guard, { maxBytes: 50e9 })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const url = new URL(path.split('/').map(encodeURIComponent).join('/'), site.origin).href
  const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const shots: Shot[] = []
  try {
    while (shots.length < times) {
      const from = performance.now()
      const outcome = await inTime(look()).catch(error => ({ failure: String(error?.message ?? error) }))
      shots.push({ ...outcome, seconds: (performance.now() - from) / 1000 })
    }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close(), site.close()])
  }
  return shots

  async function look(): Promise<{ capture: Capture }> {
    const session = await openSiteSession(browser, { ...sites.original, noon: NOON }, http)
    try {
      return { capture: (await captureSite(session)).capture }
    } finally {
      await session.close()
    }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not done within ${GIVEN_UP_MS / 1000} s`)), GIVEN_UP_MS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What pages have of other hosts is refused, not looked up. */
function onlyTo(host: string): Guard {
  const guard = createGuard({ allowHosts: [host] })
  return {
    ...guard,
    resolve: async (hostname, port) => {
      if (`${hostname}:${port}` !== host) throw new Forbidden(hostname, 'only the site itself may be reached')
      return guard.resolve(hostname, port)
    },
  }
}

/** Old pages are in the encoding that they name themselves, and some files are of kinds that no page of ours has. */
const asStored: Rewrite = (path, body) => {
  const type = TYPES[extname(path).toLowerCase()]
  return type && body.length ? { status: 200, type, body } : undefined
}
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mp3': 'audio/mpeg',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
}
