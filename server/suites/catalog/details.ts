import { words } from '../../lib/text.ts'
import { shareIn } from '../../lib/word-set.ts'
import { pathKey } from '../../matching/products/keys.ts'
import type { LandedPage, PageSection } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNREAD, UNSEEN } from './pages.ts'
import { grade, percent, widespread } from './rules.ts'

/**
 * Of tabs and blocks: telling words (of four letters and more, or with digits) that make one; the share of them that must be
 * said on the new page; the share of all product pages beyond which a text is the shop's.
 */
const DETAILS = { minWords: 4, kept: 0.6, shared: 0.5 }

const rules = defineRules(
  'catalog/details',
  {
    why: 'How to wash it, what is in it and which size fits decide whether it is bought, and whether it is sent back.',
    reference: 'https://help.shopify.com/en/manual/custom-data/metafields',
  },
  {
    'details-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: `Tabs, accordions and blocks below a heading such as “Care” on product pages, of whose telling words under ${percent(DETAILS.kept)} are said on the new page. Not those of shipping, reviews and questions, nor what over ${percent(DETAILS.shared)} of the pages say alike, nor what the description says.`,
      one: 'A product lost what its tabs or blocks said of it',
      many: '% products lost what their tabs or blocks said of them',
      fix: 'Import the texts as metafields and show those in the product template: they are part of no product export.',
    },
  },
)
type Cause = keyof typeof rules.table

/** What product pages say in tabs, accordions and blocks of their own. The new page may say it anywhere. */
export const details = catalogCheck({
  title: 'What tabs and blocks say of products is kept',
  weight: 3,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const isShared = sharedTexts(pages)
  const described = descriptionsOf(pair)
  const differences: Difference<Cause>[] = []
  let [applicable, unread] = [0, 0]
  for (const { path, before, after } of pages) {
    const { vocabulary } = after.facts!
    const own = sectionsOf(before).filter(
      ({ text }) => !isShared(text) && keptOf(described(path), before, text) < SAID,
    )
    if (own.length === 0) continue
    if (!vocabulary) {
      // The original says what it says itself.
      if (before !== after) unread++
      continue
    }
    applicable++
    const keeps = (text: string) => shareIn(vocabulary, text)
    // A chart of sizes that is called by its name may open as a window of an app.
    const lost = own.filter(
      ({ title, text }) =>
        keptOf(keeps, before, text) < DETAILS.kept && !(SIZES.test(title) && keeps(title) === 1),
    )
    if (lost.length > 0)
      differences.push({
        cause: 'details-lost',
        original: shownPage(before),
        rebuilt: shownPage(after),
        part: lost.map(({ title, text }) => title || text.slice(0, 40)).join(', '),
        before: lost[0]!.text,
        after: 'not on the page',
      })
  }
  const tells = (page: LandedPage) => page.product && sectionsOf(page).length > 0
  if (pages.length === 0 && isUnseen(pair, tells)) return UNSEEN('there are tabs or blocks on product pages')
  if (applicable === 0 && unread > 0) return UNREAD('there are tabs or blocks on product pages')
  if (applicable === 0)
    return notApplicable(
      'no product page that was read on both sites has a tab or block of its own on the original',
    )
  return { applicable, differences }
}

/** As much of a section in the description makes it a part of that, which is compared by itself. */
const SAID = 0.7
const SIZES = /\bsiz(es?|ing)\b|größe|taille|talla|taglie|maat/i

const sectionsOf = (page: LandedPage): PageSection[] =>
  (page.facts?.sections ?? []).filter(({ text }) => telling(page, text).length >= DETAILS.minWords)

/** Words that say something, beside the product's name. */
export function telling({ heading, title }: Pick<LandedPage, 'heading' | 'title'>, text: string): string[] {
  const name = new Set(words(heading || title))
  return [...new Set(words(text))].filter(word => (word.length > 3 || /\d/.test(word)) && !name.has(word))
}

/** Share of a section's telling words that `share` finds. */
const keptOf = (share: (text: string) => number, page: LandedPage, text: string): number =>
  share(telling(page, text).join(' '))

/** What more than half of the pages say alike is the shop's. */
function sharedTexts(pages: readonly PagePair[]): (text: string) => boolean {
  const counts = new Map<string, number>()
  for (const { before } of pages)
    for (const text of new Set(before.facts!.sections?.map(section => section.text)))
      counts.set(text, (counts.get(text) ?? 0) + 1)
  const most = Math.max(3, pages.length * DETAILS.shared)
  return text => counts.get(text)! > most
}

/** How much of a text the description of the product at a path says. */
function descriptionsOf({ original }: StorePair): (path: string) => (text: string) => number {
  const products = new Map(original.catalog.products.map(product => [pathKey(product.path), product]))
  return path => {
    const said = new Set(words(products.get(pathKey(path))?.descriptionText ?? ''))
    return text => {
      const all = words(text)
      return all.length === 0 ? 1 : all.filter(word => said.has(word)).length / all.length
    }
  }
}
