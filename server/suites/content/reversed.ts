import { isMain } from '../../matching/passages.ts'
import type { Finding } from '../core/suite.ts'
import { type Comparison, keyOf, nameOf, quote } from './comparison/index.ts'
import type { TextOutcome } from './losses.ts'
import { reversedBy } from './negation.ts'
import { FLOOR } from './whole-page.ts'

/** Words from which a text says something that can be denied. */
const SENTENCE = 3

/** A text of which a word of negation alone is gone, or which has one more, says the opposite. */
export function reversedFinding(
  { passage, index, weight, now }: TextOutcome,
  total: number,
  comparison: Comparison,
): Finding[] {
  if (!passage.visible || passage.volatile || passage.length < SENTENCE || !isMain(passage)) return []
  const reversed = reversedBy(index, comparison)
  if (!reversed) return []
  return [
    {
      key: `content/text:reversed:${keyOf(passage)}`,
      severity: 'serious',
      penalty: Math.max(FLOOR, weight / total),
      message: `The ${nameOf(passage.kind)} ${quote(passage.text)} says the opposite: ${quote(reversed.word)} is ${reversed.added ? 'new' : 'gone'}`,
      fix: `Let it read as before: ${quote(passage.text, 600)}`,
      original: passage.place,
      rebuilt: now?.place,
    },
  ]
}
