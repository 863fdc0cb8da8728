/** The parts of which comment and job summary are made, in GitHub's markdown. Pure. */
import { SuiteName } from '../server/contract.ts'
import type { ReadIssue, ReadSuite } from './answers.ts'
import { type Change, changeOf, type History, lastScores } from './history.ts'
import { type Listed, worstIssues } from './issues.ts'
import { cell, code, link, plain, prose } from './markdown.ts'
import type { Pictures } from './pictures.ts'
import { failing, isInconclusive, isPass, type Rules } from './verdict.ts'
import type { PageJob } from './wait.ts'

export interface Report extends Rules {
  pages: readonly PageJob[]
  /** Why nothing was verified at all; null when there are pages. */
  reason: string | null
  history: History | null
  sha: string
  runUrl: string
  /** Base address of the server: links to reports lead there and nowhere else. */
  server: string
  /** Of the issues that weigh most, where everybody can see them. */
  pictures?: ReadonlyMap<ReadIssue, Pictures>
}

/** The answer to the one question. */
export function verdict({ pages, reason }: Pick<Report, 'pages' | 'reason'>): string {
  const many = pages.length > 1
  const open = pages.filter(page => page.reason !== null)
  const failed = pages.filter(page => page.reason === null && !isPass(page) && !isInconclusive(page))
  const unclear = pages.filter(isInconclusive)
  if (reason !== null || open.length === pages.length)
    return many
      ? `⚠️ Not verified: none of the ${pages.length} new pages could be compared`
      : '⚠️ Not verified: the new page could not be compared'
  if (failed.length)
    return many
      ? `❌ ${failed.length} of ${pages.length} new pages should not go live yet${open.length ? `, ${open.length} could not be verified` : ''}`
      : '❌ The new page should not go live yet'
  if (open.length) return `⚠️ ${open.length} of ${pages.length} new pages could not be verified`
  if (unclear.length)
    return many
      ? `❔ ${unclear.length} of ${pages.length} new pages could not be judged in full`
      : '❔ Inconclusive: the new page could not be judged in full'
  const accepted = acceptedPlaces(pages)
  const but =
    accepted === 0
      ? ''
      : `: passes with ${accepted} accepted ${accepted === 1 ? 'difference' : 'differences'}`
  return many
    ? `✅ All ${pages.length} new pages may replace the originals${but}`
    : `✅ The new page may replace the original${but}`
}

/** Above the issues that a reader should know first. */
export const gravestTitle = (pages: readonly PageJob[]): string =>
  pages.every(isPass) ? 'What differs all the same' : 'What weighs most'

/** Whatever the verdict, nobody is to take what was accepted for what is alike. */
export const acceptedPlaces = (pages: readonly PageJob[]): number =>
  pages.reduce((sum, { job }) => sum + (job?.scorecard?.accepted ?? 0), 0)

/** What failed, as a sentence without its end; empty where nothing did. */
export function belowTarget(page: PageJob): string {
  const names = (inconclusive: boolean) =>
    failing(page)
      .filter(suite => suite.inconclusive === inconclusive)
      .map(({ suite }) => suiteName(suite))
  const [failed, unclear] = [names(false), names(true)]
  return [
    ...(failed.length ? [`**${failed.join(', ')}** ${failed.length > 1 ? 'are' : 'is'} below target`] : []),
    ...(unclear.length ? [`**${unclear.join(', ')}** could not be judged`] : []),
  ].join('; ')
}

export const addresses = ({ original, rebuilt }: PageJob): string => `${code(original)} → ${code(rebuilt)}`

