import { normalise, wordsOnce } from '../../lib/text.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { CHEAP, grade, percent, widespread } from './rules.ts'

/** Share of the words of a title or description that must be left; words that make a description; words by which an excerpt is known. */
const SEARCH_TEXTS = { kept: 0.6, minWords: 4, excerptWords: 6 }

const rules = defineRules(
  'catalog/search-texts',
  {
    why: 'Title and description are what people read of a page in search results before they come.',
    reference: 'https://help.shopify.com/en/manual/promoting-marketing/seo/adding-keywords',
  },
  {
    'search-title-lost': {
      ...grade('moderate'),
      ...widespread(0.3, 5, 'serious'),
      measures: `Titles of pages of which under ${percent(SEARCH_TEXTS.kept)} of the words are left, without what all titles of the site have; those that a theme makes of a name do not count.`,
      one: 'A page lost the title that was written for search engines',
      many: '% pages lost the titles that were written for search engines',
      fix: 'Import the SEO titles (title tags): in a CSV file of products the column SEO Title, else the metafield global.title_tag.',
    },
    'search-description-lost': {
      ...grade('moderate'),
      measures:
        'Pages that had a meta description of their own and have none, or one that many pages have, such as that of the home page.',
      one: 'A page lost its meta description',
      many: '% pages lost their meta descriptions',
      fix: 'Import the SEO descriptions: in a CSV file of products the column SEO Description, else the metafield global.description_tag.',
    },
    'search-description-replaced': {
      ...CHEAP,
      measures: `Meta descriptions that are no beginning of the page’s own text, and share under ${percent(SEARCH_TEXTS.kept)} of their words with the new ones.`,
      one: 'A page has another meta description than the one that was written for it',
      many: '% pages have other meta descriptions than those that were written for them',
      fix: 'Import the SEO descriptions; without them a theme shows the beginning of the text.',
    },
  },
)
type Cause = keyof typeof rules.table

/**
 * Titles and descriptions that were written for search engines. What a theme makes by itself, of a product's name or of
 * its text, is nobody's work that could be lost. The home page is the suite seo's, as any page that is submitted.
 */
export const searchTexts = catalogCheck({
  title: 'Titles and descriptions in search results are kept',
  weight: 6,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(({ kind }) => SEARCHED.test(kind))
  const texts = new Map(
    pair.original.catalog.products.map(({ path, descriptionText }) => [path, descriptionText]),
  )
  const ofTheSite = { title: sharedParts(pages), description: sharedDescriptions(pages, 'before') }
  // What many pages say is no description of any of them.
  const sharedNow = sharedDescriptions(pages, 'after')
  const ofTheTemplate = new Map(
    [...Map.groupBy(pages, ({ kind }) => kind)].map(([kind, all]) => [kind, templateWords(all)]),
  )
  const differences: Difference<Cause>[] = []
  let [titles, descriptions] = [0, 0]
  for (const page of pages) {
    const { before, after } = page
    const about = { original: shownPage(before), rebuilt: shownPage(after) }
    const title = before.title.split(SEPARATOR).filter(part => !ofTheSite.title.has(normalise(part)))
    const made = ofTheTemplate.get(page.kind)!
    const had = wordsOnce(title.join(' ')).filter(word => !made.has(word))
    if (had.length > 0) {
      titles++
      const isWritten =
        !isSame(had, wordsOnce(before.heading)) ||
        !isContained(wordsOnce(after.heading), wordsOnce(after.title))
      if (isWritten && keptOf(had, after.title) < SEARCH_TEXTS.kept)
        differences.push({
          ...about,
          cause: 'search-title-lost',
          before: before.title,
          after: after.title || 'none',
        })
    }
    const told = before.facts!.description
    if (wordsOnce(told).length < SEARCH_TEXTS.minWords || ofTheSite.description.has(normalise(told))) continue
    descriptions++
    const now = after.facts!.description
    const isOther = keptOf(wordsOnce(told), now) < SEARCH_TEXTS.kept
    if (wordsOnce(now).length === 0 || (isOther && sharedNow.has(normalise(now))))
      differences.push({ ...about, cause: 'search-description-lost', before: told, after: now || 'none' })
    else if (
      isOther &&
      keptOf(wordsOnce(now), told) < SEARCH_TEXTS.kept &&
      !isExcerpt(told, `${before.opening} ${texts.get(page.path) ?? ''}`)
    )
      differences.push({ ...about, cause: 'search-description-replaced', before: told, after: now })
  }
  if (
    pages.length === 0 &&
    isUnseen(pair, ({ facts }, kind) => SEARCHED.test(kind) && facts!.description !== '')
  )
    return UNSEEN('there are descriptions for search engines on pages')
  if (titles + descriptions === 0)
    return notApplicable(
      'no page that was read on both sites has a title or a description of its own on the original',
    )
  return {
    applicable: {
      'search-title-lost': titles,
      'search-description-lost': descriptions,
      'search-description-replaced': descriptions,
    },
    differences,
  }
}

const SEARCHED = /^(product|category|post|page)$/
const SEPARATOR = /\s+[|–—·»:-]\s+/
/** What so many pages have in their titles, or as their description, is the site's. */
const SHARED = { share: 0.1, least: 2 }
const TEMPLATE = { share: 0.6, least: 5 }

const sharedParts = (pages: readonly PagePair[]) =>
  frequent(pages, ({ before }) => before.title.split(SEPARATOR).map(normalise))

/** Words that a plugin puts into the title of each page of a kind: `Shirts Archives`, `Buy a linen shirt online`. */
function templateWords(pages: readonly PagePair[]): ReadonlySet<string> {
  if (pages.length < TEMPLATE.least) return new Set()
  return frequent(pages, ({ before }) => wordsOnce(before.title), TEMPLATE.share * pages.length)
}

/** Several addresses may lead to one page. */
const sharedDescriptions = (pages: readonly PagePair[], side: 'before' | 'after') =>
  frequent([...new Map(pages.map(page => [page[side], page])).values()], page => [
    normalise(page[side].facts!.description),
  ])

/** Texts that more than `most` of the pages have. */
function frequent(
  pages: readonly PagePair[],
  textsOf: (page: PagePair) => readonly string[],
  most = Math.max(SHARED.least, pages.length * SHARED.share),
): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const text of new Set(textsOf(page))) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const [text, count] of counts) if (count <= most) counts.delete(text)
  return new Set(counts.keys())
}

const isSame = (a: readonly string[], b: readonly string[]) => a.join(' ') === b.join(' ')
const isContained = (part: readonly string[], whole: readonly string[]) =>
  part.every(word => whole.includes(word))

function keptOf(had: readonly string[], text: string): number {
  const has = new Set(wordsOnce(text))
  return had.filter(word => has.has(word)).length / Math.max(1, had.length)
}

/** Shops cut descriptions from a text anywhere, so that its beginning tells. */
const isExcerpt = (description: string, text: string) =>
  wordsOnce(text).join(' ').includes(wordsOnce(description).slice(0, SEARCH_TEXTS.excerptWords).join(' '))
