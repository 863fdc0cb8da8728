/**
 * The check run on the commit, beside the comment: in progress from the start, concluded at the end, also when the run is
 * cancelled. It is written where the token may; where not, the step does without it.
 */
import type { Happening } from './event.ts'
import { type Annotation, type CheckRun, type GitHub, limitedFor, statusOf } from './github.ts'
import type { Inputs } from './inputs/index.ts'
import { gravest, type Listed } from './issues.ts'
import { log } from './log.ts'
import { plain, prose } from './markdown.ts'
import { again } from './patience.ts'
import { pageTitle, type Report, reportUrl, suiteName, verdict } from './report.ts'
import { summaryBody } from './summary.ts'
import { failures, isInconclusive, isPass } from './verdict.ts'
import type { PageJob } from './wait.ts'

export interface Check {
  /** Tells the outcome. @returns why there is no check run, when there should be one */
  conclude(report: Report): Promise<string | null>
  /** Tells that nothing was verified, unless the outcome was told before. */
  end(reason: string, conclusion: 'cancelled' | 'neutral' | 'failure'): Promise<void>
}

const NONE: Check = { conclude: async () => null, end: async () => {} }

/** What is required in the repository's rules: `Cutover`, or `Cutover (web)` with a `comment-key`. */
export const checkName = (key: string): string => (key === 'default' ? 'Cutover' : `Cutover (${key})`)

/** By it an event tells that the button below the check was pressed. */
export const RERUN = 'cutover-rerun'

/** At once, while GitHub is still asked. Never throws: what is wrong is told at the end. */
export function beginCheck(
  inputs: Pick<Inputs, 'checkRun' | 'rerunButton' | 'commentKey'>,
  { sha, run }: Happening,
  github: GitHub | null,
): Check {
  if (!inputs.checkRun || !github || !sha) return NONE
  let id: number | null = null
  let trouble: unknown = null
  let told = false
  const write = async (check: CheckRun) => {
    id = await github.writeCheck(id ?? { name: checkName(inputs.commentKey), head_sha: sha }, check)
  }
  const title = '⏳ The new page is being compared with the original'
  const summary = 'The verdict will stand here.'
  const pending: CheckRun = { status: 'in_progress', details_url: run.url, output: { title, summary } }
  const begun = write(pending).catch(error => {
    trouble = error
    log.info(`the check run could not be written for now (${statusOf(error) ?? 'no answer'})`)
  })
  return {
    async conclude(report) {
      told = true
      try {
        await begun
        // What is not allowed was told once.
        if (isRefusal(trouble)) throw trouble
        await again(() => write({ ...checkOf(report), ...(inputs.rerunButton && { actions: BUTTONS }) }))
        return null
      } catch (error) {
        return `No check run: ${whyNot(error)}`
      }
    },
    async end(reason, conclusion) {
      if (told) return
      told = true
      await begun
      if (id === null) return
      const output = { title: '⚠️ Not verified', summary: prose(reason, 1000) }
      await write({ status: 'completed', conclusion, details_url: run.url, output }).catch(() => {})
    },
  }
}

/** GitHub takes 20 characters as a label, 40 as a description and 20 as an identifier. */
const BUTTONS = [{ label: 'Verify again', description: 'Compares the pages once more.', identifier: RERUN }]

/** GitHub takes 65,535 characters; some have several bytes. */
const MAX_SUMMARY_BYTES = 65_000
const MAX_TITLE = 250

/** Pure. */
export function checkOf(report: Report): CheckRun {
  const { pages, server, runUrl } = report
  const shown = pages.find(page => !isPass(page)) ?? pages[0]
  return {
    status: 'completed',
    conclusion: conclusionOf(report),
    details_url: reportUrl(shown?.job?.report_url, server) ?? runUrl,
    output: {
      title: plain(verdict(report), MAX_TITLE),
      summary: summaryBody(report, { maxBytes: MAX_SUMMARY_BYTES, isTitled: true }),
      annotations: annotationsOf(pages),
    },
  }
}

/** Success is a pass of everything, failure what fails the step; what fails nothing, or could not be judged, is neither. */
export function conclusionOf(report: Report): 'success' | 'failure' | 'neutral' {
  const { pages, reason } = report
  if (reason !== null) return 'failure'
  if (failures(pages, report).length === 0) return pages.every(isPass) ? 'success' : 'neutral'
  return pages.some(isInconclusive) && pages.every(page => isPass(page) || isInconclusive(page))
    ? 'neutral'
    : 'failure'
}

/** GitHub takes as many in one request. */
const MAX_ANNOTATIONS = 50
/** A finding is of a page, not of a file: this is where GitHub itself puts what it says of a whole run. */
const PATH = '.github'

function annotationsOf(pages: readonly PageJob[]): Annotation[] {
  const several = pages.length > 1
  return gravest(pages)
    .slice(0, MAX_ANNOTATIONS)
    .map(({ page, ...listed }) =>
      annotation(listed, several ? pageTitle(page, name => plain(name, 120)) : ''),
    )
}

/** Texts of pages stand there as they are: GitHub makes nothing of them. */
function annotation({ suite, issue }: Listed, page: string): Annotation {
  const { severity, message, fix } = issue
  const place = issue.rebuilt ?? issue.original
  const details = [
    fix && `Fix: ${plain(fix, 1000)}`,
    place?.selector && `At: ${plain(place.selector, 300)}`,
    place?.url && `On: ${plain(place.url, 300)}`,
  ].filter(Boolean)
  const title = `${page ? `${page}: ` : ''}${suiteName(suite.suite)}, ${severity}`
  return {
    ...{ path: PATH, start_line: 1, end_line: 1 },
    annotation_level: suite.pass ? 'notice' : LEVELS[severity],
    title: plain(title, MAX_TITLE),
    message: plain(message, 2000) || '–',
    ...(details.length > 0 && { raw_details: details.join('\n') }),
  }
}

const LEVELS = { critical: 'failure', serious: 'failure', moderate: 'warning', minor: 'notice' } as const

function isRefusal(error: unknown): boolean {
  return /^40[134]$/.test(String(statusOf(error))) && limitedFor(error) === null
}

function whyNot(error: unknown): string {
  const status = statusOf(error)
  if (limitedFor(error) !== null) return `GitHub takes no more requests of this token for now (${status}).`
  return isRefusal(error)
    ? `the token may not write one (${status}). Add "checks: write" to the job's permissions, or set check-run to "off"; a personal token and runs for pull requests of forks never may.`
    : `GitHub does not take it (${status ?? 'no answer'}).`
}
