/** Whether a page was written and designed anew, or is the original in another make. */
import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { memoBy } from '../../lib/memo.ts'
import { normalise } from '../../lib/text.ts'
import type { Pair } from './suite.ts'

/**
 * Share of the characters of the original's visible texts that stand on the new page. Of 47 pairs labelled faithful in text
 * and pictures 46 keep more, of 20 redesigns 12 keep less (`bench/field`); true losses of a fifth of a page fall below it too.
 */
export const MIN_SAME_PAGE = 0.8
/** For the rules that are about the make of a page. */
export const anew = {
  when: `under ${MIN_SAME_PAGE * 100} % of the original's text stands on the new page: it was written and designed anew`,
  severity: 'moderate',
} as const
/** Characters of a page that says enough to be known by it. */
const MIN_PAGE_TEXT = 200
/** Share of a text's words that must stand in one text of the rebuilt page. */
const SAME_TEXT = 0.5

/** Whose words are others' has pictures, colours and parts of its own: a difference in these is a choice, and no slip. */
export const isMadeAnew: (pair: Pair<'layouts'>) => boolean = memoBy(
  (pair: Pair<'layouts'>) => pair.matching,
  ({ original, matching }) => {
    const { texts, shareKept } = keptTexts(
      original.layouts.find(({ width }) => width === 1440)?.blocks ?? [],
      matching.texts.blocks,
    )
    return lengthOf(texts) >= MIN_PAGE_TEXT && shareKept(texts) < MIN_SAME_PAGE
  },
)

interface KeptText {
  text: string
  kept: boolean
}

/** The visible texts of the original at 1440 px, and how much of some of them is kept, by characters. */
export function keptTexts(
  blocks: readonly TextBlock[],
  matches: readonly { original: number; share: number }[],
): { texts: KeptText[]; shareKept: (some: readonly KeptText[]) => number } {
  const found = new Set(matches.filter(({ share }) => share >= SAME_TEXT).map(match => match.original))
  return {
    texts: blocks.flatMap(({ state, text }, at) =>
      state === 'visible' ? { text: normalise(text), kept: found.has(at) } : [],
    ),
    shareKept: some => lengthOf(some.filter(({ kept }) => kept)) / lengthOf(some),
  }
}

export const lengthOf = (some: readonly KeptText[]): number =>
  some.reduce((sum, { text }) => sum + text.length, 0)
