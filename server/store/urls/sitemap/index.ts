/**
 * The addresses that a site's sitemaps list, one by one: robots.txt, the usual places, indexes within indexes, plain or
 * gzip, XML or text. Everything is bounded, and what was cut is said.
 * @see https://www.sitemaps.org/protocol.html
 */
import type { RobotsFile } from '../../../lib/robots.ts'
import type { StoreClient } from '../../access/client/index.ts'
import { TooMuch, textOf } from './decode.ts'
import { type Listed, readXml } from './parse.ts'
import { fairly, sitemapLines, USUAL_PLACES } from './places.ts'

export interface SitemapEntry {
  /** Absolute, without a fragment. May be of another host. */
  url: string
  /** The file that lists it; its name often tells what kind of page it is. */
  sitemap: string
}

/** Filled while the entries are taken. */
export interface SitemapReport {
  /** Null where it could not be read. */
  robots: RobotsFile | null
  /** That were read, in order. */
  files: string[]
  /** Files that could not be read, were broken or were cut, in the reader's words; 50 at most. */
  limits: string[]
  /** Whether something was cut or could not be read, so that absence from the list means nothing. */
  partial: boolean
  /** Why a file that may be there was not shown to us at all, or ''. */
  refused: string
}

export interface SitemapOptions {
  /** Addresses in all. Default 500,000. */
  maxEntries?: number
  /** Files in all, indexes and those that turn out to be none included. Default 1,000. */
  maxFiles?: number
  /** Decoded bytes in all. Default 500 MB. */
  maxBytes?: number
  /** Which files to read, by address; all of them by default. */
  wants?(file: string): boolean
}

type Client = Pick<StoreClient, 'get' | 'origin'>

/** Of one file: what the protocol allows. */
const MAX_FILE_ENTRIES = 50_000
const MAX_FILE_BYTES = 50 * 1024 * 1024
/** The protocol allows one index; some systems nest another. */
const MAX_INDEX_DEPTH = 3
const MAX_URL_LENGTH = 2048
const MAX_LIMITS = 50

export const newReport = (): SitemapReport => ({
  robots: null,
  files: [],
  limits: [],
  partial: false,
  refused: '',
})

/** Never throws for what a host sends. Asks one file at a time; ends early when its consumer does. */
export async function* sitemapEntries(
  client: Client,
  report: SitemapReport,
  {
    maxEntries = 500_000,
    maxFiles = 1000,
    maxBytes = 500 * 1024 * 1024,
    wants = () => true,
  }: SitemapOptions = {},
): AsyncGenerator<SitemapEntry, void> {
  const seen = new Set<string>()
  const queue: { url: string; depth: number }[] = []
  let [entries, bytes, asked, full]: [number, number, number, boolean] = [0, 0, 0, false]
  const limit = (text: string) => {
    report.partial = true
    if (report.limits.length < MAX_LIMITS) report.limits.push(text)
  }
  const enqueue = (urls: string[], depth: number) => {
    for (const url of fairly(urls.filter(url => !seen.has(url)))) {
      if (seen.has(url) || (depth > 0 && !wants(url))) continue
      if (asked + queue.length >= maxFiles) {
        if (!full) limit(`more than ${maxFiles} sitemaps are named; the others were not read`)
        full = true
        return
      }
      seen.add(url)
      queue.push({ url, depth })
    }
  }

  /** One that is named, or at the standard place; firewalls refuse some of the others wherever there is none. */
  const isLikely = ({ url, depth }: { url: string; depth: number }) =>
    depth > 0 || new URL(url).pathname === USUAL_PLACES[0]

  async function* drain(): AsyncGenerator<SitemapEntry, void> {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const left = [maxEntries - entries, maxFiles - asked, maxBytes - bytes]
      if (left.some(rest => rest <= 0)) {
        limit(
          `${queue.length + 1} sitemaps were not read: ${report.files.length} files with ${entries} addresses are as much as is read`,
        )
        queue.length = 0
        return
      }
      asked++
      const answer = await client.get(file.url, {
        accept: 'application/xml, text/xml, text/plain;q=0.9, */*;q=0.5',
        maxBytes: Math.min(MAX_FILE_BYTES, maxBytes - bytes),
        tooLarge: 'truncate',
      })
      if (!answer.ok) {
        limit(`${file.url} could not be read: ${answer.detail}`)
        if (isLikely(file)) report.refused ||= answer.detail
        continue
      }
      const { status, body, truncated, headers } = answer.response
      if (isLikely(file) && (status === 401 || status === 403 || status >= 500))
        report.refused ||= `${file.url} answers ${status}`
      if (status !== 200) {
        // A usual place that is empty is no loss, a sitemap that was named is.
        if (file.depth > 0) limit(`${file.url} could not be read: it answers ${status}`)
        continue
      }
      const children: string[] = []
      let own = 0
      let known = false
      const text = textOf(body, Math.min(MAX_FILE_BYTES, maxBytes - bytes))
      const wasCut = { by: truncated ? `it is larger than ${MAX_FILE_BYTES / 1024 ** 2} MB` : '' }
      for await (const found of safely(readXml(text, headers['content-type'] ?? ''), wasCut)) {
        if (!known) report.files.push(file.url)
        known = true
        const url = absolute(found, file.url)
        if (url === null) continue
        if (found.kind === 'sitemap') children.push(url)
        else if (own >= MAX_FILE_ENTRIES || entries >= maxEntries) {
          wasCut.by = `it lists more than ${entries >= maxEntries ? `the ${maxEntries} addresses that are read in all` : MAX_FILE_ENTRIES}`
          break
        } else {
          own++
          entries++
          yield { url, sitemap: file.url }
        }
        if (children.length > maxFiles) {
          wasCut.by = `it names more than ${maxFiles} sitemaps`
          break
        }
      }
      bytes += text.size
      if (wasCut.by) limit(`${file.url} was read in part: ${wasCut.by}`)
      else if (!known && file.depth > 0) limit(`${file.url} is no sitemap`)
      if (children.length && file.depth >= MAX_INDEX_DEPTH)
        limit(`${file.url} was not followed: it is an index ${MAX_INDEX_DEPTH} levels deep`)
      else enqueue(children, file.depth + 1)
    }
  }

  const robots = await client.get('/robots.txt', { maxBytes: 500 * 1024, tooLarge: 'truncate' })
  if (!robots.ok) limit(`robots.txt could not be read: ${robots.detail}`)
  else {
    const { url, status, body } = robots.response
    report.robots = { url, status, body: body.toString('utf8') }
    if (status === 200) enqueue(sitemapLines(report.robots.body, client.origin), 1)
  }
  const [first, ...others] = USUAL_PLACES.map(path => new URL(path, client.origin).href)
  enqueue([first!], 0)
  yield* drain()
  // Further places only where the first ones hold nothing: they repeat each other.
  for (const place of others) {
    if (entries > 0) break
    enqueue([place], 0)
    yield* drain()
  }
}

/** Ends where the file breaks off, and says so. */
async function* safely(listed: AsyncGenerator<Listed>, cut: { by: string }): AsyncGenerator<Listed> {
  try {
    yield* listed
  } catch (error) {
    cut.by =
      error instanceof TooMuch
        ? error.message
        : `it is broken (${(error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 100)})`
  }
}

function absolute({ text }: Listed, base: string): string | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  url.hash = ''
  return url.href
}
