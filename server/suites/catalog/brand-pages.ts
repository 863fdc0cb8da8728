import { handleKey, titleKey } from '../../matching/products/keys.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { shownPage } from './pages.ts'
import { grade, widespread } from './rules.ts'

const rules = defineRules(
  'catalog/brand-pages',
  {
    why: 'Buyers of a brand come by its page, and search engines list it.',
    reference: 'https://help.shopify.com/en/manual/products/details/product-vendor',
  },
  {
    'brand-page-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures:
        'Brands that have a page on the original, and in the new store neither a page or collection of their name nor products at /collections/vendors?q=….',
      one: 'A brand that has a page on the original has none in the new store',
      many: '% brands that have pages on the original have none in the new store',
      fix: 'Import the brands as vendors, or make a collection of each; the old addresses need a redirect to it.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Pages of brands, wherever the new store has them: at Shopify's own address, as collections or as pages. */
export const brandPages = catalogCheck({
  title: 'Brands keep their pages',
  weight: 2,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const { original, rebuilt } = pair
  const had = original.urls.brandPages ?? []
  if (had.length === 0) return notApplicable('no page of a brand was found on the original')
  const has = new Map((rebuilt.urls.brandPages ?? []).map(page => [page.brand, page.has]))
  const named = namesOf(pair)
  const differences: Difference<Cause>[] = []
  let unknown = 0
  for (const { brand, path } of had) {
    if (has.get(brand) || landsOnIt(pair, path, brand) || named.has(titleKey(brand))) continue
    if (has.get(brand) !== false) {
      unknown++
      continue
    }
    const index = original.urls.urls.findIndex(url => url.path === path)
    const page = original.urls.pages[original.urls.traces[index]?.page ?? -1]
    differences.push({
      cause: 'brand-page-lost',
      subject: brand,
      ...(page && { original: shownPage(page) }),
      before: path,
      after: 'not there',
    })
  }
  if (unknown === had.length) return inconclusive('the new store would not show its pages of brands')
  return { applicable: had.length - unknown, differences }
}

/** What collections and pages of the new store are called, and their addresses. */
function namesOf({ rebuilt: { catalog, urls } }: StorePair): ReadonlySet<string> {
  return new Set(
    [...catalog.collections, ...urls.targets].flatMap(({ path, title }) => [
      titleKey(title),
      titleKey(handleKey(path.split('/').at(-1) ?? '').replace(/[-_]/g, ' ')),
    ]),
  )
}

/** Its old address leads to a page that is called as it is, beside Shopify's own, which is there for any name. */
function landsOnIt({ rebuilt: { urls } }: StorePair, path: string, brand: string): boolean {
  const trace = urls.traces[urls.urls.findIndex(url => url.path === path)]
  const page = trace?.status === 200 ? urls.pages[trace.page ?? -1] : undefined
  const key = titleKey(brand)
  return (
    page !== undefined &&
    !/\/collections\/vendors$/.test(new URL(page.url).pathname) &&
    [page.heading, page.title].some(text => ` ${titleKey(text)} `.includes(` ${key} `))
  )
}
