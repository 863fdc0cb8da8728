import { expect, test } from 'vitest'
import { scoreSuite } from '../../../server/scorecard.ts'
import { kindOfPath } from '../../../server/store/urls/address.ts'
import type { Outcome, Pair } from '../../../server/suites/core/suite.ts'
import { redirects } from '../../../server/suites/redirects/index.ts'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectCounts, redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, itself, type Made, makePair, makeProduct, type Options, textOf } from './made.ts'

const judge = (pair: Made): Outcome => redirects.checks[0]!.judge(pair as unknown as Pair<'urls' | 'catalog'>)

const judged = (outcome: Outcome) =>
  Array.isArray(outcome)
    ? { outcome: 'assessed' as const, findings: outcome }
    : { outcome: 'inconclusive' as const, reason: Object.values(outcome).join() }

function scored(given: Record<string, Given>, options: Options = {}) {
  const pair = makePair(given, options)
  const [check] = redirects.checks
  return scoreSuite(
    {
      suite: 'redirects',
      checks: [
        {
          id: check!.id,
          title: check!.title,
          weight: check!.weight,
          pair: judged(judge(pair)),
          baseline: judged(judge(itself(pair))),
        },
      ],
    },
    'regressions',
  )
}

const many = (count: number, name: (at: number) => string, given: Given): Record<string, Given> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), given]))
const kept = many(100, at => `/product/k${at}`, { kind: 'product' })

test('a store where all is kept, moved or reserved by Shopify scores 100 and raises nothing above minor', () => {
  const { score, pass, issues } = scored({
    ...kept,
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`/about-${at}`, { hops: [`301 /pages/about-${at}`] }]),
    ),
    '/shop/': { end: 404 },
  })
  expect({ score, pass }).toEqual({ score: 100, pass: true })
  expect(issues.map(({ severity, key, charged }) => [severity, key, charged])).toEqual([
    ['minor', 'redirects/unredirectable:page', 0],
  ])
})

test('the score is the mean by importance: home 10, navigation 5, products and categories 2, others 1', () => {
  const { checks, issues } = scored({
    '/nav': { source: 'navigation' },
    '/product/a': { kind: 'product', hops: ['302 /products/a'] },
    '/product-category/b': { kind: 'category', hops: ['301 /x', '301 /collections/b'] },
    '/text': {},
  })
  // (2 * 0.3 + 2 * 0.2) / (10 + 5 + 2 + 2 + 1)
  expect(checks[0]!.worth).toBeCloseTo(1 - 1 / 20, 10)
  expect(issues.map(({ key, severity }) => [key, severity])).toEqual([
    ['redirects/temporary:product', 'moderate'],
    ['redirects/chain:category', 'minor'],
  ])
})

test.each([
  [
    'a page of the navigation',
    { ...kept, '/nav': { source: 'navigation', end: 404 } },
    'serious',
    'redirects/lost:/nav',
  ],
  [
    'the home page',
    { ...kept, '/': { kind: 'home', source: 'navigation', end: 500 } },
    'serious',
    'redirects/lost:/',
  ],
  [
    '3 of 103 products',
    { ...kept, ...many(3, at => `/product/x${at}`, { kind: 'product', end: 404 }) },
    'serious',
    'redirects/missing:product',
  ],
  [
    '2 of 102 products',
    { ...kept, ...many(2, at => `/product/x${at}`, { kind: 'product', end: 404 }) },
    'moderate',
    'redirects/missing:product',
  ],
  [
    'one of three categories',
    {
      ...kept,
      ...many(2, at => `/category/x${at}`, { kind: 'category' }),
      '/category/y': { kind: 'category', end: 404 },
    },
    'moderate',
    'redirects/missing:category',
  ],
  [
    'two of three categories',
    {
      ...kept,
      ...many(2, at => `/category/x${at}`, { kind: 'category', end: 404 }),
      '/category/y': { kind: 'category' },
    },
    'serious',
    'redirects/missing:category',
  ],
  [
    '3 of 4 posts',
    { ...kept, '/p': { kind: 'post' }, ...many(3, at => `/p${at}`, { kind: 'post', hops: ['301 /'] }) },
    'serious',
    'redirects/home-dump:post',
  ],
  [
    '2 of 4 posts',
    {
      ...kept,
      ...many(2, at => `/p${at}`, { kind: 'post' }),
      ...many(2, at => `/q${at}`, { kind: 'post', hops: ['301 /'] }),
    },
    'moderate',
    'redirects/home-dump:post',
  ],
  [
    '5 of 106 pages',
    { ...kept, ...many(5, at => `/x${at}`, { hops: ['301 /'] }) },
    'moderate',
    'redirects/home-dump:page',
  ],
  [
    '13 of 114 pages',
    { ...kept, ...many(13, at => `/x${at}`, { end: 404 }) },
    'critical',
    'redirects/missing:page',
  ],
] as const)('%s lost', (_, given, severity, key) => {
  const { pass, issues, score } = scored(given as Record<string, Given>)
  expect(issues[0]).toMatchObject({ severity, key, status: 'introduced' })
  expect(pass).toBe(severity === 'moderate')
  if (severity === 'critical') expect(score).toBeLessThanOrEqual(59)
})

