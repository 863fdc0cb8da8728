import { handleKey, titleKey } from '../../matching/products/keys.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import type { Difference, Finder, StorePair } from './difference.ts'
import { shownPage } from './pages.ts'

/** Pages of brands, wherever the new store has them: at Shopify's own address, as collections or as pages. */
export const brandPages: Finder = pair => {
  const { original, rebuilt } = pair
  const had = original.urls.brandPages ?? []
  if (had.length === 0) return notApplicable('no page of a brand was found on the original')
  const has = new Map((rebuilt.urls.brandPages ?? []).map(page => [page.brand, page.has]))
  const named = namesOf(pair)
  const differences: Difference[] = []
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
