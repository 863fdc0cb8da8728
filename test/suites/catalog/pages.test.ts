/** Checks of what pages tell, on hand-made pages: which pages are compared, and what is no loss. */
import { expect, test } from 'vitest'
import { measuresIn } from '../../../server/lib/measures.ts'
import { wordSet } from '../../../server/lib/word-set.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import type { LandedPage, PageFacts } from '../../../server/store/types.ts'
import { catalog } from '../../../server/suites/catalog/index.ts'
import { catalogTable } from '../../../server/suites/catalog/table.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import { judgeBy, makeCapture } from '../captures.ts'
import { type Given, type Made, makePair, makeProduct, NO_FACTS, type Options } from '../redirects/made.ts'

interface Pages {
  kind?: Given['kind']
  /** Where it leads; at its own address when left out. */
  to?: string
  heading: string
  newHeading?: string
  before?: Partial<PageFacts> & { title?: string; words?: number; opening?: string }
  after?: Partial<PageFacts> & { title?: string; words?: number; opening?: string }
}

function made(pages: Record<string, Pages>, options: Options = {}): Made {
  const given = Object.fromEntries(
    Object.entries(pages).map(
      ([path, { kind = 'page', to, heading, newHeading = heading }]): [string, Given] => [
        path,
        { kind, title: heading, ...(to && { hops: [`301 ${to}`] }), page: { heading: newHeading } },
      ],
    ),
  )
  const pair = makePair(given, options)
  const paths = Object.keys(pages)
  for (const [at, path] of paths.entries()) {
    // The home page is the first.
    tell(pair.original.urls.pages[at + 1]!, pages[path]!.before)
    tell(pair.rebuilt.urls.pages[at + 1]!, pages[path]!.after)
  }
  return pair
}

function tell(page: LandedPage, { title, words, opening, ...facts }: Pages['before'] = {}): void {
  page.facts = { ...NO_FACTS, ...facts }
  page.title = title ?? page.title
  page.words = words ?? page.words
  page.opening = opening ?? page.opening
}

function judged(pair: Made) {
  const result = judgeBy(
    catalog,
    makeCapture('original', pair.original),
    makeCapture('rebuilt', pair.rebuilt),
  )
  return {
    ...result,
    found: Object.fromEntries(
      result.issues.map(({ key, severity }) => [key.replace('catalog/', ''), severity]),
    ),
    check: (name: string) => result.checks.find(({ id }) => id === `catalog/${name}`)!,
  }
}

const SHOP: Options = {
  old: {
    products: ['Lamp', 'Vase', 'Bowl'].map(name => makeProduct(`/product/${name.toLowerCase()}/`, name)),
  },
  new: {
    products: ['Lamp', 'Vase', 'Bowl'].map(name => makeProduct(`/products/${name.toLowerCase()}`, name)),
  },
}
const product = (
  name: string,
  before: Pages['before'],
  after: Pages['after'],
  to = name,
): Record<string, Pages> => ({
  [`/product/${name}/`]: { kind: 'product', to: `/products/${to}`, heading: name, before, after },
})

test('pages are compared where they surely belong together, and nowhere else', () => {
  const rated = { reviews: { value: 4.8, count: 12, by: 'markup' as const } }
  expect(judged(made(product('lamp', rated, {}), SHOP)).found).toEqual({ 'reviews-lost': 'moderate' })
  // Another product's page says nothing of this one: redirects tells.
  expect(judged(made(product('lamp', rated, {}, 'vase'), SHOP)).check('reviews').outcome).toBe(
    'not-applicable',
  )
  // Siblings of a template differ in their heading.
  const post = (newHeading: string): Record<string, Pages> => ({
    '/flowers-rotterdam/': {
      kind: 'post',
      to: '/blogs/news/x',
      heading: 'Flowers in Rotterdam',
      newHeading,
      before: { published: '2024-01-05' },
      after: { published: '2026-11-20' },
    },
  })
  expect(judged(made(post('Flowers in Rotterdam'))).found).toEqual({ 'date-changed': 'moderate' })
  expect(judged(made(post('Flowers in Tilburg'))).found).toEqual({})
})

