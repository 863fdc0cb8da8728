/**
 * The shapes of judging. A suite is data: what it needs and a list of checks, each a weight and a pure
 * comparison of two captures. No page, no clock, no environment, no try/catch in here or in any suite.
 */
import type { ArtifactName, Artifacts } from '../../capture/artifact.ts'
import type { Place, Severity, SuiteName } from '../../contract.ts'
import type { Matching } from '../../matching/matching.ts'

/** One finding of a check. The same `key` on (original, original) makes it inherited. */
export interface Finding {
  /**
   * Rule and normalised perceived place, e.g. `seo/title` or `content/fact:price:€49`. Never a class name,
   * generated id or index: a rebuild changes those. Where an element of the rebuilt page was matched to one of
   * the original, the key is made from the original's words, so that both runs name it alike.
   */
  key: string
  severity: Severity
  /** Share of the check's weight, 0 to 1. */
  penalty: number
  /** In the reader's words; says what is wrong and where. */
  message: string
  /** What to do, with the original's value. */
  fix: string
  original?: Place
  rebuilt?: Place
  evidence?: string[]
}

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
  id: `${SuiteName}/${string}`
  title: string
  weight: number
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
