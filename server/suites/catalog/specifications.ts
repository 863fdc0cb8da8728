import { MAX_MEASURES, MAX_ROW, type Measure, measuresIn } from '../../lib/measures.ts'
import { sameNumber } from '../../lib/number.ts'
import { shareIn } from '../../lib/word-set.ts'
import type { PageFacts } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, pagePairs, shownPage, UNREAD, UNSEEN } from './pages.ts'
import { grade, percent, widespread } from './rules.ts'

/** Rows that make a table; the share of the words of a row that must be said; the share of rows beyond which the table is lost. */
export const SPECIFICATIONS = { minRows: 3, row: 0.7, lost: 0.5 }

const rules = defineRules(
  'catalog/specifications',
  {
    why: 'Materials, care and sizes decide whether it is bought, and whether it is sent back.',
    reference: 'https://help.shopify.com/en/manual/custom-data/metafields',
  },
  {
    'specification-changed': {
      ...grade('moderate'),
      ...widespread(0, 3, 'serious'),
      measures:
        'Measures (a number with a unit such as kg, mm or V) in rows of tables and lists of the original, of which the new page has another one behind the same words, once, and the original’s nowhere.',
      one: 'A specification of a product says another measure',
      many: '% specifications of products say other measures',
      fix: 'Set what the original says (in a spreadsheet, look whether the column slipped by a row).',
    },
    'specifications-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: `Tables and lists of terms of ${SPECIFICATIONS.minRows} rows and more on product pages, of which over ${percent(SPECIFICATIONS.lost)} of the rows are said nowhere on the new page.`,
      one: 'A product lost its specifications',
      many: '% products lost their specifications',
      fix: 'Import them as metafields and show those in the product template; size charts and care instructions likewise.',
    },
    'ingredients-lost': {
      ...grade('serious'),
      measures: `Rows of such tables that are called ingredients, allergens or nutrition, in ten languages, of whose other words under ${percent(SPECIFICATIONS.row)} are said on the new page.`,
      why: 'Who is allergic relies on it, and the law asks for it before food or cosmetics are bought.',
      one: 'A product no longer says what is in it',
      many: '% products no longer say what is in them',
      fix: 'Import them, as metafields or in the description, and show them in the product template.',
      reference: 'https://eur-lex.europa.eu/eli/reg/2011/1169/oj',
    },
  },
)
type Cause = keyof typeof rules.table

/** Rows of tables and lists that say what a product is: materials, care, sizes. The new page may say them anywhere. */
export const specifications = catalogCheck({
  title: 'Specifications of products are kept',
  weight: 4,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const differences: Difference<Cause>[] = []
  let [applicable, unread] = [0, 0]
  for (const { before, after } of pages) {
    const { rows } = before.facts!
    const { vocabulary } = after.facts!
    if (rows.length < SPECIFICATIONS.minRows) continue
    if (!vocabulary) {
      // The original says what it says itself.
      if (before !== after) unread++
      continue
    }
    applicable++
    const changed = changedIn(before.facts!, after.facts!)
    if (changed)
      differences.push({
        cause: 'specification-changed',
        original: shownPage(before),
        rebuilt: shownPage(after),
        before: changed.was.text,
        after: `${changed.now.number} ${changed.now.unit}`,
      })
    const lost = rows.filter(row => shareIn(vocabulary, row) < SPECIFICATIONS.row)
    // The label may be another word: what it declares must be said.
    const undeclared = rows.filter(row => {
      const [label] = DECLARED.exec(row) ?? []
      const told = label === undefined ? '' : row.slice(label.length)
      return /\p{L}/u.test(told) && !NOTHING.test(told) && shareIn(vocabulary, told) < SPECIFICATIONS.row
    })
    if (undeclared.length > 0)
      differences.push({
        cause: 'ingredients-lost',
        original: shownPage(before),
        rebuilt: shownPage(after),
        part: undeclared[0]!,
        before: `${undeclared.length} of ${rows.length} rows`,
        after: 'not on the page',
      })
    if (lost.length <= rows.length * SPECIFICATIONS.lost) continue
    differences.push({
      cause: 'specifications-lost',
      original: shownPage(before),
      rebuilt: shownPage(after),
      part: lost[0]!,
      before: `${rows.length} rows`,
      after: String(rows.length - lost.length),
    })
  }
  const tells = ({ facts, product }: (typeof pages)[number]['before']) =>
    product && facts!.rows.length >= SPECIFICATIONS.minRows
  if (pages.length === 0 && isUnseen(pair, tells)) return UNSEEN('there are specifications on product pages')
  if (applicable === 0 && unread > 0) return UNREAD('there are specifications on product pages')
  if (applicable === 0)
    return notApplicable('no product page that was read on both sites has a table of its own on the original')
  return { applicable, differences }
}

const NOTHING = /^\W*(none|no|keine?|aucun\p{L}*|ningun\p{L}*|nessun\p{L}*|geen|ingen|brak)\b/iu
/** How rows begin that say what is in food or cosmetics. */
const DECLARED =
  /^(zutaten|inhaltsstoffe|allergene?|nährwerte?|ingredients?|allergens?|inci|nutrition\p{L}*|ingrédients?|allergènes?|valeurs nutritionnelles|ingredientes?|al[eé]rgen(os|ios|icos)|ingredienti|allergeni|valori nutrizionali|ingrediënten|allergenen|voedingswaarden?|ingredienser|allergener|indholdsstoffer|składniki|alergeny|složení)(?!\p{L})( (facts|information|angaben|per|pro))?[\s:]*/iu

/**
 * The first measure of a row that is another one behind the same words, which each of the pages has once with its unit. One that
 * the new page has anywhere is not lost.
 */
function changedIn(
  { rows }: PageFacts,
  { measures = [] }: PageFacts,
): { was: Measure; now: Measure } | undefined {
  // What was cut may end in the middle of a number, or say it further on.
  if (measures.length >= MAX_MEASURES) return undefined
  const told = rows.filter(row => row.length < MAX_ROW).flatMap(measuresIn)
  const tells = measures.flatMap(measuresIn)
  for (const was of told) {
    const isOneWord = !was.label.includes(' ')
    const isSaid = tells.some(({ unit, number }) => unit === was.unit && sameNumber(number, was.number))
    if (was.label === '' || isSaid) continue
    // A label of one word stands behind any other one in a text.
    const isSo = ({ label, unit }: Measure) =>
      unit === was.unit && (label === was.label || (isOneWord && label.endsWith(` ${was.label}`)))
    const [now, ...others] = tells.filter(isSo)
    const isAlone = others.length === 0 && told.filter(isSo).length === 1
    if (now && isAlone && !sameNumber(now.number, was.number)) return { was, now }
  }
  return undefined
}
