/** The scores of the last run of a pull request and the jobs of one under way, out of sight in its comment. Pure. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isBrought } from './issues.ts'
import type { PageJob } from './wait.ts'

const History = z.object({
  /** Of the run that wrote it: a run of an older commit that ends later must not have the last word. */
  run: z.number(),
  /** Scores of each suite, by `pageKey`. */
  pages: z.record(z.string(), z.record(z.string(), z.number())),
  /** Short forms of the keys of what each page brings, one behind the other, by `pageKey`. */
  issues: z.record(z.string(), z.string()).optional(),
  /** The commit of a run that is under way, empty where no other commit takes its place. */
  sha: z.string().optional(),
  /** Jobs of that run which have not ended. */
  jobs: z.array(z.string()).optional(),
})
export type History = z.infer<typeof History>

/** Short, and without a word of the page. */
const pageKey = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 12)

export function lastScores(history: History | null, name: string): Record<string, number> {
  return history?.pages[pageKey(name)] ?? {}
}

/** What is known after this run: what could not be verified or judged keeps its scores. */
export function nextHistory(last: History | null, run: number, pages: readonly PageJob[]): History {
  const now = pages.map(page => {
    const suites = page.job?.scorecard?.suites
    const before = lastScores(last, page.name)
    const scores = suites?.flatMap(({ suite, score, inconclusive }) => {
      const known = inconclusive ? before[suite.slice(0, 40)] : score
      return known === undefined ? [] : [[suite.slice(0, 40), known] as const]
    })
    return [pageKey(page.name), scores ? Object.fromEntries(scores) : before]
  })
  const issues = pages.map(page => [pageKey(page.name), keysOf(page) ?? last?.issues?.[pageKey(page.name)]])
  const known = Object.fromEntries(issues.filter(([, keys]) => keys !== undefined))
  const fits = JSON.stringify(known).length <= LONGEST_ISSUES
  return { run, pages: Object.fromEntries(now), ...(fits && { issues: known }) }
}

/** The comment is for people: GitHub takes 65,536 characters in all. */
const LONGEST_ISSUES = 15_000
const KEY_LENGTH = 6

const shortKey = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, KEY_LENGTH)

/** Undefined where not everything is known: what is missing would read as fixed. */
function keysOf({ job }: PageJob): string | undefined {
  const suites = job?.scorecard?.suites
  if (!suites || suites.some(({ inconclusive, issues_omitted }) => inconclusive || issues_omitted))
    return undefined
  const keys = suites.flatMap(({ issues }) => issues.filter(isBrought).map(({ key }) => key))
  return keys.includes('') ? undefined : [...new Set(keys.map(shortKey))].join('')
}

export interface Change {
  new: number
  fixed: number
  still: number
}

/** What happened to the issues of a page since the last run; null where that is not known of both. */
export function changeOf(page: PageJob, last: History | null): Change | null {
  const [keys, lastKeys] = [keysOf(page), last?.issues?.[pageKey(page.name)]]
  if (keys === undefined || lastKeys === undefined) return null
  const split = (text: string): string[] => text.match(/.{6}/g) ?? []
  const [now, before] = [split(keys), split(lastKeys)]
  return {
    new: now.filter(key => !before.includes(key)).length,
    fixed: before.filter(key => !now.includes(key)).length,
    still: now.filter(key => before.includes(key)).length,
  }
}

/** What is known while a run is under way. */
export function pendingHistory(last: History | null, run: number, sha: string, jobs: string[]): History {
  return { run, pages: last?.pages ?? {}, issues: last?.issues, sha, jobs }
}

/** Whether `sha` takes the place of the commit that `history` tells of. */
export function isOtherCommit(history: History, sha: string): boolean {
  return Boolean(sha && history.sha && history.sha !== sha)
}

export function historyComment(history: History): string {
  return `<!-- cutover-scores ${Buffer.from(JSON.stringify(history)).toString('base64')} -->`
}

/** Null when the comment holds none, or one that cannot be read. */
export function readHistory(comment: string): History | null {
  const [, text] = /<!-- cutover-scores ([A-Za-z0-9+/=]+) -->/.exec(comment) ?? []
  if (!text) return null
  try {
    return History.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
  } catch {
    return null
  }
}
