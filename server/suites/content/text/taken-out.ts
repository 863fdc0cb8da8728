/** Which losses of a page that somebody edited may be what he took out. */
import type { Passage } from '../../../matching/passages.ts'
import { isEdited } from '../../core/made-anew.ts'
import { isLegal } from '../../core/policies.ts'
import type { ContentPair } from '../comparison/index.ts'
import type { LostUnit } from '../outcomes/index.ts'

/** Tells whether a loss may be what somebody took out who edited the page. What a site has to say by law is not. */
export function takenOutReader(pair: ContentPair, original: readonly Passage[]): (unit: LostUnit) => boolean {
  if (!isEdited(pair)) return () => false
  const legal = legalTexts(original)
  return ({ outcomes }) => !outcomes.some(({ index }) => legal.has(index))
}

/** The texts under a heading of what a site has to say by law, by index. */
function legalTexts(passages: readonly Passage[]): ReadonlySet<number> {
  const found = new Set<number>()
  /** The level of the heading that they stand under. */
  let open = 0
  for (const [index, { kind, visible, level, text }] of passages.entries()) {
    if (kind === 'heading' && visible && (open === 0 || level <= open)) open = isLegal(text) ? level : 0
    if (open > 0) found.add(index)
  }
  return found
}
