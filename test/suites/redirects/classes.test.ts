import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { CLASS_NAMES, type RedirectClass } from '../../../server/suites/redirects/rules.ts'
import { type Given, makePair, makeProduct, NEW, OLD, type Options, textOf } from './made.ts'

/** A shop whose products moved from `/product/…` to `/products/…`, one of them under another name. */
const SHOP: Options = {
  old: {
    products: [
      makeProduct('/product/lamp', 'Brass lamp', { collections: ['lights'] }),
      makeProduct('/product/chair', 'Oak chair', { collections: ['seats'] }),
      makeProduct('/product/stool', 'Ash stool', { collections: ['seats'] }),
      makeProduct('/product/vase', 'Blue vase'),
    ],
    collections: [
      { handle: 'lights', title: 'Lights', path: '/product-category/lights', count: 1 },
      { handle: 'seats', title: 'Seats', path: '/product-category/seats', count: 2 },
    ],
  },
  new: {
    products: [
      makeProduct('/products/brass-table-lamp', 'Brass lamp', { collections: ['lighting', 'all-things'] }),
      makeProduct('/products/chair', 'Oak chair', { collections: ['seating', 'all-things'] }),
      makeProduct('/products/stool', 'Ash stool', { collections: ['seating', 'all-things'] }),
    ],
    collections: [
      { handle: 'lighting', title: 'Lighting', path: '/collections/lighting', count: 1 },
      { handle: 'seating', title: 'Seating', path: '/collections/seating', count: 2 },
      { handle: 'all-things', title: 'All things', path: '/collections/all-things', count: 3 },
    ],
  },
}
const product: Given = { kind: 'product' }
const COLLECTION = { pageType: 'collection', productLinks: 3 }

const classOf = (path: string, given: Given, options: Options = SHOP, others: Record<string, Given> = {}) => {
  const { rows } = rowsOf(makePair({ ...others, [path]: given }, options))
  return rows.find(row => row.url.path === path)!
}

const EMPTY = { pageType: 'collection', productLinks: 0, opening: 'Lighting Sorry, no products match' }

