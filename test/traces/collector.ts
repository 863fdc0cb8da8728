/** A collector of traces: OTLP over HTTP as protobuf, read by the numbers of its fields. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Span {
  name: string
  traceId: string
  spanId: string
  /** Empty of the first of its trace. */
  parent: string
  kind: number
  /** Milliseconds since 1970. */
  start: number
  end: number
  attributes: Record<string, unknown>
  /** 2: an error. */
  status: number
  /** Of the service that told it. */
  service: Record<string, unknown>
}

export interface Collector {
  url: string
  spans: Span[]
  requests: { path: string; headers: IncomingHttpHeaders; bytes: Buffer }[]
  /** Of its answers; 0: it gives none. */
  status: number
  close(): Promise<void>
}

export async function collector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const sent = Buffer.concat(parts)
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      collected.requests.push({ path: request.url!, headers: request.headers, bytes })
      if (collected.status === 200) collected.spans.push(...spansIn(bytes))
      if (collected.status !== 0) response.writeHead(collected.status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const collected: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    status: 200,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collected
}

type Field = { number: number; value: bigint | Buffer }

/** https://protobuf.dev/programming-guides/encoding */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const number = tag >> 3
    const type = tag & 7
    if (type === 0) fields.push({ number, value: varint() })
    else if (type === 1) fields.push({ number, value: take(8) })
    else if (type === 2) fields.push({ number, value: take(Number(varint())) })
    else if (type === 5) fields.push({ number, value: take(4) })
    else throw new Error(`wire type ${type} is unknown`)
  }
  return fields
}

const all = (bytes: Buffer, number: number): Buffer[] =>
  fieldsOf(bytes)
    .filter(field => field.number === number)
    .map(({ value }) => value as Buffer)
const one = (bytes: Buffer, number: number): Buffer => all(bytes, number)[0] ?? Buffer.alloc(0)
const integer = (bytes: Buffer, number: number): number => {
  const found = fieldsOf(bytes).find(field => field.number === number)?.value
  return typeof found === 'bigint' ? Number(found) : 0
}
const milliseconds = (bytes: Buffer): number => Number(bytes.readBigUInt64LE() / 1_000_000n)

/** ExportTraceServiceRequest of opentelemetry/proto/collector/trace/v1. */
const spansIn = (request: Buffer): Span[] =>
  all(request, 1).flatMap(ofResource => {
    const service = attributesOf(all(one(ofResource, 1), 1))
    return all(ofResource, 2).flatMap(ofScope => all(ofScope, 2).map(span => spanOf(span, service)))
  })

const spanOf = (span: Buffer, service: Record<string, unknown>): Span => ({
  traceId: one(span, 1).toString('hex'),
  spanId: one(span, 2).toString('hex'),
  parent: one(span, 4).toString('hex'),
  name: one(span, 5).toString(),
  kind: integer(span, 6),
  start: milliseconds(one(span, 7)),
  end: milliseconds(one(span, 8)),
  attributes: attributesOf(all(span, 9)),
  status: integer(one(span, 15), 3),
  service,
})

const attributesOf = (pairs: Buffer[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(pair => {
      const [value] = fieldsOf(one(pair, 2))
      return [one(pair, 1).toString(), value?.number === 1 ? String(value.value) : value?.value]
    }),
  )
