import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Decoded bytes beyond what may come. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

export interface DecodedText extends AsyncIterable<string> {
  /** Decoded bytes so far. */
  readonly size: number
}

const CHUNK_BYTES = 256 * 1024

/**
 * The text of a file in pieces, unpacked where it begins like gzip whatever its headers say, UTF-8 or UTF-16 by its
 * byte order mark. Iterating throws TooMuch beyond `maxBytes`, and errors of zlib for a damaged file.
 */
export function textOf(body: Buffer, maxBytes: number): DecodedText {
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
