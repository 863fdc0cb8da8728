/** What the judges say of a captured pair, how long they take, and whether the original is like itself. */
import type { Issue, SuiteResult } from '../../server/contract.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { STORE_SUITES, suites } from '../../server/suites/index.ts'
import { type Difference, differences } from '../foreign/identity.ts'
import type { CapturedPair } from './captures.ts'

export interface JudgedPair {
  suites: SuiteResult[]
  ms: number
  /** Suites in which the original is not like itself. */
  unlike: Difference[]
}

/** All suites but perf, which is not captured here, and those of stores. */
export const ASKED = suites.filter(({ name }) => name !== 'perf' && !STORE_SUITES.has(name))

export function judgePair({ original, rebuilt }: CapturedPair): JudgedPair {
  const unlike = differences(original, original)
  const [first, second] = [clocked(), clocked()]
  // The machine may have been busy meanwhile.
  return { ...first, ms: Math.min(first.ms, second.ms), unlike }

  function clocked() {
    const started = performance.now()
    const judged = runSuites(ASKED, original, rebuilt).map(suite => scoreSuite(suite, 'regressions'))
    return { suites: judged, ms: performance.now() - started }
  }
}

/** What the rebuild is charged with. */
export const introduced = ({ issues }: Pick<SuiteResult, 'issues'>): Issue[] =>
  issues.filter(({ status }) => status === 'introduced')

export const isGrave = ({ severity }: Pick<Issue, 'severity'>): boolean =>
  severity === 'critical' || severity === 'serious'
