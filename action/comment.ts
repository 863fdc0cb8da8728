/**
 * The comment on the pull request, understood at a glance: the verdict, the gravest causes, what fails. The summary of
 * the run has the rest. Pure; as long as GitHub takes and no longer.
 */
import { issueAnchor } from '../server/contract.ts'
import { historyComment, nextHistory } from './history.ts'
import { gravest } from './issues.ts'
import { link, prose } from './markdown.ts'
import { overview, worstFirst } from './overview.ts'
import { beforeAndAfter } from './pictures.ts'
import {
  aboutInconclusive,
  acceptedList,
  acceptedPlaces,
  addresses,
  failingTable,
  footer,
  gravestTitle,
  issueItem,
  leftOut,
  outcomeInWords,
  pageTitle,
  passingLine,
  type Report,
  reportLink,
  reportUrl,
  verdict,
} from './report.ts'
import { failing, isOnlyUnclear } from './verdict.ts'
import type { PageJob } from './wait.ts'

/** GitHub takes 65,536 characters. */
export const LONGEST_COMMENT = 60_000

export const marker = (key: string) => `<!-- cutover ${key} -->`

const MOST_CAUSES = 3

/** Shorter and shorter, until it fits: causes are left out first, then whole pages. */
export function commentBody(report: Report, key: string, run: number): string {
  const { pages } = report
  for (let causes = MOST_CAUSES; causes >= 0; causes--) {
    const body = write(report, key, run, { causes, pages: pages.length })
    if (body.length <= LONGEST_COMMENT) return body
  }
  for (let shown = pages.length - 1; ; shown = Math.floor(shown / 2)) {
    const body = write(report, key, run, { causes: 0, pages: shown })
    if (body.length <= LONGEST_COMMENT || shown <= 0) return body.slice(0, LONGEST_COMMENT)
  }
}

interface Room {
  causes: number
  pages: number
}

function write(report: Report, key: string, run: number, room: Room): string {
  const { pages, reason, history, runUrl } = report
  const [page, ...others] = pages
  const hidden = pages.length - room.pages
  const unclear = aboutInconclusive(report)
  const onlyUnclear = isOnlyUnclear(pages)
  return [
    `${marker(key)}\n${historyComment(nextHistory(history, run, pages))}`,
    `### ${verdict(report)}`,
    reason === null
      ? ''
      : reason
          .split('\n')
          .map(line => prose(line, 1000))
          .join('  \n'),
    page && others.length === 0 ? heading(page, report) : '',
    onlyUnclear ? unclear : '',
    causes(report, room.causes),
    page && others.length === 0 ? details(page, report) : '',
    others.length ? overview(worstFirst(pages).slice(0, room.pages), report) : '',
    others.length ? leftOutOf(pages, runUrl) : '',
    onlyUnclear ? '' : unclear,
    hidden > 0 ? `${hidden} more pages are in [the summary of this run](${runUrl}).` : '',
    footer(report),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The answer in one more line: of which page, what fails, and whether it is getting better. */
const heading = (page: PageJob, { history }: Report): string =>
  [pageTitle(page), outcomeInWords(page, history)].filter(Boolean).join(': ')

function causes({ pages, server, runUrl, pictures }: Report, most: number): string {
  const all = gravest(pages)
  const omitted = pages.flatMap(({ job }) => job?.scorecard?.suites ?? [])
  const more = all.length + omitted.reduce((sum, { issues_omitted = 0 }) => sum + issues_omitted, 0)
  if (all.length === 0) return ''
  const items = all.slice(0, most).map(({ page, ...listed }) => {
    const report = reportUrl(page.job?.report_url, server)
    const { key } = listed.issue
    const seen =
      report && key ? link('see it in the report', `${report.split('#')[0]}#${issueAnchor(key)}`) : null
    const named = pages.length > 1 ? pageTitle(page) : ''
    const item = issueItem(listed, page, [named, seen], seen === null)
    const shown = beforeAndAfter(listed.issue, pictures?.get(listed.issue))
    return shown ? `${item}${shown.startsWith('\n') ? '' : '  '}\n${shown}` : item
  })
  const rest = more - items.length
  return [
    `**${gravestTitle(pages)}**`,
    '',
    ...items,
    ...(rest > 0 ? [`- and ${rest} more: see [the summary of this run](${runUrl})`] : []),
  ].join('\n')
}

function details(page: PageJob, { history, server }: Report): string {
  const full = reportLink(page, server)
  return [
    failing(page).length ? failingTable(page, history) : '',
    passingLine(page, history),
    acceptedList(page, MOST_CAUSES),
    leftOut(page, 5),
    addresses(page),
    full ? `Screenshots and all details: ${full}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Of several pages only that there is something, which nobody is to take for checked or alike. */
function leftOutOf(pages: readonly PageJob[], runUrl: string): string {
  const open = pages.filter(page => leftOut(page, 0) !== '').length
  const accepted = acceptedPlaces(pages)
  const told = [
    ...(open ? [`on ${open} of the pages not everything could be judged`] : []),
    ...(accepted ? [`accepted differences: ${accepted}`] : []),
  ].join('; ')
  return told && `${told[0]!.toUpperCase()}${told.slice(1)}. See [the summary of this run](${runUrl}).`
}
