/** Facts that are not stated any more and that nobody misses. */
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import { isOfBuild } from '../grading.ts'

/** Tells which of the original's facts nobody misses where another value is `instead` of it, or none. */
export function idleFacts(comparison: Comparison): (fact: PlacedFact, instead?: PlacedFact) => boolean {
  const { original } = comparison
  const kept = [...comparison.facts.partner.keys()]
  const isAlone = ({ passage, raw }: PlacedFact) => {
    const { kind, text } = original[passage]!
    return kind !== 'cell' && text.trim() === raw.trim()
  }
  // Of one that stands twice in a row and alone, such as the price of a card in two sizes, one is enough.
  const isSaidTwice = (fact: PlacedFact) =>
    isAlone(fact) &&
    kept.some(
      one =>
        one.kind === fact.kind &&
        one.value === fact.value &&
        Math.abs(one.passage - fact.passage) === 1 &&
        isAlone(one),
    )
  return (fact, instead) =>
    isNobodys(fact) ||
    isCounter(fact, original[fact.passage]!) ||
    isArchive(fact, original) ||
    isSaidFree(fact, comparison) ||
    (instead === undefined && isSaidTwice(fact)) ||
    isOfBuild(fact, original[fact.passage]!)
}

/** A telephone number or an e-mail address that a template stands with: nobody is reached there. */
const isNobodys = ({ kind, value, raw }: PlacedFact): boolean =>
  (kind === 'phone' && /^\+?(\d)\1*$/.test(value.replace(/\D/g, '').replace(/^\+/, ''))) ||
  (kind === 'e-mail' &&
    /@(?:untitled|yourdomain|yoursite|yourcompany|yourwebsite|domain)\.\w+$/i.test(raw.trim()))

/** The number of a slide or a step, such as 01, which a style sheet may as well count. */
const isCounter = ({ kind, raw }: PlacedFact, { text }: Passage): boolean =>
  kind === 'number' && /^0\d$/.test(raw.trim()) && text.trim() === raw.trim()

/** A month that is a link beside another one: the archive of a blog gets a new one each month, and loses none of its days. */
function isArchive({ kind, value, passage }: PlacedFact, original: Passage[]): boolean {
  const isMonth = (at: number) => {
    const text = original[at]
    return text?.kind === 'link' && text.length <= MAX_MONTH_WORDS && /\d{4}/.test(text.text)
  }
  const isOfMonth = kind === 'date' && /^\d{4}-\d\d$/.test(value)
  return isOfMonth && isMonth(passage) && (isMonth(passage - 1) || isMonth(passage + 1))
}

/** A month, its year, and how many texts are of it. */
const MAX_MONTH_WORDS = 3

/** Texts to either side of a price of nothing, and of where they stand now, in which it may be called free. */
const FREE_WINDOW = 2
const FREE =
  /(?<!\p{L})(?:free|gratis|kostenlos|gratuite?s?|gratuito|grátis|gratuita|kostenfrei|umsonst|darmowy|darmowe|bezpłatn\p{L}*|бесплатно|無料|免费|免費|무료|ücretsiz|مجاني)(?!\p{L})/iu

/** Whether a price of nothing is called free where it stood. */
function isSaidFree({ kind, value, passage }: PlacedFact, { rebuilt, alignment }: Comparison): boolean {
  if (kind !== 'price' || !/^0(?:\.0+)? /.test(value)) return false
  for (let at = Math.max(0, passage - FREE_WINDOW); at <= passage + FREE_WINDOW; at++) {
    const place = at + 1 < alignment.sourceStart.length ? counterpartOf(alignment, at) : undefined
    if (place === undefined) continue
    const near = rebuilt.slice(Math.max(0, place - FREE_WINDOW), place + FREE_WINDOW + 1)
    if (near.some(({ visible, text }) => visible && FREE.test(text))) return true
  }
  return false
}
