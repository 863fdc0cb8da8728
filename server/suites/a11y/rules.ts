/** What axe's rules mean here: which count, which are one and the same to a visitor, and how much an element costs. */
import type { AxeRule } from '../../capture/collectors/axe.ts'
import type { Severity } from '../../contract.ts'

export type Impact = 'critical' | 'serious' | 'moderate' | 'minor'

/**
 * One cause is charged once (methodology, "Ownership"): the language of the page and its title belong to seo; zoom
 * and the size of targets belong to responsive.
 */
const OWNED_ELSEWHERE = new Set([
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'document-title',
  'meta-viewport',
  'target-size',
])

export const isOurs = (rule: string): boolean => !OWNED_ELSEWHERE.has(rule)

/**
 * axe's impact, but for rules whose harm depends on the browser: Chrome and Firefox let the keyboard scroll every
 * scroller, and a wide table in a scroller of its own is how it is made to fit a phone.
 */
export function impactOf({ id, impact }: AxeRule): Impact {
  if (id === 'scrollable-region-focusable') return 'moderate'
  return impact === 'critical' || impact === 'serious' || impact === 'moderate' ? impact : 'minor'
}

/** axe's critical and serious shut somebody out: no sane owner goes live with a new one. */
export function severityOf(impact: Impact): Severity {
  return impact === 'critical' ? 'serious' : impact
}

const WEIGHTS: Record<Impact, number> = { critical: 1, serious: 0.7, moderate: 0.4, minor: 0.2 }
/** An element among very many still costs this share of its weight. */
const LEAST_SHARE = 0.02

/**
 * Penalty of one failing element: the weight of its impact times its share of the `applied` elements that the rule
 * looked at. Critical 1, serious 0.7, moderate 0.4, minor 0.2; a share counts as 1/50 at least.
 */
export function penaltyOf(impact: Impact, applied: number): number {
  return WEIGHTS[impact] * Math.max(LEAST_SHARE, 1 / Math.max(1, applied))
}
