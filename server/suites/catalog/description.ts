import { normalise, similarity, words } from '../../lib/text.ts'
import { shareIn } from '../../lib/word-set.ts'
import { pathKey } from '../../matching/products/keys.ts'
import type { Product } from '../../store/types.ts'
import { garbledIn } from '../core/find-leftovers.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { telling } from './details.ts'
import { type CatalogPair, type Compared, type Difference, paired, type StorePair } from './difference.ts'
import { type PagePair, pagePairs } from './pages.ts'
import { CSV, FREE, grade, percent, widespread } from './rules.ts'
import { SPECIFICATIONS } from './specifications.ts'

/**
 * Shares of the original's words that are still in a description: under `some` it is emptied, under `most` cut, under `nearlyAll`
 * edited; from `shown` on of the telling words that it lacks the page says them in another field.
 * What `shared` of the product pages say is the shop's, where there are so many pages as `pages`.
 */
const KEPT = { some: 0.05, most: 0.7, nearlyAll: 0.95, shown: 0.9, shared: 0.5, pages: 3 }
/** Descriptions of fewer words are labels. */
const MIN_WORDS = 8

const rules = defineRules(
  'catalog/description',
  {
    why: 'The description answers what buyers ask, and is what search engines find a product by.',
    reference: CSV,
  },
  {
    'description-emptied': {
      ...grade('moderate'),
      ...widespread(0.05, 2, 'serious'),
      measures: `Descriptions of which nothing, or under ${percent(KEPT.some)} of the words, is left.`,
      one: 'A product lost its description',
      many: '% products lost their descriptions',
      fix: 'Import the descriptions.',
    },
    'description-cut': {
      ...grade('moderate'),
      ...widespread(0.3, 5, 'serious'),
      measures: `Descriptions of ${MIN_WORDS} words and more of which under ${percent(KEPT.most)} of the words are left.`,
      one: `The description of a product lost over ${100 - KEPT.most * 100} % of its words`,
      many: `The descriptions of % products lost over ${100 - KEPT.most * 100} % of their words`,
      fix: 'Import the whole descriptions; parts made by tabs, fields or page builders are left out easily.',
    },
    'description-rewritten': {
      ...grade('moderate'),
      measures: `Descriptions of ${MIN_WORDS} words and more of which under ${percent(KEPT.most)} of the words are left, and which are about as long as they were.`,
      one: 'The description of a product was written anew',
      many: 'The descriptions of % products were written anew',
      fix: 'Nothing to do if that is meant; else import the descriptions of the original.',
    },
    'description-exchanged': {
      ...grade('serious'),
      measures: `Descriptions of ${MIN_WORDS} words and more that are word for word those of another product, of the original or, where that was edited, of the new store.`,
      one: 'A product has the description of another one',
      many: '% products have the descriptions of others',
      fix: 'Import each product with its own description (in a CSV file, look whether the column slipped by a row).',
    },
    'description-edited': {
      ...grade('minor'),
      measures: `Descriptions of which ${KEPT.most * 100} to ${percent(KEPT.nearlyAll)} of the words are left.`,
      one: 'The description of a product lost some of its words',
      many: 'The descriptions of % products lost some of their words',
      fix: 'Nothing to do if they were edited.',
    },
    'description-elsewhere': {
      ...FREE,
      measures: `Descriptions that lack words of which ${percent(KEPT.shown)} (of those of four letters and more, or with digits, at least ${MIN_WORDS}) stand on the product’s page. Not those that over ${percent(KEPT.shared)} of the new product pages say.`,
      one: 'A part of a product’s description is another field of its page now',
      many: 'Parts of the descriptions of % products are other fields of their pages now',
      fix: 'Nothing to do; look whether feeds and search need the whole text in the description.',
    },
    'description-garbled': {
      ...grade('moderate'),
      ...widespread(0, 3, 'serious'),
      measures: 'Descriptions with characters that were read in the wrong encoding, such as Ã© for é.',
      one: 'The description of a product is garbled',
      many: 'The descriptions of % products are garbled',
      fix: 'Save the file of the import as UTF-8, and import it again.',
    },
    leftovers: {
      ...grade('moderate'),
      ...widespread(0.05, 5, 'serious'),
      measures:
        'Shortcodes, encoded tags and template marks that a reader sees, and did not see on the original.',
      one: 'The description of a product shows code to its readers',
      many: 'The descriptions of % products show code to their readers',
      fix: 'Remove shortcodes, page-builder markup and encoded tags from the descriptions.',
    },
  },
)
type Cause = keyof typeof rules.table

