/** Issues of a page in the order in which they matter. Pure. */
import type { ReadIssue, ReadSuite } from './answers.ts'
import type { PageJob } from './wait.ts'

export interface Listed {
  suite: ReadSuite
  issue: ReadIssue
}

const SEVERITIES = ['critical', 'serious', 'moderate', 'minor']

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
  const all = suites
    .flatMap(suite => suite.issues.map(issue => ({ suite, issue })))
    .sort(
      (a, b) =>
        Number(a.suite.pass) - Number(b.suite.pass) ||
        SEVERITIES.indexOf(a.issue.severity) - SEVERITIES.indexOf(b.issue.severity) ||
        b.issue.charged - a.issue.charged,
    )
  return {
    introduced: all.filter(({ issue }) => issue.status === 'introduced' && !issue.accepted),
    inherited: all.filter(({ issue }) => issue.status === 'inherited' && !issue.accepted),
    accepted: all.filter(({ issue }) => issue.accepted),
    omitted: suites.reduce((sum, { issues_omitted = 0 }) => sum + issues_omitted, 0),
  }
}
