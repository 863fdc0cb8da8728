/** The comment on the pull request: verdict, suites, the worst issues. Pure; as long as GitHub takes and no longer. */
import { historyComment, nextHistory } from './history.ts'
import { type Listed, worstIssues } from './issues.ts'
import { prose } from './markdown.ts'
import { mark, overview } from './overview.ts'
import {
  about,
  aboutInconclusive,
  acceptedList,
  footer,
  issueItem,
  leftOut,
  pageTitle,
  type Report,
  reportLink,
  suiteTable,
  verdict,
} from './report.ts'
import { isPass } from './verdict.ts'
import type { PageJob } from './wait.ts'

/** GitHub takes 65,536 characters. */
export const LONGEST_COMMENT = 60_000

export const marker = (key: string) => `<!-- cutover ${key} -->`

/** Shorter and shorter, until it fits: issues are left out first, then whole pages. */
export function commentBody(report: Report, key: string, run: number): string {
  const { pages } = report
  const most = pages.length > 1 ? 5 : 10
  for (const issues of [most, 5, 3, 1, 0]) {
    const body = write(report, key, run, { issues: Math.min(issues, most), pages: pages.length })
    if (body.length <= LONGEST_COMMENT) return body
  }
  for (let shown = pages.length - 1; ; shown = Math.floor(shown / 2)) {
    const body = write(report, key, run, { issues: 0, pages: shown })
    if (body.length <= LONGEST_COMMENT || shown === 0) return body.slice(0, LONGEST_COMMENT)
  }
}

interface Room {
  /** Issues of each kind that are listed for a page. */
  issues: number
  pages: number
}

function write(report: Report, key: string, run: number, room: Room): string {
  const { pages, reason, history, runUrl } = report
  const hidden = pages.length - room.pages
  return [
    `${marker(key)}\n${historyComment(nextHistory(history, run, pages))}`,
    `### ${verdict(report)}`,
    ...(reason === null
      ? []
      : [
          reason
            .split('\n')
            .map(line => prose(line, 1000))
            .join('  \n'),
        ]),
    ...[aboutInconclusive(report)].filter(Boolean),
    ...(pages.length > 1 ? [overview(pages)] : []),
    ...pages.slice(0, room.pages).map(page => section(page, report, room)),
    ...(hidden > 0 ? [`${hidden} more pages are in [the summary of this run](${runUrl}).`] : []),
    footer(report),
  ].join('\n\n')
}

function section(page: PageJob, report: Report, { issues }: Room): string {
  const many = report.pages.length > 1
  const title = pageTitle(page)
  const { introduced, inherited, omitted } = worstIssues(page)
  // What was there before and costs nothing is for the summary.
  const charged = inherited.filter(({ issue }) => issue.charged > 0)
  const link = reportLink(page, report.server)
  const table = page.job?.scorecard ? suiteTable(page, report.history) : ''
  return [
    many ? `#### ${mark(page)} ${title || 'Page'}` : title && `**${title}**`,
    about(page),
    many && isPass(page) ? `<details><summary>Scores</summary>\n\n${table}\n\n</details>` : table,
    list('What the new page brings', introduced, issues, page, report, omitted),
    list('What the original has as well', charged, Math.min(issues, 3), page, report, 0),
    acceptedList(page, issues),
    leftOut(page, 5),
    link ? `Screenshots and all details: ${link}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

function list(
  title: string,
  items: Listed[],
  most: number,
  page: PageJob,
  report: Report,
  omitted: number,
): string {
  if (items.length === 0) return ''
  const shown = items.slice(0, most)
  const more = items.length - shown.length + omitted
  return [
    `**${title}** (${items.length + omitted})`,
    '',
    ...shown.map(item => issueItem(item, page)),
    ...(more > 0 ? [`- and ${more} more: see [the summary of this run](${report.runUrl})`] : []),
  ].join('\n')
}