test('lists by tag, author or day are worth little, and their loss is no reason to hold a launch', () => {
  const tags = (count: number, given: Given) =>
    scored({ ...kept, ...many(count, at => `/tag/t${at}/`, { kind: 'archive', ...given }) })
  for (const count of [20, 2000]) {
    const { pass, issues, score } = tags(count, { end: 404 })
    expect(issues.map(({ severity, key }) => [severity, key])).toEqual([
      ['moderate', 'redirects/missing:archive'],
    ])
    expect({ pass, score: score > 94 }).toEqual({ pass: true, score: true })
  }
  // The blog holds all that a list by tag held.
  const blog = { hops: ['301 /blogs/news'], page: { heading: 'News', pageType: 'blog' } }
  expect(tags(20, blog)).toMatchObject({ score: 100, issues: [] })
  // They hide no loss beside them.
  const posts = many(13, at => `/x${at}`, { kind: 'post', end: 404 })
  const both = scored({ ...kept, ...posts, ...many(500, at => `/tag/t${at}/`, { kind: 'archive' }) })
  expect(both.issues[0]).toMatchObject({ severity: 'critical', key: 'redirects/missing:post' })
})

test('the blog and the list of all products may be called otherwise, and show others first', () => {
  const led = (
    path: string,
    title: string,
    to: string,
    page: Given['page'],
    others = {},
    kind = kindOfPath(path) ?? 'page',
  ) =>
    scored({
      ...kept,
      ...others,
      [path]: { kind, source: 'navigation', title, text: textOf('before'), hops: [`301 ${to}`], page },
    })
  const blog = { heading: 'News', text: textOf('after'), pageType: 'blog' }
  const all = { heading: 'Products', text: textOf('after'), pageType: 'collection', productLinks: 24 }
  const posts = many(3, at => `/diary/p${at}`, { kind: 'post' })
  for (const { score, issues } of [
    led('/blog/', 'Blog', '/blogs/news', blog),
    led('/diary/', 'Diary', '/blogs/news', blog, posts),
    led('/store/', 'Store', '/collections/all', all),
    led('/boutique/', 'Boutique', '/collections/all', all, {}, 'category'),
    led('/shop/all/', 'Everything', '/collections/all', all, {}, 'category'),
    led('/blogs/journal', 'Journal', '/blogs/news', blog),
    led('/product-tag/linen/', 'Linen', '/collections/all', all),
    led('/hats/page/2/', 'Hats', '/collections/all', all, { '/hats/': { kind: 'category' } }),
  ])
    expect({ score, issues }).toEqual({ score: 100, issues: [] })
  for (const { pass, issues } of [
    led('/about/', 'About', '/blogs/news', blog),
    led('/blog/', 'Blog', '/collections/all', all),
    led('/store/', 'Store', '/blogs/news', blog),
    // Where the shops are, things to read that are sold, and what was written of cooking.
    led('/pages/store', 'Our store', '/collections/all', all),
    led('/product-category/magazine', 'Magazine', '/blogs/news', blog),
    led('/tag/recipes', 'Recipes', '/collections/all', all),
    led('/blog/page/2', 'Older', '/collections/all', all),
  ]) {
    expect(pass).toBe(false)
    expect(issues[0]).toMatchObject({ severity: 'serious', message: expect.stringContaining('another page') })
  }
  // All of a part of what is sold: its name alone makes it neither right nor wrong.
  const part: Given = { kind: 'category', title: 'Women', hops: ['301 /collections/all'], page: all }
  const { rows } = rowsOf(makePair({ ...kept, '/c/women/all': part }))
  expect(rows.at(-1)!.class).toBe('unclear')
})

