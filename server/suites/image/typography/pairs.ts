import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { BlockMatch } from '../../../matching/texts.ts'

/** A text of the original and where most of it stands on the rebuilt page. */
export interface TypePair {
  before: TextBlock
  after: TextBlock
  /** Characters that it stands for. */
  amount: number
}

/** Share of an original text that must stand in one block to be compared with it. */
const LEAST = 0.5

/** Visible texts of both pages, each of the original's once. */
export function pairBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  matches: readonly BlockMatch[],
): TypePair[] {
  const best = new Map<number, BlockMatch>()
  for (const match of matches) {
    const known = best.get(match.original)
    const visible = after[match.rebuilt]?.state === 'visible'
    if (match.share >= LEAST && visible && (!known || match.share > known.share))
      best.set(match.original, match)
  }
  return [...best.values()].flatMap(({ original, rebuilt }) => {
    const [was, is] = [before[original], after[rebuilt]]
    if (was?.state !== 'visible' || !is || !(was.style.size > 0 && is.style.size > 0)) return []
    return [{ before: was, after: is, amount: was.text.length }]
  })
}
