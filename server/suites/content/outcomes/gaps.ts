/** What stands between two texts that both pages have: what is lost there, and what other text took its place. */
import { countWords } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'
import type { TextOutcome } from './index.ts'

export interface Gap {
  /** Texts of the original in it that are lost, or of which most is, in order. */
  outcomes: TextOutcome[]
  /** The texts of the rebuilt page that it stands between, by index. */
  between: readonly [before: number, after: number]
  /**
   * What stands in the place of each of them, by index: a visible text that only the rebuilt page has, of about its length
   * or, where as many of its kind are there as before, in its turn.
   */
  instead: Map<number, Passage>
}

/** Words of its own that a text has, as a share of those of the lost one, from which it stands in its place. */
const MIN_INSTEAD = 0.5
/** Texts that may stand in a gap beyond as many as are lost there, for its place to be known. */
const MAX_APART = 20

const isGone = ({ state, lost, weight }: TextOutcome) =>
  state === 'lost' || (state === 'changed' && lost * 2 > weight)

/** The gaps of the original's visible text, by the index of each text that is lost in it. */
export function gapsOf(outcomes: TextOutcome[], comparison: Comparison): Map<number, Gap> {
  const gaps = new Map<number, Gap>()
  let open: TextOutcome[] = []
  let before = -1
  const close = (after: number) => {
    const between = [before, after] as const
    const gap = { outcomes: open, between, instead: insteadOf(open, ...between, comparison) }
    for (const { index } of open) gaps.set(index, gap)
    open = []
    before = after
  }
  for (const outcome of outcomes) {
    const { index, passage, bare, now } = outcome
    if (isGone(outcome)) open.push(outcome)
    else if (passage.visible && !bare && !passage.volatile && now?.visible)
      close(counterpartOf(comparison.alignment, index)!)
  }
  close(comparison.rebuilt.length)
  return gaps
}

function insteadOf(lost: TextOutcome[], before: number, after: number, comparison: Comparison) {
  const { rebuilt } = comparison
  const found = new Map<number, Passage>()
  if (!lost.length || after - before - 1 > lost.length + MAX_APART) return found
  const isHeading = ({ kind }: Passage) => kind === 'heading'
  let at = before + 1
  for (const { index, passage } of lost) {
    if (!passage.visible) continue
    for (let place = at; place < after; place++) {
      const other = rebuilt[place]!
      if (!other.visible || isHeading(other) !== isHeading(passage)) continue
      if (ownWords(place, comparison) < MIN_INSTEAD * Math.max(passage.length, other.length)) continue
      found.set(index, other)
      at = place + 1
      break
    }
  }
  // As many texts of a kind as were there, all of them new: each stands in the place of one, however long it is.
  const places = rebuilt
    .map((other, place) => ({ other, place }))
    .slice(before + 1, after)
    .filter(({ other, place }) => other.visible && ownWords(place, comparison) >= MIN_INSTEAD * other.length)
  const gone = lost.filter(({ passage }) => passage.visible)
  for (const [kind, those] of Map.groupBy(gone, ({ passage }) => passage.kind)) {
    const others = places.filter(({ other }) => other.kind === kind)
    if (those.length !== others.length) continue
    for (const [turn, { index }] of those.entries())
      if (!found.has(index)) found.set(index, others[turn]!.other)
  }
  return found
}

/** How many words of a text of the rebuilt page the original does not have. */
export function ownWords(place: number, { rebuilt, alignment }: Comparison): number {
  const from = alignment.targetStart[place]!
  return countWords(
    rebuilt[place]!.tokens.flatMap(({ word }, at) => (alignment.explained[from + at] ? [] : word)),
  )
}
