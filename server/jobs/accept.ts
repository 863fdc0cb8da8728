import type pg from 'pg'
import type { Submission, Tier } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import { digestOf, holdKey, type KeyUse, keepKey } from './idempotency.ts'
import type { Queue } from './queue.ts'
import { type Quota, QuotaExceeded, type QuotaState, readQuotas, useQuotas } from './quota.ts'
import { enqueue, type Sender } from './submit.ts'
import { targetQuotas } from './target-quotas.ts'

/** Who submits, and how. */
export interface Terms extends Sender {
  tier: Tier
  idempotencyKey?: string
}

export interface Acceptance {
  /** Of the job, which is queued unless it was accepted earlier. */
  id: string
  /** What is left of the account's quotas; none for a submission that was sent again, which uses nothing. */
  quotas: QuotaState[]
}

/** A process that hangs in the middle of this must not take the others with it: they tell their clients to come again. */
const PATIENCE_MS = 5_000

/**
 * Accepts a submission within the limits of its account and of the hosts it names: one transaction over limits,
 * idempotency key, job, secrets and queue, so that a submission counts if and only if it becomes a job.
 * @throws {QuotaExceeded} with the policy `minute`, `day`, `in-flight`, `own-target`, `target` or `artifacts` @throws {KeyInUse}
 * @throws {KeyChanged}
 */
export async function accept(
  queue: Queue,
  submission: Submission,
  terms: Terms,
  patience = PATIENCE_MS,
): Promise<Acceptance> {
  return transaction(
    queue.pool,
    async (client, db) => {
      const use = keyUse(queue, submission, terms)
      const known = use && (await holdKey(client, use))
      if (known) return { id: known, quotas: [] }
      const quotas = await useLimits(queue, client, submission, terms)
      const id = await enqueue(queue, client, db, submission, terms)
      if (use) await keepKey(client, use, id)
      return { id, quotas }
    },
    patience,
  )
}

function keyUse({ keys }: Queue, submission: Submission, terms: Terms): KeyUse | undefined {
  const { accountId, idempotencyKey: key } = terms
  if (key !== undefined)
    return { accountId, key, digests: keys.all.map(secret => digestOf(secret, accountId, key, submission)) }
}

/** Between two looks at whether a job has ended. */
const LOOK_AGAIN_SECONDS = 30
/** Between two looks at whether jobs have been deleted. */
const ROOM_AGAIN_SECONDS = 3600

async function useLimits(
  { limits }: Queue,
  client: pg.ClientBase,
  submission: Submission,
  { accountId, tier }: Terms,
): Promise<QuotaState[]> {
  const { jobsInFlight, artifactMegabytes } = limits[tier]
  const states = await useQuotas(client, [
    ...accountQuotas(limits, accountId, tier),
    ...targetQuotas(limits, accountId, submission),
  ])
  const own = states.filter(({ policy }) => policy === 'minute' || policy === 'day')
  // The quotas' rows are locked, so no other submission of this account is between its count and its commit.
  const { rows } = await client.query<{ count: number; megabytes: number }>(USED, [accountId, jobsInFlight])
  const { count, megabytes } = rows[0]!
  const left = jobsInFlight - count
  const inFlight = { policy: 'in-flight', amount: jobsInFlight, remaining: Math.max(0, left - 1) }
  own.push(inFlight)
  if (left < 1) throw new QuotaExceeded(inFlight, LOOK_AGAIN_SECONDS, own)
  const artifacts = { policy: 'artifacts', amount: artifactMegabytes, remaining: 0 }
  if (megabytes >= artifactMegabytes)
    throw new QuotaExceeded(artifacts, ROOM_AGAIN_SECONDS, [...own, artifacts])
  return own
}

function accountQuotas(limits: Queue['limits'], accountId: string, tier: Tier): Quota[] {
  const { submissionsPerMinute, jobsPerDay } = limits[tier]
  return [
    { policy: 'minute', key: `minute ${accountId}`, amount: submissionsPerMinute, window: 60 },
    { policy: 'day', key: `day ${accountId}`, amount: jobsPerDay, window: 86_400 },
  ]
}

/** What an account may still submit at this moment: of `minute`, `day` and `in-flight`. */
export async function limitsLeft(
  { pool, limits }: Pick<Queue, 'pool' | 'limits'>,
  { accountId, tier }: Pick<Terms, 'accountId' | 'tier'>,
): Promise<QuotaState[]> {
  const amount = limits[tier].jobsInFlight
  const [states, { rows }] = await Promise.all([
    readQuotas(pool, accountQuotas(limits, accountId, tier)),
    pool.query<{ count: number }>(USED, [accountId, amount]),
  ])
  return [...states, { policy: 'in-flight', amount, remaining: amount - rows[0]!.count }]
}

const USED = `
  SELECT count(*)::int AS count,
         (SELECT artifact_bytes / 1e6 FROM accounts WHERE id = $1)::float8 AS megabytes
  FROM (SELECT FROM jobs WHERE account_id = $1 AND status IN ('queued', 'running') LIMIT $2) counted`
