/** Pages that are alike but for a word: which of them took the place of which, and which nobody can know. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair, makeProduct, NEW, type Options } from './made.ts'

const CITIES = [
  'Rotterdam',
  'Tilburg',
  'Breda',
  'Arnhem',
  'Zwolle',
  'Leiden',
  'Delft',
  'Gouda',
  'Assen',
  'Almelo',
]
const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const textOf = (city: string) =>
  `Order flowers in ${city} before two and our own drivers bring them on the same day. Roses, lilies and whatever the season has to
  offer, tied by hand in our workshop. We know every street of ${city}, hospitals and offices included, and ask the neighbours where
  nobody is at home. Payment is as you like it, and what does not please comes back to us free of charge.`
const old = (city: string) => `/flowers-in-${slug(city)}/`
const fresh = (city: string) => `/pages/flower-delivery-${slug(city)}`

/** Each city has its page, and `led` says where the old ones lead: their own by default. */
function cities(
  led: Record<string, string | null>,
  { without = [] as string[], options = {} as Options } = {},
) {
  const given = Object.fromEntries(
    CITIES.map((city): [string, Given] => {
      const own = { title: `Flowers in ${city}`, text: textOf(city) }
      const to = city in led ? led[city]! : city
      if (to === null) return [old(city), { ...own, end: 404 }]
      const page = { heading: `Flowers in ${to}`, text: textOf(to) }
      return [old(city), { ...own, hops: [`301 ${fresh(to)}`], page }]
    }),
  )
  const targets = CITIES.filter(city => !without.includes(city)).map(city => ({
    path: fresh(city),
    kind: 'page' as const,
    title: '',
  }))
  return makePair(given, { ...options, targets: [...targets, ...(options.targets ?? [])] })
}

const classesOf = (pair: ReturnType<typeof makePair>) =>
  Object.fromEntries(rowsOf(pair).rows.map(row => [row.url.path, `${row.class}: ${row.why}`]))

test('a sibling that is alike is not the page, where the page itself is there', () => {
  const found = classesOf(cities({ Rotterdam: 'Tilburg', Breda: 'Arnhem', Arnhem: 'Breda' }))
  for (const [city, its] of [
    ['Rotterdam', 'Rotterdam'],
    ['Breda', 'Breda'],
    ['Arnhem', 'Arnhem'],
  ])
    expect(found[old(city!)]).toMatch(new RegExp(`^wrong-target: .*took its place is ${fresh(its!)}`))
  for (const city of CITIES.filter(one => !['Rotterdam', 'Breda', 'Arnhem'].includes(one)))
    expect(found[old(city)]).toMatch(/^moved:/)
})

test('nor where it was dropped: what another page became is no other’s', () => {
  const found = classesOf(cities({ Rotterdam: 'Tilburg' }, { without: ['Rotterdam'] }))
  expect(found[old('Rotterdam')]).toMatch(new RegExp(`^wrong-target: .*what became of ${old('Tilburg')}`))
  expect(found[old('Tilburg')]).toMatch(/^moved:/)
})

test('siblings with the same words in another order of numbers are told apart', () => {
  const sizes = ['20 x 30', '30 x 20', '30 x 40', '40 x 30', '40 x 50', '50 x 40']
  const given = Object.fromEntries(
    sizes.map((size, at): [string, Given] => {
      const led = at === 0 ? sizes[1]! : size
      return [
        `/frame-${slug(size)}-cm/`,
        {
          title: `Frame ${size} cm`,
          text: `A frame of ${size} cm.`,
          hops: [`301 /pages/frames-${slug(led)}`],
          page: { heading: `Oak frame ${led} cm`, text: `An oak frame of ${led} cm.` },
        },
      ]
    }),
  )
  const targets = sizes.map(size => ({
    path: `/pages/frames-${slug(size)}`,
    kind: 'page' as const,
    title: '',
  }))
  const found = classesOf(makePair(given, { targets }))
  expect(found['/frame-20-x-30-cm/']).toMatch(/^wrong-target: .*\/pages\/frames-20-x-30/)
  for (const size of sizes.slice(1)) expect(found[`/frame-${slug(size)}-cm/`]).toMatch(/^moved:/)
})

