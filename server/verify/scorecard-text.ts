/** The ended job for a reader at a terminal: the scores, what lost them, and the verdict last. */
import { styleText } from 'node:util'
import type { Issue, Job, Place, Scorecard, SuiteResult } from '../contract.ts'
import { printable, wrapped } from './printable.ts'

export interface Paper {
  /** Characters in a line. */
  columns: number
  colour: boolean
}

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
    tableText(scorecard, paint),
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

function tableText({ suites }: Scorecard, paint: Paint): string {
  const head = ['suite', 'score', 'target', 'result', 'before']
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
  ].join('\n')
}

/** What was introduced first, then what is charged although it is old; what costs nothing explains a failing suite. */
function issuesText(suite: SuiteResult, job: Job, { columns }: Paper, paint: Paint): string {
  const told = suite.issues.filter(
    ({ status, charged }) => charged > 0 || (!suite.pass && status === 'introduced'),
  )
  if (told.length === 0) return ''
  const shown = told.slice(0, suite.pass ? SHOWN_OF_PASSING : SHOWN_OF_FAILING)
  const more = told.length - shown.length + (suite.issues_omitted ?? 0)
  return [
    `${paint('bold', suite.suite)}  ${suite.score.toFixed(1)} of ${suite.target}`,
    ...shown.map(issue => issueText(issue, job, columns, paint)),
    ...(more > 0 ? [paint('dim', `  and ${more} more`)] : []),
  ].join('\n')
}

const COLOURS: Record<Issue['severity'], Style> = {
  critical: ['red', 'bold'],
  serious: 'red',
  moderate: 'yellow',
  minor: 'dim',
}

function issueText(issue: Issue, job: Job, columns: number, paint: Paint): string {
  const tag = `${issue.severity}${issue.status === 'inherited' ? ', as before' : ''}`
  const place = issue.rebuilt ?? issue.original
  const lines = [
    `  ${paint(COLOURS[issue.severity], tag)}  ${paint('dim', issue.check)}`,
    wrapped(issue.message, columns, '    '),
    wrapped(`Fix: ${issue.fix}`, columns, '    '),
  ]
  const where = place && placeText(place, job)
  if (where) lines.push(paint('dim', wrapped(`At:  ${where}`, columns, '    ')))
  return lines.join('\n')
}

function placeText({ selector, viewport, url }: Place, job: Job): string {
  const elsewhere = url && ![job.new_url, job.original_url].includes(url) ? `on ${url}` : ''
  return [selector, viewport && `at ${viewport} px`, elsewhere].filter(Boolean).join(' ')
}

/** What was not judged: the reader must not take it for checked. */
function leftOutText({ suites, gaps }: Scorecard, { columns }: Paper, paint: Paint): string {
  const open = suites.flatMap(({ checks }) =>
    checks
      .filter(({ outcome }) => outcome === 'inconclusive')
      .map(({ id, reason }) => `${id}: ${reason ?? 'no reason given'}`),
  )
  const list = (title: string, lines: string[]) => {
    if (lines.length === 0) return []
    const more = lines.length - SHOWN_LINES
    return [
      paint('bold', title),
      ...lines.slice(0, SHOWN_LINES).map(line => wrapped(line, columns, '  ')),
      ...(more > 0 ? [paint('dim', `  and ${more} more`)] : []),
    ]
  }
  return [...list('Could not be judged', open), ...list('Gaps', gaps)].join('\n')
}

function verdictText({ allPass, suites }: Scorecard, paint: Paint): string {
  const failing = suites.filter(({ pass }) => !pass).map(({ suite }) => suite)
  return allPass
    ? `${paint(['green', 'bold'], 'PASS')}  The new page may replace the original: all ${suites.length} suites pass.`
    : `${paint(['red', 'bold'], 'FAIL')}  The new page should not go live yet: ${failing.join(', ')} below target.`
}
