import { type Check, notApplicable } from '../../core/suite.ts'
import { type ContentPair, compare } from '../comparison/index.ts'
import { leftoverFindings } from '../leftovers/judge.ts'
import { lostDirection } from './direction.ts'
import { lostLetters } from './letters.ts'

/** Letters are what they were, and texts run the way their script does. */
export const encoding: Check<keyof ContentPair['original']> = {
  id: 'content/encoding',
  title: 'Letters and the direction of writing are kept',
  weight: 5,
  judge(pair) {
    const comparison = compare(pair)
    if (!comparison.rebuilt.length) return notApplicable('the rebuilt page has no text')
    return [
      ...leftoverFindings(comparison, 'content/encoding', kind => kind === 'broken encoding', {
        visible: 0.34,
        hidden: 0.05,
      }),
      ...lostLetters(comparison),
      ...lostDirection(comparison),
    ]
  },
}
