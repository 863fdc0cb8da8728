import { isMain } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { type Comparison, keyOf, quote } from '../comparison/index.ts'
import { MIN_SENTENCE, type TextOutcome } from '../outcomes/index.ts'
import { rules } from './rules.ts'

/** Share of the words of a volatile text, numbers apart, from which it is known to be there. */
const MIN_FOUND = 0.3
/** Texts to either side in which a neighbour is looked for that both pages have. */
const NEIGHBOUR_WINDOW = 8
/** Texts that the neighbours may be apart on the rebuilt page, for what stands between them to be known. */
const MAX_APART = 20
/** Texts around its neighbours among which it may stand. */
const PLACE_WINDOW = 3

/**
 * Texts that read otherwise on each load and have nothing in their place now. Their words are not compared: any words
 * that the original does not have will do, between or in the texts that stood around them.
 */
export function lostVolatile(outcomes: TextOutcome[], comparison: Comparison, total: number): Finding[] {
  return outcomes.flatMap(({ passage, index, weight }): Finding[] => {
    if (!passage.volatile || !passage.visible || !passage.tokens.length) return []
    const around = neighboursOf(outcomes, comparison, index)
    if (!around || isFound(comparison, index) || hasNewWords(comparison, around.places)) return []
    return [
      rules.report('volatile', {
        place: around.name,
        as: isMain(passage) && passage.length >= MIN_SENTENCE ? undefined : 'label',
        extent: weight / total,
        message: `The ${passage.kind} ${quote(passage.text, 120)}, which reads otherwise on each visit, has nothing in its place`,
        fix: `Put something of its kind behind ${quote(around.name)}`,
        original: passage.place,
      }),
    ]
  })
}

function isFound({ original, alignment }: Comparison, index: number): boolean {
  const own = original[index]!.tokens.flatMap(({ word }, offset) =>
    /^\p{N}/u.test(word) ? [] : [alignment.match[alignment.sourceStart[index]! + offset]! >= 0],
  )
  return own.length > 0 && own.filter(Boolean).length >= MIN_FOUND * own.length
}

/** The nearest texts before and after that the rebuilt page has as well, and what of it stands around these. */
function neighboursOf(outcomes: TextOutcome[], { original, rebuilt, alignment }: Comparison, index: number) {
  const found: number[] = []
  let name = ''
  for (const step of [-1, 1]) {
    for (
      let at = index + step;
      at >= 0 && at < outcomes.length && Math.abs(at - index) <= NEIGHBOUR_WINDOW;
      at += step
    ) {
      const passage = original[at]!
      if (passage.volatile || !passage.visible || outcomes[at]!.state !== 'kept') continue
      const counterpart = counterpartOf(alignment, at)
      if (counterpart === undefined) continue
      found.push(counterpart)
      name ||= keyOf(passage)
      break
    }
  }
  // When its neighbours stand far apart now, its place is not known.
  if (found.length < 2 || Math.abs(found[0]! - found[1]!) > MAX_APART) return null
  const [from, to] = [Math.min(...found) - PLACE_WINDOW, Math.max(...found) + PLACE_WINDOW]
  return { name, places: [...rebuilt.keys()].slice(Math.max(0, from), to + 1) }
}

function hasNewWords({ rebuilt, alignment }: Comparison, places: number[]): boolean {
  return places.some(
    at =>
      rebuilt[at]!.volatile ||
      alignment.explained
        .subarray(alignment.targetStart[at]!, alignment.targetStart[at + 1]!)
        .some(explained => !explained),
  )
}
