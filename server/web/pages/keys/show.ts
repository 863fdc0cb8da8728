import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import type { NewKey } from '../../../accounts/keys.ts'
import { keysOf } from '../../../accounts/own-keys.ts'
import { repositoriesOf } from '../../../accounts/repositories.ts'
import type { Session } from '../../../accounts/sessions.ts'
import type { Api } from '../../../api/context.ts'
import { limitsLeft } from '../../../jobs/accept.ts'
import { render } from '../../render.ts'

/** Choices of the form, by the days that a key is good for. */
export const EXPIRY: Record<string, string> = {
  never: 'Never',
  30: 'In 30 days',
  90: 'In 90 days',
  365: 'In a year',
}

/** Of one rendering: what has just happened, and what was wrong with it. */
export interface Shown {
  /** The one time that it is seen. */
  made?: NewKey
  /** One of `NOTICES`. */
  done?: string
  /** By the name of the field. */
  wrong?: Record<string, string>
  /** What was typed, to be put right. */
  typed?: Record<string, string>
}

const NOTICES: Record<string, string> = {
  revoked: 'The key is revoked. It opens nothing any more.',
  repeated: 'That key has been made already; it is in the list. A key is shown only once.',
  allowed: 'Workflows of that repository can ask for keys now.',
  removed: 'Workflows of that repository get no keys any more, and those that they had open nothing.',
}

/** By the policies of `limitsLeft`. */
const LIMITS: Record<string, string> = {
  minute: 'Submissions this minute',
  day: 'Jobs today',
  'in-flight': 'Jobs at once',
}

/** The page of an account's keys and repositories. */
export async function showKeys(
  ctx: Context,
  { queue, site }: Api,
  session: Session,
  { made, done, wrong = {}, typed = {} }: Shown,
): Promise<void> {
  const [keys, repositories, left] = await Promise.all([
    keysOf(queue.pool, session.accountId),
    repositoriesOf(queue.pool, session.accountId),
    limitsLeft(queue, session),
  ])
  render(ctx, site, 'keys', {
    title: 'Keys',
    session,
    made,
    notice: done !== undefined && Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined,
    wrong,
    typed,
    keys,
    repositories,
    limits: left.map(({ policy, remaining, amount }) => ({ what: LIMITS[policy]!, remaining, amount })),
    keptDays: queue.limits[session.tier].retentionDays,
    expiry: ['never', '30', '90', '365'].map(days => [days, EXPIRY[days]]),
    // Makes a form that is sent twice make one key.
    formId: randomUUID(),
  })
}
