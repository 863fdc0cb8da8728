/** Shops in two languages: each version of a page is a page of its own. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair, textOf } from './made.ts'

/** As German pages of Shopify have them by default: the handle of the English one. */
const PAGES = [
  { old: '/shipping-info/', language: 'en', title: 'Shipping', fresh: '/pages/shipping' },
  { old: '/our-story/', language: 'en', title: 'Our story', fresh: '/pages/about' },
  { old: '/de/versand/', language: 'de', title: 'Versand', fresh: '/de/pages/shipping' },
  { old: '/de/geschichte/', language: 'de', title: 'Geschichte', fresh: '/de/pages/about' },
]
/** Called the same in both. */
const NAMESAKES = ['FAQ', 'Newsletter'].flatMap(title => [
  { old: `/${title}/`, language: 'en', title, fresh: `/pages/${title}` },
  { old: `/de/${title}/`, language: 'de', title, fresh: `/de/pages/${title}` },
])

type Page = (typeof PAGES)[number]
const wordsOf = ({ title, language }: Page) => textOf(`${title}in${language}`)

/** `led`: where each leads, nowhere for null. */
function moved(pages: Page[], led: (page: Page) => Page | null) {
  const given = Object.fromEntries(
    pages.map((page): [string, Given] => {
      const { language, title } = page
      const own = { language, title, text: wordsOf(page) }
      const to = led(page)
      if (!to) return [page.old, { ...own, end: 404 }]
      const shown = { language: to.language, heading: to.title, text: wordsOf(to) }
      return [page.old, { ...own, hops: [`301 ${to.fresh}`], page: shown }]
    }),
  )
  return makePair(given, { targets: pages.map(({ fresh }) => ({ path: fresh, kind: 'page', title: '' })) })
}

const inOtherLanguage = (pages: Page[]) => (page: Page) =>
  pages.find(({ language, fresh }) => language !== page.language && fresh.endsWith(page.fresh.slice(-4)))!
const classOf = (pair: ReturnType<typeof makePair>, path: string) =>
  rowsOf(pair).rows.find(({ url }) => url.path === path)!

test.each([['other names', PAGES] as const, ['the same names', NAMESAKES] as const])(
  'a faithful move of two languages with %s is right',
  (_, pages) => {
    const pair = moved(pages, page => page)
    for (const { old } of pages) expect(classOf(pair, old).class, old).toBe('moved')
  },
)

test.each([['other names', PAGES] as const, ['the same names', NAMESAKES] as const])(
  'the version in the other language is another page: %s',
  (_, pages) => {
    const wrong = inOtherLanguage(pages)
    const exchanged = pages.filter(({ title }) => title === pages[0]!.title || title === 'Versand')
    const pair = moved(pages, page => (exchanged.includes(page) ? wrong(page) : page))
    for (const page of exchanged) {
      const { class: name, why } = classOf(pair, page.old)
      expect(name, page.old).toBe('wrong-target')
      expect(why).toContain(`leads to ${wrong(page).fresh.toLowerCase()}: `)
    }
  },
)

test('no version in another language is proposed', () => {
  // One page in each language was led to its own, so that both are known to be spoken.
  const pair = moved(NAMESAKES, page => (page.title === 'FAQ' ? page : null))
  const targets = pair.rebuilt.urls.targets.filter(({ path }) => path !== '/de/pages/Newsletter')
  Object.assign(pair.rebuilt.urls, { targets })
  const rows = new Map(redirectTables(pair).shopifyRedirects as [string, string][])
  expect(rows.get('/Newsletter/')).toBe('/pages/Newsletter')
  expect(rows.has('/de/Newsletter/')).toBe(false)
})

test('markets of one language share their pages', () => {
  const pair = moved(
    PAGES.filter(({ language }) => language === 'en').map(page =>
      page.title === 'Shipping' ? { ...page, fresh: '/en-ca/pages/shipping' } : page,
    ),
    page => page,
  )
  pair.rebuilt.urls.targets.push({ path: '/pages/shipping', kind: 'page', title: 'Shipping' })
  expect(classOf(pair, '/shipping-info/').class).toBe('moved')
})

test('where the shop speaks another language now, its names are as good as before', () => {
  const [page] = NAMESAKES
  const pair = moved([page!], () => ({ ...page!, language: 'de' }))
  expect(classOf(pair, page!.old).class).toBe('moved')
})
