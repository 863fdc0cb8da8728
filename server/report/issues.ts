/** Issues as a report shows them, and which of them a reader asks for. */
import {
  type Issue,
  type IssueMember,
  IssueStatus,
  issueAnchor,
  type Job,
  type Place,
  type Scorecard,
  Severity,
  SuiteName,
} from '../contract.ts'
import { pointsIn } from '../lib/worst-first.ts'
import type { Links } from './links.ts'

/** One side of an issue. */
export interface SideView {
  /** What a person reads there, in parts: `[same, other, same]`. */
  text: Words | null
  selector: string
  /** Another address than the page's own; a link only where it is one of the web. */
  url: string
  isLink: boolean
  /** CSS px of the viewport. */
  viewport: number | null
  /** `x y width height` in the page. */
  box: string
  crop: string | null
}

/** A text whose middle differs from the other side's. */
export interface Words {
  before: string
  differs: string
  after: string
}

export interface PlaceView {
  key: string
  severity: Issue['severity']
  message: string
  fix: string
  original: SideView | null
  rebuilt: SideView | null
  /** Width of a screenshot on which it can be shown. */
  shot: number | null
}

export interface IssueView extends PlaceView {
  /** The same for every run of the page. */
  anchor: string
  suite: SuiteName
  check: string
  checkTitle: string
  rule: string
  help: string
  status: Issue['status']
  /** Of the suite's 100, before a cap. */
  points: number
  accepted: Issue['accepted']
  change: Issue['change']
  /** Where it can be accepted; empty where it cannot. */
  acceptHref: string
  members: PlaceView[]
  membersOmitted: number
}

const SHOTS: readonly number[] = [375, 768, 1440]

/** In the scorecard's order: suites, and in each the introduced ones first. */
export function issueViews({ suites }: Scorecard, job: Job, links: Links): IssueView[] {
  const anchors = new Set<string>()
  return suites.flatMap(({ suite, checks, issues }) => {
    const byId = new Map(checks.map(check => [check.id, check]))
    const pointsOf = pointsIn({ checks })
    return issues.map(issue => {
      const check = byId.get(issue.check)
      return {
        ...placeView(issue, job, links, issue.evidence),
        anchor: unique(issueAnchor(issue.key), anchors),
        suite,
        check: issue.check,
        checkTitle: check?.title ?? issue.check,
        rule: issue.rule,
        help: links.help(issue.help_url),
        status: issue.status,
        points: pointsOf(issue),
        accepted: issue.accepted,
        change: issue.change,
        acceptHref: issue.status === 'fixed' || issue.accepted ? '' : (links.accept?.(issue.key) ?? ''),
        members: (issue.members ?? []).slice(1).map(member => placeView(member, job, links)),
        membersOmitted: issue.members_omitted ?? 0,
      }
    })
  })
}

function unique(name: string, taken: Set<string>): string {
  let free = name
  for (let turn = 2; taken.has(free); turn++) free = `${name}-${turn}`
  taken.add(free)
  return free
}

function placeView(
  { key, severity, message, fix, original, rebuilt }: Issue | IssueMember,
  job: Job,
  links: Links,
  evidence: readonly string[] = [],
): PlaceView {
  const crop = (side: 'original' | 'rebuilt') => {
    const name = evidence.find(one => one.endsWith(`-${side}.webp`))
    return name === undefined ? null : links.artifact(name)
  }
  const shown = [rebuilt, original].find(side => side?.box && SHOTS.includes(side.viewport ?? 0))
  const isSame = original?.text === rebuilt?.text
  const isQuoted = [original, rebuilt].every(side => !side?.text || message.includes(side.text))
  const isPlaced = [original, rebuilt].some(side => side?.selector) || evidence.length > 0
  /** A picture, or nothing, beside a sentence that says it already. */
  const untold = (place: Place, shown: string | null): Place =>
    isQuoted && (shown !== null || !isPlaced) ? { ...place, text: undefined } : place
  const crops = { original: crop('original'), rebuilt: crop('rebuilt') }
  return {
    ...{ key, severity, message, fix },
    original: original
      ? sideView(
          untold(original, crops.original),
          isSame ? undefined : rebuilt,
          job.original_url,
          crops.original,
        )
      : null,
    rebuilt: rebuilt
      ? sideView(untold(rebuilt, crops.rebuilt), isSame ? undefined : original, job.new_url, crops.rebuilt)
      : null,
    shot: shown?.viewport ?? null,
  }
}

