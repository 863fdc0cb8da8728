import type { Capture } from '../../server/capture/artifact.ts'
import type { Issue, Place } from '../../server/contract.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { STORE_SUITES, suites } from '../../server/suites/index.ts'

/** A suite that tells two captures of one page apart. */
export interface Difference {
  suite: string
  score: number
  /** Rule, message and place of each issue that costs. */
  issues: string[]
}

/** Empty where the page is like itself. Perf is not measured here. */
export function differences(first: Capture, second: Capture): Difference[] {
  const asked = suites.filter(({ name }) => name !== 'perf' && !STORE_SUITES.has(name))
  return runSuites(asked, { ...first, side: 'original' }, { ...second, side: 'rebuilt' })
    .map(suite => scoreSuite(suite, 'regressions'))
    .filter(({ score }) => score < 100)
    .map(({ suite, score, issues, inconclusive }) => ({
      suite,
      score,
      issues: inconclusive
        ? ['inconclusive']
        : issues.filter(({ charged }) => charged > 0).map(issue => described(issue)),
    }))
}

const described = ({ rule, severity, message, original, rebuilt }: Issue): string =>
  `${rule} [${severity}] ${message}${placed(' original', original)}${placed(' rebuilt', rebuilt)}`

const placed = (side: string, place: Place | undefined): string =>
  place ? `${side} ${JSON.stringify(place)}` : ''