/** What is said of a product, word by word; markup is nothing, and so is what was added. */
export const description = catalogCheck({
  title: 'Descriptions are kept',
  weight: 7,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const whole = pair.original.catalog.sees.description
  if (whole && !pair.rebuilt.catalog.sees.description)
    return inconclusive('where the new store was read, it tells an excerpt of descriptions at most')
  const differences: Difference<Cause>[] = []
  const isOnPage = shownOnPages(pair)
  const rowsOf = tablesOf(pair)
  const ownerOf = ownersOf(pair)
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    const [had, has] = [before.descriptionText, after.descriptionText]
    const about = { original: before, rebuilt: after }
    const code = leftover(has)
    if (code && !leftover(had)) differences.push({ ...about, cause: 'leftovers', before: code, after: '' })
    const garbled = garbledIn(has)
    const isGarbled = garbled !== '' && garbledIn(had) === ''
    if (isGarbled) differences.push({ ...about, cause: 'description-garbled', before: garbled, after: '' })
    if (had === '') continue
    applicable++
    if (had === has || normalise(had) === normalise(has)) continue
    const told = words(had)
    // A table of the description may be fields of the page now: that is the matter of specifications.
    const lacking = missing(missing(told, words(has)), rowsOf(before))
    const kept = told.length ? 1 - lacking.length / told.length : 1
    const owner = ownerOf(before, after)
    if (owner !== undefined) {
      differences.push({
        ...about,
        cause: 'description-exchanged',
        before: had,
        after: `what “${owner}” says`,
      })
      continue
    }
    const shown = { before: `${told.length} words`, after: `${words(has).length} words` }
    const changed = (cause: Cause, part?: string): void => {
      const isShown = isOnPage(before, missing(told, words(has)))
      differences.push({ ...about, ...shown, cause: isShown ? 'description-elsewhere' : cause, part })
    }
    if (
      words(has).length === 0 ||
      (told.length >= MIN_WORDS && kept < KEPT.some && has.length < had.length / 4)
    )
      changed('description-emptied')
    // An excerpt may be words that were written for search engines alone.
    else if (whole && told.length >= MIN_WORDS && kept < (isGarbled ? KEPT.most : KEPT.nearlyAll)) {
      // Written anew it is about as long.
      const isCut = words(has).length < KEPT.most * (told.length - rowsOf(before).length)
      changed(
        kept >= KEPT.most ? 'description-edited' : isCut ? 'description-cut' : 'description-rewritten',
        `${Math.round(kept * 100)} % of its words are kept`,
      )
    }
  }
  if (applicable === 0 && differences.length === 0)
    return notApplicable('no product that is in both shops has a description on the original')
  return { applicable: Math.max(1, applicable), differences }
}

/**
 * The title of the other product whose description one has now: word for word as the original says it there, or as the new store
 * says it there, where it was edited, and the original's is alike there alone. Siblings that came to share one text, and a text that
 * many have, are nobody's mistake.
 */
function ownersOf(pair: StorePair | CatalogPair) {
  const all = [...paired(pair as StorePair)]
  const byText = Map.groupBy(all, ({ before }) => normalise(before.descriptionText))
  const byNewText = Map.groupBy(all, ({ after }) => normalise(after.descriptionText))
  return (before: Product, { descriptionText: has }: Product): string | undefined => {
    if (words(has).length < MIN_WORDS) return undefined
    const text = normalise(has)
    const sharers = byNewText.get(text) ?? []
    if (sharers.length > EXCHANGED.most) return undefined
    const alike = (product: Product) => similarity(product.descriptionText, has)
    if (alike(before) >= EXCHANGED.own) return undefined
    const said = byText.get(text)
    const owner = said ? said[0] : sharers.find(other => alike(other.before) >= EXCHANGED.other)
    if (!owner || said?.some(other => other.before === before)) return undefined
    const isSibling =
      sharers.includes(owner) && similarity(owner.before.title, before.title) >= EXCHANGED.sibling
    return isSibling ? undefined : owner.before.title
  }
}