const CASES: [RedirectClass, string, string, Given, (Options | undefined)?, Record<string, Given>?][] = [
  ['kept', 'the same address', '/about', {}],
  ['kept', 'an emptied collection', '/collections/lighting', { kind: 'category', page: EMPTY }],
  ['kept', 'the same address with a slash less', '/about/', { hops: ['301 /about'] }],
  [
    'kept',
    'another host, scheme and market',
    '/about',
    { hops: ['301 https://new.example/about', '302 /en-ca/about'] },
  ],
  ['kept', 'the home page of a market', '/', { kind: 'home', hops: ['302 /en'] }],
  ['kept', 'a page whose markup keeps it out of the index', '/about', { page: { noindex: 'markup' } }],
  [
    'moved',
    'a product by its number',
    '/product/lamp',
    { ...product, hops: ['301 /products/brass-table-lamp'] },
  ],
  ['moved', '308', '/product/lamp', { ...product, hops: ['308 /products/brass-table-lamp'] }],
  [
    'moved',
    'a product below its collection',
    '/product/lamp',
    { ...product, hops: ['301 /collections/lighting/products/brass-table-lamp'] },
  ],
  [
    'moved',
    'a variant',
    '/product/lamp?colour=red',
    { ...product, hops: ['301 /products/brass-table-lamp?variant=12'] },
  ],
  [
    'moved',
    'hops of the host do not count',
    '/product/lamp',
    {
      ...product,
      hops: [
        `301 https://new.example/product/lamp`,
        '301 /products/brass-table-lamp',
        '302 /en/products/brass-table-lamp',
      ],
      page: { language: 'en' },
    },
  ],
  [
    'moved',
    'a product in a language that neither catalog tells',
    '/de/produkt/messinglampe-hell',
    {
      ...product,
      title: 'Helle Messinglampe',
      hops: ['301 /de/products/brass-table-lamp'],
      page: {
        language: 'de-DE',
        pageType: 'product',
        product: true,
        heading: 'Helle Messinglampe',
        text: textOf('neu'),
      },
    },
  ],
  [
    'moved',
    'a collection with the same products under another name',
    '/product-category/lights/',
    {
      kind: 'category',
      hops: ['301 /collections/lighting'],
      page: { ...COLLECTION, heading: 'Illumination' },
    },
  ],
  [
    'moved',
    'a page by its name',
    '/about-us/',
    {
      title: 'About us',
      hops: ['301 /pages/our-story'],
      page: { heading: 'About us', text: textOf('other') },
    },
  ],
  [
    'moved',
    'a page by its text',
    '/philosophie',
    {
      title: 'Was wir denken',
      text: textOf('same'),
      hops: ['301 /pages/story'],
      page: { heading: 'Story', text: `${textOf('same')} and more` },
    },
  ],
  [
    'moved',
    'a page by its address',
    '/shipping.html',
    { title: 'Versand', hops: ['301 /pages/shipping'], page: { heading: 'Delivery' } },
  ],
  [
    'unclear',
    'nothing tells',
    '/x1',
    {
      title: 'Ideas',
      text: 'few words',
      hops: ['301 /pages/y'],
      page: { heading: 'Thoughts', text: 'not many' },
    },
  ],
  [
    'moved',
    'an old start page to the home page',
    '/welcome',
    { text: textOf('start'), hops: ['301 /'], page: { text: textOf('start') } },
  ],
  [
    'moved',
    'a file by its bytes',
    '/guide.pdf',
    {
      kind: 'file',
      hops: ['301 https://cdn.shopify.com/s/files/1/guide.pdf'],
      page: { type: 'application/pdf' },
    },
  ],
  [
    'chain',
    'two redirects',
    '/product/lamp',
    { ...product, hops: ['301 /old/lamp', '301 /products/brass-table-lamp'] },
  ],
  ['temporary', '302', '/product/lamp', { ...product, hops: ['302 /products/brass-table-lamp'] }],
  [
    'temporary',
    'more than a chain',
    '/product/lamp',
    { ...product, hops: ['301 /old/lamp', '307 /products/brass-table-lamp'] },
  ],
  [
    'client-redirect',
    'meta refresh',
    '/product/lamp',
    { ...product, hops: ['meta /products/brass-table-lamp'] },
  ],
  [
    'client-redirect',
    'script after a redirect',
    '/product/lamp',
    { ...product, hops: ['301 /x', 'script /products/brass-table-lamp'] },
  ],
  [
    'category-fallback',
    'a product to its collection',
    '/product/lamp',
    { ...product, hops: ['301 /collections/lighting'], page: COLLECTION },
  ],
  [
    'category-fallback',
    'a lost product to a collection',
    '/product/vase',
    { ...product, hops: ['301 /collections/lighting'], page: COLLECTION },
  ],
  [
    'category-fallback',
    'a post to its blog',
    '/blog/a-post',
    { kind: 'post', hops: ['301 /blogs/news'], page: { pageType: 'blog' } },
  ],
  [
    'category-fallback',
    'a category to the one above it',
    '/product-category/seating/stools',
    { kind: 'category', hops: ['301 /collections/seating'], page: COLLECTION },
  ],
  ['gone', '410', '/product/vase', { ...product, end: 410 }],
  ['loop', 'a circle', '/product/lamp', { ...product, hops: ['301 /a', '301 /product/lamp'], end: 'loop' }],
  ['dead', 'a redirect to 404', '/product/lamp', { ...product, hops: ['301 /products/lost'], end: 404 }],
  ['dead', 'a redirect to 410', '/product/lamp', { ...product, hops: ['301 /products/lost'], end: 410 }],
  ['dead', 'a redirect to nowhere', '/about', { hops: ['301 https://nowhere.example/'], end: 'unreachable' }],
  ['dead', '500', '/about', { end: 500 }],
  ['home-dump', 'the home page', '/product/lamp', { ...product, hops: ['301 /'] }],
  ['home-dump', 'the home page of a market', '/about', { hops: ['301 /en/'], page: { language: 'en' } }],
  [
    'wrong-target',
    'another product',
    '/product/lamp',
    { ...product, hops: ['301 /products/chair'], page: { pageType: 'product', product: true } },
  ],
  [
    'wrong-target',
    'another product at the same address',
    '/products/chair',
    product,
    { ...SHOP, old: { ...SHOP.old, products: [makeProduct('/products/chair', 'Brass lamp')] } },
  ],
  [
    'wrong-target',
    'a lost product to one of another number',
    '/product/m12',
    {
      ...product,
      hops: ['301 /products/m13'],
      page: { pageType: 'product', product: true, heading: 'Steel travel mug, blue edition 13' },
    },
    {
      old: { products: [makeProduct('/product/m12', 'Steel travel mug, blue edition 12')] },
      new: { products: [makeProduct('/products/m13', 'Steel travel mug, blue edition 13')] },
    },
  ],
  [
    'wrong-target',
    'a collection that the product is not in',
    '/product/lamp',
    { ...product, hops: ['301 /collections/seating'], page: COLLECTION },
  ],
  [
    'wrong-target',
    'a collection with other products',
    '/product-category/lights',
    { kind: 'category', hops: ['301 /collections/seating'], page: COLLECTION },
  ],
  [
    'wrong-target',
    'a page to a product',
    '/about',
    { hops: ['301 /products/chair'], page: { pageType: 'product' } },
  ],
  ['wrong-target', 'a product to a page', '/product/lamp', { ...product, hops: ['301 /pages/contact'] }],
  [
    'wrong-target',
    'the search page',
    '/about',
    { title: 'About us', hops: ['301 /search?q=about'], page: { pageType: 'search' } },
  ],
  [
    'wrong-target',
    'a page that has nothing in common',
    '/about',
    { title: 'About us', hops: ['301 /pages/size-guide'], page: { heading: 'Size guide' } },
  ],
  ['soft-404', 'the store calls it 404', '/product/vase', { ...product, page: { pageType: '404' } }],
  ['soft-404', 'it says so', '/about', { page: { title: 'Page not found – Shop', heading: 'Oops' } }],
  [
    'soft-404',
    'it says so in German, after a redirect',
    '/about',
    { hops: ['301 /pages/x'], page: { heading: 'Seite nicht gefunden' } },
  ],
  ['soft-404', 'canonical /404', '/about', { page: { canonical: `${NEW}/404` } }],
  [
    'soft-404',
    'an empty collection',
    '/collections/lights/red',
    {
      kind: 'category',
      page: { pageType: 'collection', productLinks: 0, opening: 'Lights Sorry, no products match' },
    },
  ],
  [
    'soft-404',
    'an address that never was shows the same',
    '/about',
    { page: { title: 'Shop', text: textOf('all') } },
    { notFoundProbes: { 'page /*': { path: '/never', page: { title: 'Shop', text: textOf('all') } } } },
  ],
  [
    'soft-404',
    'an address that never was is led there as well',
    '/about',
    { title: 'About us', hops: ['301 /pages/sorry'], page: { text: textOf('sorry') } },
    { notFoundProbes: { 'page /*': { path: '/never', hops: ['301 /pages/sorry'] } } },
  ],
  ['missing', '404', '/about', { end: 404 }],
  ['missing', '404 after a change of host', '/about', { hops: ['301 https://new.example/about'], end: 404 }],
  ['missing', 'a path that only begins like a reserved one', '/shopping-guide', { end: 404 }],
  ['missing', 'a reserved path of a headless store', '/shop/lamp', { end: 404 }, { platform: 'headless' }],
  ['unredirectable', '/shop', '/shop/', { end: 404 }],
  ['unredirectable', 'below /services', '/services/repair', { end: 404 }],
  [
    'unredirectable',
    'a parameter of the home page',
    '/?page_id=7',
    { title: 'About us', text: textOf('about') },
  ],
  [
    'unclear',
    'another site that has a page of that name, as most have',
    '/about',
    {
      title: 'About us',
      hops: ['301 https://elsewhere.example/about'],
      page: { heading: 'About us', text: textOf('parked') },
    },
  ],
  [
    'unclear',
    'another site with a product of that name',
    '/product/gone',
    {
      ...product,
      title: 'Gone lamp',
      hops: ['301 https://elsewhere.example/item/gone-lamp'],
      page: { heading: 'Gone lamp', text: textOf('parked'), product: true },
    },
  ],
  [
    'unclear',
    'a product to another site that is empty until scripts run',
    '/product/gone',
    {
      ...product,
      title: 'Gone lamp',
      hops: ['301 https://elsewhere.example/app'],
      page: { heading: '', title: '', text: '' },
    },
  ],
  [
    'wrong-target',
    'a product to another site that shows another one',
    '/product/lamp',
    {
      ...product,
      hops: ['301 https://elsewhere.example/item/hammer'],
      page: { heading: 'Claw hammer', text: textOf('hammer'), product: true },
    },
  ],
  [
    'wrong-target',
    'the home page to another site',
    '/',
    {
      kind: 'home',
      text: textOf('welcome'),
      hops: ['301 https://elsewhere.example/'],
      page: { heading: 'Casino', title: 'Casino', text: textOf('casino') },
    },
  ],
  [
    'unclear',
    'the home page to another site that tells nothing',
    '/',
    { kind: 'home', hops: ['301 https://elsewhere.example/'], page: { heading: '', title: '', text: '' } },
  ],
  [
    'dead',
    'another site that answers with an error',
    '/about',
    { hops: ['301 https://elsewhere.example/about'], end: 500 },
  ],
  [
    'throttled',
    'another site that lets nobody in',
    '/about',
    { hops: ['301 https://elsewhere.example/about'], end: 403 },
  ],
  [
    'unclear',
    'another site where nothing tells',
    '/help-centre',
    { hops: ['301 https://help.elsewhere.example/hc'], page: { heading: 'Welcome', text: 'Welcome' } },
  ],
  [
    'moved',
    'another site that shows the same words',
    '/help-centre',
    { text: textOf('help'), hops: ['301 https://elsewhere.example/hc'], page: { text: textOf('help') } },
  ],
  [
    'unclear',
    'a host below one of ours where nothing tells',
    '/help-centre',
    { hops: ['301 https://help.shop.example/hc'], page: { heading: 'Welcome', text: 'Welcome' } },
  ],
  ['throttled', 'it would not say', '/about', { end: 'unasked' }],
  ['throttled', '403', '/about', { end: 403 }],
  ['throttled', '401 after a redirect', '/about', { hops: ['301 /account'], end: 401 }],
  [
    'throttled',
    'pages made by scripts',
    '/about',
    { page: { text: '', title: 'App' } },
    { notFoundProbes: { 'page /*': { path: '/never', page: { text: '', title: 'App' } } } },
  ],
]

