/**
 * The queue: Postgres and pg-boss, which is imported in this folder only. A queued job carries its id and nothing
 * else; all it is about stands in our own tables, and both change in one transaction.
 *
 * A lost worker is noticed by its missing heartbeat: 10 s, and up to 5 s more until some process looks
 * (`supervise.ts`).
 */
import type pg from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Limits } from '../config/limits.ts'
import type { Log } from './log.ts'
import type { SecretKeys } from './secrets.ts'

/** Of the one queue in pg-boss. */
export const QUEUE = 'scan'

/** Between two signs of life of a worker, and how long it may give none. */
export const HEARTBEAT_SECONDS = 3
export const SILENT_SECONDS = 10

export interface Queue {
  pool: pg.Pool
  boss: PgBoss
  keys: SecretKeys
  log: Log
  /** How much accounts may submit, and for how long their jobs are kept. */
  limits: Limits
  /** Of all attempts, or of one. */
  deleteArtifacts(jobId: string, attempt?: number): Promise<void>
  /** What is in the store of artifacts, as far as this process sees it. */
  stored?: StoredArtifacts
  close(): Promise<void>
}

export interface StoredArtifacts {
  /** All processes see the same store, so that one of them looks through it. Default: each sees its own. */
  isShared?: boolean
  /** The jobs that have any. */
  jobs(): Promise<string[]>
  /** The attempts of a job that have any. */
  attempts(jobId: string): Promise<number[]>
}

/** Rejects unless the queue is installed in the database. */
export async function checkQueue({ boss }: Pick<Queue, 'boss'>): Promise<void> {
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
