/** One job from submission to end: the same queue, worker and scan as on a server, in this process. */
import { randomBytes } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authenticate, createKey } from '../accounts/keys.ts'
import { type Config, scanEnvironment } from '../config/index.ts'
import type { Job, Submission } from '../contract.ts'
import { find } from '../jobs/find.ts'
import type { Log } from '../jobs/log.ts'
import { openQueue } from '../jobs/open-queue.ts'
import type { Queue } from '../jobs/queue.ts'
import { submit } from '../jobs/submit.ts'
import { folderArtifacts } from '../storage/artifact-folder.ts'
import { withMachineLock } from '../worker/machine-lock.ts'
import { standingWalls } from '../worker/walls.ts'
import { startWorker } from '../worker/worker.ts'
import { hostsOf } from './arguments.ts'
import { openOwnDatabase } from './database.ts'

export interface VerifyOptions {
  config: Config
  /** Where captures and screenshots are kept: `original/` and `rebuilt/` below it. */
  out?: string
  log: Log
  /** What the person should know before anything else. */
  onWarning?(sentence: string): void
  /** `value` from 0 to 1. */
  onProgress(phase: string, value: number): void
  /** Stops the scan and rejects. */
  signal: AbortSignal
}

const LOOK_EVERY_MS = 150

export interface Verified {
  /** Completed or failed. */
  job: Job
  /** What `out` got, as names in it. */
  kept: string[]
}

/** The job as it ended. Nothing of it is left but what `out` asks for. */
export async function verify(submission: Submission, options: VerifyOptions): Promise<Verified> {
  const { config, log, onProgress, signal } = options
  onProgress('starting Postgres', 0)
  // Meanwhile: Postgres waits for the disk most of the time.
  const walls = standingWalls(config, { ...log, warn: (_, message) => options.onWarning?.(message) })
  walls.catch(() => {})
  const database = await openOwnDatabase(config.dataDir)
  const folder = join(database.folder, 'artifacts')
  const artifacts = folderArtifacts(folder)
  const closers: (() => Promise<unknown>)[] = [database.close]
  try {
    const queue = await openQueue({
      ...database,
      // As short-lived as the database.
      secretKey: randomBytes(32),
      limits: config.limits,
      deleteArtifacts: artifacts.delete,
      log,
    })
    closers.push(queue.close)
    const id = await submit(queue, submission, await localAccount(queue))
    closers.push(() => artifacts.delete(id))
    const worker = await startWorker({
      queue,
      count: 1,
      environment: scanEnvironment(),
      allowHosts: [...config.allowHosts, ...hostsOf(submission)],
      chromePath: config.chromePath,
      remote: config.remoteBrowser,
      store: config.store,
      keepArtifacts: artifacts.keep,
      walls: await walls,
      hidden: [config.dataDir, database.folder],
      lock: withMachineLock,
    })
    closers.push(worker.stop)
    const job = await ended(queue, id, onProgress, signal)
    const kept = options.out ? await keep(queue, id, join(folder, id), options.out) : []
    return { job, kept }
  } finally {
    const closed = []
    for (const close of closers.reverse()) closed.push(...(await Promise.allSettled([close()])))
    for (const { reason } of closed.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      log.warn({ err: reason }, 'not closed')
  }
}

async function localAccount({ pool }: Queue): Promise<string> {
  const { key } = await createKey(pool, 'cli@localhost')
  const caller = await authenticate(pool, `Bearer ${key}`)
  return caller!.accountId
}

async function ended(
  queue: Queue,
  id: string,
  onProgress: VerifyOptions['onProgress'],
  signal: AbortSignal,
): Promise<Job> {
  for (;;) {
    signal.throwIfAborted()
    const { job } = (await find(queue, id))!
    if (job.finished_at) return job
    onProgress(job.progress.phase, job.progress.value)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Each attempt has a folder of its own; the last one is the one that counted. @returns the names in it */
async function keep({ pool }: Queue, id: string, folder: string, out: string): Promise<string[]> {
  const { rows } = await pool.query<{ attempt: number }>('SELECT attempt FROM jobs WHERE id = $1', [id])
  const from = join(folder, String(rows[0]!.attempt))
  try {
    await cp(from, out, { recursive: true })
    return await readdir(from)
  } catch (error) {
    // A page that could not be captured has left nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
