import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Session } from '../../accounts/sessions.ts'
import type { Api } from '../../api/context.ts'
import { artifactsPath } from '../../api/job-body.ts'
import { HttpProblem } from '../../api/problem.ts'
import { capturedJob, noSuchJob, readableJob } from '../../api/reader.ts'
import { shownArtifacts } from '../../api/shown-artifacts.ts'
import { baseOf, here } from '../../api/site.ts'
import { type Job, Scorecard } from '../../contract.ts'
import { FAILURES } from '../../jobs/failure.ts'
import { type FoundJob, find } from '../../jobs/find.ts'
import { EXHIBITS_FILE, readExhibits } from '../../report/exhibits.ts'
import { filterOf } from '../../report/issues.ts'
import type { Links } from '../../report/links.ts'
import { failureHtml, REPORT_SCRIPTS, REPORT_STYLES, reportHtml } from '../../report/render.ts'
import { reportOf } from '../../report/report.ts'
import { render } from '../render.ts'
import { sessionIfAny } from '../session.ts'

/** A job for people, from its submission on: its progress, why it failed, or its report. */
export function reportPage(router: Router, api: Api): void {
  const { queue, site } = api

  router.get('/jobs/:id', async ctx => {
    const id = ctx.params.id!
    const session = await sessionIfAny(ctx, queue.pool, site)
    const found = await readableJob(ctx, api, id)
      // What was captured with secrets is in a report as well.
      .then(found => (found.job.status === 'completed' ? capturedJob(ctx, api, id) : found))
      .catch(error => {
        if (!session && site.signIn && error instanceof HttpProblem && error.status === 401) return null
        throw error
      })
    if (!found) {
      ctx.status = 303
      ctx.set('Location', here(site, `/sign-in?return_to=${encodeURIComponent(ctx.path)}`))
    } else if (found.job.status === 'completed') await showReport(ctx, api, session, found)
    else if (found.job.status === 'failed') showFailure(ctx, api, session, found.job)
    else showProgress(ctx, api, session, found.job)
  })
}

function showProgress(ctx: Context, { site }: Api, session: Session | null, job: Job): void {
  const title = job.status === 'queued' ? 'Waiting for its turn' : 'Verifying'
  render(ctx, site, 'progress', { title, session, job, styles: REPORT_STYLES })
}

function showFailure(ctx: Context, { site }: Api, session: Session | null, job: Job): void {
  const { title, code } = job.error!
  const base = baseOf(site)
  const { original_url, new_url } = job
  const hrefs = {
    code: `${base}/problems/${code}`,
    // The form is for who is signed in.
    ...(session && { again: `${base}/home?${new URLSearchParams({ original_url, new_url })}` }),
  }
  const html = failureHtml(job, forPeople(FAILURES[code].remedy), hrefs)
  render(ctx, site, 'report', { title, session, html, styles: REPORT_STYLES, scripts: [] })
}

/** A remedy of the API, whose fields the form on the home page calls otherwise, or does not have. */
const forPeople = (remedy: string): string =>
  remedy
    .replace(
      'original_headers or new_headers',
      'the headers of that site (“new-headers” and “original-headers” of the Action, “new_headers” and “original_headers” of the API; the form has none)',
    )
    .replace('Send storefront_password', 'Send the storefront password')

async function showReport(ctx: Context, api: Api, session: Session | null, known: FoundJob): Promise<void> {
  const { queue, site } = api
  const { id } = known.job
  const found = await find(queue, id)
  if (!found) throw noSuchJob()
  const scorecard = Scorecard.safeParse(found.job.scorecard)
  if (!scorecard.success) return showOutdated(ctx, api, session)
  const names = new Set((await shownArtifacts(api, id, found.attempt)).map(({ name }) => name))
  const base = baseOf(site)
  const links: Links = {
    artifact: name => (names.has(name) ? `${base}${artifactsPath(id)}/${name}` : null),
    help: url => base + url,
    ...(session?.accountId === found.accountId && {
      accept: key => `${base}/jobs/${id}/accept?${new URLSearchParams({ key })}`,
    }),
  }
  const exhibits = names.has(EXHIBITS_FILE)
    ? readExhibits(await textOf(api, id, `${found.attempt}/${EXHIBITS_FILE}`))
    : null
  const job = { ...found.job, scorecard: scorecard.data }
  const report = reportOf(job, exhibits, links, filterOf(ctx.query))
  render(ctx, site, 'report', {
    title: `${report.pass ? 'Pass' : 'Fail'}: ${report.pageName}`,
    session,
    html: reportHtml(report, `${base}/jobs/${id}`),
    styles: REPORT_STYLES,
    scripts: REPORT_SCRIPTS,
  })
  // Beside what a reader has typed, a compressed token could be guessed by lengths.
  if (!(session && ctx.search)) await compress(ctx)
}

/** A later version may judge in a form that earlier results do not have. */
function showOutdated(ctx: Context, { site }: Api, session: Session | null): void {
  ctx.status = 410
  const detail =
    'It was made by another version of the program, and cannot be shown by this one. Submit both pages again: the new job has a report.'
  render(ctx, site, 'error', { title: 'This report is of another version', session, detail })
}

const MAX_EXHIBITS = 5e6

async function textOf({ artifacts }: Api, id: string, name: string): Promise<string | undefined> {
  const artifact = await artifacts.open(id, name)
  if (!artifact) return
  if (artifact.bytes > MAX_EXHIBITS) {
    await artifact.close()
    return
  }
  return text(await artifact.stream())
}

async function compress(ctx: Context): Promise<void> {
  ctx.vary('Accept-Encoding')
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return
  const { type } = ctx
  ctx.body = await promisify(gzip)(Buffer.from(String(ctx.body)))
  ctx.type = `${type}; charset=utf-8`
  ctx.set('Content-Encoding', 'gzip')
}