test('what no page of the new store could be compared with is unknown, not kept', () => {
  const rated = { reviews: { value: 4.8, count: 12, by: 'markup' as const } }
  const pair = made({ ...product('lamp', rated, {}) }, SHOP)
  pair.original.urls.pages[1]!.product = true
  pair.rebuilt.urls.traces[1] = { hops: [], end: 'answer', status: 404 }
  const { check } = judged(pair)
  expect(check('reviews')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('import the redirects'),
  })
  // The page of the same name was read in its place.
  pair.rebuilt.urls.counterparts = [{ path: '/product/lamp/', page: 1 }]
  expect(judged(pair).found).toEqual({ 'reviews-lost': 'moderate' })
})

test('reviews that an app writes in later are unknown, not lost', () => {
  const rated = { reviews: { value: 4.8, count: 12, by: 'text' as const } }
  const late = { reviews: { value: null, count: null, by: 'script' as const } }
  const { found, check } = judged(made(product('lamp', rated, late), SHOP))
  expect(found).toEqual({})
  expect(check('reviews')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('an app writes'),
  })
})

const THINGS = Array.from({ length: 8 }, (_, at) => `thing-${at}`)
const THINGS_SHOP: Options = {
  old: { products: THINGS.map(name => makeProduct(`/product/${name}/`, name)) },
  new: { products: THINGS.map(name => makeProduct(`/products/${name}`, name)) },
}
const things = (before: Pages['before'], after: (at: number) => Pages['after']): Record<string, Pages> =>
  Object.assign({}, ...THINGS.map((name, at) => product(name, before, after(at))))

test('what the shop says of itself on every product page is no review of one', () => {
  const claim = (by: 'text' | 'markup') => ({ reviews: { value: 4.9, count: 1200, by } })
  const found = (pages: Record<string, Pages>) => judged(made(pages, THINGS_SHOP)).found
  expect(found(things(claim('text'), () => ({})))).toEqual({})
  // To machines each product tells its own, and products may be rated alike: another page says what the shop's is.
  const marked = things(claim('markup'), () => ({}))
  expect(found(marked)).toEqual({ 'reviews-lost': 'serious' })
  const about = { '/about/': { heading: 'About us', before: claim('markup') } }
  expect(found({ ...marked, ...about })).toEqual({})
})

test('reviews that most new pages say nothing of are no reviews that are kept', () => {
  const rated = { reviews: { value: 4.8, count: 120, by: 'markup' as const } }
  const late = { reviews: { value: null, count: null, by: 'script' as const } }
  const at = (others: Pages['after']) =>
    judged(
      made(
        things(rated, index => (index === 0 ? rated : others)),
        THINGS_SHOP,
      ),
    )
  expect(at(late).check('reviews')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('7 of 8'),
  })
  expect(at({}).found).toEqual({ 'reviews-lost': 'serious' })
})

test('stars that leave the search results, and reviews of which some are missing', () => {
  const by = (by: 'markup' | 'text', count = 12, value = 4.8) => ({ reviews: { value, count, by } })
  const found = (after: Pages['after']) => judged(made(product('lamp', by('markup'), after), SHOP)).found
  expect(found(by('markup'))).toEqual({})
  // New ones come in meanwhile.
  expect(found(by('markup', 14, 4.7))).toEqual({})
  expect(found(by('text'))).toEqual({ 'rating-markup-lost': 'moderate' })
  expect(found(by('markup', 6))).toEqual({ 'reviews-fewer': 'moderate' })
  expect(found(by('markup', 12, 3))).toEqual({ 'rating-changed': 'minor' })
})