test('pages at their addresses that tell search engines to leave them out', () => {
  const hidden = (page: Given['page'], count = 100, more: Record<string, Given> = {}) =>
    scored({
      ...kept,
      ...many(count, at => `/product/k${at}`, { kind: 'product', page }),
      ...more,
    })
  const noindex = { noindex: 'markup' } as const
  expect(hidden(noindex)).toMatchObject({
    pass: false,
    issues: [{ severity: 'serious', key: 'redirects/kept-out', message: expect.stringContaining('100 old') }],
  })
  expect(hidden({ canonical: 'https://shop.example/' })).toMatchObject({
    pass: false,
    issues: [{ severity: 'serious', key: 'redirects/canonical-elsewhere' }],
  })
  expect(hidden({ canonical: 'https://shop-1.myshopify.com/products/x' })).toMatchObject({
    pass: false,
    issues: [{ severity: 'serious', key: 'redirects/canonical-elsewhere' }],
  })
  expect(hidden(noindex, 1)).toMatchObject({ pass: true, issues: [{ severity: 'moderate' }] })
  // A store that is kept out as a whole, or by its host, is not launched yet.
  const home: Record<string, Given> = { '/': { kind: 'home', source: 'navigation', page: noindex } }
  expect(hidden(noindex, 100, home).issues).toEqual([])
  expect(hidden({ noindex: 'header' }).issues).toEqual([])
  // Policies are kept out by the platform; a host names the one that it will have.
  expect(hidden({ ...noindex, pageType: 'policy' }).issues).toEqual([])
  const own = Object.fromEntries(
    Array.from({ length: 20 }, (_, at): [string, Given] => [
      `/p/${at}`,
      {
        hops: [`301 /collections/all/products/p-${at}`],
        page: { heading: `p ${at}`, canonical: `https://www.shop.example/products/p-${at}` },
        title: `p ${at}`,
      },
    ]),
  )
  expect(scored({ ...kept, ...own }).issues.filter(({ key }) => key.includes('canonical'))).toEqual([])
})

test('a product that is meant to go may lead to what replaces it, and costs little where that is another one', () => {
  const old = ['vase', 'bowl', 'cup', 'dish'].map(name => makeProduct(`/product/${name}`, `Blue ${name}`))
  const lamp = (title: string, mayGo: boolean) =>
    scored(
      {
        ...Object.fromEntries(old.map(({ path }) => [path, { kind: 'product' as const }])),
        ...many(20, at => `/about-${at}`, {}),
        '/product/lamp': {
          kind: 'product',
          hops: ['301 /products/next'],
          page: { heading: title, product: true },
        },
      },
      {
        old: { products: [...old, makeProduct('/product/lamp', 'Brass lamp', mayGo ? { mayGo } : {})] },
        new: {
          products: old
            .filter(product => product.title !== title)
            .concat(makeProduct('/products/next', title)),
        },
      },
    )
  expect(lamp('Copper lantern', true)).toMatchObject({ score: 100, issues: [] })
  expect(lamp('Copper lantern', false).issues[0]).toMatchObject({
    severity: 'serious',
    key: 'redirects/wrong-target:product',
  })
  expect(lamp('Blue dish', true).issues[0]).toMatchObject({
    severity: 'moderate',
    key: 'redirects/wrong-target:product',
  })
})

