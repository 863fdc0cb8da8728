/** Issues of a page in the order in which they matter. Pure. */
import { RANK } from '../server/contract.ts'
import { pointsIn, worstFirst } from '../server/lib/worst-first.ts'
import type { ReadIssue, ReadSuite } from './answers.ts'
import type { PageJob } from './wait.ts'

export interface Listed {
  suite: ReadSuite
  issue: ReadIssue
}

/** What the new page brings and nobody accepted. */
export const isBrought = ({ status, accepted }: ReadIssue): boolean => status === 'introduced' && !accepted

const ordered = <T extends Listed>(all: readonly T[]): T[] =>
  worstFirst(all, ({ suite, issue }) => ({
    suite,
    rank: RANK[issue.severity],
    points: pointsIn(suite)(issue),
    pass: suite.pass,
  }))

/** What a reader should know first, of all pages: what they bring, and what else is charged. */
export function gravest(pages: readonly PageJob[]): (Listed & { page: PageJob })[] {
  const all = pages.flatMap(page =>
    (page.job?.scorecard?.suites ?? []).flatMap(suite => suite.issues.map(issue => ({ page, suite, issue }))),
  )
  return ordered(
    all.filter(({ issue }) => isBrought(issue) || (issue.status === 'inherited' && issue.charged > 0)),
  )
}

/**
 * What counts, the worst first: issues of failing suites before others, then by severity and by what they cost.
 * @returns introduced ones apart from those that the original had already
 */
export function worstIssues(page: PageJob): {
  introduced: Listed[]
  inherited: Listed[]
  accepted: Listed[]
  omitted: number
} {
  const suites = page.job?.scorecard?.suites ?? []
  const all = ordered(suites.flatMap(suite => suite.issues.map(issue => ({ suite, issue }))))
  return {
    introduced: all.filter(({ issue }) => issue.status === 'introduced' && !issue.accepted),
    inherited: all.filter(({ issue }) => issue.status === 'inherited' && !issue.accepted),
    accepted: all.filter(({ issue }) => issue.accepted),
    omitted: suites.reduce((sum, { issues_omitted = 0 }) => sum + issues_omitted, 0),
  }
}
