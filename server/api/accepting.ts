import type { Submission } from '../contract.ts'
import { type Acceptance, accept, type Terms } from '../jobs/accept.ts'
import { KeyInUse } from '../jobs/idempotency.ts'
import type { Log } from '../jobs/log.ts'
import type { Queue } from '../jobs/queue.ts'
import { QuotaExceeded } from '../jobs/quota.ts'
import { KeyChanged } from '../jobs/secrets.ts'
import type { Api } from './context.ts'
import { tooMany } from './limits.ts'
import { HttpProblem } from './problem.ts'

/** As `accept`, with its refusals told to a client: 429 for limits, 409 and 422 for an idempotency key in use, 503 without the key of secrets. */
export async function accepted(
  queue: Queue,
  submission: Submission,
  terms: Terms,
  log: Log = queue.log,
): Promise<Acceptance> {
  try {
    const acceptance = await accept(queue, submission, terms)
    log.info({ job: acceptance.id, account: terms.accountId, key: terms.keyId }, 'submission accepted')
    return acceptance
  } catch (error) {
    if (error instanceof QuotaExceeded) throw tooMany(error)
    if (error instanceof KeyInUse) throw REFUSALS[error.reason]()
    if (error instanceof KeyChanged) {
      log.error({}, error.message)
      throw CANNOT_KEEP_SECRETS()
    }
    throw error
  }
}

/** @throws {HttpProblem} 503 while there is no room on the disk for what another job would leave there */
export async function roomForMore({ hasRoom }: Pick<Api, 'hasRoom'>): Promise<void> {
  if (await hasRoom()) return
  const detail = 'The server has no room for more jobs at the moment. Try again later.'
  throw new HttpProblem(503, 'storage_full', detail, { headers: { 'Retry-After': '300' } })
}

const CANNOT_KEEP_SECRETS = () =>
  new HttpProblem(
    503,
    'unavailable',
    'This server cannot keep passwords and request headers until whoever runs it has given it the key that is in use. Try again later.',
    { headers: { 'Retry-After': '60' } },
  )

const REFUSALS: Record<KeyInUse['reason'], () => HttpProblem> = {
  in_flight: () =>
    new HttpProblem(
      409,
      'idempotency_key_in_flight',
      'The first submission with this Idempotency-Key is being stored at this moment. Send it again in a second.',
      { headers: { 'Retry-After': '1' } },
    ),
  another_submission: () =>
    new HttpProblem(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another submission within 24 hours. Send a new key, or none.',
    ),
}
