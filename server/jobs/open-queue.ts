import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Limits } from '../config/limits.ts'
import { agreeOnKey } from './key-in-use.ts'
import type { Log } from './log.ts'
import { QUEUE, type Queue, type StoredArtifacts } from './queue.ts'
import { secretKeys } from './secrets.ts'
import { startSweeping } from './sweep.ts'

/** Seconds after which a job that is still running counts as lost, however lively its worker: the net under the deadline. */
const EXPIRE_SECONDS = 3600

const QUEUE_OPTIONS = {
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: EXPIRE_SECONDS,
  retryLimit: 2,
  retryDelay: 0,
  // Results live in our own table; here an ended job is of no further use.
  deleteAfterSeconds: 3600,
  retentionSeconds: 14 * 86_400,
}

export interface QueueOptions {
  pool: pg.Pool
  /** Where `pool` is connected to: pg-boss keeps connections of its own, one of them to listen. */
  url: string
  /** 32 bytes that encrypt the secrets of waiting jobs. */
  secretKey: Buffer
  /** That were in use before. */
  oldSecretKeys?: readonly Buffer[]
  limits: Limits
  /** Called for each job that is deleted, before it is, and for attempts that left something and did not win. */
  deleteArtifacts: Queue['deleteArtifacts']
  /** Swept for what nobody needs. Default: nothing. */
  stored?: StoredArtifacts
  log: Log
}

/**
 * Opens the queue, installing or migrating its schema. Every process that opens it helps to supervise it.
 * @throws Error in one sentence when the secrets in the database are encrypted with none of our keys
 */
export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { pool, log, limits, deleteArtifacts } = options
  const keys = secretKeys(options.secretKey, options.oldSecretKeys)
  await agreeOnKey(pool, keys)
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'cutover-queue',
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3600,
  })
  // Without a listener an error of its background work would end the process.
  boss.on('error', error => log.error({ err: error }, 'queue'))
  boss.on('warning', warning => log.warn({ warning: warning.message }, 'queue'))
  await boss.start()
  try {
    await boss.createQueue(QUEUE, QUEUE_OPTIONS)
    await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
    const queue: Queue = {
      pool,
      boss,
      log,
      limits,
      deleteArtifacts,
      stored: options.stored,
      keys,
      close: async () => {
        await stopSweeping()
        await boss.stop({ graceful: false })
      },
    }
    const stopSweeping = startSweeping(queue)
    return queue
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
}
