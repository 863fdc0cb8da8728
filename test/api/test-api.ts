import { type Agent, request as send } from 'node:http'
import type pg from 'pg'
import { createApp } from '../../server/api/app.ts'
import { listen } from '../../server/api/listen.ts'
import { LIMITS, type Limits, limitsWith } from '../../server/config/limits.ts'
import { checkTarget } from '../../server/egress/guard.ts'
import type { Site } from '../../server/web/site.ts'
import { type TestQueue, testQueue } from '../jobs/test-queue.ts'
import { misfits } from './fits.ts'

/** Limits that are in nobody's way. */
const PLENTY = limitsWith(
  30,
  Object.entries(LIMITS).flatMap(([group, entries]) =>
    Object.keys(entries)
      .filter(name => name !== 'retentionDays')
      .map((name): [string, string, number] => [group, name, 1_000_000]),
  ),
)

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  json: any
}

export interface TestApi {
  queue: TestQueue
  port: number
  /** Rejects when the answer does not fit the OpenAPI description. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>
  close(): Promise<void>
}

interface AskOptions {
  key?: string
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: unknown
}

export async function testApi(
  options: {
    pollRequiresKey?: boolean
    site?: (pool: pg.Pool) => Partial<Site>
    port?: number
    /** Plenty by default. */
    limits?: Limits
    trustProxy?: string[]
  } = {},
): Promise<TestApi> {
  const queue = await testQueue(options.limits ?? PLENTY)
  const app = createApp({
    queue,
    log: queue.log,
    checkTarget: url => checkTarget(url, ['127.0.0.1:8123']),
    pollRequiresKey: options.pollRequiresKey ?? false,
    trustProxy: options.trustProxy ?? [],
    site: { publicUrl: 'http://localhost:3000', ...options.site?.(queue.pool) },
  })
  const { port, close } = await listen(app, options.port ?? 0)
  return {
    queue,
    port,
    async ask(method, path, options = {}) {
      const answer = await ask(port, method, path, options)
      const wrong = misfits(method, path, answer)
      if (wrong.length > 0) throw new Error(`${method} ${path} is not as described: ${wrong.join('; ')}`)
      return answer
    },
    async close() {
      await close()
      await queue.close()
    },
  }
}

/** By node:http, which sends what it is told, also where that is wrong. */
export function ask(
  port: number,
  method: string,
  path: string,
  { key, headers, body }: AskOptions,
  agent: Agent | false = false,
): Promise<Answer> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = send(
      {
        port,
        method,
        path,
        agent,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => (text += chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            text,
            json: /json/.test(response.headers['content-type'] ?? '') && text ? JSON.parse(text) : undefined,
          }),
        )
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was kept may be closed by the server at the moment of its next use.
      if (request.reusedSocket && error.code === 'ECONNRESET')
        resolve(ask(port, method, path, { key, headers, body }, agent))
      else reject(error)
    })
    request.end(payload)
  })
}
