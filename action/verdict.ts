/** What the outcome of the pages means for the step. Pure. */
import type { ReadSuite } from './answers.ts'
import type { Inputs } from './inputs.ts'
import type { PageJob } from './wait.ts'

/** Every page has a scorecard and every suite in it passes, by the server's word and by each suite's own. */
export function allPass(pages: readonly PageJob[]): boolean {
  return pages.length > 0 && pages.every(page => isPass(page))
}

export function isPass({ job, reason }: PageJob): boolean {
  const card = job?.scorecard
  return reason === null && card !== undefined && card.allPass && card.suites.every(({ pass }) => pass)
}

export const failing = ({ job }: PageJob): ReadSuite[] =>
  (job?.scorecard?.suites ?? []).filter(({ pass }) => !pass)

/** Why the step fails, a sentence for each page; empty when it passes. A page without a scorecard always fails it. */
export function failures(pages: readonly PageJob[], failOn: Inputs['failOn']): string[] {
  return pages.flatMap(page => {
    const label = page.name ? `${page.name}: ` : ''
    if (page.reason !== null) return [`${label}could not be verified. ${page.reason}`]
    if (failOn === 'never' || (failOn === 'any' && isPass(page))) return []
    const counted = failing(page).filter(
      ({ suite }) => failOn === 'any' || failOn.some(name => name === suite),
    )
    if (counted.length) return [`${label}${counted.map(below).join(', ')}`]
    return failOn === 'any' ? [`${label}the server says that not everything passes, but names no suite.`] : []
  })
}

function below({ suite, score, target, inconclusive }: ReadSuite): string {
  return inconclusive ? `${suite} could not be judged` : `${suite} ${score} of ${target}`
}