test.each(CASES)('%s: %s (%s)', (name, _, path, given, options, others) => {
  const row = classOf(path, given, { ...SHOP, ...options }, others)
  expect(`${row.class}: ${row.why}`).toMatch(new RegExp(`^${name}: .`))
})

test.each([
  ['moved', 'the same name', 'Brass lamp'],
  ['moved', 'a reworked name', 'Brass lamp with linen shade'],
  ['wrong-target', 'another name', 'Oak chair'],
] as const)('%s: without a catalog of the original a product is told by its name: %s', (name, _, heading) => {
  const given: Given = {
    ...product,
    title: 'Brass lamp',
    text: 'few words',
    hops: ['301 /products/p1'],
    page: { pageType: 'product', heading, text: 'other words' },
  }
  for (const options of [
    { new: { products: [makeProduct('/products/vase', 'Blue vase')] } },
    {},
    { new: { products: [makeProduct('/products/p1', heading)] } },
  ])
    expect(classOf('/product/p-7', given, { ...options, old: undefined }).class).toBe(name)
})

const HORSES = 'We tie, halter and lead with cables of hemp for horses, ponies and donkeys of whatever size'
const cablesOf = (path: string, page: Given['page'], others: Record<string, Given> = {}) =>
  classOf(
    path,
    {
      kind: 'category',
      title: 'Cables',
      text: 'HDMI and aerial cables, plugs and sockets for televisions, sorted by their length and by colour',
      hops: ['301 /cables'],
      page: { heading: 'Cables', text: HORSES, ...page },
    },
    {},
    others,
  )