test('search texts: what somebody wrote counts, what a theme made does not', () => {
  const written = {
    title: 'Buy a handmade brass lamp online | Shop',
    description: 'Brass lamps from our own foundry, sent within two days.',
  }
  const found = (before: Pages['before'], after: Pages['after']) =>
    judged(made(product('lamp', before, after), SHOP)).found
  expect(found(written, { ...written, title: 'Buy a handmade brass lamp online – Shop' })).toEqual({})
  expect(found(written, { title: 'lamp – Shop', description: 'A lamp.' })).toEqual({
    'search-title-lost': 'moderate',
    'search-description-replaced': 'minor',
  })
  expect(found(written, { ...written, description: '' })).toEqual({ 'search-description-lost': 'moderate' })
  const many = (now: (name: string) => string) => {
    const pages = ['oak', 'ash', 'elm', 'yew', 'box'].map(name => {
      const own = `A turned bowl of ${name} from a single tree, oiled twice.`
      return [
        `/about-${name}/`,
        {
          heading: name,
          to: `/pages/${name}`,
          before: { description: own },
          after: { description: now(own) },
        },
      ] as const
    })
    return judged(made(Object.fromEntries(pages))).found
  }
  expect(many(own => own)).toEqual({})
  // Three that are one page now, in the words of one of them.
  expect(many(own => own.replace(/of (ash|elm|yew)/, 'of oak'))).toEqual({})
  expect(many(() => 'Everything for the table, made by hand in the north.')).toEqual({
    'search-description-lost': 'moderate',
  })
  // The name of the page with that of the shop, on both.
  expect(found({ title: 'lamp | Shop' }, { title: 'lamp – Shop' })).toEqual({})
  // The beginning of the text, cut elsewhere.
  const text = 'This lamp stands on three legs and gives a warm light that fills the whole room.'
  expect(
    found(
      { title: 'lamp', description: text.slice(0, 60), opening: text },
      { title: 'lamp', description: text },
    ),
  ).toEqual({})
})

test('search texts: what a plugin puts into every title of a kind was written by nobody', () => {
  const names = ['Shirts', 'Belts', 'Hats', 'Scarves', 'Shoes', 'Bags']
  const pages = Object.fromEntries(
    names.map((heading, at): [string, Pages] => [
      `/about-${at}/`,
      {
        heading,
        to: `/pages/about-${at}`,
        before: { title: `${heading} Archives | Shop` },
        after: { title: `${heading} – Shop` },
      },
    ]),
  )
  expect(judged(made(pages)).found).toEqual({})
})

test('posts: an import’s date and account, and texts that were cut', () => {
  const before = { published: '2021-04-05', author: 'Ann Lee', words: 400 }
  const found = (after: Pages['after']) =>
    judged(
      made({ '/2021/04/hello/': { kind: 'post', to: '/blogs/news/hello', heading: 'Hello', before, after } }),
    ).found
  expect(found(before)).toEqual({})
  // The same moment in another time zone.
  expect(found({ ...before, published: '2021-04-06' })).toEqual({})
  expect(found({ ...before, published: '2026-11-20', author: 'Import' })).toEqual({
    'date-changed': 'moderate',
    'author-changed': 'moderate',
  })
  expect(found({ words: 380 })).toEqual({ 'date-lost': 'minor', 'author-lost': 'minor' })
  expect(found({ words: 380, opening: 'Hello By Ann Lee on 5 April 2021' })).toEqual({})
  expect(found({ ...before, words: 40 })).toEqual({ 'post-cut': 'moderate' })
  // Its old address looks like any page's.
  const after = { ...before, published: '2026-11-20' }
  const plain = (to: string) => judged(made({ '/hello/': { heading: 'Hello', to, before, after } })).found
  expect(plain('/blogs/news/hello')).toEqual({ 'date-changed': 'moderate' })
  expect(plain('/pages/hello')).toEqual({})
})

test('specifications: said anywhere is said', () => {
  const rows = ['Material Oak', 'Washing Cold by hand', 'Origin Latvia', 'Weight 400 grams']
  const found = (said: string) =>
    judged(made(product('lamp', { rows }, { vocabulary: wordSet(said) }), SHOP)).found
  expect(found('Made of oak in Latvia; 400 grams of weight. Material and origin are ours.')).toEqual({})
  expect(found('A lamp.')).toEqual({ 'specifications-lost': 'moderate' })
  // A page that was not read to its end may say it.
  const unread = judged(made(product('lamp', { rows }, {}), SHOP))
  expect(unread.found).toEqual({})
  expect(unread.check('specifications').outcome).toBe('inconclusive')
  const two = judged(made(product('lamp', { rows: rows.slice(0, 2) }, { vocabulary: wordSet('') }), SHOP))
  expect(two.check('specifications').outcome).toBe('not-applicable')
})

