/** Which losses of a page that somebody edited may be what he took out. */
import { sumOf } from '../../../lib/count.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { isEdited, MIN_OWN_SHARE } from '../../core/made-anew.ts'
import { isLegal } from '../../core/policies.ts'
import type { Comparison, ContentPair } from '../comparison/index.ts'
import { type Gap, ownWords } from '../outcomes/gaps.ts'
import type { LostUnit } from '../outcomes/index.ts'
import { MIN_HEADINGS_APART, MIN_IN_ONE_PLACE } from './rules.ts'

/**
 * Tells whether a loss, and its share of the page's text, may be what somebody took out who edited the page. What a site
 * has to say by law is not, nor a section of a page to which one thing was added elsewhere, as an announcement is: who did
 * that did not work on the section. An entry of its rank may stand for it, as in a list of news.
 */
export function takenOutReader(pair: ContentPair, comparison: Comparison, gaps: Map<number, Gap>) {
  if (!isEdited(pair)) return () => false
  const { original, rebuilt } = comparison
  const legal = legalTexts(original)
  const added = onlyAddition(comparison)
  const headings = rebuilt.flatMap(({ kind, visible }, place) => (visible && kind === 'heading' ? place : []))
  const isApart = ({ kind, outcomes }: LostUnit): boolean => {
    const { passage, index } = outcomes[0]!
    const gap = gaps.get(index)
    if (kind !== 'section' || !gap || !added) return false
    const [[before, after], [first, last]] = [gap.between, added]
    const between = headings.filter(place =>
      place > last ? place <= before : place < first && place >= after,
    )
    const hasRank = headings.some(
      place => place >= first && place <= last && rebuilt[place]!.level === passage.level,
    )
    return between.length >= MIN_HEADINGS_APART && !hasRank
  }
  return (unit: LostUnit, share: number): boolean =>
    !unit.outcomes.some(({ index }) => legal.has(index)) && !(share >= MIN_OWN_SHARE && isApart(unit))
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

/** The first and the last text of the new page that nearly all of its own words stand in, side by side. */
function onlyAddition(comparison: Comparison): [first: number, last: number] | undefined {
  const { rebuilt } = comparison
  const own = rebuilt.map((passage, place) =>
    passage.visible && isMain(passage) ? ownWords(place, comparison) : 0,
  )
  const most = MIN_IN_ONE_PLACE * sumOf(own, count => count)
  let [first, words] = [0, 0]
  for (const [place, { visible, length }] of rebuilt.entries()) {
    // A text of which most is the original's ends it.
    if (visible && 2 * own[place]! < length) [first, words] = [place + 1, 0]
    words += own[place]!
    if (words > 0 && words >= most) return [first, place]
  }
  return undefined
}
