/** What a report shows, made of an ended job and of what was kept with it. Pure. */
import { type Job, RANK, type Scorecard, type SuiteName } from '../contract.ts'
import { worstFirst } from '../lib/worst-first.ts'
import type { Count, Exhibits } from './exhibits.ts'
import { type Filter, filtered, type IssueView, issueViews } from './issues.ts'
import type { Links } from './links.ts'
import { type FilmView, filmView, type MetricView, metricView } from './measurements.ts'
import { type ScreenView, screenViews } from './screens.ts'
import { type SuiteView, suiteView } from './suites.ts'

export interface Report {
  pageName: string
  pass: boolean
  /** The verdict in one sentence. */
  sentence: string
  originalUrl: string
  newUrl: string
  policy: Scorecard['policy']
  finishedAt: Date | null
  causes: IssueView[]
  /** The grave ones that come after them, as many as can be looked through. */
  moreCauses: IssueView[]
  suites: SuiteView[]
  /** By suite, the failing ones first; where the filter leaves some out, only suites of which it lets any through. */
  groups: { suite: SuiteView; issues: IssueView[] }[]
  /** How many issues there are, and how many the filter lets through. */
  total: number
  shown: number
  filter: Filter
  screens: ScreenView[]
  runs: number
  metrics: MetricView[]
  film: FilmView | null
  /** Of a store: a bar picture each, with its table. */
  charts: Chart[]
  tables: { name: string; href: string }[]
  gaps: string[]
  volatile: Scorecard['volatile']
  accepted: number
  stale: NonNullable<Scorecard['stale']>
  /** Against the last run of the same page. */
  since: Job['since'] | null
  /** Where it was found unchanged since an earlier job. */
  originalCapturedAt: Date | null
}

export interface Chart {
  title: string
  counts: (Count & { share: number })[]
  href: string | null
}

const MAX_CAUSES = 3
const MAX_MORE_CAUSES = 9

export type CompletedJob = Job & { scorecard: Scorecard }

/** @param exhibits null: of an older version, or none were kept */
export function reportOf(job: CompletedJob, exhibits: Exhibits | null, links: Links, filter: Filter): Report {
  const { scorecard } = job
  const issues = issueViews(scorecard, job, links)
  const shown = filtered(issues, filter)
  const suites = scorecard.suites.map(suiteView)
  const bySuite = Map.groupBy(shown, ({ suite }) => suite)
  const ranked = gravest(issues, suites)
  return {
    pageName: scorecard.pageName,
    pass: scorecard.allPass,
    sentence: sentenceOf(scorecard, issues),
    originalUrl: job.original_url,
    newUrl: job.new_url,
    policy: scorecard.policy,
    finishedAt: job.finished_at === null ? null : new Date(job.finished_at),
    causes: ranked.slice(0, MAX_CAUSES),
    moreCauses: ranked.slice(MAX_CAUSES, MAX_CAUSES + MAX_MORE_CAUSES).filter(isGrave),
    suites,
    groups: suites
      .map(suite => ({ suite, issues: bySuite.get(suite.suite) ?? [] }))
      .filter(({ issues: list }) => list.length > 0 || shown.length === issues.length)
      .sort((a, b) => Number(a.suite.pass) - Number(b.suite.pass)),
    total: issues.length,
    shown: shown.length,
    filter,
    screens: screenViews(exhibits, links),
    runs: exhibits?.runs ?? 0,
    metrics: (exhibits?.metrics ?? []).map(metricView),
    film: exhibits?.film ? filmView(exhibits.film, links) : null,
    charts: chartsOf(exhibits, links),
    tables: TABLES.flatMap(name => {
      const href = links.artifact(`tables/${name}`)
      return href ? [{ name, href }] : []
    }),
    gaps: scorecard.gaps,
    volatile: scorecard.volatile,
    accepted: scorecard.accepted ?? 0,
    stale: scorecard.stale ?? [],
    since: job.since ?? null,
    originalCapturedAt: momentOf(scorecard.original_captured_at),
  }
}

/** A scan tells it, and a scan has seen hostile pages. */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? null : moment
}

const isGrave = ({ severity }: Pick<IssueView, 'severity'>) =>
  severity === 'critical' || severity === 'serious'

/** What is charged, the gravest first, in failing suites before others: what is to be mended first. */
function gravest(issues: readonly IssueView[], suites: readonly SuiteView[]): IssueView[] {
  const failing = new Set(suites.filter(({ pass }) => !pass).map(({ suite }) => suite))
  const charged = issues.filter(({ points }) => points > 0)
  return worstFirst(charged, ({ suite, severity, points }) => ({
    ...{ suite, points },
    rank: RANK[severity],
    pass: !failing.has(suite),
  }))
}

function sentenceOf({ allPass, suites }: Scorecard, issues: readonly IssueView[]): string {
  const charged = issues.filter(({ points }) => points > 0)
  if (allPass) {
    const rest = charged.length ? `, with ${counted(charged.length, 'smaller loss', 'smaller losses')}` : ''
    return `The new page may replace the original: all ${suites.length} suites reach their target${rest}.`
  }
  const below = suites.filter(({ pass, inconclusive }) => !pass && !inconclusive).map(({ suite }) => suite)
  const open = suites.filter(({ inconclusive }) => inconclusive).map(({ suite }) => suite)
  const grave = charged.filter(isGrave).length
  const why = [
    ...(below.length ? [`${listed(below)} ${below.length === 1 ? 'is' : 'are'} below target`] : []),
    ...(open.length ? [`${listed(open)} could not be judged`] : []),
  ].join(', and ')
  const because = grave ? ` (${counted(grave, 'grave loss', 'grave losses')})` : ''
  return `The new page should not replace the original yet: ${why}${because}.`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const listed = (names: readonly SuiteName[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const TABLES = ['catalog.csv', 'redirects.csv', 'redirect-candidates.csv', 'shopify-redirects.csv']

function chartsOf(exhibits: Exhibits | null, links: Links): Chart[] {
  const charts: [string, Count[] | undefined, string][] = [
    ['Where the old addresses lead', exhibits?.redirects, 'tables/redirects.csv'],
    ['What differs in the catalog', exhibits?.catalog, 'tables/catalog.csv'],
  ]
  return charts.flatMap(([title, counts, table]) => {
    if (!counts?.length) return []
    const most = Math.max(...counts.map(({ count }) => count))
    return [
      {
        title,
        counts: counts.map(count => ({ ...count, share: count.count / most })),
        href: links.artifact(table),
      },
    ]
  })
}
