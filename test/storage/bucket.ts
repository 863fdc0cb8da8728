/**
 * A bucket on a loopback port: the emulator of S3, behind what it lacks. Ranges are answered, keys other than ours are
 * refused, and it can be away.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createEmulator } from 'emulate'
import type { S3Storage } from '../../server/config/index.ts'

export const CREDENTIALS = { accessKeyId: 'cutover-test', secretAccessKey: 'canary-of-the-bucket' }

/** Answers as a store in trouble does, breaks connections, says nothing, or serves whole objects only. */
export type Mood = 'well' | 'busy' | 'broken' | 'silent' | 'no ranges'

export interface TestBucket {
  storage: S3Storage
  /** For a process that is to use it. */
  environment: Record<string, string>
  be(mood: Mood): void
  /** For the next requests, then it is well. */
  beFor(mood: Mood, requests: number): void
  /** Of all objects, with prefix. */
  keys(): Promise<string[]>
  put(key: string, text: string): Promise<void>
  /** Requests as `PUT key`. */
  asked: string[]
  close(): Promise<void>
}

export async function testBucket(bucket = 'artifacts', prefix = 'cutover/here/'): Promise<TestBucket> {
  const s3 = await createEmulator({
    service: 'aws',
    port: 0,
    seed: { aws: { s3: { buckets: [{ name: bucket }] } } },
  })
  const asked: string[] = []
  let mood: Mood = 'well'
  let left = Number.POSITIVE_INFINITY
  const front = createServer((request, response) => {
    asked.push(`${request.method} ${decodeURIComponent(request.url!.replace(/^\/[^/?]*\/?|\?.*$/g, ''))}`)
    const now = left-- > 0 ? mood : 'well'
    answer(s3.url, now, request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const be = (next: Mood, requests = Number.POSITIVE_INFINITY) => {
    mood = next
    left = requests
  }
  return {
    storage: { bucket, prefix, endpoint, forcePathStyle: true },
    environment: {
      CUTOVER_STORAGE: `s3://${bucket}/${prefix}`,
      CUTOVER_S3_ENDPOINT: endpoint,
      CUTOVER_S3_FORCE_PATH_STYLE: '1',
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    be,
    beFor: be,
    async keys() {
      const xml = await (await fetch(`${s3.url}/${bucket}?list-type=2`)).text()
      return [...xml.matchAll(/<Key>([^<]*)</g)].map(([, key]) => key!)
    },
    async put(key, text) {
      await fetch(`${s3.url}/${bucket}/${key}`, { method: 'PUT', body: text })
    },
    asked,
    async close() {
      front.closeAllConnections()
      await new Promise(resolve => front.close(resolve))
      await s3.close()
    },
  }
}

async function answer(s3: string, mood: Mood, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', headers } = request
  const body = await buffer(request)
  if (mood === 'broken') return request.socket.destroy()
  if (mood === 'silent') return
  if (mood === 'busy') return refuse(response, 503, 'SlowDown')
  const [, key] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? []
  if (key !== CREDENTIALS.accessKeyId) return refuse(response, 403, 'InvalidAccessKeyId')
  const given = await fetch(s3 + inSmallPages(request.url!), {
    method,
    // It lets each user ask 5,000 times.
    headers: { authorization: `Bearer ${randomUUID()}` },
    ...(method === 'PUT' && { body: new Uint8Array(body) }),
  })
  const bytes = Buffer.from(await given.arrayBuffer())
  const type = given.headers.get('content-type') ?? 'application/octet-stream'
  const etag = given.headers.get('etag')
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const isPart = from !== undefined && given.ok && mood !== 'no ranges'
  const part = isPart ? bytes.subarray(Number(from), Number(to) + 1) : bytes
  response.writeHead(isPart ? 206 : given.status, {
    'content-type': type,
    ...(etag && { etag }),
    'content-length': method === 'HEAD' ? (given.headers.get('content-length') ?? 0) : part.length,
    ...(isPart && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
  })
  response.end(part)
}

/** Of a list: what takes several pages is seen with a few objects then. */
const inSmallPages = (url: string): string =>
  url.includes('list-type=') ? `${url.replace(/&max-keys=\d+/, '')}&max-keys=7` : url

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`,
  )
}
