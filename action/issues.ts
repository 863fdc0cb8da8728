/** Issues of a page in the order in which they matter. Pure. */
import type { ReadIssue, ReadSuite } from './answers.ts'
import type { PageJob } from './wait.ts'

export interface Listed {
  suite: ReadSuite
  issue: ReadIssue
}

const SEVERITIES = ['critical', 'serious', 'moderate', 'minor']

/** What the new page brings and nobody accepted. */
export const isBrought = ({ status, accepted }: ReadIssue): boolean => status === 'introduced' && !accepted

const before = (a: Listed, b: Listed): number =>
  Number(a.suite.pass) - Number(b.suite.pass) ||
  SEVERITIES.indexOf(a.issue.severity) - SEVERITIES.indexOf(b.issue.severity) ||
  b.issue.charged - a.issue.charged

/** What a reader should know first, of all pages: what they bring, and what else is charged. */
export function gravest(pages: readonly PageJob[]): (Listed & { page: PageJob })[] {
  return pages
    .flatMap(page =>
      (page.job?.scorecard?.suites ?? []).flatMap(suite =>
        suite.issues.map(issue => ({ page, suite, issue })),
      ),
    )
    .filter(({ issue }) => isBrought(issue) || (issue.status === 'inherited' && issue.charged > 0))
    .sort(before)
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
  const all = suites.flatMap(suite => suite.issues.map(issue => ({ suite, issue }))).sort(before)
  return {
    introduced: all.filter(({ issue }) => issue.status === 'introduced' && !issue.accepted),
    inherited: all.filter(({ issue }) => issue.status === 'inherited' && !issue.accepted),
    accepted: all.filter(({ issue }) => issue.accepted),
    omitted: suites.reduce((sum, { issues_omitted = 0 }) => sum + issues_omitted, 0),
  }
}
