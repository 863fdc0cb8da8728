/** What the outcome of the pages means for the step. Pure. */
import type { SuiteName } from '../server/contract.ts'
import type { ReadSuite } from './answers.ts'
import type { Inputs } from './inputs/index.ts'
import { worstIssues } from './issues.ts'
import type { PageJob } from './wait.ts'

/** Every page has a scorecard and every suite in it passes, by the server's word and by each suite's own. */
export function allPass(pages: readonly PageJob[]): boolean {
  return pages.length > 0 && pages.every(page => isPass(page))
}

export function isPass({ job, reason }: PageJob): boolean {
  const card = job?.scorecard
  return reason === null && card !== undefined && card.allPass && card.suites.every(({ pass }) => pass)
}

/** Nothing is known to be worse, but not everything could be judged either. */
export function isInconclusive(page: PageJob): boolean {
  const suites = failing(page)
  return page.reason === null && suites.length > 0 && suites.every(({ inconclusive }) => inconclusive)
}

/** Nothing fails and everything was compared: what is left to tell is why it could not be judged in full. */
export const isOnlyUnclear = (pages: readonly PageJob[]): boolean =>
  pages.every(page => page.reason === null && (isPass(page) || isInconclusive(page)))

export const failing = ({ job }: PageJob): ReadSuite[] =>
  (job?.scorecard?.suites ?? []).filter(({ pass }) => !pass)

export type Rules = Pick<Inputs, 'failOn' | 'onInconclusive'>

/** Why the step fails, a sentence for each page; empty when it passes. A page without a scorecard always fails it. */
export function failures(pages: readonly PageJob[], { failOn, onInconclusive }: Rules): string[] {
  return pages.flatMap(page => {
    const label = page.name ? `${page.name}: ` : ''
    if (page.reason !== null) return [`${label}could not be verified. ${page.reason}`]
    if (failOn === 'never' || (failOn === 'any' && isPass(page))) return []
    const tolerated = onInconclusive === 'pass'
    if (failOn === 'any' && tolerated && isInconclusive(page)) return []
    const counted = failing(page).filter(
      ({ suite, inconclusive }) =>
        (failOn === 'any' || failOn.some(name => name === suite)) && !(tolerated && inconclusive),
    )
    const words = (reasons: string[]) => [`${label}${reasons.join(', ')}${gravest(page, counted)}`]
    if (failOn === 'any')
      return counted.length
        ? words(counted.map(below))
        : [`${label}the server says that not everything passes, but names no suite.`]
    const reasons = [...counted.map(below), ...missing(page, failOn)]
    return reasons.length ? words(reasons) : []
  })
}

/** The one finding to begin with, as the end of a sentence. */
function gravest(page: PageJob, suites: readonly ReadSuite[]): string {
  const found = worstIssues(page).introduced.find(({ suite }) => suites.includes(suite))
  return found ? `. Gravest: ${found.issue.message}` : ''
}

/** Suites that run when the new site is a Shopify store. */
const ON_STORES = new Set<string>(['catalog', 'redirects'])

/** A list of suites of which nothing was verified must not pass; those of a store need not run besides others. */
function missing({ job }: PageJob, wanted: readonly SuiteName[]): string[] {
  const ran = new Set(job?.scorecard?.suites.map(({ suite }) => suite))
  const absent = wanted.filter(name => !ran.has(name))
  const counted = absent.length === wanted.length ? absent : absent.filter(name => !ON_STORES.has(name))
  return counted.map(name => `${name} did not run`)
}

function below({ suite, score, target, inconclusive }: ReadSuite): string {
  return inconclusive
    ? `${suite} could not be judged (on-inconclusive: fail)`
    : `${suite} ${score} (target ${target})`
}