/** What fails, or why nothing could be compared, and whether it is getting better; empty where all is well. */
export function outcomeInWords(page: PageJob, history: History | null): string {
  const change = changeOf(page, history)
  const fails = belowTarget(page)
  return [
    page.reason === null ? fails && `${fails}.` : prose(page.reason, 1000),
    change ? `Since the last run: ${changeInWords(change)}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What an inconclusive outcome means for the check, where there is one. */
export function aboutInconclusive({ pages, failOn, onInconclusive }: Report): string {
  const suites = pages.flatMap(failing).filter(({ inconclusive }) => inconclusive)
  const counts = suites.some(
    ({ suite }) => failOn === 'any' || (failOn !== 'never' && failOn.some(name => name === suite)),
  )
  if (!counts) return ''
  return onInconclusive === 'fail'
    ? 'What could not be judged is no failure of the page; the job fails until it can be judged, unless the workflow sets `on-inconclusive: pass`.'
    : 'What could not be judged does not fail this check (`on-inconclusive: pass`).'
}

/** Names of suites are the contract's; one that is not known yet is text like any other. */
export function suiteName(suite: string): string {
  return SuiteName.safeParse(suite).success ? suite : cell(suite, 40)
}

/** What happened to the issues of a page. */
export const changeInWords = (change: Change): string =>
  [
    ...(change.new ? [`**${change.new} new**`] : []),
    ...(change.fixed ? [`${change.fixed} fixed`] : []),
    ...(change.still ? [`${change.still} still there`] : []),
  ].join(', ') || 'nothing new, nothing left'

/** The suites that pass, in one line. */
export function passingLine(page: PageJob, history: History | null): string {
  const last = lastScores(history, page.name)
  const passing = (page.job?.scorecard?.suites ?? []).filter(({ pass }) => pass)
  const words = passing.map(suite => {
    const changed = change(suite, last[suite.suite])
    return `${suiteName(suite.suite)} ${scoreText(suite.score)}${/\d\.\d/.test(changed) ? ` (${changed})` : ''}`
  })
  return words.length ? `✅ ${words.join(' · ')}` : ''
}

/** All suites. What changed since the last run stands below the score: a phone has no room for one more column. */
export function suiteTable(page: PageJob, history: History | null): string {
  const suites = page.job?.scorecard?.suites ?? []
  const last = lastScores(history, page.name)
  const changed = (suite: ReadSuite) => change(suite, last[suite.suite]).replace('±0', '')
  return tableOf(
    [
      ['Suite', ':--', suite => (suite.pass ? suiteName(suite.suite) : `**${suiteName(suite.suite)}**`)],
      ['Score', '--:', suite => [scoreOf(suite), changed(suite)].filter(Boolean).join('<br>')],
      TARGET,
      ['Result', ':--', outcome],
    ],
    suites,
  )
}

/** The suites that do not pass; as wide as a phone has room for. */
export function failingTable(page: PageJob, history: History | null): string {
  const suites = failing(page)
  const head = suites.every(({ inconclusive }) => inconclusive) ? 'Could not be judged' : 'Does not pass'
  return tableOf(
    [
      [head, ':--', ({ suite }) => `**${suiteName(suite)}**`],
      ['Score', '--:', scoreOf],
      TARGET,
      ...changes(page, history),
    ],
    suites,
  )
}

type Column = [head: string, align: ':--' | '--:', cell: (suite: ReadSuite) => string]

const scoreOf = ({ score, inconclusive }: ReadSuite): string => (inconclusive ? '–' : scoreText(score))

const TARGET: Column = ['Target', '--:', ({ target }) => String(target)]

/** Against the last run, where there was one. */
function changes({ name }: PageJob, history: History | null): Column[] {
  const last = lastScores(history, name)
  return Object.keys(last).length > 0 ? [['Change', '--:', suite => change(suite, last[suite.suite])]] : []
}

const tableOf = (columns: readonly Column[], suites: readonly ReadSuite[]): string =>
  [
    columns.map(([head]) => head),
    columns.map(([, align]) => align),
    ...suites.map(suite => columns.map(([, , cellOf]) => cellOf(suite))),
  ]
    .map(row)
    .join('\n')

/** One decimal, rounded down as the server does: what is below its target must not read as if it were not. */
export function scoreText(score: number): string {
  return (Math.floor(Number((score * 10).toFixed(6))) / 10).toFixed(1)
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

function outcome({ pass, inconclusive }: ReadSuite): string {
  return inconclusive ? '❔ could not be judged' : pass ? '✅ pass' : '❌ fail'
}

function change({ score, inconclusive }: ReadSuite, last: number | undefined): string {
  if (last === undefined || inconclusive) return ''
  const difference = Math.round((score - last) * 10) / 10
  if (difference === 0) return '±0'
  return difference > 0 ? `▲ ${difference.toFixed(1)}` : `▼ ${(-difference).toFixed(1)}`
}

/** A page is the same wherever it is scrolled to. */
const withoutFragment = (url: string): string => url.replace(/#.*/s, '')

/**
 * One item of a list: what is wrong, what to do, where.
 * @param more what else is said of it, in markdown
 * @param withSelector where nothing else shows the element
 */
export function issueItem(
  { suite, issue }: Listed,
  page: PageJob,
  more: readonly (string | null)[] = [],
  withSelector = true,
): string {
  const what = `- **${issue.severity}** · ${suiteName(suite.suite)}: ${prose(issue.message)}`
  const lines = [[what, ...more.filter(Boolean)].join(' · ')]
  if (issue.fix) lines.push(`  **Fix:** ${prose(issue.fix)}`)
  const place = issue.rebuilt ?? issue.original
  const pages = [page.rebuilt, page.original].map(withoutFragment)
  const elsewhere = place?.url && !pages.includes(withoutFragment(place.url)) ? place.url : ''
  const where = [
    withSelector && place?.selector && code(place.selector, 160),
    place?.viewport && `at ${Math.round(place.viewport)} px`,
    elsewhere && `on ${code(elsewhere, 160)}`,
  ].filter(Boolean)
  if (where.length) lines.push(`  **At:** ${where.join(' ').replace(/^(at|on) /, '')}`)
  // Two spaces break the line in comments as in summaries.
  return lines.join('  \n')
}

/** What was accepted, by whom and why, and what was accepted in vain; folded, since it asks for nothing. */
export function acceptedList(page: PageJob, most: number): string {
  const card = page.job?.scorecard
  const { accepted } = worstIssues(page)
  const stale = card?.stale ?? []
  const count = card?.accepted ?? accepted.length
  if (count === 0 && stale.length === 0) return ''
  const items = [
    ...accepted.map(({ suite, issue }) => {
      const { by, reason, expires } = issue.accepted!
      const until = expires ? `, until ${plain(expires, 20)}` : ''
      return `- ${suiteName(suite.suite)}: ${prose(issue.message)}  \n  Accepted by ${code(by, 80)}${until}: ${prose(reason, 300)}`
    }),
    ...stale.map(
      ({ key, graver }) =>
        `- ${code(key, 160)} is accepted, but ${graver ? 'what is there now is graver or larger' : 'not there any more'}`,
    ),
  ]
  const more = items.length > most ? [`- and ${items.length - most} more`] : []
  const title = `Accepted: ${count}${stale.length ? `, stale: ${stale.length}` : ''}`
  return [
    `<details><summary>${title}</summary>`,
    '',
    ...items.slice(0, most),
    ...more,
    '',
    '</details>',
  ].join('\n')
}

const MAX_NAMED = 3

/** The first of several names. */
const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ')

/** What was not judged: the reader must not take it for checked. */
export function leftOut(page: PageJob, most: number): string {
  const card = page.job?.scorecard
  if (!card) return ''
  const unjudged = card.suites
    .flatMap(({ checks }) => checks)
    .filter(({ outcome }) => outcome === 'inconclusive')
  const open = [...Map.groupBy(unjudged, ({ reason }) => reason ?? 'no reason given')].map(
    ([reason, checks]) => `- ${listed(checks.map(({ id }) => code(id, 60)))}: ${prose(reason, 300)}`,
  )
  const all = [...open, ...card.gaps.map(gap => `- ${prose(gap, 300)}`)]
  if (all.length === 0) return ''
  const more = all.length > most ? [`- and ${all.length - most} more`] : []
  return ['**Could not be judged**', '', ...all.slice(0, most), ...more].join('\n')
}

/** The report's link when the job has one and it is on the server that was asked. */
export function reportLink({ job }: PageJob, server: string): string | null {
  const address = reportUrl(job?.report_url, server)
  return address && link('full report', address)
}

export function reportUrl(address: string | undefined, server: string): string | null {
  if (!address || !URL.canParse(address, server)) return null
  const url = new URL(address, `${server}/`)
  return url.origin === new URL(server).origin ? url.href : null
}

/** To the page that was verified; not where something of its address is secret. */
function previewLink([page]: readonly PageJob[]): string | null {
  return page && !page.rebuilt.includes('***') ? link('the preview', page.rebuilt) : null
}

export function footer({ sha, runUrl, failOn, pages }: Report): string {
  const parts = [
    'Cutover',
    ...(sha ? [`commit ${code(sha.slice(0, 7))}`] : []),
    link('this run', runUrl) ?? '',
    previewLink(pages) ?? '',
    ...(failOn === 'never' ? ['suites do not fail this check'] : []),
    ...(Array.isArray(failOn) ? [`this check fails on ${failOn.join(', ')}`] : []),
  ]
  return `<sub>${parts.filter(Boolean).join(' · ')}</sub>`
}

/** A page as the workflow calls it, else by its title; empty when it has neither. */
export function pageTitle(page: PageJob, as: typeof code = code): string {
  const name = page.name || page.job?.scorecard?.pageName || ''
  return plain(name, 120) ? as(name, 120) : ''
}
