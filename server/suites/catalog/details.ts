import { words } from '../../lib/text.ts'
import { shareIn } from '../../lib/word-set.ts'
import { pathKey } from '../../matching/products/keys.ts'
import type { LandedPage, PageSection } from '../../store/types.ts'
import { notApplicable } from '../core/suite.ts'
import type { Difference, Finder, StorePair } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNREAD, UNSEEN } from './pages.ts'
import { DETAILS } from './rules.ts'

/** What product pages say in tabs, accordions and blocks of their own. The new page may say it anywhere. */
export const details: Finder = pair => {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const isShared = sharedTexts(pages)
  const described = descriptionsOf(pair)
  const differences: Difference[] = []
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