test.each<[what: string, lines: string[], old: (line: string) => string, fresh: (line: string) => string]>([
  ['lists', ['men', 'women', 'kids'], line => `/${line}/shirts/`, line => `/collections/${line}-shirts`],
  [
    'pages with two steps above them',
    ['aria', 'bela', 'cora', 'dora'],
    line => `/sofas/${line}/care/`,
    line => `/pages/care-of-${line}`,
  ],
  [
    'pages whose new addresses have steps as well',
    ['aria', 'bela', 'cora'],
    line => `/sofas/${line}/help/care.html`,
    line => `/pages/${line}/care`,
  ],
])('siblings of one name are told apart by the steps of their addresses: %s', (_, lines, old, fresh) => {
  const text =
    'Brush it once a week, keep it out of the sun and ask us before you wash anything of it at all.'
  const name = /shirts/.test(old('')) ? 'Shirts' : 'Care'
  const found = (led: (line: string, at: number) => string, others: Record<string, Given> = {}) =>
    classesOf(
      makePair(
        {
          ...Object.fromEntries(
            lines.map((line, at): [string, Given] => [
              old(line),
              { title: name, text, hops: [`301 ${fresh(led(line, at))}`], page: { heading: name, text } },
            ]),
          ),
          ...others,
        },
        { targets: lines.map(line => ({ path: fresh(line), kind: 'page', title: '' })) },
      ),
    )
  const right = found(line => line)
  for (const line of lines) expect(right[old(line)]).toMatch(/^moved:/)
  const swapped = found((line, at) => lines[[1, 0][at] ?? at] ?? line)
  for (const line of lines.slice(0, 2))
    expect(swapped[old(line)]).toMatch(new RegExp(`^wrong-target: .*took its place is ${fresh(line)}`))
  for (const line of lines.slice(2)) expect(swapped[old(line)]).toMatch(/^moved:/)
})

test('an exchanged category is one, though half of its products are in the other as well', () => {
  const names = ['Birthday', 'Thank you', 'Wedding', 'Farewell']
  const all = Array.from({ length: 12 }, (_, at) => at)
  const isIn = (at: number, list: number) => at < 6 || at % 4 === list
  const listsOf = (at: number, prefix: string) =>
    names.flatMap((name, list) => (isIn(at, list) ? [`${prefix}${slug(name)}`] : []))
  const given = Object.fromEntries(
    names.map((name, at): [string, Given] => {
      const led = at < 2 ? names[1 - at]! : name
      return [
        `/product-category/${slug(name)}/`,
        {
          kind: 'category',
          title: name,
          hops: [`301 /collections/for-${slug(led)}`],
          page: { heading: led, pageType: 'collection', productLinks: 9 },
        },
      ]
    }),
  )
  const found = classesOf(
    makePair(given, {
      old: {
        products: all.map(at =>
          makeProduct(`/product/t${at}`, `Thing ${at}`, { collections: listsOf(at, '') }),
        ),
        collections: names.map(name => ({
          handle: slug(name),
          title: name,
          path: `/product-category/${slug(name)}/`,
          count: 8,
        })),
      },
      new: {
        products: all.map(at =>
          makeProduct(`/products/t${at}`, `Thing ${at}`, { collections: listsOf(at, 'for-') }),
        ),
        collections: names.map(name => ({
          handle: `for-${slug(name)}`,
          title: name,
          path: `/collections/for-${slug(name)}`,
          count: 8,
        })),
      },
    }),
  )
  expect(found['/product-category/birthday/']).toMatch(/^wrong-target: .*\/collections\/for-birthday/)
  expect(found['/product-category/thank-you/']).toMatch(/^wrong-target: .*\/collections\/for-thank-you/)
  expect(found['/product-category/wedding/']).toMatch(/^moved:/)
})

test('of lists that have one name, such as those of men and of women, the products tell', () => {
  const people = ['men', 'women', 'kids']
  const all = people.flatMap(who => Array.from({ length: 8 }, (_, at) => ({ who, at })))
  const given = Object.fromEntries(
    people.map((who): [string, Given] => {
      const led = who === 'men' ? 'women' : who === 'women' ? 'men' : who
      return [
        `/${who}/shirts/`,
        {
          kind: 'category',
          title: 'Shirts',
          text: textOf('Shirts'),
          hops: [`301 /collections/shirts-${led}`],
          page: { heading: 'Shirts', text: textOf('Shirts'), pageType: 'collection', productLinks: 8 },
        },
      ]
    }),
  )
  const shop = (collectionOf: (who: string) => string, pathOf: (who: string) => string, product: string) => ({
    products: all.map(({ who, at }) =>
      makeProduct(`/${product}/${who}-${at}`, `Shirt ${who} ${at}`, { collections: [collectionOf(who)] }),
    ),
    collections: people.map(who => ({
      handle: collectionOf(who),
      title: 'Shirts',
      path: pathOf(who),
      count: 8,
    })),
  })
  const found = classesOf(
    makePair(given, {
      old: shop(
        who => `${who}-shirts`,
        who => `/${who}/shirts/`,
        'product',
      ),
      new: shop(
        who => `shirts-${who}`,
        who => `/collections/shirts-${who}`,
        'products',
      ),
    }),
  )
  expect(found['/men/shirts/']).toMatch(/^wrong-target: .*\/collections\/shirts-men/)
  expect(found['/women/shirts/']).toMatch(/^wrong-target: .*\/collections\/shirts-women/)
  expect(found['/kids/shirts/']).toMatch(/^moved:/)
})

