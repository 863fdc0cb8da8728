/** The job summary: what the comment says, with every issue and check. Pure. */
import { gravest, type Listed, worstIssues } from './issues.ts'
import { cell, code, prose } from './markdown.ts'
import { mark, overview, worstFirst } from './overview.ts'
import {
  aboutInconclusive,
  acceptedList,
  addresses,
  footer,
  gravestTitle,
  issueItem,
  leftOut,
  outcomeInWords,
  pageTitle,
  type Report,
  reportLink,
  suiteName,
  suiteTable,
  verdict,
} from './report.ts'
import { isInconclusive, isOnlyUnclear } from './verdict.ts'
import type { PageJob } from './wait.ts'

/** GitHub takes 1 MiB for a step. */
const MAX_BYTES = 900_000

interface Options {
  /** What else the reader should know, e.g. why there is no comment. */
  note?: string | null
  maxBytes?: number
  /** The verdict stands above it already. */
  isTitled?: boolean
}

export function summaryBody(report: Report, options: Options = {}): string {
  const { maxBytes = MAX_BYTES } = options
  const fits = (body: string) => Buffer.byteLength(body) <= maxBytes
  for (const issues of [200, 50, 20, 5, 0]) {
    const body = write(report, options, issues, report.pages.length)
    if (fits(body)) return body
  }
  for (let shown = report.pages.length; ; shown = Math.floor(shown / 2)) {
    const body = write(report, options, 0, shown)
    // A character has up to three bytes.
    if (fits(body) || shown === 0) return fits(body) ? body : body.slice(0, maxBytes / 3)
  }
}

/** Nothing was asked of the server. */
export function notVerified(why: string): string {
  return `## Not verified\n\n${why
    .split('\n')
    .map(line => prose(line, 1000))
    .join('  \n')}\n`
}

function write(report: Report, { note, isTitled }: Options, issues: number, shown: number): string {
  const { pages, reason } = report
  const hidden = pages.length - shown
  const unclear = aboutInconclusive(report)
  const onlyUnclear = isOnlyUnclear(pages)
  return `${[
    isTitled ? '' : `## ${verdict(report)}`,
    reason === null
      ? ''
      : reason
          .split('\n')
          .map(line => prose(line, 1000))
          .join('  \n'),
    onlyUnclear ? unclear : '',
    pages.length > 1 ? gravestOf(pages, issues) : '',
    pages.length > 1 ? overview(worstFirst(pages), report) : '',
    ...worstFirst(pages)
      .slice(0, shown)
      .map(page => section(page, report, issues)),
    hidden > 0 ? `There is no room for the details of ${hidden} more pages.` : '',
    onlyUnclear ? '' : unclear,
    note ? prose(note, 1000) : '',
    footer(report),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

/** What a reader sees without scrolling on a phone. */
const MAX_FIRST = 3

/** Of several pages; each has them once more in its own section. */
function gravestOf(pages: readonly PageJob[], most: number): string {
  const first = gravest(pages).slice(0, Math.min(MAX_FIRST, most))
  if (first.length === 0) return ''
  const items = first.map(({ page, ...listed }) => issueItem(listed, page, [pageTitle(page)]))
  return [`**${gravestTitle(pages)}**`, '', ...items].join('\n')
}

/** What broke and where comes before all tables. */
function section(page: PageJob, report: Report, most: number): string {
  const title = pageTitle(page)
  const { introduced, inherited, omitted } = worstIssues(page)
  const first = introduced.slice(0, Math.min(MAX_FIRST, most))
  const rest = introduced.slice(first.length)
  const open = leftOut(page, most > 0 ? 50 : 5)
  const link = reportLink(page, report.server)
  const fixed = (page.job?.scorecard?.suites ?? []).flatMap(({ issues }) =>
    issues.filter(({ status }) => status === 'fixed'),
  ).length
  return [
    title && `### ${mark(page)} ${title}`,
    outcomeInWords(page, report.history),
    isInconclusive(page) ? open : '',
    list(gravestTitle([page]), first, most, page),
    page.job?.scorecard ? suiteTable(page, report.history) : '',
    [addresses(page), page.id ? `Job ${code(page.id)}${link ? ` · ${link}` : ''}` : '']
      .filter(Boolean)
      .join('  \n'),
    list(`What ${first.length ? 'else ' : ''}the new page brings (${rest.length})`, rest, most, page),
    folded('What the original has as well', inherited, most, page),
    acceptedList(page, most),
    fixed ? `${fixed} issues of the original are gone.` : '',
    omitted ? `${omitted} more issues are not listed by the server.` : '',
    isInconclusive(page) ? '' : open,
    checks(page, most),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function list(title: string, items: Listed[], most: number, page: PageJob): string {
  if (items.length === 0) return ''
  const more = items.length > most ? [`- and ${items.length - most} more`] : []
  return [
    `**${title}**`,
    '',
    ...items.slice(0, most).map(item => `${issueItem(item, page)}${keyOf(item)}`),
    ...more,
  ].join('\n')
}

/** By which it can be accepted. */
const keyOf = ({ issue: { key } }: Listed): string => (key ? `  \n  **Key:** ${code(key, 1000)}` : '')

function folded(title: string, items: Listed[], most: number, page: PageJob): string {
  if (items.length === 0) return ''
  const more = items.length > most ? [`- and ${items.length - most} more`] : []
  const shown = items.slice(0, most).map(item => issueItem(item, page))
  return [
    `<details><summary>${title} (${items.length})</summary>`,
    '',
    ...shown,
    ...more,
    '',
    '</details>',
  ].join('\n')
}

/** Each check that was assessed, with what it kept of its weight. */
function checks(page: PageJob, most: number): string {
  const all = (page.job?.scorecard?.suites ?? []).flatMap(suite =>
    suite.checks.map(check => ({ suite, check })),
  )
  const assessed = all.filter(({ check }) => check.outcome === 'assessed' && check.worth !== null)
  if (assessed.length === 0 || most === 0) return ''
  const rows = assessed
    .slice(0, most * 2)
    .map(
      ({ suite, check }) =>
        `| ${suiteName(suite.suite)} | ${cell(check.title || check.id, 80)} | ${Math.round(check.worth! * 100)} % |`,
    )
  return [
    `<details><summary>All checks (${assessed.length})</summary>`,
    '',
    '| Suite | Check | Kept |',
    '| :-- | :-- | --: |',
    ...rows,
    '',
    '</details>',
  ].join('\n')
}
