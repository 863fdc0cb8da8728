/** Who may read a job, and what was captured for it. */
import type { Context } from 'koa'
import { type FoundJob, find } from '../jobs/find.ts'
import { type Owner, owns } from '../jobs/owner.ts'
import { callerIfAny, unauthorized } from './auth.ts'
import type { Api } from './context.ts'
import { notFound } from './problem.ts'
import { sessionIfAny } from './session.ts'

export const noSuchJob = () =>
  notFound(
    'There is no job with this id. A job is deleted some days after its end, with all that was captured for it.',
  )

type Reading = Pick<Api, 'queue' | 'site' | 'pollRequiresKey'>

/**
 * The job with this id, without its scorecard, for whoever may read it: its id is the permission, but a key that is sent
 * must be of its account, as must one or a session where polling requires a key. What comes to a browser by itself, a
 * session, is asked for only where it is needed: people open links to jobs of others.
 * @throws {HttpProblem} 401 without what is needed or with an invalid key, 404 for no job or another account's
 */
export async function readableJob(ctx: Context, api: Reading, id: string): Promise<FoundJob> {
  const { queue, pollRequiresKey } = api
  const reader = callerIfAny(ctx) ?? (pollRequiresKey ? await signedIn(ctx, api) : null)
  const found = await find(queue, id, ['*'], reader?.accountId)
  if (!found) throw noSuchJob()
  return found
}

/**
 * The same for what was captured: of a job that was submitted with secrets, it is for its account alone; with the key of
 * a repository's workflow for that repository alone.
 */
export async function capturedJob(ctx: Context, api: Reading, id: string): Promise<FoundJob> {
  const found = await readableJob(ctx, api, id)
  if (!found.hasSecrets) return found
  const owner: Owner = callerIfAny(ctx) ?? (await signedIn(ctx, api))
  if (!(await owns(api.queue, owner, id))) throw noSuchJob()
  return found
}

async function signedIn(ctx: Context, { queue, site }: Reading): Promise<Owner> {
  const session = await sessionIfAny(ctx, queue.pool, site)
  if (!session)
    throw unauthorized(
      'Bearer',
      'This is shown to the account of the job only: sign in, or send its API key as the header Authorization: Bearer <API_KEY>.',
    )
  return session
}