test('where the names of a site are other words now, what tells its pages apart is what counts', () => {
  const given = Object.fromEntries(
    CITIES.map((city): [string, Given] => [
      old(city),
      {
        title: `Bloemen bezorgen in ${city}`,
        text: textOf(city),
        hops: [`301 ${fresh(city)}`],
        page: { heading: `Florist ${city}`, text: `${city} and all around it.` },
      },
    ]),
  )
  for (const path of CITIES.map(old)) expect(classesOf(makePair(given))[path]).toMatch(/^moved:/)
})

test('pages that became one are right where it is, and nobody’s who had another', () => {
  const one = {
    path: '/pages/flower-delivery-delft-gouda',
    heading: 'Flowers in Delft & Gouda',
    text: `${textOf('Delft')} ${textOf('Gouda')}`,
  }
  const pair = cities({})
  const merged = makePair(
    Object.fromEntries(
      CITIES.map((city): [string, Given] => {
        const own = { title: `Flowers in ${city}`, text: textOf(city) }
        if (/Delft|Gouda|Assen/.test(city))
          return [old(city), { ...own, hops: [`301 ${one.path}`], page: one }]
        return [
          old(city),
          { ...own, hops: [`301 ${fresh(city)}`], page: { heading: own.title, text: own.text } },
        ]
      }),
    ),
    { targets: pair.rebuilt.urls.targets.filter(({ path }) => !/delft|gouda/.test(path)) },
  )
  const found = classesOf(merged)
  expect(found[old('Delft')]).toMatch(/^moved:/)
  expect(found[old('Gouda')]).toMatch(/^moved:/)
  expect(found[old('Assen')]).toMatch(/^wrong-target: .*flower-delivery-assen/)
})

test('where nothing tells, nothing is said of the address, and it is listed for a person', () => {
  const pair = makePair({
    '/ideas': {
      title: 'Ideas',
      text: 'few words',
      hops: ['301 /pages/thoughts'],
      page: { text: 'not many' },
    },
  })
  expect(classesOf(pair)['/ideas']).toMatch(/^unclear: .*nothing tells/)
  const [, row] = redirectTables(pair).candidates
  expect(row!.slice(0, 5)).toEqual(['/ideas', 'Ideas', 'page', 'unclear', `${NEW}/pages/thoughts`])
})

test('a target is proposed where it is sure; the rest is a list with candidates, and no row to import', () => {
  const occasions = ['birthday', 'thank-you', 'wedding', 'new-baby', 'farewell', 'graduation', 'retirement']
  const given = Object.fromEntries(
    occasions.map((name): [string, Given] => [
      `/flowers/for-a-${name}/`,
      { title: `Flowers for a ${name.replace('-', ' ')}`, text: 'Tied by hand.', end: 404 },
    ]),
  )
  // Birthday has two that could be it, the farewell none.
  const targets = [
    ...occasions.filter(name => !/birthday|farewell/.test(name)).map(name => `/pages/flowers-for-a-${name}`),
    '/pages/flowers-for-a-birthday-boy',
    '/pages/flowers-for-a-birthday-girl',
  ].map(path => ({ path, kind: 'page' as const, title: '' }))
  const { shopifyRedirects, candidates } = redirectTables(makePair(given, { targets }))
  const proposed = Object.fromEntries(shopifyRedirects.slice(1) as [string, string][])
  for (const name of occasions) {
    const expected = /birthday|farewell/.test(name) ? undefined : `/pages/flowers-for-a-${name}`
    expect(proposed[`/flowers/for-a-${name}/`]).toBe(expected)
  }
  const [header, ...rows] = candidates
  const listed = rows.map(row => Object.fromEntries(header!.map((name, at) => [name, row[at]])))
  expect(listed.map(row => row.old_url)).toEqual(['/flowers/for-a-birthday/', '/flowers/for-a-farewell/'])
  expect([listed[0]!.candidate_1, listed[0]!.candidate_2].sort()).toEqual([
    '/pages/flowers-for-a-birthday-boy',
    '/pages/flowers-for-a-birthday-girl',
  ])
  expect(listed[0]!.alike_1).toMatch(/^\d+ %$/)
  expect(new Set(candidates.map(row => row.length)).size).toBe(1)
})

test('further pages of a list lead where the list went', () => {
  const pages = [1, 2, 3, 4, 5, 6, 7, 8].map(at => (at === 1 ? '/roses/' : `/roses/page-${at}/`))
  const given = Object.fromEntries(
    pages.map((path, at): [string, Given] => [
      path,
      {
        kind: 'category',
        title: at === 0 ? 'Roses' : `Roses - Page ${at + 1} of 8`,
        hops: ['301 /collections/all-roses'],
        page: { heading: 'Roses', pageType: 'collection' },
      },
    ]),
  )
  // A list of some length, so that a name that more pages have is not taken for the site's.
  const others = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`/other-${at}x/`, {}]))
  const found = classesOf(makePair({ ...given, ...others }))
  for (const path of pages) expect(found[path]).toMatch(/^moved:/)
})
