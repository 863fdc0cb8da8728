/** Facts that are not stated any more and that nobody misses. */
import type { Passage } from '../../../matching/passages.ts'
import type { Comparison } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import { isOfBuild } from '../grading.ts'

/** Tells which of the original's facts nobody misses. */
export function idleFacts(comparison: Comparison): (fact: PlacedFact) => boolean {
  const { original } = comparison
  return fact => {
    const passage = original[fact.passage]!
    return (
      isCounter(fact, passage) ||
      isArchive(fact, passage) ||
      isSaidFree(fact, comparison.rebuilt) ||
      isOfBuild(fact, passage)
    )
  }
}

/** The number of a slide or a step, such as 01, which a style sheet may as well count. */
const isCounter = ({ kind, raw }: PlacedFact, { text }: Passage): boolean =>
  kind === 'number' && /^0\d$/.test(raw.trim()) && text.trim() === raw.trim()

/** A month that is a link: the archive of a blog gets a new one each month, and loses none of its days. */
const isArchive = ({ kind, value }: PlacedFact, { kind: textKind, length }: Passage): boolean =>
  kind === 'date' && /^\d{4}-\d\d$/.test(value) && textKind === 'link' && length <= MAX_MONTH_WORDS

/** A month, its year, and how many texts are of it. */
const MAX_MONTH_WORDS = 3

const FREE =
  /(?<!\p{L})(?:free|gratis|kostenlos|gratuite?s?|gratuito|grátis|gratuita|kostenfrei|umsonst|darmowy|darmowe|bezpłatn\p{L}*|бесплатно|無料|免费|免費|무료|ücretsiz|مجاني)(?!\p{L})/iu

/** Whether it is a price of nothing, and the new page calls something free. */
const isSaidFree = ({ kind, value }: PlacedFact, rebuilt: Passage[]): boolean =>
  kind === 'price' && /^0 /.test(value) && rebuilt.some(({ visible, text }) => visible && FREE.test(text))
