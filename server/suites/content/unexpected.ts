import type { Check } from '../core/suite.ts'
import { type ContentPair, compare } from './comparison/index.ts'
import { leftoverFindings } from './leftovers/judge.ts'

/** Nothing on the rebuilt page that only a machine would write. */
export const unexpected: Check<keyof ContentPair['original']> = {
  id: 'content/unexpected',
  title: 'No placeholder, template or error text',
  weight: 10,
  judge(pair) {
    return leftoverFindings(compare(pair), 'content/unexpected', kind => kind !== 'broken encoding', {
      visible: 0.1,
      hidden: 0.02,
    })
  },
}