test('specifications: what is in food is owed, however few the rows are that lack it', () => {
  const rows = [
    'Zutaten 100 % Röstkaffee, Kardamom',
    'Allergene Sellerie, Senf',
    'Herkunft Brasilien',
    'Röstgrad dunkel',
    'Säure gering',
  ]
  const found = (said: string) =>
    judged(made(product('coffee', { rows }, { vocabulary: wordSet(said) }), SHOP)).found
  const rest = 'Herkunft Brasilien, Röstgrad dunkel, Säure gering.'
  expect(found(`${rest} Zutaten 100 Röstkaffee Kardamom. Allergene: Sellerie, Senf.`)).toEqual({})
  expect(found(rest)).toEqual({ 'ingredients-lost': 'serious' })
  // Under another label.
  expect(found(`${rest} Enthält: 100 % Röstkaffee und Kardamom, Sellerie, Senf.`)).toEqual({})
})

test('specifications: a measure that is another behind the same words', () => {
  const rows = ['Material Oak', 'Maximum load 100 kg', 'Weight: 0,95 kg', 'Size 42', 'In stock 12 pieces']
  const found = (said: string) => {
    const measures = measuresIn(said).map(({ text }) => text)
    return judged(made(product('lamp', { rows }, { vocabulary: wordSet(said), measures }), SHOP)).found
  }
  const all = (load: string) =>
    `Material: oak. Size 43, in stock 3 pieces. Weight 0.95 kg, maximum load ${load}, for the whole family.`
  expect(found(all('100 kg'))).toEqual({})
  expect(found(all('100.0 kg'))).toEqual({})
  expect(found(all('140 kg'))).toEqual({ 'specification-changed': 'moderate' })
  expect(found(all('100 kg').replace('0.95', '9.5'))).toEqual({ 'specification-changed': 'moderate' })
  // Which of the two it was taken for is not known, and what is said anywhere is said.
  expect(found(`${all('140 kg')} Maximum load 120 kg with the frame.`)).toEqual({})
  expect(found(`${all('140 kg')} It bears 100 kg and more.`)).toEqual({})
  // Other units, and other words, are another matter.
  expect(found(all('220 lbs'))).toEqual({})
})

test('tabs and blocks: said anywhere is said; of what is compared elsewhere nothing is', () => {
  const text = 'Wash cold by hand, dry flat in the shade, iron inside out.'
  const lamp = (
    said: string,
    {
      title = 'Care',
      options = SHOP,
      text: told = text,
    }: { title?: string; options?: Options; text?: string } = {},
  ) =>
    judged(
      made(product('lamp', { sections: [{ title, text: told }] }, { vocabulary: wordSet(said) }), options),
    )
  expect(lamp('Iron it inside out. Wash by hand, cold, then dry it flat in the shade.').found).toEqual({})
  expect(lamp('A lamp, made by hand.').found).toEqual({ 'details-lost': 'moderate' })
  // A window that an app opens.
  expect(lamp('Size guide', { title: 'Size guide' }).found).toEqual({})
  // What the description said is the description's matter.
  const described: Options = {
    ...SHOP,
    old: { products: [makeProduct('/product/lamp/', 'Lamp', { descriptionText: `A lamp. ${text}` })] },
    new: { products: [makeProduct('/products/lamp', 'Lamp', { descriptionText: `A lamp. ${text}` })] },
  }
  expect(lamp('A lamp.', { options: described }).check('details').outcome).toBe('not-applicable')
  expect(lamp('A lamp.', { text: 'By hand.' }).check('details').outcome).toBe('not-applicable')
})

test('a table of the description that became fields of the page is the matter of specifications', () => {
  const rows = ['Colour 150 EBC', 'Extract 268 litres', 'Share of grist 10 %']
  const text = 'Toffee, raisin and a deep amber colour for darker beers.'
  const found = (said: string, feed = text) =>
    judged(
      made(product('malt', { rows }, { vocabulary: wordSet(said) }), {
        old: {
          products: [makeProduct('/product/malt/', 'Malt', { descriptionText: `${text} ${rows.join(' ')}` })],
        },
        new: { products: [makeProduct('/products/malt', 'Malt', { descriptionText: feed })] },
      }),
    ).found
  expect(found(`${text} ${rows.join(' ')}`)).toEqual({})
  expect(found(text)).toEqual({ 'specifications-lost': 'moderate' })
  // What was beside the table is gone.
  expect(found(rows.join(' '), 'Toffee.')).toEqual({ 'description-cut': 'moderate' })
})

