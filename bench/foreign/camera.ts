/** Captures pages of folders with the real browser and all collectors; nothing beyond this machine is reached. */
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import type { Files } from '../../server/capture/page/screenshot.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard, Forbidden, type Guard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { type Rewrite, type ServedSite, serve } from '../../test/serve.ts'

/** One clock for all captures. */
const NOON = Date.UTC(2026, 0, 15, 12)
/** Longer than a scan waits for both sites: what is not there by then never comes. */
const GIVEN_UP_MS = 300_000

/** A capture with its screenshots, or why there is none; and how long it took. */
export type Shot = { seconds: number } & ({ capture: Capture; files: Files } | { failure: string })

/** A folder that is served, and the path of the page in there. */
export interface FolderPage {
  folder: string
  path: string
}

/** `times` captures of the page at `path` of `folder`, one after the other in one browser. */
export async function photograph(folder: string, path: string, times: number): Promise<Shot[]> {
  const site = await serve(folder, asStored(folder))
  try {
    const url = addressOf(site, path)
    const sides = Array.from({ length: times }, () => 'original' as const)
    return await look({ original: url, rebuilt: url }, [site.host], sides)
  } finally {
    await site.close()
  }
}

/** Both pages, one after the other in one browser, and the `host:port` that each was served from. */
export async function photographPair(original: FolderPage, rebuilt: FolderPage) {
  const sites = [
    await serve(original.folder, asStored(original.folder)),
    await serve(rebuilt.folder, asStored(rebuilt.folder)),
  ] as const
  const hosts = { original: sites[0].host, rebuilt: sites[1].host }
  try {
    const urls = { original: addressOf(sites[0], original.path), rebuilt: addressOf(sites[1], rebuilt.path) }
    const shots = await look(urls, Object.values(hosts), ['original', 'rebuilt'])
    return { original: shots[0]!, rebuilt: shots[1]!, hosts }
  } finally {
    await Promise.all(sites.map(site => site.close()))
  }
}

const addressOf = ({ origin }: ServedSite, path: string) =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), origin).href

async function look(
  urls: Record<SideName, string>,
  hosts: readonly string[],
  sides: readonly SideName[],
): Promise<Shot[]> {
  const guard = onlyTo(hosts)
  const proxy = await startProxy(guard, { maxBytes: 50e9 })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const request = { original_url: urls.original, new_url: urls.rebuilt, ignore: [] }
  const sites = sitesOf({ ...request, policy: 'regressions' }, proxy)
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const shots: Shot[] = []
  try {
    for (const side of sides) {
      const from = performance.now()
      const outcome = await inTime(captured(side)).catch(error => ({
        failure: String(error?.message ?? error),
      }))
      shots.push({ ...outcome, seconds: (performance.now() - from) / 1000 })
    }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
  }
  return shots

  async function captured(side: SideName) {
    const session = await openSiteSession(browser, { ...sites[side], noon: NOON }, http)
    try {
      return await captureSite(session)
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
function onlyTo(hosts: readonly string[]): Guard {
  const guard = createGuard({ allowHosts: [...hosts] })
  return {
    ...guard,
    resolve: async (hostname, port) => {
      if (!hosts.includes(`${hostname}:${port}`))
        throw new Forbidden(hostname, 'only the sites themselves may be reached')
      return guard.resolve(hostname, port)
    },
  }
}

/**
 * As a host of static pages answers: old pages are in the encoding that they name themselves, some files are of kinds
 * that no page of ours has, a folder without its slash is sent there, and a page may leave out `.html`.
 */
function asStored(folder: string): Rewrite {
  return async (path, body) => {
    const type = TYPES[extname(path).toLowerCase()]
    if (body.length) return type ? { status: 200, type, body } : undefined
    if (await isFile(join(folder, path, 'index.html')))
      return { status: 301, location: encodeURI(`${path}/`) }
    const page = join(folder, `${path}.html`)
    return (await isFile(page))
      ? { status: 200, type: TYPES['.html'], body: await readFile(page) }
      : undefined
  }
}

const isFile = (file: string) =>
  stat(file).then(
    found => found.isFile(),
    () => false,
  )

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
