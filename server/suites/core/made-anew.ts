/** Whether a page was written and designed anew, or is the original in another make. */

import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { sumOf } from '../../lib/count.ts'
import { memoBy } from '../../lib/memo.ts'
import { countWords, normalise, words } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import { isMain } from '../../matching/passages.ts'
import { findLeftovers, type LeftoverKind } from './find-leftovers.ts'
import type { Pair, Side } from './suite.ts'

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
    const { texts, shareKept } = keptTexts(blocksOf(original), matching.texts.blocks)
    return lengthOf(texts) >= MIN_PAGE_TEXT && shareKept(texts) < MIN_SAME_PAGE
  },
)

/**
 * Share of the new page's words, and how many, that no text of the original says from which somebody wrote for it, and how
 * many there are for each that is gone. By the share alone, footers counted: of the losses that readers judged on unseen
 * rebuilds 27 of 63 held a launch below it, and 30 of 165 from it on (`bench/field`).
 */
const MIN_OWN_SHARE = 0.05
export const MIN_OWN_WORDS = 20
const MIN_OWN_FOR_LOST = 0.5
export const edited = { when: 'somebody edited the page', severity: 'moderate' } as const
/** What the words of rules mean that stand in many of them. */
export const TERMS: Record<string, string> = {
  [edited.when]: `${MIN_OWN_SHARE * 100} % of the new page's words or more, ${MIN_OWN_WORDS} at least and half as many as are gone, are in texts of the main content that the original does not have, and that are no filler, error of a program or leftover of a template`,
}

/** Whether somebody wrote for the new page: what is not there any more may be what he took out. */
export const isEdited: (pair: Pair<'layouts' | 'volatile'>) => boolean = memoBy(
  (pair: Pair<'layouts' | 'volatile'>) => pair.matching,
  ({ original, rebuilt, matching: { texts } }) => {
    const [before, now] = [blocksOf(original), blocksOf(rebuilt)]
    const wordsOf = ({ state, text }: TextBlock) => (state === 'visible' ? countWords(words(text)) : 0)
    const countOf = (blocks: readonly TextBlock[]) => sumOf(blocks, wordsOf)
    const matches = texts.blocks
    const kept = new Set(matches.flatMap(({ share, original }) => (share >= SAME_TEXT ? original : [])))
    const found = new Set(matches.flatMap(({ part, rebuilt }) => (part >= SAME_TEXT ? rebuilt : [])))
    // The same once more is nothing that was written, and a footer says nothing of the page.
    const known = new Set([...before.map(({ text }) => text), ...rebuilt.volatile.texts].map(normalise))
    // A page that is about programs, or that shows filler itself, may say more of the kind.
    const shown = new Set(before.flatMap(leftoverKinds))
    const isWritten = (block: TextBlock) => leftoverKinds(block).every(kind => shown.has(kind))
    const own = countOf(
      now.filter(
        (block, at) =>
          !found.has(at) &&
          isMain({ ...block, length: wordsOf(block) }) &&
          !known.has(normalise(block.text)) &&
          isWritten(block),
      ),
    )
    const lost = countOf(before.filter((_, at) => !kept.has(at)))
    return own >= MIN_OWN_WORDS && own >= MIN_OWN_SHARE * countOf(now) && own >= MIN_OWN_FOR_LOST * lost
  },
)

/** Filler, errors of programs, marks of templates: nobody wrote a text that has them for this page. */
const leftoverKinds = ({ text }: TextBlock): LeftoverKind[] =>
  findLeftovers(text).flatMap(({ kind, doubtful }) => (doubtful ? [] : kind))

const blocksOf = ({ layouts }: Side<'layouts'>): readonly TextBlock[] =>
  atWidth(layouts, DESKTOP)?.blocks ?? []

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

/** Characters that must stand on both pages for their setting to tell of the design. */
const MIN_SET_TEXT = 60
/** Px by which sizes of letters may differ and be one: a scale in other units. */
const SAME_SIZE_PX = 1
/** Share of the kept text. Of 151 pairs 68 keep less than a third of its setting, 67 more than two thirds (`bench/field`). */
const MIN_SAME_SETTING = 0.5

/**
 * Whether most of what a page kept is set in other sizes or weights: it has a design of its own, in which pictures come
 * and go by choice. Where the design is that of the original, a picture that is gone was forgotten.
 */
export const isRedesigned: (pair: Pair<'layouts'>) => boolean = memoBy(
  (pair: Pair<'layouts'>) => pair.matching,
  ({ original, rebuilt, matching }) => {
    const [before, now] = [blocksOf(original), blocksOf(rebuilt)]
    const settings: { length: number; ratio: number; was: number; is: number; isAsHeavy: boolean }[] = []
    for (const { original: from, rebuilt: to, share, part } of matching.texts.blocks) {
      const [was, is] = [before[from], now[to]]
      if (was?.state !== 'visible' || is?.state !== 'visible' || Math.min(share, part) < SAME_TEXT) continue
      settings.push({
        length: was.text.length,
        ratio: is.style.size / was.style.size,
        was: was.style.size,
        is: is.style.size,
        isAsHeavy: was.style.weight === is.style.weight,
      })
    }
    const sum = (some: typeof settings) => some.reduce((total, { length }) => total + length, 0)
    // All of it a little larger is the same design.
    const scale = medianOf(settings, sum)
    const alike = settings.filter(
      ({ was, is, isAsHeavy }) =>
        isAsHeavy && (Math.abs(was - is) <= SAME_SIZE_PX || Math.abs(was * scale - is) <= SAME_SIZE_PX),
    )
    return sum(settings) >= MIN_SET_TEXT && sum(alike) < MIN_SAME_SETTING * sum(settings)
  },
)

/** The ratio that half of the text is set by at most. */
function medianOf<T extends { ratio: number }>(settings: T[], sum: (some: T[]) => number): number {
  const sorted = settings.toSorted((a, b) => a.ratio - b.ratio)
  const half = sum(sorted) / 2
  return sorted.find((_, at) => sum(sorted.slice(0, at + 1)) >= half)?.ratio ?? 1
}