test('a description of which the rest stands on the page is not cut', () => {
  const text = 'Spun by hand of Portuguese copper, wired with black textile cable, signed below the shade.'
  const [start, rest] = [text.slice(0, 33), text.slice(34)]
  const found = (feed: string, said: string, had = text) =>
    judged(
      made(product('lamp', {}, { vocabulary: wordSet(said) }), {
        old: { products: [makeProduct('/product/lamp/', 'Lamp', { descriptionText: had })] },
        new: { products: [makeProduct('/products/lamp', 'Lamp', { descriptionText: feed })] },
      }),
    ).found
  expect(found(start, `Lamp ${start} Details ${rest}`)).toEqual({ 'description-elsewhere': 'minor' })
  expect(found('', `Lamp. ${text}`)).toEqual({ 'description-elsewhere': 'minor' })
  // Some of it, in words that any page has, is not all.
  const menu = 'Menu Search Account Lamps Black friday: signed with love by hand, below 40. Shade your eyes'
  expect(found(start, `Lamp ${start} ${menu}`)).toEqual({ 'description-cut': 'moderate' })
  expect(found('', `Lamp ${menu}`)).toEqual({ 'description-emptied': 'moderate' })
  // A few words may stand there by chance.
  const short = { old: 'Textile cable, copper.', said: 'Lamp with textile cable of copper' }
  expect(found('', short.said, short.old)).toEqual({ 'description-emptied': 'moderate' })
})

test('an emptied description is not kept by the words of a footer', () => {
  const names = Array.from({ length: 6 }, (_, at) => `thing ${at}`)
  const footer =
    'High quality goods, free shipping worldwide, secure payment, thirty days return, friendly service'
  const found = (own: (name: string) => string, said: (name: string) => string) => {
    const pages = names.map(name => product(name.replace(' ', '-'), {}, { vocabulary: wordSet(said(name)) }))
    const catalogOf = (at: string, text: (name: string) => string) => ({
      products: names.map(name =>
        makeProduct(`/${at}/${name.replace(' ', '-')}`, name, { descriptionText: text(name) }),
      ),
    })
    return judged(
      made(Object.assign({}, ...pages), {
        old: catalogOf('product', own),
        new: catalogOf('products', () => ''),
      }),
    ).found
  }
  expect(
    found(
      () => footer,
      name => `${name} ${footer}`,
    ),
  ).toEqual({ 'description-emptied': 'serious' })
  const own = (name: string) =>
    Array.from({ length: 12 }, (_, at) => `word${name.replace(' ', '')}${at}`).join(' ')
  expect(found(own, name => `${name} ${own(name)} ${footer}`)).toEqual({ 'description-elsewhere': 'minor' })
})

test('tabs that all products share are the shop’s', () => {
  const names = Array.from({ length: 6 }, (_, at) => `thing ${at}`)
  const slug = (name: string) => name.replace(' ', '-')
  const options: Options = {
    old: { products: names.map(name => makeProduct(`/product/${slug(name)}/`, name)) },
    new: { products: names.map(name => makeProduct(`/products/${slug(name)}`, name)) },
  }
  const sections = [{ title: 'Workshop', text: 'Sewn in our own workshop near the harbour since 1921.' }]
  const all = names.map(name => product(slug(name), { sections }, { vocabulary: wordSet('') }))
  expect(judged(made(Object.assign({}, ...all), options)).check('details').outcome).toBe('not-applicable')
})

test('a product whose page lost something is not listed as kept', () => {
  const pair = made(product('lamp', { reviews: { value: 4.8, count: 12, by: 'markup' } }, {}), SHOP)
  const rows = [...catalogTable(pair as never)]
  expect(rows.map(({ cause, product, matched_by }) => [cause, product, matched_by !== ''])).toEqual([
    ['reviews-lost', 'lamp', true],
    ['kept', 'Vase', true],
    ['kept', 'Bowl', true],
  ])
})