/** A page is the same wherever it is scrolled to. */
const withoutFragment = (url: string): string => url.replace(/#.*/s, '')

function sideView(
  { text, selector = '', url = '', viewport, box }: Place,
  other: Place | undefined,
  page: string,
  crop: string | null,
): SideView {
  const isElsewhere = url !== '' && withoutFragment(url) !== withoutFragment(page)
  return {
    text: text ? wordsOf(text, other?.text) : null,
    selector,
    url: isElsewhere ? url : '',
    isLink: isElsewhere && /^https?:\/\//i.test(url),
    viewport: viewport ?? null,
    box: box ? [box.x, box.y, box.width, box.height].map(Math.round).join(' ') : '',
    crop,
  }
}

/** Longer texts are cut; both pages have them whole. */
const MAX_SHOWN = 600

/** `text` in three parts, the middle one being what `other` has not, at the limits of words. */
export function wordsOf(text: string, other: string | undefined): Words {
  const words = cut(text).split(/(\s+)/)
  if (other === undefined) return { before: words.join(''), differs: '', after: '' }
  const others = cut(other).split(/(\s+)/)
  const shared = Math.min(words.length, others.length)
  let start = 0
  while (start < shared && words[start] === others[start]) start++
  let end = 0
  while (end < shared - start && words.at(-1 - end) === others.at(-1 - end)) end++
  // With nothing in common all of it differs, which a mark would not tell.
  if (start + end === 0) return { before: words.join(''), differs: '', after: '' }
  const until = words.length - end
  return {
    before: words.slice(0, start).join(''),
    differs: words.slice(start, until).join(''),
    after: words.slice(until).join(''),
  }
}

const cut = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text)

// --- what a reader asks for ------------------------------------------------------------------------

export interface Filter {
  suite: string
  severity: string
  status: string
  q: string
}

/** What `?suite=&severity=&status=&q=` asks for; what is none of the choices asks for nothing. */
export function filterOf(query: Record<string, unknown>): Filter {
  const one = (name: string, choices: readonly string[]) => {
    const value = query[name]
    return typeof value === 'string' && choices.includes(value) ? value : ''
  }
  return {
    suite: one('suite', SuiteName.options),
    severity: one('severity', Severity.options),
    status: one('status', STATUSES),
    q: typeof query.q === 'string' ? query.q.trim().slice(0, 200) : '',
  }
}

export const STATUSES = [...IssueStatus.options, 'accepted'] as const

export const statusOf = ({ status, accepted }: Pick<IssueView, 'status' | 'accepted'>): string =>
  accepted ? 'accepted' : status

export function filtered(issues: readonly IssueView[], { suite, severity, status, q }: Filter): IssueView[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return issues.filter(issue => {
    if (suite && issue.suite !== suite) return false
    if (severity && issue.severity !== severity) return false
    if (status && statusOf(issue) !== status) return false
    if (words.length === 0) return true
    const text = searched(issue)
    return words.every(word => text.includes(word))
  })
}

function searched({ check, checkTitle, message, fix, original, rebuilt, members }: IssueView): string {
  const told = [original, rebuilt].flatMap(side =>
    side ? [side.selector, side.url, ...(side.text ? Object.values(side.text) : [])] : [],
  )
  return [check, checkTitle, message, fix, ...told, ...members.map(member => member.message)]
    .join(' ')
    .toLowerCase()
}
