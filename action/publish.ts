/** Tells everybody: outputs for later steps, the comment for reviewers, the summary and the log for who looks closer. */
import * as core from '@actions/core'
import { SuiteName } from '../server/contract.ts'
import type { ReadScorecard } from './answers.ts'
import type { Check } from './check-run.ts'
import { commentBody } from './comment.ts'
import type { Happening } from './event.ts'
import { type Comment, type GitHub, limitedFor, statusOf } from './github.ts'
import { type History, readHistory } from './history.ts'
import type { Inputs } from './inputs/index.ts'
import { clipped, log } from './log.ts'
import { again } from './patience.ts'
import { type Report, reportUrl, verdict } from './report.ts'
import { findSticky, isLater, writeSticky } from './sticky.ts'
import { summaryBody } from './summary.ts'
import { allPass, isPass } from './verdict.ts'
import type { PageJob } from './wait.ts'

export interface Outcome {
  pages: PageJob[]
  /** Why nothing was verified at all. */
  reason: string | null
  pictures?: Report['pictures']
}

/** @param begun what was written when the run began: the check run, and the id of the comment */
export async function publish(
  outcome: Outcome,
  inputs: Inputs,
  happening: Happening,
  github: GitHub | null,
  begun: { check: Check | null; comment: number | null },
): Promise<void> {
  const report: Report = {
    ...outcome,
    history: null,
    sha: happening.sha,
    runUrl: happening.run.url,
    server: inputs.server,
    failOn: inputs.failOn,
    onInconclusive: inputs.onInconclusive,
  }
  tellLog(report)
  const { note, history } = await comment(report, inputs, happening, github, begun.comment)
  const noCheck = await begun.check?.conclude({ ...report, history })
  const notes = [note, noCheck].filter(Boolean).join(' ')
  if (notes) log.notice(notes)
  await writeSummary(summaryBody({ ...report, history }, { note: notes }))
}

function tellLog(report: Report): void {
  log.info(verdict(report))
  for (const page of report.pages) {
    const label = page.name ? `${page.name}: ` : ''
    if (page.reason !== null) log.info(`${label}${page.reason}`)
    for (const { suite, score, target, pass, inconclusive, issues } of page.job?.scorecard?.suites ?? []) {
      const result = inconclusive ? 'could not be judged' : pass ? 'pass' : 'FAIL'
      log.info(`${label}${suite} ${inconclusive ? '–' : score} (target ${target}) ${result}`)
      if (pass) continue
      for (const { severity, message, fix } of issues
        .filter(({ status }) => status === 'introduced')
        .slice(0, 5))
        log.info(`${label}${suite}: ${severity}: ${message}${fix ? ` Fix: ${fix}` : ''}`)
    }
  }
}

interface Commented {
  /** Why there is no comment, when there should be one. */
  note: string | null
  history: History | null
}

async function comment(
  report: Report,
  inputs: Inputs,
  happening: Happening,
  github: GitHub | null,
  begun: number | null,
): Promise<Commented> {
  if (!inputs.comment) return { note: null, history: null }
  if (!github) return { note: 'No comment: the input github-token is empty.', history: null }
  let history: History | null = null
  try {
    return await again(async () => {
      const pull =
        happening.pull ??
        (happening.sha ? await github.pullOf(happening.sha, happening.head) : null)?.number ??
        null
      if (pull === null)
        return {
          note: `No comment: no open pull request has commit ${happening.sha.slice(0, 7)} as its head.`,
          history,
        }
      const found =
        (begun === null ? null : await github.comment(begun)) ??
        (await findSticky(github, pull, inputs.commentKey))
      history = found && readHistory(found.body)
      if (found && isLater(found, happening.run.id))
        return { note: `The comment on pull request ${pull} is of a later run and stays as it is.`, history }
      const { commentKey: key } = inputs
      const { id: run } = happening.run
      const bodyOf = (before: Comment | null) => {
        history = before && readHistory(before.body)
        return commentBody({ ...report, history }, key, run)
      }
      await writeSticky(github, { pull, key, run }, bodyOf, found)
      log.info(`comment on pull request ${pull} ${found ? 'updated' : 'written'}`)
      return { note: null, history }
    })
  } catch (error) {
    return { note: `No comment: ${whyNot(error)} The summary of the run says it all.`, history }
  }
}

function whyNot(error: unknown): string {
  const status = statusOf(error)
  if (limitedFor(error) !== null) return `GitHub takes no more requests of this token for now (${status}).`
  if (status === 403 || status === 404 || status === 401)
    return `the token may not write one (${status}). Add "pull-requests: write" to the job's permissions; runs for pull requests of forks never may, and a locked conversation takes none.`
  return `GitHub does not take it (${status ?? 'no answer'}).`
}

export async function writeSummary(body: string): Promise<void> {
  try {
    await core.summary.addRaw(body).write()
  } catch (error) {
    log.notice(`No job summary: ${error instanceof Error ? error.message : 'it cannot be written'}`)
  }
}

/** GitHub takes 1 MB for all outputs of a job. */
const LONGEST_OUTPUT = 500_000

/** Without the boxes for drawing; of scorecards that are too long, the fields of the published interface alone. */
function scorecardJson(cards: (ReadScorecard | null)[], many: boolean): string {
  const whole = cards.map(card => card && { ...card, pairing: undefined })
  const bare = cards.map(
    card =>
      card && {
        pageName: clipped(card.pageName, 200),
        allPass: card.allPass,
        suites: card.suites.map(({ suite, score, target, pass }) => ({ suite, score, target, pass })),
      },
  )
  const text = (made: unknown[]) => JSON.stringify(many ? made : (made[0] ?? null))
  return text(whole).length <= LONGEST_OUTPUT ? text(whole) : text(bare)
}

/** Declared in action.yml, by file. With the input `pages` the scorecards are an array and each score the lowest. */
export function setOutputs({ pages }: Outcome, inputs: Inputs, rebuilt: string | null): void {
  const cards = pages.map(({ job }) => job?.scorecard ?? null)
  core.setOutput('all-pass', pages.length ? String(allPass(pages)) : '')
  core.setOutput('scorecard', scorecardJson(cards, inputs.pages[0]?.path !== ''))
  core.setOutput('job-ids', pages.flatMap(({ id }) => id ?? []).join(','))
  const worst = pages.find(page => !isPass(page)) ?? pages[0]
  core.setOutput('report-url', reportUrl(worst?.job?.report_url, inputs.server) ?? '')
  core.setOutput('new-url', rebuilt ?? '')
  for (const name of SuiteName.options) {
    const suites = cards.flatMap(card => card?.suites.filter(({ suite }) => suite === name) ?? [])
    const scores = suites.filter(({ inconclusive }) => !inconclusive).map(({ score }) => score)
    core.setOutput(`score-${name}`, scores.length ? String(Math.min(...scores)) : '')
  }
}
