import { type Place, RANK, type Severity } from '../../contract.ts'

/** One finding of a check. The same `key` on (original, original) makes it inherited. */
export interface Finding {
  /**
   * Rule and normalised perceived place, e.g. `seo/title:missing` or `content/fact:price:€49`. Never a class name,
   * generated id or index: a rebuild changes those. Where an element of the rebuilt page was matched to one of
   * the original, the key is made from the original's words, so that both runs name it alike.
   */
  key: string
  /**
   * What made it, as a text, where other places of the page have the same cause, such as one pair of colours or one
   * lost menu. Findings of one check with one cause are shown as one issue.
   */
  cause?: string
  /** Id of the rule that is broken, such as `seo/title/missing`. */
  rule: string
  /** Whether it is told before what is as grave, see the rule. */
  foremost?: true
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

/** Worth knowing, and no more. */
export const isMinor = ({ severity }: Pick<Finding, 'severity'>): boolean => severity === 'minor'

/** Order of findings: the gravest first, of equally grave ones the costlier first. */
export const byGravity = (
  a: Pick<Finding, 'severity' | 'penalty'>,
  b: Pick<Finding, 'severity' | 'penalty'>,
): number => RANK[a.severity] - RANK[b.severity] || b.penalty - a.penalty
