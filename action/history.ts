/** The scores of the last run of a pull request and the jobs of one under way, out of sight in its comment. Pure. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PageJob } from './wait.ts'

const History = z.object({
  /** Of the run that wrote it: a run of an older commit that ends later must not have the last word. */
  run: z.number(),
  /** Scores of each suite, by `pageKey`. */
  pages: z.record(z.string(), z.record(z.string(), z.number())),
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
  return { run, pages: Object.fromEntries(now) }
}

/** What is known while a run is under way. */
export function pendingHistory(last: History | null, run: number, sha: string, jobs: string[]): History {
  return { run, pages: last?.pages ?? {}, sha, jobs }
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