const named = (path: string, languages: string[]): Record<string, Given> => ({
  [path]: { facts: { languages } },
})

test('two letters before a path are a market where the site says so, and a step as any other else', () => {
  // Its hop counts, whatever is made of the page.
  expect(cablesOf('/tv/cables/', {})).toMatchObject({ redirects: 1 })
  expect(cablesOf('/tv/cables/', {}).class).not.toBe('kept')
  expect(cablesOf('/it/cables/', { language: 'en' }, named('/x', ['en-gb', 'de'])).class).not.toBe('kept')
  // By its form, by hreflang, by the language of its pages, by the same pages in other languages, by the home page.
  expect(cablesOf('/en-ca/cables/', {}).class).toBe('kept')
  expect(cablesOf('/us/cables/', {}, named('/x', ['en-us', 'en-ca'])).class).toBe('kept')
  expect(cablesOf('/uk/cables/', {}, named('/x', ['en-gb', 'en-ca'])).class).toBe('kept')
  expect(cablesOf('/tv/cables/', {}, named('/x', ['en-tv', 'en-ca'])).class).toBe('kept')
  expect(cablesOf('/de/cables/', {}, { '/de/about': { language: 'de' } }).class).toBe('kept')
  const siblings = ['/de/about', '/fr/about', '/de/contact', '/fr/contact']
  expect(cablesOf('/de/cables/', {}, Object.fromEntries(siblings.map(path => [path, {}]))).class).toBe('kept')
  const departments = ['/tv/offers', '/pc/offers', '/tv/repairs', '/pc/repairs']
  expect(cablesOf('/tv/cables/', {}, Object.fromEntries(departments.map(path => [path, {}]))).class).not.toBe(
    'kept',
  )
})