test('posts that all lead to a blog without them are lost', () => {
  const named = (at: number) =>
    `Recipe ${'abcdefghijklmnopqrst'[at % 20]}x${'klmnopqrst'[Math.floor(at / 20)]}y`
  const led = (page: Given['page'], options: Options = {}, count = 40) =>
    scored(
      {
        ...kept,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, at): [string, Given] => [
            `/journal/${named(at).toLowerCase().replaceAll(' ', '-')}/`,
            { kind: 'post', title: named(at), text: textOf(named(at), 200), hops: ['301 /blogs/news'], page },
          ]),
        ),
      },
      options,
    ).issues.map(({ severity, key }) => [severity, key])
  const blog = { heading: 'News', pageType: 'blog' }
  const empty = { ...blog, text: 'There are no posts yet' }
  const post = (title: string): NonNullable<Options['targets']>[number] => ({
    path: `/blogs/news/${title.toLowerCase().replaceAll(' ', '-')}`,
    kind: 'post',
    title,
  })
  const lost = [['critical', 'redirects/home-dump:post']]
  const fallback = [['moderate', 'redirects/category-fallback:post']]
  expect(led(empty)).toEqual(lost)
  expect(led(blog, { targets: [post('Grand opening')] })).toEqual(lost)
  // The posts are there, nobody knows which are, or it is one.
  expect(led(blog, { targets: Array.from({ length: 40 }, (_, at) => post(named(at))) })).toEqual(fallback)
  expect(led(blog)).toEqual(fallback)
  expect(led(empty, {}, 1)).toEqual(fallback)
})

test('an issue names what is lost, where it is and what to do, and the table that has the cure', () => {
  const names = ['lamp', 'chair', 'vase']
  const { issues } = scored(
    {
      ...kept,
      ...Object.fromEntries(names.map(name => [`/product/${name}`, { kind: 'product' as const, end: 404 }])),
    },
    {
      old: { products: names.map(name => makeProduct(`/product/${name}`, name)) },
      new: {
        products: [makeProduct('/products/brass-lamp', 'lamp'), makeProduct('/products/chair', 'chair')],
      },
    },
  )
  expect(issues[0]!.message).toBe(
    '3 product URLs: the new site answers 404: /product/lamp, /product/chair, /product/vase',
  )
  expect(issues[0]!.fix).toBe(
    'Redirect it with 301 to the page that took its place. tables/shopify-redirects.csv has 2 of them ready to import.',
  )
  expect(issues[0]!.original).toEqual({ url: 'https://www.shop.example/product/lamp' })
})

test('what the store would not answer counts neither for nor against; when that is most, nothing is concluded', () => {
  const some = scored({ ...kept, ...many(90, at => `/product/t${at}`, { kind: 'product', end: 'unasked' }) })
  expect(some).toMatchObject({ score: 100, pass: true, inconclusive: false })
  expect(some.issues[0]).toMatchObject({ key: 'redirects/throttled:product', severity: 'minor', charged: 0 })
  const most = scored({ ...kept, ...many(200, at => `/product/t${at}`, { kind: 'product', end: 'unasked' }) })
  expect(most).toMatchObject({ score: 0, pass: false, inconclusive: true })
  expect(most.checks[0]!.reason).toMatch(
    /200 of 301 old URLs could not be judged on the new host, e\.g\. \/product\/t0: it limits/,
  )
})

test.each([
  [
    'nothing lists the addresses of the original',
    { unlisted: '/sitemap.xml answers 403' },
    /neither by sitemap nor by catalog: \/sitemap\.xml answers 403/,
  ],
  ['the original would not answer', { unknown: 102 }, /the original would not answer for 102 of its URLs/],
  [
    'the time was used up',
    { outOfTime: true, found: 5000 },
    /the time for the stores was used up after 101 of 5000/,
  ],
])('%s: inconclusive', (_, coverage, reason) => {
  const { inconclusive, checks } = scored(kept, { coverage })
  expect(inconclusive).toBe(true)
  expect(checks[0]!.reason).toMatch(reason)
})

test('time that ran out after an even sample of hundreds concludes', () => {
  const found = many(250, at => `/p/${at}`, {})
  expect(scored(found, { coverage: { outOfTime: true, found: 5000 } })).toMatchObject({
    score: 100,
    inconclusive: false,
  })
})

