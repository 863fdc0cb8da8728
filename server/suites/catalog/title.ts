import { languageCode, languageOf } from '../../lib/language.ts'
import { similarity, words } from '../../lib/text.ts'
import { titleKey } from '../../matching/products/keys.ts'
import type { Catalog, UrlTraces } from '../../store/types.ts'
import { garbledIn } from '../core/find-leftovers.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type CatalogPair, type Compared, type Difference, paired, type StorePair } from './difference.ts'
import { CSV, grade, percent, widespread } from './rules.ts'

/** Of two titles that share less than this, one is not the other's edition. */
const MIN_EDITED = 0.5

const rules = defineRules(
  'catalog/title',
  { why: 'Products are searched for and recognised by their titles.', reference: CSV },
  {
    'title-edited': {
      ...grade('minor'),
      measures: `Titles that share ${percent(MIN_EDITED)} of their words or more.`,
      one: 'A product has a slightly other title',
      many: '% products have slightly other titles',
      fix: 'Nothing to do if that is meant.',
    },
    'title-changed': {
      ...grade('moderate'),
      ...widespread(0.3, 5, 'serious'),
      measures: `Titles that share less than ${percent(MIN_EDITED)} of their words, and lack some of the original’s.`,
      one: 'A product has another title',
      many: '% products have other titles',
      fix: 'Set the titles of the original.',
    },
    'title-garbled': {
      ...grade('serious'),
      measures: 'Titles with characters that were read in the wrong encoding, such as Ã© for é.',
      one: 'The title of a product is garbled',
      many: 'The titles of % products are garbled',
      fix: 'Save the file of the import as UTF-8, and import it again.',
    },
    'title-translated': {
      ...grade('moderate'),
      measures: 'The same where the pages or descriptions of the new store are in another language.',
      one: 'A product has a title in another language',
      many: '% products have titles in another language',
      fix: 'Make the language of the original the store’s main one, if it is not meant to be another.',
    },
  },
)
type Cause = keyof typeof rules.table

export const title = catalogCheck({
  title: 'Titles of products are kept',
  weight: 3,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const differences: Difference<Cause>[] = []
  let applicable = 0
  let cause: 'title-changed' | 'title-translated' | undefined
  for (const { before, after } of paired(pair)) {
    applicable++
    if (titleKey(before.title) === titleKey(after.title)) continue
    const has = new Set(words(after.title))
    // What says all that it said, and more, is no other title.
    const isEdited =
      similarity(before.title, after.title) >= MIN_EDITED || words(before.title).every(word => has.has(word))
    if (!isEdited) cause ??= isTranslated(pair) ? 'title-translated' : 'title-changed'
    const isGarbled = garbledIn(after.title) !== '' && garbledIn(before.title) === ''
    differences.push({
      cause: isGarbled ? 'title-garbled' : isEdited ? 'title-edited' : cause!,
      original: before,
      rebuilt: after,
      before: before.title,
      after: after.title,
    })
  }
  if (applicable === 0) return notApplicable('no product is in both shops')
  return { applicable, differences }
}

/** Whether the shops are in two languages, by what most of their pages say of themselves, else by descriptions. */
function isTranslated({ original, rebuilt }: StorePair | CatalogPair): boolean {
  const [was, is] =
    'urls' in original && 'urls' in rebuilt
      ? [original, rebuilt].map(side => spokenOn((side as StorePair['original']).urls))
      : []
  if (was && is && was !== is) return true
  const [told, tells] = [original.catalog, rebuilt.catalog].map(writtenIn)
  return Boolean(told && tells) && told !== tells
}

function spokenOn({ pages }: UrlTraces): string | undefined {
  const counts = new Map<string, number>()
  for (const { language } of pages) {
    const code = languageCode(language)
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

const SAMPLE = 50
const writtenIn = ({ products }: Catalog): string | null =>
  languageOf(
    products
      .slice(0, SAMPLE)
      .map(({ descriptionText }) => descriptionText)
      .join(' '),
  )
