import { isMain } from '../../matching/passages.ts'
import { counterpartOf } from '../../matching/texts.ts'
import type { Finding } from '../core/suite.ts'
import { type Comparison, keyOf, quote } from './comparison/index.ts'
import type { TextOutcome } from './losses.ts'

/** Share of the words of a text that changes by itself that tells it is there. */
const ENOUGH = 0.3
/** Texts around its neighbours among which it may stand. */
const REACH = 3
/** Words from which it says something. */
const LONG = 8

/**
 * Texts that read otherwise on each load and have nothing in their place now. Their words are not compared: any words
 * that the original does not have will do, between or in the texts that stood around them.
 */
export function lostVolatile(
  outcomes: TextOutcome[],
  comparison: Comparison,
  total: number,
  floor: number,
): Finding[] {
  return outcomes.flatMap((outcome): Finding[] => {
    const { passage, index } = outcome
    if (!passage.volatile || !passage.visible || !passage.tokens.length) return []
    const around = neighboursOf(outcomes, comparison, index)
    if (!around || isFound(comparison, index) || hasForeignWords(comparison, around.places)) return []
    const weighty = isMain(passage) && passage.length >= LONG
    return [
      {
        key: `content/text:volatile:${around.name}`,
        severity: weighty ? 'moderate' : 'minor',
        penalty: Math.max(floor, outcome.weight / total),
        message: `The ${passage.kind} ${quote(passage.text, 120)}, which reads otherwise on each visit, has nothing in its place`,
        fix: `Put something of its kind behind ${quote(around.name)}`,
        original: passage.place,
      },
    ]
  })
}

function isFound({ original, alignment }: Comparison, index: number): boolean {
  const own = original[index]!.tokens.flatMap(({ word }, offset) =>
    /^\p{N}/u.test(word) ? [] : [alignment.match[alignment.sourceStart[index]! + offset]! >= 0],
  )
  return own.length > 0 && own.filter(Boolean).length >= ENOUGH * own.length
}

/** The nearest texts before and after that the rebuilt page has as well, and what of it stands around these. */
function neighboursOf(outcomes: TextOutcome[], { original, rebuilt, alignment }: Comparison, index: number) {
  const found: number[] = []
  let name = ''
  for (const step of [-1, 1]) {
    for (let at = index + step; at >= 0 && at < outcomes.length && Math.abs(at - index) <= 8; at += step) {
      const passage = original[at]!
      if (passage.volatile || !passage.visible || outcomes[at]!.state !== 'kept') continue
      const counterpart = counterpartOf(alignment, at)
      if (counterpart === undefined) continue
      found.push(counterpart)
      name ||= keyOf(passage)
      break
    }
  }
  // Where the texts around it stand apart now, it may be anywhere.
  if (found.length < 2 || Math.abs(found[0]! - found[1]!) > 20) return null
  const [from, to] = [Math.min(...found) - REACH, Math.max(...found) + REACH]
  const places = rebuilt.keys().filter(at => at >= from && at <= to)
  return { name, places: [...places] }
}

function hasForeignWords({ rebuilt, alignment }: Comparison, places: number[]): boolean {
  return places.some(
    at =>
      rebuilt[at]!.volatile ||
      alignment.explained
        .subarray(alignment.targetStart[at]!, alignment.targetStart[at + 1]!)
        .some(explained => !explained),
  )
}
