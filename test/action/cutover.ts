/** The real API on a real Postgres; a worker in this process ends each job as its script says. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AcceptedIssue, Scorecard, Submission } from '../../server/contract.ts'
import { reportProgress } from '../../server/jobs/claim.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import type { Failure } from '../../server/jobs/failure.ts'
import { take } from '../../server/jobs/take.ts'
import { type TestApi, testApi } from '../api/test-api.ts'

/** A scorecard, a failure, or null for a job that does not end before another script is set. */
export type Script = (
  submission: Submission,
  accepted: readonly AcceptedIssue[],
) => Scorecard | Failure | null | Promise<Scorecard>

export interface TestCutover {
  url: string
  apiKey: string
  api: TestApi
  /** Replaced by each test. */
  script: Script
  submissions(): Promise<{ id: string; new_url: string; page_name: string | null }[]>
  /** Leaves the queue to another worker. */
  stopWorker(): Promise<void>
  close(): Promise<void>
}

export async function testCutover(options?: Parameters<typeof testApi>[0]): Promise<TestCutover> {
  const api = await testApi(options)
  let working = true
  const stop = await take(api.queue, 2, async claim => {
    const { script } = world
    const made = await script(claim.submission, claim.accepted)
    while (!made && working && world.script === script) await new Promise(resolve => setTimeout(resolve, 20))
    if (!made)
      return void (await fail(api.queue, claim, { code: 'cancelled', detail: 'Nobody waits for it.' }))
    await reportProgress(api.queue, claim, 'capturing both pages', 0.4)
    await ('code' in made ? fail(api.queue, claim, made) : finish(api.queue, claim, made))
  })
  const world: TestCutover = {
    url: `http://127.0.0.1:${api.port}`,
    apiKey: api.queue.apiKey,
    api,
    script: () => null,
    async submissions() {
      const { rows } = await api.queue.pool.query(
        'SELECT id, new_url, page_name FROM jobs ORDER BY created_at',
      )
      return rows
    },
    async stopWorker() {
      if (!working) return
      working = false
      await stop()
    },
    async close() {
      await world.stopWorker()
      await api.close()
    },
  }
  return world
}

/** What stands between; it may answer in the server's place by returning true, or break the connection. */
export type Meddle = (request: IncomingMessage, response: ServerResponse) => boolean

export interface Gateway {
  url: string
  /** Method, path and headers of all requests. */
  seen: IncomingMessage[]
  close(): Promise<void>
}

/** A gateway in front of `upstream` that misbehaves. */
export async function gateway(upstream: string, meddle: Meddle): Promise<Gateway> {
  const seen: IncomingMessage[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming)
    if (meddle(incoming, outgoing)) return
    const onward = request(
      upstream + incoming.url,
      {
        method: incoming.method,
        headers: { ...incoming.headers, host: new URL(upstream).host },
        // "Connection" is said of one connection; here each request has its own.
        agent: false,
      },
      answer => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers every request alike. */
export const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Meddle =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
    return true
  }
