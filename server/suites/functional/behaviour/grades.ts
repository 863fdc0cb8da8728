import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/suite.ts'

export type Grade = Pick<Finding, 'severity' | 'penalty'>

/** What a visitor came to the control for. */
const STRONG = /^(dialog|switches|opens|goes)$/
/** Says of itself that something happened, which may be all that is left of it. */
const SAYS = /^(nothing|toggles|focuses)$/

/** How grave it is that a control does no more what it did, or null: it does something, if another thing. */
export function gradeOf(was: Probe, now: Probe): Grade | null {
  // A tab whose panel is empty.
  if (was.effect === 'switches' && now.effect === 'closes') return { severity: 'serious', penalty: 0.5 }
  if (STRONG.test(was.effect)) return SAYS.test(now.effect) ? { severity: 'serious', penalty: 0.5 } : null
  if (now.effect !== 'nothing') return null
  // A look that only styles tell apart is not read: something did happen.
  if (now.stirred) return null
  return was.effect === 'restyles' || was.effect === 'closes'
    ? { severity: 'serious', penalty: 0.34 }
    : { severity: 'moderate', penalty: 0.15 }
}
