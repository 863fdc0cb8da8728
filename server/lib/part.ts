import { Readable } from 'node:stream'

/** The bytes from `start` to `end` of a stream, both included; what is left of it is not read. */
export function part(source: Readable, { start, end }: { start: number; end: number }): Readable {
  return Readable.from(cut(source, start, end + 1), { objectMode: false })
}

async function* cut(source: Readable, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
    at += chunk.length
    if (wanted.length > 0) yield wanted
    if (at >= end) return
  }
}
