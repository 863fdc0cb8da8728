/**
 * The queue: Postgres and pg-boss, which is imported in this folder only. A queued job carries its id and nothing
 * else; all it is about stands in our own tables, and both change in one transaction.
 *
 * A lost worker is noticed by its missing heartbeat: 10 s, and up to 5 s more until some process looks.
 */
import type pg from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Limits } from '../config/limits.ts'
import type { Log } from './log.ts'
import { QUEUE } from './queue-name.ts'
import { type SecretKey, secretKey } from './secrets.ts'
import { startSweeping } from './sweep.ts'

/** Seconds after which a job that is still running counts as lost, however lively its worker: the net under the deadline. */
export const EXPIRE_SECONDS = 3600

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

export interface Queue {
  pool: pg.Pool
  boss: PgBoss
  key: SecretKey
  log: Log
  /** How much accounts may submit, and for how long their jobs are kept. */
  limits: Limits
  deleteArtifacts(jobId: string): Promise<void>
  close(): Promise<void>
}

export interface QueueOptions {
  pool: pg.Pool
  /** Where `pool` is connected to: pg-boss keeps connections of its own, one of them to listen. */
  url: string
  /** 32 bytes that encrypt the secrets of waiting jobs. */
  secretKey: Buffer
  limits: Limits
  /** Called for each job that is deleted, before it is. */
  deleteArtifacts(jobId: string): Promise<void>
  log: Log
}

/** Opens the queue, installing or migrating its schema. Every process that opens it helps to supervise it. */
export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { pool, log, limits, deleteArtifacts } = options
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
      key: secretKey(options.secretKey),
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

/** Rejects unless the database answers and the queue is installed in it. */
export async function checkQueue({ pool, boss }: Queue): Promise<void> {
  await pool.query('SELECT 1')
  if (!(await boss.getQueue(QUEUE))) throw new Error(`the queue ${QUEUE} does not exist`)
}

/** The claim of one worker on one job, as pg-boss knows it. A settling call that is given it, and not an id, is fenced. */
export type QueueClaim = Pick<JobWithMetadata, 'id' | 'retryCount'>

/** Whether a settling call found the claim it was given still held. pg-boss does not declare the field it answers with. */
export async function stillHeld(command: Promise<object>): Promise<boolean> {
  const { affected } = (await command) as { affected?: number }
  if (affected === undefined) throw new Error('pg-boss did not say whether the claim was held')
  return affected === 1
}
