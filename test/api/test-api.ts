import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Api } from '../../server/api/context.ts'
import { listen } from '../../server/api/listen.ts'
import type { Site } from '../../server/api/site.ts'
import { createApp } from '../../server/app.ts'
import { LIMITS, type Limits, limitsWith } from '../../server/config/limits.ts'
import { checkTarget, policyOf } from '../../server/egress/guard.ts'
import { readiness } from '../../server/health/ready.ts'
import { queueState } from '../../server/jobs/queue-state.ts'
import { openMetrics } from '../../server/metrics/index.ts'
import { bucketArtifacts } from '../../server/storage/artifact-bucket.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import type { ArtifactStore } from '../../server/storage/artifacts.ts'
import { type TestQueue, testQueue } from '../jobs/test-queue.ts'
import { CREDENTIALS, type TestBucket } from '../storage/bucket.ts'
import { type Answer, type AskOptions, ask } from './ask.ts'
import { misfits } from './fits.ts'

export type { Answer }

/** Limits that are in nobody's way. */
const PLENTY = limitsWith(
  30,
  Object.entries(LIMITS).flatMap(([group, entries]) =>
    Object.keys(entries)
      .filter(name => name !== 'retentionDays')
      .map((name): [string, string, number] => [group, name, 1_000_000]),
  ),
)

export interface TestApi {
  queue: TestQueue
  /** As a worker on another machine sees them. */
  artifacts: ArtifactStore
  /** As the API does. */
  served: ArtifactStore
  /** Where they lie, unless in a bucket. */
  folder: string
  port: number
  /** Rejects when the answer does not fit the OpenAPI description. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>
  close(): Promise<void>
}

export async function testApi(
  options: {
    pollRequiresKey?: boolean
    site?: (pool: pg.Pool) => Partial<Site>
    port?: number
    /** Plenty by default. */
    limits?: Limits
    trustProxy?: string[]
    hasRoom?: () => Promise<boolean>
    metricsToken?: string
    traces?: Api['traces']
    /** Default: a folder. */
    bucket?: TestBucket
  } = {},
): Promise<TestApi> {
  const queue = await testQueue(options.limits ?? PLENTY)
  const dataDir = mkdtempSync(join(tmpdir(), 'cutover-api-'))
  const hasRoom = options.hasRoom ?? (async () => true)
  const store = () =>
    options.bucket ? bucketArtifacts(options.bucket.storage, CREDENTIALS) : folderArtifacts(dataDir)
  const served = store()
  const app = createApp({
    queue: {
      ...queue,
      async deleteArtifacts(jobId, attempt) {
        await queue.deleteArtifacts(jobId, attempt)
        await served.delete(jobId, attempt)
      },
    },
    artifacts: served,
    log: queue.log,
    checkTarget: url => checkTarget(url, policyOf({ allowHosts: ['127.0.0.1:8123'] })),
    hasRoom,
    ready: readiness({ pool: queue.pool, queue, hasRoom, checkStorage: async () => {} }),
    metrics: openMetrics({
      version: '0.0.0',
      role: 'api',
      queueState: () => queueState(queue.pool),
      freeBytes: async () => 2e9,
      reserveBytes: 1e9,
    }),
    metricsToken: options.metricsToken,
    traces: options.traces,
    pollRequiresKey: options.pollRequiresKey ?? false,
    trustProxy: options.trustProxy ?? [],
    walls: { ownUser: true, sandbox: true, ownNetwork: false },
    site: { publicUrl: 'http://localhost:3000', ...options.site?.(queue.pool) },
  })
  const { port, close } = await listen(app, options.port ?? 0)
  return {
    queue,
    artifacts: store(),
    served,
    folder: dataDir,
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
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
