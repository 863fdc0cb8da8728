import type Router from '@koa/router'
import type { Api } from '../../../api/context.ts'
import { notFound } from '../../../api/problem.ts'
import { LIMITS } from '../../../contract.ts'
import { acceptancesOf } from '../../../jobs/acceptances.ts'
import { find } from '../../../jobs/find.ts'
import { runsOf } from '../../../jobs/history.ts'
import { isPage } from '../../../jobs/page.ts'
import { render } from '../../render.ts'
import { sessionOrSignIn } from '../../session.ts'
import { chartsOf } from './charts.ts'

const NOTICES: Record<string, string> = {
  accepted: 'Accepted. From the next run on it is not charged.',
  withdrawn: 'The acceptance is withdrawn. From the next run on the issue is charged.',
}

/** A page's runs over time, what the last one changed, and what is accepted for it. */
export function historyPage(router: Router, { queue, site }: Api): void {
  router.get('/pages/:page', async ctx => {
    const page = ctx.params.page!
    const name = [ctx.query.name].flat()[0] ?? ''
    const path = `/pages/${encodeURIComponent(page)}${name ? `?name=${encodeURIComponent(name)}` : ''}`
    const session = await sessionOrSignIn(ctx, queue.pool, site, path)
    if (!session) return
    // What no submission can have been named is not asked for: Postgres takes no NUL.
    const isName = name.length <= LIMITS.pageName && name.isWellFormed() && !name.includes('\0')
    if (!isPage(page) || !isName) throw notFound()
    const [runs, acceptances] = await Promise.all([
      runsOf(queue, session.accountId, page, name),
      acceptancesOf(queue, session.accountId, page),
    ])
    const last = runs[0]
    if (!last && acceptances.length === 0) throw notFound('There is no run of this page any more.')
    const found = last && (await find(queue, last.id, [], session.accountId))
    const done = String(ctx.query.done)
    render(ctx, site, 'history', {
      title: last ? (last.name ?? last.originalUrl) : 'Accepted issues',
      session,
      notice: Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined,
      last,
      runs,
      since: found?.job.since,
      stale: new Set(found?.job.scorecard?.stale?.map(({ key }) => key)),
      charts: chartsOf(runs.map(({ summary, finishedAt }) => ({ ...summary, finishedAt })).reverse()),
      acceptances,
      name,
    })
  })
}
