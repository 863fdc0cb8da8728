import { randomBytes } from 'node:crypto'
import { createKey } from '../../server/accounts/keys.ts'
import { LIMITS, type Limits } from '../../server/config/limits.ts'
import { Submission } from '../../server/contract.ts'
import type { Log } from '../../server/jobs/log.ts'
import { openQueue, type QueueOptions } from '../../server/jobs/open-queue.ts'
import type { Queue } from '../../server/jobs/queue.ts'
import type { Database } from '../../server/storage/database.ts'
import { testDatabase } from '../database.ts'

export interface TestQueue extends Queue {
  url: string
  secretKey: Buffer
  accountId: string
  apiKey: string
  /** Everything that was logged, as JSON lines. */
  logged: string[]
  deleted: string[]
  /** Another process' view of the same queue: its own connections, the same tables. */
  another(more?: Partial<QueueOptions>): Promise<Queue>
}

/** A queue on a database of its own, or on `given`, with one account and its key. */
export async function testQueue(limits: Limits = LIMITS, given?: Database): Promise<TestQueue> {
  const database = given ?? (await testDatabase())
  const logged: string[] = []
  const deleted: string[] = []
  const options = {
    pool: database.pool,
    url: database.url,
    secretKey: randomBytes(32),
    limits,
    deleteArtifacts: async (id: string) => void deleted.push(id),
    log: collect(logged),
  }
  const others: Queue[] = []
  const queue = await openQueue(options)
  const { key } = await createKey(database.pool, 'owner@example.com')
  const { rows } = await database.pool.query("SELECT id FROM accounts WHERE email = 'owner@example.com'")
  return {
    ...queue,
    url: database.url,
    secretKey: options.secretKey,
    accountId: rows[0].id,
    apiKey: key,
    logged,
    deleted,
    async another(more) {
      const other = await openQueue({ ...options, ...more })
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.close()
      await queue.close()
      await database.close()
    },
  }
}

/** A submission of two public pages. */
export function submission(more: Record<string, unknown> = {}): Submission {
  return Submission.parse({
    original_url: 'https://a.example.com/',
    new_url: 'https://b.example.com/',
    ...more,
  })
}

export const SCORECARD = {
  pageName: 'Page',
  allPass: true,
  suites: [],
  policy: 'regressions' as const,
  gaps: [],
  volatile: [],
}

/** Looks again and again until `look` finds something. The test's own timeout is the limit. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

function collect(lines: string[]): Log {
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push(
      JSON.stringify({ level, message, ...fields }, (_, value) =>
        value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
      ),
    )
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