/**
 * How much a description shares with the original's of its own product at most, and, where it was edited, of another one at least;
 * how much the titles of siblings share; and how many products may have it.
 */
const EXCHANGED = { own: 0.5, other: 0.7, sibling: 0.5, most: 5 }

/** The words of a table that a description holds, by the rows that the original's page of the product shows. */
function tablesOf({ original }: StorePair | CatalogPair): (product: Product) => string[] {
  if (!('urls' in original)) return () => []
  const { urls, traces, pages } = (original as StorePair['original']).urls
  const known = new Map(
    urls.map(({ path }, at) => [pathKey(path), pages[traces[at]!.page ?? -1]?.facts?.rows ?? []]),
  )
  return ({ path, descriptionText }) => {
    const told = new Set(words(descriptionText))
    const rows = (known.get(pathKey(path)) ?? [])
      .map(row => words(row))
      .filter(row => row.every(word => told.has(word)))
    return rows.length < SPECIFICATIONS.minRows ? [] : rows.flat()
  }
}

/** Those that are said less often, with repetition. */
function missing(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1)
  return before.filter(word => {
    const rest = left.get(word) ?? 0
    left.set(word, rest - 1)
    return rest <= 0
  })
}

/**
 * Whether words that a description lacks stand on the product's page all the same: a part of it may be a field of its own
 * there. Those that most pages say tell nothing, and of the others a set of words takes one in ten for its own.
 */
function shownOnPages(
  pair: StorePair | CatalogPair,
): (product: Product, lacking: readonly string[]) => boolean {
  if (!('urls' in pair.original && 'urls' in pair.rebuilt)) return () => false
  const pages = pagePairs(pair as StorePair)
  const said = new Map(pages.map(({ path, after }) => [pathKey(path), after.facts?.vocabulary]))
  const isShops = saidByMost(pages)
  return ({ path, title }, lacking) => {
    const vocabulary = said.get(pathKey(path))
    const told = telling({ heading: '', title }, lacking.join(' '))
    if (vocabulary === undefined || shareIn(vocabulary, told.join(' ')) < KEPT.shown) return false
    const own = told.filter(word => !isShops(word))
    return own.length >= MIN_WORDS && shareIn(vocabulary, own.join(' ')) >= KEPT.shown
  }
}

/** Whether most product pages of the new store say a word: that is its footer, say, and of no product. */
function saidByMost(pages: readonly PagePair[]): (word: string) => boolean {
  const all = [
    ...new Set(pages.flatMap(({ kind, after }) => (kind === 'product' && after.facts?.vocabulary) || [])),
  ]
  const step = Math.ceil(all.length / MAX_SAMPLED)
  const some = all.filter((_, at) => at % step === 0)
  const known = new Map<string, boolean>()
  return word => {
    if (some.length < KEPT.pages) return false
    const is =
      known.get(word) ?? some.filter(set => shareIn(set, word) === 1).length > KEPT.shared * some.length
    known.set(word, is)
    return is
  }
}

/** Pages that tell what most of them say. */
const MAX_SAMPLED = 40

/** Shortcodes, tags and entities that were encoded twice, and templates: the first one that a reader sees, or ''. */
const leftover = (text: string): string =>
  /[[<&{]/.test(text) ? (LEFTOVER.exec(text)?.[0].slice(0, 80) ?? '') : ''

const LEFTOVER =
  /\[\/?(?:vc_|et_pb_|fusion_|av_|mk_|su_|elementor|gallery|caption|embed|video|audio|playlist|products?|product_page|woocommerce|contact-form|rev_slider|metaslider|tabs?|accordion|toggle|columns?|row|button|spacer)[^\]\n]{0,200}\]|<\/?(?:p|div|span|br|strong|em|b|i|ul|ol|li|h[1-6]|table|td|tr|img|a)\b[^>]{0,200}>|&(?:amp|nbsp|lt|gt|quot|#\d{2,5});|\{\{[^}]{0,100}\}\}|\{%[^%]{0,100}%\}/i