test('an original without addresses has nothing to lose', () => {
  const pair = makePair({})
  const empty = { ...pair.original.urls, urls: [], traces: [] }
  const outcome = judge({
    ...pair,
    original: { ...pair.original, urls: empty },
    rebuilt: { ...pair.rebuilt, urls: empty },
  })
  expect(outcome).toEqual({
    notApplicable: 'the original has no address that it answers with 200 and lets be indexed',
  })
})

test('one loss more never raises the score', () => {
  const scores = [0, 1, 2, 3, 8, 20, 60].map(
    count =>
      scored({ ...kept, ...many(count, at => `/product/k${at}`, { kind: 'product', end: 404 }) }).score,
  )
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores[0]).toBe(100)
})

test('pictures that a sitemap lists are told and not charged, however many are lost', () => {
  const lost = many(50, at => `/files/${at}.jpg`, { kind: 'image', end: 404 })
  const { score, pass, issues } = scored({ ...kept, ...lost })
  expect({ score, pass }).toEqual({ score: 100, pass: true })
  expect(issues).toMatchObject([
    {
      key: 'redirects/missing:picture',
      severity: 'minor',
      charged: 0,
      message: expect.stringContaining('50 URLs of pictures'),
    },
  ])
  // Nor do they make the loss of a page graver, or lighter.
  const both = scored({ ...kept, ...lost, '/about': { end: 404 } })
  expect(both.issues[0]).toMatchObject({ key: 'redirects/missing:page', severity: 'moderate' })
  expect(both.checks[0]!.worth).toBe(scored({ ...kept, '/about': { end: 404 } }).checks[0]!.worth)
})

test('that a product is not there any more is no fault of its address, once somebody has accepted it', () => {
  const paths = Array.from({ length: 6 }, (_, at) => `/product/old-${at}`)
  const given = {
    ...kept,
    ...Object.fromEntries(paths.map((path): [string, Given] => [path, { kind: 'product', end: 404 }])),
  }
  const shops = (mayGo: object): Options => ({
    old: { products: paths.map(path => makeProduct(path, `Old ${path}`, mayGo)) },
    new: { products: [] },
  })
  expect(scored(given, shops({})).issues.map(({ key }) => key)).toEqual(['redirects/missing:product'])
  expect(scored(given, shops({ mayGo: true }))).toMatchObject({ score: 100, pass: true, issues: [] })
  const pair = makePair(given, shops({ mayGo: true }))
  const rows = redirectTables(pair).redirects.filter(([path]) => paths.includes(path!))
  expect(rows.map(([, , , , , name, penalty]) => [name, penalty])).toEqual(paths.map(() => ['accepted', '0']))
  expect(redirectCounts(pair)).toContainEqual({
    name: 'accepted',
    says: expect.stringContaining('accepted'),
    count: 6,
    isFault: false,
  })
  expect(redirectCounts(pair).some(({ name }) => name === 'missing')).toBe(false)
})

test('nor where it leads to the list that the product was in', () => {
  const paths = Array.from({ length: 6 }, (_, at) => `/product/old-${at}`)
  const led: Given = {
    kind: 'product',
    hops: ['301 /collections/tables'],
    page: { heading: 'Tables', pageType: 'collection', productLinks: 4 },
  }
  const list = { handle: 'tables', title: 'Tables', count: 7 }
  const shops = (mayGo: object): Options => ({
    old: {
      products: paths.map(path => makeProduct(path, `Old ${path}`, { ...mayGo, collections: ['tables'] })),
      collections: [{ ...list, path: '/tables' }],
    },
    new: { products: [], collections: [{ ...list, path: '/collections/tables' }] },
  })
  const given = { ...kept, ...Object.fromEntries(paths.map((path): [string, Given] => [path, led])) }
  expect(scored(given, shops({})).issues.map(({ key }) => key)).toEqual([
    'redirects/category-fallback:product',
  ])
  expect(scored(given, shops({ mayGo: true }))).toMatchObject({ score: 100, pass: true, issues: [] })
})