test('every class of the method is met', () => {
  expect(new Set(CASES.map(([name]) => name))).toEqual(new Set(CLASS_NAMES))
})

test('the home page by a route of the program leads to the home page', () => {
  const text =
    'Tools for the garden, forged and ground in one town since 1988, with spare parts for all of them'
  const page = {
    title: 'Welcome',
    heading: 'New in the workshop',
    text: 'Spades and secateurs of the month, chosen by our smiths: see what is new in the workshop',
  }
  const one = { title: 'The shop', text, hops: ['301 /'], page }
  const { rows } = rowsOf(
    makePair(
      { '/': { kind: 'home', title: 'The shop', text, page }, '/index.php?route=common/home': one },
      SHOP,
    ),
  )
  expect(rows.map(row => row.class)).toEqual(['kept', 'moved'])
})

test('a page for everything is a home page by another name; the list that products were in is not', () => {
  const dumped = Object.fromEntries(
    Array.from({ length: 6 }, (_, n) => [
      `/old/${n}`,
      { title: `Thing ${n}`, text: 'short', hops: ['301 /pages/start'], page: { text: 'short too' } },
    ]),
  )
  const { rows } = rowsOf(makePair(dumped, SHOP))
  expect(rows.slice(1).map(row => row.class)).toEqual(Array(6).fill('home-dump'))

  const names = ['lamp', 'chair', 'stool', 'bench', 'sofa']
  const list = Object.fromEntries(
    names.map(name => [
      `/product/${name}`,
      { ...product, hops: ['301 /collections/seating'], page: COLLECTION },
    ]),
  )
  const seats = {
    old: { products: names.map(name => makeProduct(`/product/${name}`, name)) },
    new: {
      products: names.map(name => makeProduct(`/products/${name}`, name, { collections: ['seating'] })),
      collections: [{ handle: 'seating', title: 'Seating', path: '/collections/seating', count: 5 }],
    },
  }
  expect(
    rowsOf(makePair(list, seats))
      .rows.slice(1)
      .map(row => row.class),
  ).toEqual(Array(5).fill('category-fallback'))
})