test('prices of markets: another currency, another price, and what rates of exchange do', () => {
  const market = (currency: string, price: number) => ({
    path: '/product/lamp/',
    market: 'sv-se',
    currency,
    price,
  })
  const at = (had: [string, number] | null, has: [string, number] | null, options = SHOP) => {
    const pair = made(product('lamp', {}, {}), options)
    if (had) pair.original.urls.markets = [market(...had)]
    if (has) pair.rebuilt.urls.markets = [market(...has)]
    return judged(pair)
  }
  expect(at(['SEK', 10_500], ['SEK', 10_500]).found).toEqual({})
  expect(at(['SEK', 10_500], ['USD', 1000]).found).toEqual({ 'market-currency': 'serious' })
  expect(at(['SEK', 10_500], ['SEK', 12_900]).found).toEqual({ 'market-price': 'moderate' })
  expect(at(['SEK', 10_500], ['SEK', 10_600])).toMatchObject({
    score: 100,
    found: { 'market-rate': 'minor' },
  })
  expect(at(null, null).check('market-prices').outcome).toBe('not-applicable')
  expect(at(['SEK', 10_500], null).check('market-prices').outcome).toBe('inconclusive')
  // Its main price is another, which is told as that.
  const dearer = makeProduct('/products/lamp', 'Lamp')
  dearer.variants[0]!.price = 1300
  const options = { ...SHOP, new: { products: [dearer] } }
  expect(at(['SEK', 10_500], ['SEK', 13_650], options).found).not.toHaveProperty('market-price')
})

test('pages of brands: at Shopify’s address, as a collection or as a page', () => {
  const path = '/brand/fjord/'
  const at = (has: boolean | null, options: Options = SHOP, to?: string) => {
    const pair = made(
      { [path]: { kind: 'category', heading: 'Fjord', newHeading: 'Fjord', ...(to && { to }) } },
      options,
    )
    if (!to) pair.rebuilt.urls.traces[1] = { hops: [], end: 'answer', status: 404 }
    pair.original.urls.brandPages = [{ brand: 'Fjord', path, has: true }]
    pair.rebuilt.urls.brandPages = [{ brand: 'Fjord', path, has }]
    return judged(pair)
  }
  expect(at(true).found).toEqual({})
  expect(at(false).found).toEqual({ 'brand-page-lost': 'moderate' })
  expect(at(false, SHOP, '/collections/vendors?q=Fjord').found).toEqual({ 'brand-page-lost': 'moderate' })
  expect(at(false, SHOP, '/pages/our-friends-at-fjord').found).toEqual({})
  const target = { path: '/collections/fjord', kind: 'category' as const, title: '' }
  expect(at(false, { ...SHOP, targets: [target] }).found).toEqual({})
  expect(at(null).check('brand-pages').outcome).toBe('inconclusive')
})

test('policies: called otherwise is there, linked is there, and cut is told', () => {
  const page = (to: string | undefined, newHeading: string, words = 300): Record<string, Pages> => ({
    '/datenschutz/': {
      heading: 'Datenschutzerklärung',
      ...(to && { to }),
      newHeading,
      before: { words: 300 },
      after: { words },
    },
  })
  expect(judged(made(page('/policies/privacy-policy', 'Privacy policy'))).found).toEqual({})
  const elsewhere = page('/pages/about', 'About us')
  expect(judged(made(elsewhere)).found).toEqual({ 'policy-lost': 'serious' })
  const target = { path: '/policies/privacy-policy', kind: 'page' as const, title: '' }
  expect(judged(made(elsewhere, { targets: [target] })).found).toEqual({})
  // A link to what answers 404 is none.
  const missing = made(page('/policies/privacy-policy', 'Privacy policy'), { targets: [target] })
  const { urls, traces, pages } = missing.rebuilt.urls
  const trace = traces[urls.findIndex(({ path }) => path === '/datenschutz/')]!
  trace.status = 404
  pages[trace.page!]!.status = 404
  expect(judged(missing).found).toEqual({ 'policy-lost': 'serious' })
  trace.status = 503
  expect(judged(missing).found).toEqual({})
  expect(judged(made(page('/policies/privacy-policy', 'Privacy policy', 20))).found).toEqual({
    'policy-cut': 'moderate',
  })
  const template = page('/policies/privacy-policy', 'Privacy policy', 200)
  template['/datenschutz/']!.after = { words: 200, unfilled: '[INSERT ADDRESS]' }
  expect(judged(made(template)).found).toEqual({ 'policy-unfilled': 'serious' })
  template['/datenschutz/']!.before = { words: 300, unfilled: '[INSERT ADDRESS]' }
  expect(judged(made(template)).found).toEqual({})
  const shipping = { '/shipping/': { heading: 'Delivery', to: '/pages/about', newHeading: 'About us' } }
  expect(judged(made(shipping)).found).toEqual({ 'shipping-policy-lost': 'moderate' })
  const contest = 'Terms of our summer contest for the best picture'
  expect(
    judged(made({ '/contest/': { heading: contest, to: '/pages/about', newHeading: 'About us' } })).found,
  ).toEqual({})
  expect(judged(made({ '/about/': { heading: 'About us' } })).check('policies').outcome).toBe(
    'not-applicable',
  )
})

