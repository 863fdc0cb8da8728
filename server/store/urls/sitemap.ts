/**
 * The addresses that a site's sitemaps list, one by one: robots.txt, the usual places, indexes within indexes, plain or
 * gzip, XML or text. Everything is bounded, and what was cut is said.
 * @see https://www.sitemaps.org/protocol.html
 */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { reasonOf } from '../../lib/reason.ts'
import type { RobotsFile } from '../../lib/robots.ts'
import { pageUrl } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'

interface SitemapEntry {
  /** Absolute, without a fragment. May be of another host. */
  url: string
  /** The file that lists it; its name often tells what kind of page it is. */
  sitemap: string
  /** `alternate`: the page in another language; `image`: a picture on it. */
  is: 'page' | 'alternate' | 'image'
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
  /** Which files to read, by address; all of them by default. */
  wants?(file: string): boolean
  /** Alternates and pictures as well. Default: pages alone. */
  withExtras?: boolean
}

type Client = Pick<StoreClient, 'get' | 'origin'>

/** Of one file: what the protocol allows. */
const MAX_FILE_ENTRIES = 50_000
const MAX_FILE_BYTES = 50 * 1024 * 1024
/** Decoded, of all files together. */
const MAX_BYTES = 500 * 1024 * 1024
/** The protocol allows one index; some systems nest another. */
const MAX_INDEX_DEPTH = 3
/** Alternates and pictures of one file. */
const MAX_FILE_EXTRAS = 100_000
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
  { maxEntries = 500_000, maxFiles = 1000, wants = () => true, withExtras = false }: SitemapOptions = {},
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
      const left = [maxEntries - entries, maxFiles - asked, MAX_BYTES - bytes]
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
        maxBytes: Math.min(MAX_FILE_BYTES, MAX_BYTES - bytes),
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
      let extras = 0
      let known = false
      const text = textOf(body, Math.min(MAX_FILE_BYTES, MAX_BYTES - bytes))
      const wasCut = { by: truncated ? `it is larger than ${MAX_FILE_BYTES / 1024 ** 2} MB` : '' }
      for await (const found of safely(readXml(text, headers['content-type'] ?? ''), wasCut)) {
        if (!known) report.files.push(file.url)
        known = true
        const url = found.text.length > MAX_URL_LENGTH ? null : pageUrl(found.text, file.url)
        if (url === null) continue
        if (found.kind === 'sitemap') children.push(url)
        else if (found.kind !== 'page') {
          if (withExtras && extras++ < MAX_FILE_EXTRAS) yield { url, sitemap: file.url, is: found.kind }
        } else if (own >= MAX_FILE_ENTRIES || entries >= maxEntries) {
          wasCut.by = `it lists more than ${entries >= maxEntries ? `the ${maxEntries} addresses that are read in all` : MAX_FILE_ENTRIES}`
          break
        } else {
          own++
          entries++
          yield { url, sitemap: file.url, is: 'page' }
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
    cut.by = error instanceof TooMuch ? error.message : `it is broken (${reasonOf(error, 100)})`
  }
}

/** Where sitemaps are when robots.txt names none: the standard, WordPress, its plugins, BigCommerce, PrestaShop. */
const USUAL_PLACES = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/wp-sitemap.xml',
  '/product-sitemap.xml',
  '/xmlsitemap.php',
  '/1_index_sitemap.xml',
]

const MAX_ROBOTS_LINES = 100

/** Absolute addresses on the `Sitemap:` lines of a robots.txt, 100 at most; they stand outside of its groups. */
function sitemapLines(robots: string, origin: string): string[] {
  return [...robots.matchAll(/^[ \t\uFEFF]*sitemap[ \t]*:[ \t]*(\S+)/gim)]
    .slice(0, MAX_ROBOTS_LINES)
    .map(([, place]) => place!)
    .filter(place => URL.canParse(place, origin))
    .map(place => new URL(place, origin).href)
    .filter(place => /^https?:/.test(place))
}

/**
 * In an order that takes from each kind in turn, so that a limit cuts the fiftieth file of products before the first
 * of pages: `products_1, pages_1, products_2`. Leaves out files that are for machines, not for visitors.
 */
function fairly(urls: readonly string[]): string[] {
  const turns = new Map<string, number>()
  return urls
    .filter(url => !/\/sitemap_agentic_discovery\.xml$/i.test(new URL(url).pathname))
    .map((url, index) => {
      const { pathname, search } = new URL(url)
      const kind = (pathname + search).replace(/\d+/g, '')
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      return { url, turn, index }
    })
    .sort((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ url }) => url)
}

/** What a sitemap lists, as written. */
interface Listed {
  kind: 'page' | 'sitemap' | 'alternate' | 'image'
  text: string
}

/** Elements of real sitemaps are three deep. */
const MAX_ELEMENT_DEPTH = 20
/** Markup with more errors than this is no XML. */
const MAX_MARKUP_ERRORS = 1000
const MAX_TEXT = 4096
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi

/**
 * Reads a sitemap, an index of sitemaps or a text file with an address on each line, in pieces and forgivingly: what
 * is not well-formed costs no more than itself. Anything else lists nothing. Throws for markup that is nested or
 * broken beyond reason, and what `text` throws.
 */
async function* readXml(text: AsyncIterable<string>, contentType: string): AsyncGenerator<Listed> {
  let read: ((piece: string) => Listed[] | null) | undefined
  let head = ''
  for await (const piece of text) {
    if (!read) {
      // Some systems send blank lines before the declaration.
      head = (head + piece).trimStart()
      if (head === '') continue
      if (!head.startsWith('<') && !/text\/plain/i.test(contentType) && !/^https?:\/\//i.test(head)) return
      read = head.startsWith('<') ? xmlReader() : lineReader()
    }
    const found = read(head || piece)
    head = ''
    if (found === null) return
    yield* found
  }
  if (read) yield* read('\n') ?? []
}

function lineReader(): (piece: string) => Listed[] {
  let rest = ''
  return piece => {
    const lines = (rest + piece).split(/\r\n|\r|\n/)
    rest = lines.pop()!.slice(0, MAX_TEXT)
    return lines
      .map(line => line.trim())
      .filter(line => /^https?:\/\//i.test(line) && line.length <= MAX_TEXT)
      .map(text => ({ kind: 'page', text }))
  }
}

/** Null as soon as it turns out to be something else. */
function xmlReader(): (piece: string) => Listed[] | null {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  const path: string[] = []
  let found: Listed[] = []
  let kind: Listed['kind'] | null = null
  let other = false
  let prefix = ''
  let words: string | null = null
  let errors = 0
  parser.on('error', error => {
    if (++errors > MAX_MARKUP_ERRORS) throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length > MAX_ELEMENT_DEPTH)
      throw new Error(`its elements are nested over ${MAX_ELEMENT_DEPTH} deep`)
    if (path.length === 1) {
      const [first, second] = name.includes(':') ? name.split(':') : ['', name]
      prefix = first ? `${first}:` : ''
      kind = second === 'urlset' ? 'page' : second === 'sitemapindex' ? 'sitemap' : null
      other ||= kind === null
    }
    if (path.length === 3 && name === `${prefix}loc`) words = ''
    // Of whatever prefix: the namespaces of both are their own.
    if (path.length === 4 && /:loc$/.test(name) && /:image$/.test(path[2]!)) words = ''
    const { href } = attributes
    if (
      path.length === 3 &&
      /:link$/.test(name) &&
      attributes.rel === 'alternate' &&
      typeof href === 'string'
    )
      found.push({ kind: 'alternate', text: href.slice(0, MAX_TEXT) })
  })
  const take = (text: string) => {
    if (words !== null && words.length < MAX_TEXT) words += text.slice(0, MAX_TEXT)
  }
  parser.on('text', take)
  parser.on('cdata', text => take(text.replaceAll('&amp;', '&')))
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (words === null || (name !== `${prefix}loc` && !/:loc$/.test(name))) return
    const is = path.length === 3 ? 'image' : kind
    if (is && words.trim()) found.push({ kind: is, text: words.trim() })
    words = null
  })
  let rest = ''
  let failure: unknown
  return piece => {
    if (failure) throw failure
    // A bare & would swallow all until the next semicolon; one at the end may go on in the next piece.
    const whole = rest + piece
    const cut = whole.lastIndexOf('&')
    const end = cut >= 0 && whole.length - cut < 12 && piece !== '\n' ? cut : whole.length
    rest = whole.slice(end)
    try {
      parser.write(whole.slice(0, end).replace(ENTITY, '&amp;'))
    } catch (error) {
      // With the next piece, so that what stands before it is not lost.
      failure = error
    }
    if (other) return null
    const out = found
    found = []
    return out
  }
}

/** Decoded bytes beyond what may come. */
class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

interface DecodedText extends AsyncIterable<string> {
  /** Decoded bytes so far. */
  readonly size: number
}

const CHUNK_BYTES = 256 * 1024

/**
 * The text of a file in pieces, unpacked where it begins like gzip whatever its headers say, UTF-8 or UTF-16 by its
 * byte order mark. Iterating throws TooMuch beyond `maxBytes`, and errors of zlib for a damaged file.
 */
function textOf(body: Buffer, maxBytes: number): DecodedText {
  let size = 0
  async function* pieces(): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    for await (const bytes of unpacked(body)) {
      const left = maxBytes - size
      size += Math.min(bytes.length, left)
      decoder ??= new TextDecoder(encodingOf(bytes))
      yield decoder.decode(bytes.subarray(0, left), { stream: true })
      if (bytes.length > left)
        throw new TooMuch(`it holds more than ${Math.max(1, Math.floor(maxBytes / 1024 ** 2))} MB unpacked`)
    }
  }
  return {
    get size() {
      return size
    },
    [Symbol.asyncIterator]: pieces,
  }
}

function unpacked(body: Buffer): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return slices(body)
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  Readable.from(slices(body), { objectMode: false }).pipe(gunzip)
  return gunzip as AsyncIterable<Buffer>
}

function* slices(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES)
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