test('what a redirect alone says of a product is no proof that it leads to the right one', () => {
  const pair = makePair(
    { '/product/lamp': { ...product, hops: ['301 /products/chair'], page: { pageType: 'product' } } },
    SHOP,
  )
  const wrong = {
    original: 0,
    rebuilt: 1,
    confidence: 0.65,
    variants: { pairs: [], lost: [], extra: [], renamed: [] },
  }
  const judged = (evidence: ('redirect' | 'sku')[]) =>
    rowsOf({
      ...pair,
      matching: { products: { pairs: [{ ...wrong, evidence }], merged: [], collections: [] } },
    }).rows[1]!.class
  expect(judged(['redirect'])).toBe('wrong-target')
  expect(judged(['sku', 'redirect'])).toBe('moved')
})

test('pages that were made one are where they lead', () => {
  const texts = ['delivery', 'payment', 'returns', 'warranty', 'repair'].map(name => textOf(name))
  const faq = { heading: 'Questions', text: texts.join(' ') }
  const given = Object.fromEntries(
    texts.map((text, at): [string, Given] => [
      `/faq/${at}`,
      { title: `Answer ${at}`, text, hops: ['301 /pages/questions'], page: faq },
    ]),
  )
  const { rows } = rowsOf(makePair(given, SHOP))
  expect(rows.slice(1).map(row => row.class)).toEqual(Array(5).fill('moved'))
})

test('the original is kept at itself, whatever it is like', () => {
  const { original } = makePair(
    { '/a': { title: 'Not found' }, '/product/lamp': product, '/?page_id=7': {}, '/shop/': {} },
    SHOP,
  )
  const { matching } = makePair({}, SHOP)
  const { rows } = rowsOf({
    original,
    rebuilt: { urls: original.urls, catalog: original.catalog },
    matching: { products: { ...matching.products, pairs: [], merged: [], collections: [] } },
  })
  expect(new Set(rows.map(row => row.class))).toEqual(new Set(['kept']))
  expect(OLD).not.toBe(NEW)
})

const AGB = { title: 'AGB', text: textOf('alt') }
test.each<[what: string, expected: string, old: Given]>([
  [
    'by another name',
    'moved',
    { ...AGB, page: { heading: 'Allgemeine Geschäftsbedingungen', text: textOf('neu') } },
  ],
  [
    'of returns',
    'moved',
    {
      title: 'Widerrufsbelehrung',
      text: textOf('alt'),
      page: { heading: 'Refund policy', text: textOf('neu') },
    },
  ],
  [
    'in another language',
    'unclear',
    {
      ...AGB,
      language: 'de-DE',
      page: { heading: 'Terms of service', text: textOf('neu'), language: 'en' },
    },
  ],
  ['of another kind', 'wrong-target', { ...AGB, page: { heading: 'Privacy policy', text: textOf('neu') } }],
])('a policy that was written anew: %s', (_, expected, old) => {
  const pair = makePair({ '/rechtliches/': { ...old, hops: ['301 /policies/policy'] } })
  expect(rowsOf(pair).rows.find(({ url }) => url.path === '/rechtliches/')!.class).toBe(expected)
})
