/**
 * The ways out of a claim. Each is one transaction over the queue's row, ours and the secrets, fenced twice: by the
 * queue's attempt and by ours. Each returns false, with nothing written, when the claim has been lost meanwhile.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Db } from 'pg-boss'
import type { Scorecard } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import { type ArtifactIndex, bytesOf } from './artifact-index.ts'
import type { Claim } from './claim.ts'
import { boundedFailure, type Failure, NOT_FINISHED } from './failure.ts'
import { summaryOf } from './history.ts'
import { QUEUE, type Queue, stillHeld } from './queue.ts'
import { deleteSecrets } from './secrets.ts'
import { storable } from './storable.ts'

/**
 * The job is completed with its scorecard; its secrets are gone. May be said again, when no answer has come.
 * @param artifacts what was kept for it: from now on that is shown, and nothing else. Without: what is in the store
 * @param originalAge of what was captured of the original, in seconds, where other jobs may take that over
 */
export async function finish(
  queue: Queue,
  claim: Claim,
  scorecard: Scorecard,
  artifacts?: ArtifactIndex,
  originalAge?: number,
): Promise<boolean> {
  const done = await settle(queue, claim, async (client, db) => {
    await held(queue.boss.complete(QUEUE, claim.queued, null, { db }))
    const [whole, summary] = [storable(scorecard), summaryOf(scorecard)].map(part => JSON.stringify(part))
    const kept = artifacts ? [JSON.stringify(artifacts), bytesOf(artifacts)] : [null, 0]
    await written(
      client.query(FINISH, [claim.id, claim.attempt, whole, summary, ...kept, originalAge ?? null]),
    )
    await deleteSecrets(client, [claim.id])
  })
  // The database may have gone between the commit and its answer.
  return done || (await queue.pool.query(FINISHED, [claim.id, claim.attempt])).rowCount === 1
}

/**
 * The job has failed. When that is our own fault (`internal_error`) and the queue has retries left, it waits for the
 * next worker; in all other cases it ends, and its secrets are gone.
 */
export async function fail(queue: Queue, claim: Claim, failure: Failure): Promise<boolean> {
  return settle(queue, claim, async (client, db) => {
    if (failure.code === 'internal_error') {
      await held(queue.boss.fail(QUEUE, claim.queued, { code: failure.code }, { db }))
      const [queued] = await queue.boss.findJobs(QUEUE, { id: claim.queued.id, db })
      if (queued?.state === 'retry') return written(client.query(WAIT, [claim.id, claim.attempt]))
    } else await held(queue.boss.complete(QUEUE, claim.queued, null, { db }))
    await endFailed(client, claim, failure)
  })
}

/** So often the scan of a job may be given up without counting a try, as when machines are exchanged. */
const FREE_HAND_BACKS = 3
/** From the second time on, so that others are taken first; twice as long each time. */
const DELAY_SECONDS = 5

/**
 * Gives a job that was not run to its end back to the queue. Once it is the first in line there, without counting a
 * try; but a page that has each machine evicted which opens it waits ever longer, then loses its tries, and ends. It gets
 * a new place in the queue: one that was merely reset could not be told from the claim that is given up here.
 * @param begun the scan had begun, so that the page may have to do with it
 */
export async function handBack(queue: Queue, claim: Claim, begun = true): Promise<boolean> {
  return settle(queue, claim, async (client, db) => {
    const [place] = await queue.boss.findJobs(QUEUE, { id: claim.queued.id, db })
    await held(queue.boss.complete(QUEUE, claim.queued, null, { db }))
    const { rows } = await client.query<{ times: number; turn: number }>(TIMES, [claim.id, claim.attempt])
    const job = rows[0]
    if (!place || !job) throw new ClaimLost()
    const counts = begun && job.times >= FREE_HAND_BACKS
    const retryLimit = place.retryLimit - place.retryCount - (counts ? 1 : 0)
    if (retryLimit < 0) return endFailed(client, claim, NOT_FINISHED)
    const queueId = randomUUID()
    const isFirst = !begun || job.times === 0
    await queue.boss.send(
      QUEUE,
      { id: claim.id },
      {
        ...{ id: queueId, retryLimit, db },
        ...(isFirst
          ? { priority: 1 }
          : { priority: -job.turn, startAfter: DELAY_SECONDS * 2 ** (job.times - 1) }),
      },
    )
    await written(client.query(HAND_BACK, [claim.id, claim.attempt, queueId, begun ? 1 : 0]))
  })
}

async function endFailed(client: pg.PoolClient, { id, attempt }: Claim, failure: Failure): Promise<void> {
  await written(client.query(FAIL, [id, attempt, JSON.stringify(storable(boundedFailure(failure)))]))
  await deleteSecrets(client, [id])
}

const FENCE = `WHERE id = $1 AND attempt = $2 AND status = 'running'`
const FINISH = `
  UPDATE jobs
  SET status = 'completed', scorecard = $3, phase = 'done', progress = 1, finished_at = now(),
      page_name = coalesce(page_name, left($3::jsonb ->> 'pageName', 200)), summary = $4,
      artifacts = $5, artifact_bytes = $6,
      original_captured_at = now() - make_interval(secs => $7)
  ${FENCE}`
const FINISHED = `SELECT FROM jobs WHERE id = $1 AND attempt = $2 AND status = 'completed'`
const FAIL = `UPDATE jobs SET status = 'failed', error = $3, finished_at = now() ${FENCE}`
const WAIT = `UPDATE jobs SET status = 'queued', phase = 'waiting', progress = 0 ${FENCE}`
const TIMES = `SELECT handed_back AS times, turn FROM jobs ${FENCE} FOR UPDATE`
const HAND_BACK = `
  UPDATE jobs
  SET status = 'queued', phase = 'waiting', progress = 0, queue_id = $3, handed_back = handed_back + $4
  ${FENCE}`

class ClaimLost extends Error {}

async function settle(
  queue: Queue,
  claim: Claim,
  work: (client: pg.PoolClient, db: Db) => Promise<void>,
): Promise<boolean> {
  try {
    await transaction(queue.pool, work)
    return true
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    queue.log.warn({ job: claim.id, attempt: claim.attempt }, 'claim lost, outcome dropped')
    return false
  }
}

async function held(command: Promise<object>): Promise<void> {
  if (!(await stillHeld(command))) throw new ClaimLost()
}

async function written(query: Promise<pg.QueryResult>): Promise<void> {
  if ((await query).rowCount !== 1) throw new ClaimLost()
}
