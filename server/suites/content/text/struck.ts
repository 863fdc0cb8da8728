import { sumOf } from '../../../lib/count.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { targetsOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { type Comparison, keyOf, nameOf } from '../comparison/index.ts'
import { MIN_SENTENCE, type TextOutcome } from '../outcomes/index.ts'
import { rules } from './rules.ts'

/** Share of a text's letters from which it is struck through as a whole, and up to which it is plain. */
const MIN_WHOLE = 0.9
const MAX_PLAIN = 0.1
/** Share of a text's letters that the rebuilt page shows, from which it is the same text. */
const MIN_KEPT = 0.8

/** Texts that are struck through now and were not, and the other way round. `total`: weight of all texts. */
export function struckFindings(outcomes: TextOutcome[], comparison: Comparison, total: number): Finding[] {
  const prices = Map.groupBy(
    comparison.facts.original.filter(({ kind }) => kind === 'price'),
    ({ passage }) => passage,
  )
  return outcomes.flatMap((outcome): Finding[] => {
    const { passage, index, now, weight } = outcome
    if (!passage.visible || passage.volatile || !now) return []
    const struck = struckNow(index, comparison)
    if (struck === undefined) return []
    const count = prices.get(index)?.length ?? 0
    const found = {
      place: keyOf(passage),
      extent: weight / total,
      original: passage.place,
      rebuilt: now.place,
    }
    const said = `The ${nameOf(passage)} ${quote(passage.text, 120)}`
    if (passage.struck <= MAX_PLAIN && struck >= MIN_WHOLE)
      return [
        rules.report('struck', {
          ...found,
          key: `${rules.check}:struck:${found.place}`,
          as: isGrave(passage) ? undefined : 'label',
          cause: 'struck',
          message: `${said} is struck through`,
        }),
      ]
    // Of an old price beside the new one a part is struck.
    const wasStruck = passage.struck >= MIN_WHOLE || (passage.struck > MAX_PLAIN && count > 1)
    if (!wasStruck || struck > 0) return []
    return [
      rules.report('unstruck', {
        ...found,
        key: `${rules.check}:unstruck:${found.place}`,
        as: count > 0 ? undefined : 'text',
        cause: 'unstruck',
        message: `${said} was struck through${passage.struck < MIN_WHOLE ? ' in part' : ''} and is plain now`,
      }),
    ]
  })
}

const isGrave = (passage: Passage) =>
  isMain(passage) && (passage.kind === 'heading' || passage.length >= MIN_SENTENCE)

/** How much of the texts that have the words of an original one is struck; undefined where it is not all there, or not for certain. */
function struckNow(index: number, { original, rebuilt, alignment }: Comparison): number | undefined {
  const { tokens } = original[index]!
  const targets = targetsOf(alignment, index)
  const words = tokens.map(({ start, end }, at) => ({ letters: end - start, now: rebuilt[targets[at]!] }))
  const kept = words.filter(({ now }) => now !== undefined)
  const letters = sumOf(kept, word => word.letters)
  if (letters === 0 || letters < MIN_KEPT * sumOf(words, word => word.letters)) return undefined
  if (kept.some(({ now }) => !now!.visible || now!.volatile)) return undefined
  return sumOf(kept, ({ now, letters: own }) => own * now!.struck) / letters
}
