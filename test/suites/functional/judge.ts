/** The suite on captures made by hand, netted as the scorecard does. */
import type { ControlBox } from '../../../server/capture/collectors/layouts.ts'
import { functional } from '../../../server/suites/functional/index.ts'
import { judgeBy, makeCapture } from '../captures.ts'

export type Given = Parameters<typeof makeCapture>[1]

export const BOX = { x: 0, y: 500, width: 100, height: 20 }
export const VISIBLE_BOX = { box: BOX, seen: BOX, state: 'visible' as const, scroller: false }

/** A control of the main content. */
export const control = (role: string, name: string, change: Partial<ControlBox> = {}): ControlBox =>
  ({
    role,
    name,
    landmark: 'main',
    ...VISIBLE_BOX,
    expanded: null,
    opens: false,
    disabled: false,
    selector: `${role} ${name}`,
    ...change,
  }) as ControlBox

/** `introduced`: `key severity`, without the name of the suite. */
export function judge(before: Given, now: Given) {
  const result = judgeBy(functional, makeCapture('original', before), makeCapture('rebuilt', now))
  const issues = result.issues.filter(({ status }) => status === 'introduced')
  return {
    result,
    issues,
    introduced: issues.map(({ key, severity }) => `${key.slice('functional/'.length)} ${severity}`),
  }
}
