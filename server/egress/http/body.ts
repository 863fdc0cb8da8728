import { addAbortSignal, pipeline, Readable } from 'node:stream'
import zlib from 'node:zlib'

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** The body cannot be decoded as the codings that its header names. */
export class BadCoding extends Error {
  override readonly name = 'BadCoding'
}

/** More than one coding is rare, and each layer multiplies what a bomb yields. */
const MAX_CODINGS = 2
/**
 * Coded bytes beyond the limit on decoded ones, before each decoder: framing, a header without an end, or blocks that
 * decode to nothing.
 */
const CODED_SLACK = 64 * 1024

/**
 * Reads and decodes until the end or until `maxBytes` decoded bytes are there, then stops the source. A body that
 * was cut off in the middle of its coding yields what could be decoded, as in a browser. Nothing decodes any more once
 * the promise is settled, which `signal` brings about.
 * @param onChunk called for each chunk of the source
 * @throws {BadCoding} @throws errors of the source @throws an AbortError
 */
export async function readBody(
  source: Readable,
  contentEncoding: string,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: () => void = () => {},
): Promise<{ body: Buffer; truncated: boolean }> {
  let truncated = false
  async function* metered(stage: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of stage) {
      size += chunk.length
      if (stage === source) onChunk()
      if (size > maxBytes + CODED_SLACK) {
        truncated = true
        return
      }
      yield chunk
    }
  }

  const stages: Readable[] = [source]
  const chunks: Buffer[] = []
  let size = 0
  try {
    const input = metered(source)
    const first = await input.next()
    if (first.done) return { body: Buffer.alloc(0), truncated }
    let coded = withFirst(first.value, input)
    for (const decoder of decodersFor(contentEncoding, first.value)) {
      // An error of any stage comes out of the last one, which is the one that is read.
      pipeline(Readable.from(coded, { objectMode: false }), decoder, () => {})
      stages.push(decoder)
      coded = metered(decoder)
    }
    const last = stages.length > 1 ? addAbortSignal(signal, stages.at(-1)!) : coded
    for await (const chunk of last as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxBytes) {
        chunks.push(chunk.subarray(0, maxBytes - size))
        truncated = true
        break
      }
      chunks.push(chunk)
      size += chunk.length
    }
    return { body: Buffer.concat(chunks), truncated }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (/^(Z_|ZSTD_|ERR__?ERROR_|ERR_BROTLI|ERR_ZLIB|ERR_PADDING)/.test(code))
      throw new BadCoding(`the body is not valid ${contentEncoding.slice(0, 40)} (${code})`, { cause: error })
    throw error
  } finally {
    for (const stage of stages) stage.destroy()
  }
}

async function* withFirst(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

function decodersFor(contentEncoding: string, first: Buffer): zlib.Gunzip[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > MAX_CODINGS)
    throw new BadCoding(`the body has ${codings.length} codings, one over the other`)
  return codings.reverse().map(coding => decoderFor(coding, first))
}

function decoderFor(coding: string, first: Buffer): zlib.Gunzip {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })
    case 'deflate': {
      // Half of the servers that say deflate leave out its zlib wrapper, whose first byte ends in 8.
      const make = (first[0]! & 0x0f) === 8 ? zlib.createInflate : zlib.createInflateRaw
      return make({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })
    }
    case 'br':
      return zlib.createBrotliDecompress({
        flush: BROTLI_OPERATION_FLUSH,
        finishFlush: BROTLI_OPERATION_FLUSH,
      })
    case 'zstd':
      return zlib.createZstdDecompress({ flush: ZSTD_e_flush, finishFlush: ZSTD_e_flush })
    default:
      throw new BadCoding(
        `the body has the coding ${JSON.stringify(coding.slice(0, 40))}; asked for were ${ACCEPT_ENCODING}`,
      )
  }
}
