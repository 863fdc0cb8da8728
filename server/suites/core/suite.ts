/**
 * The shapes of judging. A suite is data: what it needs and a list of checks, each a weight and a pure
 * comparison of two captures. No page, no clock, no environment, no try/catch in here or in any suite.
 */
import type { ArtifactName, Artifacts } from '../../capture/artifact.ts'
import type { SuiteName } from '../../contract.ts'
import type { Matching } from '../../matching/matching.ts'
import type { Finding } from './finding.ts'
import type { CheckId, Rules } from './rules.ts'

export type Outcome = Finding[] | { notApplicable: string } | { inconclusive: string }

/** What one site shows to a judge: the artifacts that the suite declared. */
export type Side<N extends ArtifactName> = Pick<Artifacts, N>

export interface Pair<N extends ArtifactName> {
  original: Side<N>
  rebuilt: Side<N>
  /** Which element of the one page is which of the other's. */
  matching: Matching
}

export interface Check<N extends ArtifactName> {
  id: CheckId
  title: string
  weight: number
  /** All that it can find; what it reports is one of these. */
  rules: Pick<Rules, 'check' | 'list'>
  /**
   * It compares how the pages look, which tells nothing where one of them had to do without its styles; `widths`: by whether it is
   * wider than the screen, which it is without a reset of the browser's own margins and boxes.
   */
  byLook?: true | 'widths'
  judge(pair: Pair<N>): Outcome
}

export interface Suite<N extends ArtifactName = ArtifactName> {
  name: SuiteName
  needs: readonly N[]
  checks: readonly Check<N>[]
}

/** Ties the checks of a suite to what it declares: reading anything else is a compile error. */
export function defineSuite<const N extends ArtifactName>(suite: {
  name: SuiteName
  needs: readonly N[]
  checks: readonly Check<NoInfer<N>>[]
}): Suite<N> {
  return suite
}

export const notApplicable = (why: string): Outcome => ({ notApplicable: why })
export const inconclusive = (why: string): Outcome => ({ inconclusive: why })
