/** Small files that unpack to immense ones, made as streams of one block that is repeated. */
import {
  type BrotliCompress,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  type Deflate,
  deflateSync,
} from 'node:zlib'
import { type Fixture, HTML, html, pour } from './fixture.ts'

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

const packedPage = (coding: Coding, bytes: number, outcomes: Fixture['outcomes']): Fixture => ({
  name: `${coding}: ${bytes / 1e6} MB of HTML`,
  outcomes,
  answer: (_, response) => {
    response.writeHead(200, { ...HTML, 'content-encoding': coding })
    bomb(coding, bytes, html('').replace('</body></html>', '')).then(next => pour(response, next))
  },
})

export const BOMBS: Fixture[] = CODINGS.flatMap(coding => [
  packedPage(coding, 10e6, ['scorecard']),
  packedPage(coding, 10e9, ['page_unresponsive', 'page_crashed', 'body_too_large', 'timed_out', 'scorecard']),
])

/** A PNG of `side` × `side` blank pixels of one bit. */
export function blankPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
