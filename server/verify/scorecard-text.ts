/** The ended job for a reader at a terminal: the scores, what lost them, and the verdict last. */
import { styleText } from 'node:util'
import type { Issue, Job, Place, Scorecard, SuiteResult } from '../contract.ts'
import { printable, wrapped } from './printable.ts'

export interface Paper {
  /** Characters in a line. */
  columns: number
  colour: boolean
  /** The folder of `--out`, when there is one: what is shown there is named. */
  out?: string
}

/** What the column of the original's scores is. */
export const ORIGINAL_COLUMN =
  "original: the original page's own score, judged alone. What it suffers already costs the new page nothing."

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

const SHOWN_OF_FAILING = 5
const SHOWN_OF_PASSING = 2
const SHOWN_LINES = 10

/** @param job completed or failed; texts in it come from pages and are escaped here */
export function jobText(job: Job, paper: Paper): string {
  const paint: Paint = (style, text) =>
    paper.colour ? styleText(style, text, { validateStream: false }) : text
  const about = `original  ${printable(job.original_url)}\nnew       ${printable(job.new_url)}`
  if (!job.scorecard) return [about, failureText(job, paper, paint)].join('\n\n')
  const { scorecard } = job
  return [
    `${paint('bold', printable(scorecard.pageName))}\n${about}`,
    tableText(scorecard, paper, paint),
    ...scorecard.suites.map(suite => issuesText(suite, job, paper, paint)),
    leftOutText(scorecard, paper, paint),
    verdictText(scorecard, paint),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function failureText({ error }: Job, { columns }: Paper, paint: Paint): string {
  const title = printable(error?.title ?? 'The verification ended without a result')
  const code = printable(error?.code ?? 'internal_error')
  return `${paint(['red', 'bold'], 'COULD NOT VERIFY')}  ${title} (${code})\n${wrapped(error?.detail ?? '', columns)}`
}

function tableText({ suites }: Scorecard, { columns }: Paper, paint: Paint): string {
  const head = ['suite', 'score', 'target', 'result', 'original']
  const rows = suites.map(suite => [
    suite.suite,
    suite.score.toFixed(1),
    String(suite.target),
    suite.inconclusive ? 'inconclusive' : suite.pass ? 'pass' : 'FAIL',
    suite.baseline.toFixed(1),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column]!.length)))
  const line = (row: string[]) =>
    row.map((cell, column) =>
      column === 0 || column === 3 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
  return [
    paint('dim', line(head).join('   ').trimEnd()),
    ...rows.map((row, index) => {
      const cells = line(row)
      cells[3] = paint(suites[index]!.pass ? 'green' : ['red', 'bold'], cells[3]!)
      return cells.join('   ').trimEnd()
    }),
    paint('dim', wrapped(ORIGINAL_COLUMN, columns)),
  ].join('\n')
}

/**
 * What is told of a suite: what was introduced first, then what is charged although it is old; what costs nothing
 * explains a failing suite. `more` is how many others there are.
 */
export function told(suite: SuiteResult): { shown: Issue[]; more: number } {
  const all = suite.issues.filter(
    ({ status, charged, accepted }) => charged > 0 || (!suite.pass && status === 'introduced' && !accepted),
  )
  const shown = all.slice(0, suite.pass ? SHOWN_OF_PASSING : SHOWN_OF_FAILING)
  return { shown, more: shown.length ? all.length - shown.length + (suite.issues_omitted ?? 0) : 0 }
}

function issuesText(suite: SuiteResult, job: Job, paper: Paper, paint: Paint): string {
  const { shown, more } = told(suite)
  if (shown.length === 0) return ''
  return [
    `${paint('bold', suite.suite)}  ${suite.score.toFixed(1)} of ${suite.target}`,
    ...shown.map(issue => issueText(issue, job, paper, paint)),
    ...(more > 0 ? [paint('dim', `  and ${more} more`)] : []),
  ].join('\n')
}

const COLOURS: Record<Issue['severity'], Style> = {
  critical: ['red', 'bold'],
  serious: 'red',
  moderate: 'yellow',
  minor: 'dim',
}

function issueText(issue: Issue, job: Job, { columns, out }: Paper, paint: Paint): string {
  const tag = `${issue.severity}${issue.status === 'inherited' ? ', as on the original' : ''}`
  const place = issue.rebuilt ?? issue.original
  const lines = [
    `  ${paint(COLOURS[issue.severity], tag)}  ${paint('dim', issue.check)}`,
    wrapped(issue.message, columns, '    '),
    wrapped(`Fix: ${issue.fix}`, columns, '    '),
  ]
  const where = place && placeText(place, job)
  if (where) lines.push(paint('dim', wrapped(`At:  ${where}`, columns, '    ')))
  if (out && issue.evidence?.length)
    lines.push(paint('dim', wrapped(`See: ${issue.evidence.join(' ')}`, columns, '    ')))
  return lines.join('\n')
}

function placeText({ selector, viewport, url }: Place, job: Job): string {
  const elsewhere = url && ![job.new_url, job.original_url].includes(url) ? `on ${url}` : ''
  return [selector, viewport && `at ${viewport} px`, elsewhere].filter(Boolean).join(' ')
}

/** What was not judged: the reader must not take it for checked. */
export function leftOut({ suites, gaps }: Scorecard): { title: string; lines: string[] }[] {
  const open = suites.flatMap(({ checks }) =>
    checks
      .filter(({ outcome }) => outcome === 'inconclusive')
      .map(({ id, reason }) => `${id}: ${reason ?? 'no reason given'}`),
  )
  const clipped = (lines: string[]) => {
    const more = lines.length - SHOWN_LINES
    return more > 0 ? [...lines.slice(0, SHOWN_LINES), `and ${more} more`] : lines
  }
  return [
    { title: 'Could not be judged', lines: clipped(open) },
    { title: 'Gaps', lines: clipped(gaps) },
  ].filter(({ lines }) => lines.length > 0)
}

const leftOutText = (scorecard: Scorecard, { columns }: Paper, paint: Paint): string =>
  leftOut(scorecard)
    .flatMap(({ title, lines }) => [paint('bold', title), ...lines.map(line => wrapped(line, columns, '  '))])
    .join('\n')

/** The verdict, and its sentence. */
export function verdictOf({ allPass, suites, accepted = 0 }: Scorecard): [verdict: string, sentence: string] {
  const differences = `${accepted} accepted ${accepted === 1 ? 'difference' : 'differences'}`
  const failing = suites.filter(({ pass }) => !pass).map(({ suite }) => suite)
  return allPass
    ? [
        'PASS',
        `The new page may replace the original: all ${suites.length} suites pass${accepted ? `, with ${differences}` : ''}.`,
      ]
    : ['FAIL', `The new page should not go live yet: ${failing.join(', ')} below target.`]
}

function verdictText(scorecard: Scorecard, paint: Paint): string {
  const [verdict, sentence] = verdictOf(scorecard)
  return `${paint([scorecard.allPass ? 'green' : 'red', 'bold'], verdict)}  ${sentence}`
}
