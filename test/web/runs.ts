/** Jobs that are submitted, taken and ended as a test wants it. */
import { expect } from 'vitest'
import type { AcceptedIssue, Issue, Scorecard } from '../../server/contract.ts'
import { accept } from '../../server/jobs/accept.ts'
import { type Claim, claim } from '../../server/jobs/claim.ts'
import { finish } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import type { TestApi } from '../api/test-api.ts'
import { submission } from '../jobs/test-queue.ts'
import { makeCheck, makeIssue, makeJob, makeSuite } from '../report/made.ts'

export const issue = (key: string, more: Partial<Issue> = {}): Issue =>
  makeIssue({
    key,
    ...{ check: 'seo/title', rule: 'seo/title/changed', help_url: '/docs/checks/seo#title-changed' },
    ...{ penalty: 0.2, charged: 0.2, message: `It says ${key}`, fix: 'Mend it' },
    ...more,
  })

export function card(issues: Issue[], { allPass = false, score = 70 } = {}): Scorecard {
  const check = makeCheck({ id: 'seo/title', title: 'Title', worth: 0.7 })
  const suite = { suite: 'seo' as const, score, target: 80, pass: allPass, absolute: score }
  const about = { pageName: 'Page', allPass, accepted: 0 }
  return makeJob([makeSuite({ ...suite, checks: [check], issues })], about).scorecard
}

/** Submits a job, takes it and ends it with what `judged` makes of what is accepted for it. */
export async function verified(
  { queue }: Pick<TestApi, 'queue'>,
  accountId: string,
  judged: Scorecard | ((accepted: AcceptedIssue[]) => Scorecard),
  more: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await accept(queue, submission(more), { accountId, tier: 'paid' })
  const claimed = await taken({ queue }, id)
  const scorecard = typeof judged === 'function' ? judged(claimed.accepted) : judged
  expect(await finish(queue, claimed, scorecard)).toBe(true)
  return id
}

/** The claim of a job; those that were submitted before it are taken as well, and left. */
export async function taken({ queue }: Pick<TestApi, 'queue'>, id: string): Promise<Claim> {
  for (;;) {
    const [queued] = await queue.boss.fetch<{ id: string }>(QUEUE)
    if (!queued) throw new Error(`${id} is not in the queue`)
    if (queued.data.id === id) return (await claim(queue, queued, id))!
  }
}
