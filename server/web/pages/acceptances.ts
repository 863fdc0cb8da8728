import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Session } from '../../accounts/sessions.ts'
import type { Api } from '../../api/context.ts'
import { notFound } from '../../api/problem.ts'
import { here } from '../../api/site.ts'
import { isPast } from '../../api/submission.ts'
import { AcceptedKey, type Issue, type IssueMember, type Job } from '../../contract.ts'
import { acceptIssues, MAX_ACCEPTANCES, withdrawAcceptance } from '../../jobs/acceptances.ts'
import { find } from '../../jobs/find.ts'
import { pageOf } from '../../jobs/page.ts'
import { render } from '../render.ts'
import { sessionOrSignIn, submittedForm } from '../session.ts'

/** Issues of a job are accepted by the owner of its page, and acceptances withdrawn. */
export function acceptanceForms(router: Router, { queue, site }: Api): void {
  const { pool } = queue

  /** The job, when it is the session's own and has a scorecard. */
  async function ownJob(ctx: Context, { accountId }: Session): Promise<Job> {
    const found = await find(queue, ctx.params.id, [], accountId)
    if (!found?.job.scorecard) throw notFound('There is no completed job with this id.')
    return found.job
  }

  router.get('/jobs/:id/accept', async ctx => {
    const key = [ctx.query.key].flat()[0] ?? ''
    const path = `/jobs/${encodeURIComponent(ctx.params.id!)}/accept?key=${encodeURIComponent(key)}`
    const session = await sessionOrSignIn(ctx, pool, site, path)
    if (!session) return
    const job = await ownJob(ctx, session)
    const issue = issueOf(job, key)
    if (!issue) throw notFound('The scorecard of this job has no such issue.')
    show(ctx, session, job, {
      key,
      issue,
      typed: {},
      wrong: {},
      places: placesOf(issue).map(({ key }) => key),
    })
  })

  router.post('/jobs/:id/accept', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const job = await ownJob(ctx, session)
    const key = form.get('key') ?? ''
    const issue = issueOf(job, key)
    const all = issue ? placesOf(issue) : []
    const wanted = new Set(form.getAll('place'))
    const chosen = all.length > 1 ? all.filter((_, index) => wanted.has(String(index))) : all
    const typed = { reason: (form.get('reason') ?? '').slice(0, 5000), expires: form.get('expires') ?? '' }
    const wrong = wrongIn(issue, chosen, typed)
    const page = pageOf(job.original_url)
    if (Object.keys(wrong).length === 0) {
      const stored = await acceptIssues(queue, session.accountId, {
        page,
        issues: chosen,
        reason: typed.reason.trim(),
        ...(typed.expires && { expires: typed.expires }),
        by: session.email,
      })
      if (stored) {
        const name = await askedNameOf(job.id)
        ctx.status = 303
        ctx.set(
          'Location',
          here(
            site,
            `/pages/${page}?${new URLSearchParams({ ...(name && { name }), done: 'accepted' })}#accepted`,
          ),
        )
        return
      }
      wrong.reason = `${MAX_ACCEPTANCES} issues of this page are accepted already. Withdraw some that are stale.`
    }
    ctx.status = 422
    show(ctx, session, job, { key, issue, typed, wrong, places: chosen.map(({ key }) => key) })
  })

  router.post('/acceptances/:id/withdraw', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const page = await withdrawAcceptance(queue, session.accountId, ctx.params.id!)
    if (!page) throw notFound('You have not accepted such an issue.')
    const name = form.get('name') ?? ''
    ctx.status = 303
    ctx.set(
      'Location',
      here(
        site,
        `/pages/${page}?${new URLSearchParams({ ...(name && { name }), done: 'withdrawn' })}#accepted`,
      ),
    )
  })

  async function askedNameOf(jobId: string): Promise<string> {
    const { rows } = await pool.query<{ name: string }>('SELECT asked_name AS name FROM jobs WHERE id = $1', [
      jobId,
    ])
    return rows[0]?.name ?? ''
  }

  function show(
    ctx: Context,
    session: Session,
    job: Job,
    shown: {
      key: string
      issue: Issue | undefined
      typed: Record<string, string>
      wrong: Record<string, string>
      /** Keys that are chosen. */
      places: string[]
    },
  ): void {
    const { issue, places } = shown
    render(ctx, site, 'accept', {
      title: 'Accept a difference',
      session,
      job,
      ...shown,
      members: issue ? placesOf(issue).map(one => ({ ...one, chosen: places.includes(one.key) })) : [],
      yaml: issue ? fileEntries(placesOf(issue)) : '',
      today: new Date().toISOString().slice(0, 10),
    })
  }
}

/** What is there to be accepted: an issue, or one of its places. */
function issueOf({ scorecard }: Job, key: string): Issue | undefined {
  const issues = scorecard!.suites.flatMap(suite => suite.issues).filter(({ status }) => status !== 'fixed')
  const whole = issues.find(issue => issue.key === key)
  if (whole) return whole
  for (const { members = [], ...issue } of issues) {
    const member = members.find(one => one.key === key)
    if (member) return { ...issue, ...member }
  }
  return undefined
}

const placesOf = (issue: Issue): (Issue | IssueMember)[] => issue.members ?? [issue]

const SHOWN_ENTRIES = 10

/** As `cutover.yml` has them. A text in JSON is one in YAML as well. */
const fileEntries = (places: readonly (Issue | IssueMember)[]): string =>
  ['accept:']
    .concat(
      places
        .slice(0, SHOWN_ENTRIES)
        .map(
          ({ key, severity, penalty }) =>
            `  - key: ${JSON.stringify(key)}\n    severity: ${severity}\n    penalty: ${penalty}\n    reason: Say why in ten characters or more`,
        ),
    )
    .join('\n')

/** By field. */
function wrongIn(
  issue: Issue | undefined,
  chosen: readonly { key: string }[],
  { reason, expires }: { reason: string; expires: string },
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (!issue) wrong.key = 'The scorecard of this job has no such issue.'
  else if (chosen.length === 0) wrong.key = 'Choose at least one place.'
  for (const { key } of chosen.length ? chosen : [{ key: 'none' }]) {
    const read = AcceptedKey.safeParse({ key, reason, ...(expires && { expires }) })
    for (const { path, message } of read.error?.issues ?? []) wrong[String(path[0])] ??= `It ${message}.`
  }
  if (reason.includes('\0') || !reason.isWellFormed()) wrong.reason = 'It holds characters that are no text.'
  if (!wrong.expires && isPast(expires || undefined)) wrong.expires = 'It is in the past.'
  return wrong
}