test.each<[lost: string, kept: string]>([
  ['Data protection', 'Privacy policy'],
  ['GDPR', 'Privacy policy'],
  ['Polityka prywatności', 'Ochrona danych osobowych'],
  ['Zásady ochrany osobních údajů', 'Privacy policy'],
  ['プライバシーポリシー', '個人情報保護方針'],
  ['User agreement', 'Terms of service'],
  ['Regulamin', 'Terms of service'],
  ['Obchodní podmínky', 'Terms of service'],
  ['Cancellation policy', 'Returns'],
  ['Rücksendungen', 'Widerruf'],
  ['Umtausch', 'Widerrufsbelehrung'],
  ['Zwroty i reklamacje', 'Refund policy'],
  ['Anbieterkennzeichnung', 'Impressum'],
  ['特定商取引法に基づく表記', 'Legal notice'],
])('policies: %s', (heading, kept) => {
  const found = (newHeading: string) =>
    judged(made({ '/p/': { heading, to: '/pages/x', newHeading, before: { words: 80 } } })).found
  expect(found('About us')).toEqual({ 'policy-lost': 'serious' })
  expect(found(kept)).toEqual({})
})

test('policies: what is said of cookies may be said elsewhere, and cookies are goods', () => {
  const found = (heading: string, newHeading: string) =>
    judged(made({ '/p/': { heading, to: '/pages/x', newHeading, before: { words: 80 } } })).found
  for (const name of ['Cookie policy', 'Cookie-Richtlinie', 'Politique de cookies', 'Cookiebeleid']) {
    expect(found(name, 'About us')).toEqual({ 'cookie-policy-lost': 'moderate' })
    expect(found(name, 'Privacy and cookie policy')).toEqual({})
  }
  expect(found('Our chocolate cookies', 'About us')).toEqual({})
  expect(found('Noise cancellation explained', 'About us')).toEqual({})
})

test('policies: a shop that sells deliveries has pages called so, which are none', () => {
  const city = (name: string, words = 400, newWords = words): Record<string, Pages> => ({
    [`/${name.toLowerCase()}/`]: {
      heading: `Flower delivery in ${name}`,
      before: { words },
      after: { words: newWords },
    },
  })
  const cities = { ...city('Rotterdam', 400, 40), ...city('Delft') }
  expect(judged(made(cities)).check('policies').outcome).toBe('not-applicable')
  const shipping = (heading: string, newHeading: string) => ({
    '/info/': { heading, to: '/pages/x', newHeading, before: { words: 300 }, after: { words: 300 } },
  })
  const found = (heading: string, newHeading: string) =>
    judged(made({ ...city('Delft'), ...shipping(heading, newHeading) })).found
  for (const heading of [
    'Shipping information',
    'Delivery',
    'Versand und Zahlung',
    'Livraison',
    'Conditions de livraison',
    'Our shipping rates and delivery times',
  ]) {
    expect([heading, found(heading, 'About us')]).toEqual([heading, { 'shipping-policy-lost': 'moderate' }])
    expect([heading, found(heading, 'Shipping policy')]).toEqual([heading, {}])
  }
  // Where the old address leads to it, another name is one.
  expect(found('Shipping information', 'Delivery to your door')).toEqual({})
})

