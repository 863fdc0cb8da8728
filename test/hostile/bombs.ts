/** Small files that unpack to immense ones, made as streams of one block that is repeated. */
import type { RequestListener } from 'node:http'
import {
  type BrotliCompress,
  constants,
  createBrotliCompress,
  createDeflateRaw,
  createZstdCompress,
  type Deflate,
} from 'node:zlib'
import { type Fixture, HTML, html, pour, site } from './fixture.ts'

export const CODINGS = ['gzip', 'br', 'zstd'] as const
export type Coding = (typeof CODINGS)[number]

/** Of what one block unpacks to. */
const BLOCK = 1_048_576

/** Parts of a stream in `coding`: what comes first, then what is repeated for each MiB of blanks, then the end. */
async function partsOf(coding: Coding, first: string): Promise<{ head: Buffer; block: Buffer; end: Buffer }> {
  if (coding === 'zstd') return zstdParts(first)
  const packer =
    coding === 'gzip'
      ? createDeflateRaw({ level: 9 })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_LGWIN]: 16 } })
  const blanks = Buffer.alloc(BLOCK, ' ')
  const head = await flushed(packer, Buffer.from(first), coding)
  // A block that refers to nothing but blanks may follow itself.
  const before = await flushed(packer, blanks, coding)
  const block = await flushed(packer, blanks, coding)
  packer.destroy()
  return coding === 'gzip'
    ? {
        head: Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), head, before]),
        block,
        end: Buffer.from('03000000000000000000', 'hex'),
      }
    : { head: Buffer.concat([head, before]), block, end: Buffer.from([3]) }
}

function flushed(packer: Deflate | BrotliCompress, input: Buffer, coding: Coding): Promise<Buffer> {
  const kind = coding === 'gzip' ? constants.Z_FULL_FLUSH : constants.BROTLI_OPERATION_FLUSH
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => void chunks.push(chunk)
  packer.on('data', take).write(input)
  return new Promise(resolve =>
    packer.flush(kind, () =>
      setImmediate(() => {
        packer.off('data', take)
        resolve(Buffer.concat(chunks))
      }),
    ),
  )
}

/** RFC 8878: a frame of 128 KB of window, a raw block, then run-length blocks of 128 KB, four bytes each. */
function zstdParts(first: string) {
  const header = (size: number, type: number, last = 0) => {
    const bits = (size << 3) | (type << 1) | last
    return Buffer.from([bits & 255, (bits >> 8) & 255, (bits >> 16) & 255])
  }
  const run = Buffer.concat([header(131_072, 1), Buffer.from(' ')])
  return {
    head: Buffer.concat([
      Buffer.from('28b52ffd0038', 'hex'),
      header(Buffer.byteLength(first), 0),
      Buffer.from(first),
    ]),
    block: Buffer.concat(Array.from({ length: BLOCK / 131_072 }, () => run)),
    end: header(0, 0, 1),
  }
}

/** `bytes` of blanks after `first`, as chunks of about 64 KB. */
export async function bomb(coding: Coding, bytes: number, first = ''): Promise<() => Buffer | null> {
  const { head, block, end } = await partsOf(coding, first)
  const many = Math.max(1, Math.floor(65_536 / block.length))
  const chunk = Buffer.concat(Array.from({ length: many }, () => block))
  let left = Math.ceil(bytes / BLOCK)
  const queue: Buffer[] = [head]
  return () => {
    const next = queue.shift()
    if (next) return next
    if (left < 0) return null
    if (left === 0) {
      left = -1
      return end
    }
    const now = Math.min(left, many)
    left -= now
    return now === many ? chunk : chunk.subarray(0, now * block.length)
  }
}

/** A bomb in `inner`, packed once more in `outer`. */
async function twice(
  inner: Coding,
  outer: 'br' | 'zstd',
  bytes: number,
  first = '',
): Promise<() => Buffer | null> {
  const next = await bomb(inner, bytes, first)
  const packer = outer === 'br' ? createBrotliCompress() : createZstdCompress()
  const chunks: Buffer[] = []
  packer.on('data', (chunk: Buffer) => void chunks.push(chunk))
  for (let chunk = next(); chunk; chunk = next()) packer.write(chunk)
  await new Promise(resolve => packer.once('end', resolve).end())
  return () => chunks.shift() ?? null
}

/** As Content-Encoding says it, and how to make it. */
export const PACKINGS: Record<string, (bytes: number, first: string) => Promise<() => Buffer | null>> = {
  gzip: (bytes, first) => bomb('gzip', bytes, first),
  br: (bytes, first) => bomb('br', bytes, first),
  zstd: (bytes, first) => bomb('zstd', bytes, first),
  'br, zstd': (bytes, first) => twice('br', 'zstd', bytes, first),
}

/** `bytes` of blanks after `first`. */
export const packed =
  (coding: string, bytes: number, type: string, first: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': coding })
    PACKINGS[coding]!(bytes, first).then(next => pour(response, next))
  }

/** Up to some 50 MB a page may have. */
const PAGES = [
  [10e6, 'scorecard'],
  [100e6, 'body_too_large'],
  [1e9, 'body_too_large'],
  [10e9, 'body_too_large'],
] as const

/**
 * In a file of a page that is fine otherwise: it is looked at without that file. Of a script a renderer tells nothing before
 * all of it is there, and ends where that is more than a string can hold.
 */
const FILES: [name: string, type: string, use: string, first: string][] = [
  ['a script', 'text/javascript', '<script src="/bomb"></script>', 'globalThis.loaded = 1;'],
  ['a style sheet', 'text/css', '<link rel="stylesheet" href="/bomb">', 'h1 { color: navy }'],
  ['an answer to a script', 'application/json', "<script>fetch('/bomb').then(a => a.text())</script>", '{}'],
  [
    'a drawing',
    'image/svg+xml',
    '<img src="/bomb" alt="" width="60" height="60">',
    '<svg xmlns="http://www.w3.org/2000/svg">',
  ],
]

export const BOMBS: Fixture[] = [
  ...Object.keys(PACKINGS).flatMap(coding =>
    PAGES.map(
      ([bytes, outcome]): Fixture => ({
        name: `${coding}: ${bytes / 1e6} MB of HTML`,
        outcomes: [outcome],
        answer: packed(coding, bytes, HTML['content-type'], html('').replace('</body></html>', '')),
      }),
    ),
  ),
  ...FILES.map(
    ([name, type, use, first]): Fixture => ({
      name: `br: ${name} of 10 GB`,
      outcomes: name === 'a script' ? ['page_crashed', 'scorecard'] : ['scorecard'],
      answer: site({ '/': html(use), '/bomb': packed('br', 10e9, type, first) }),
    }),
  ),
]
