import { sumOf } from '../../../lib/count.ts'
import { isOnDesktop } from '../../../matching/passages.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Comparison, ContentPair } from '../comparison/index.ts'
import { MAX_HIDDEN, MAX_LOST, MIN_LOST_WORDS, rules } from './rules.ts'

/** What is seen only by visitors who asked for less motion, and was seen by all on the original. */
export function motionFindings({ original, rebuilt }: ContentPair, texts: Comparison): Finding[] {
  const known = new Set(original.volatile.unseenWithMotion)
  const unseen = new Set(rebuilt.volatile.unseenWithMotion?.filter(text => !known.has(text)))
  if (unseen.size === 0) return []
  const shown = texts.rebuilt.filter(isOnDesktop)
  const hidden = shown.filter(({ source }) => unseen.has(source))
  const words = sumOf(hidden, ({ length }) => length)
  const share = words / sumOf(shown, ({ length }) => length)
  if (words < MIN_LOST_WORDS || share < MAX_HIDDEN) return []
  return [
    rules.report('motion-hidden', {
      key: `${rules.check}:motion`,
      as: share > MAX_LOST ? 'most' : undefined,
      extent: share,
      message: `${Math.round(share * 100)} % of the new page's text, first ${quote(hidden[0]!.text)}, is seen only by visitors whose system asks for less motion`,
      rebuilt: hidden[0]!.place,
    }),
  ]
}