test('videos: a player is its own, and what plays by itself behind the page is the theme’s', () => {
  const ids = THINGS.map((_, at) => `youtube:abcdefgh${at}00`)
  const found = (before: (at: number) => string[], after: (at: number) => string[]) =>
    judged(
      made(
        Object.assign(
          {},
          ...THINGS.map((name, at) => product(name, { videos: before(at) }, { videos: after(at) })),
        ),
        THINGS_SHOP,
      ),
    ).found
  const lost = { 'videos-lost': 'moderate' }
  expect(
    found(
      at => [ids[at]!],
      at => [ids[at]!],
    ),
  ).toEqual({})
  // Uploaded instead.
  expect(
    found(
      at => [ids[at]!],
      at => [`file:${at}`],
    ),
  ).toEqual({})
  expect(
    found(
      at => [ids[at]!],
      () => ['loop:waves'],
    ),
  ).toEqual(lost)
  expect(
    found(
      at => [ids[at]!],
      at => [`loop:${at}`],
    ),
  ).toEqual(lost)
  expect(
    found(
      at => [ids[at]!],
      () => ['file:intro'],
    ),
  ).toEqual(lost)
  expect(
    found(
      () => ['loop:waves'],
      () => [],
    ),
  ).toEqual({})
  expect(
    found(
      () => ['file:intro'],
      () => [],
    ),
  ).toEqual({})
  expect(
    found(
      at => [`loop:${at}`],
      () => [],
    ),
  ).toEqual(lost)
  const lamp = (before: string[], after: string[]) =>
    judged(made(product('lamp', { videos: before }, { videos: after }), SHOP)).found
  expect(lamp([ids[0]!], ['loop:waves'])).toEqual({ 'videos-lost': 'moderate' })
  expect(lamp([ids[0]!, ids[1]!], [ids[0]!, 'file:x'])).toEqual({})
  expect(lamp([ids[0]!, 'file:x'], ['file:y', 'file:z'])).toEqual({})
})

test('languages and markets: a language covers its markets', () => {
  const found = (had: string[], has: string[]) =>
    judged(
      made({ '/about/': { heading: 'About us', before: { languages: had }, after: { languages: has } } }),
    ).found
  expect(found(['de', 'en'], ['de', 'en'])).toEqual({})
  expect(found(['de', 'en'], ['de-de', 'en-us', 'en-gb'])).toEqual({})
  expect(found(['en-gb', 'en-us'], ['en'])).toEqual({})
  expect(found(['en-gb', 'en-us'], ['en-us'])).toEqual({ 'language-lost': 'serious' })
  // One language has several names.
  for (const [had, has] of [
    ['nb-no', 'no'],
    ['no', 'nb'],
    ['no-no', 'nb-no'],
    ['he', 'iw'],
    ['iw-il', 'he'],
    ['in', 'id'],
    ['sh', 'sr-latn'],
    ['sr-latn', 'sr-latn-rs'],
    ['sr-latn', 'sr'],
    ['zh-tw', 'zh-hant'],
    ['zh-hant', 'zh-hant-tw'],
    ['zh-hans', 'zh-cn'],
    ['en-uk', 'en-gb'],
  ])
    expect([had, found([had!, 'fr'], [has!, 'fr'])]).toEqual([had, {}])
  expect(found(['zh-hant', 'zh-hans'], ['zh-tw', 'zh-cn'])).toEqual({})
  expect(found(['zh-hant', 'zh-hans'], ['zh-cn'])).toEqual({ 'language-lost': 'serious' })
  expect(found(['zh-hant', 'zh-hans'], ['zh'])).toEqual({ 'language-lost': 'serious' })
  expect(found(['nn', 'fr'], ['nb', 'fr'])).toEqual({ 'language-lost': 'serious' })
  expect(found(['sr-latn', 'sr-cyrl'], ['sr-latn-rs'])).toEqual({ 'language-lost': 'serious' })
  expect(found(['de', 'en'], [])).toEqual({ 'language-lost': 'serious' })
  expect(found(['en'], [])).toEqual({})
})

test('without the pages the catalog is judged alone', () => {
  const pair = made({}, SHOP)
  const [before, after] = [makeCapture('original', pair.original), makeCapture('rebuilt', pair.rebuilt)]
  before.artifacts.urls = after.artifacts.urls = { ok: false, reason: 'the time was over' }
  const [suite] = runSuites([catalog], before, after)
  const result = scoreSuite(suite!, 'regressions')
  expect(result).toMatchObject({ score: 100, pass: true, inconclusive: false })
  expect(result.checks.find(({ id }) => id === 'catalog/reviews')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('the time was over'),
  })
})
