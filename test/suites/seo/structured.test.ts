import { expect, test } from 'vitest'
import type { StructuredItem } from '../../../server/lib/structured/item.ts'
import { readJsonLd } from '../../../server/lib/structured/json-ld.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { crumbs, type Edit, expectIntroduced, judge, makePage, pageWith, product } from './judging.ts'

const PRODUCT = 'Product:blue anvil'

/** The same description in another syntax. */
function recast(jsonLd: unknown[], syntax: StructuredItem['syntax']): StructuredItem[] {
  const turned = (item: StructuredItem): StructuredItem => ({
    ...item,
    syntax,
    properties: item.properties.map(([name, values]) => [
      name,
      values.map(value => (typeof value === 'object' && 'types' in value ? turned(value) : value)),
    ]),
  })
  return jsonLd.flatMap(one => {
    const read = readJsonLd(JSON.stringify(one))
    return 'items' in read ? read.items.map(turned) : []
  })
}

test.each<[string, Edit, string[]]>([
  [
    'all of it lost',
    page => (page.jsonLd = []),
    ['serious seo/structured:lost:Product', 'moderate seo/structured:lost:BreadcrumbList'],
  ],
  ['a product lost', page => page.jsonLd.shift(), ['serious seo/structured:lost:Product']],
  ['breadcrumbs lost', page => page.jsonLd.pop(), ['moderate seo/structured:lost:BreadcrumbList']],
  [
    'breadcrumbs without their steps',
    page => (page.jsonLd[1] = { ...crumbs(), itemListElement: undefined }),
    ['moderate seo/structured:required:BreadcrumbList:home > anvils > blue:BreadcrumbList:itemListElement'],
  ],
  [
    'breadcrumbs broken',
    page => (page.jsonLd[1] = JSON.stringify(crumbs('Home', 'Anvils')).slice(0, -1)),
    ['moderate seo/structured:broken:breadcrumblist,listitem'],
  ],
  [
    'broken JSON',
    page => (page.jsonLd[0] = JSON.stringify(product()).slice(0, -1)),
    ['serious seo/structured:broken:aggregaterating,brand,offer,product'],
  ],
  [
    'no context',
    page => (page.jsonLd[0] = product({ '@context': undefined })),
    ['serious seo/structured:broken:aggregaterating,brand,offer,product'],
  ],
  [
    'what the result needs is lost',
    page => (page.jsonLd[0] = product({ name: undefined })),
    [`serious seo/structured:required:${PRODUCT}:Product:name`],
  ],
  [
    'the price is lost',
    page => (page.jsonLd[0] = product({ offers: { '@type': 'Offer', priceCurrency: 'EUR' } })),
    [
      `serious seo/structured:required:${PRODUCT}:Offer:price or lowPrice or priceSpecification`,
      `moderate seo/structured:lost:${PRODUCT}:Offer:availability`,
      `minor seo/structured:lost:${PRODUCT}:Offer:url`,
    ],
  ],
  [
    'another price',
    page => (page.jsonLd[0] = product({ offers: { ...product().offers, price: 94 } })),
    [`serious seo/structured:changed:${PRODUCT}:Offer:price`],
  ],
  [
    'another currency',
    page => (page.jsonLd[0] = product({ offers: { ...product().offers, priceCurrency: 'USD' } })),
    [`serious seo/structured:changed:${PRODUCT}:Offer:priceCurrency`],
  ],
  [
    'what the page sells is out of stock',
    page => {
      page.buttons = ['Add to basket']
      page.jsonLd[0] = product({
        offers: { ...product().offers, availability: 'https://schema.org/OutOfStock' },
      })
    },
    [`serious seo/structured:changed:${PRODUCT}:Offer:availability`],
  ],
  [
    'what the page does not sell is out of stock',
    page => (page.jsonLd[0] = product({ offers: { ...product().offers, availability: 'OutOfStock' } })),
    [`moderate seo/structured:changed:${PRODUCT}:Offer:availability`],
  ],
  [
    'what is in stock is there in small numbers',
    page => {
      page.buttons = ['Add to basket']
      page.jsonLd[0] = product({ offers: { ...product().offers, availability: 'LimitedAvailability' } })
    },
    [`moderate seo/structured:changed:${PRODUCT}:Offer:availability`],
  ],
  [
    'the price in another spelling',
    page => (page.jsonLd[0] = product({ offers: { ...product().offers, price: '49,00 €' } })),
    [],
  ],
  [
    'the offer lost',
    page => (page.jsonLd[0] = product({ offers: undefined })),
    [`serious seo/structured:required:${PRODUCT}:Product:offers`],
  ],
  [
    'another SKU',
    page => (page.jsonLd[0] = product({ sku: 'AN-94' })),
    [`moderate seo/structured:changed:${PRODUCT}:Product:sku`],
  ],
  [
    'the rating is lost',
    page => (page.jsonLd[0] = product({ aggregateRating: undefined })),
    [`moderate seo/structured:lost:${PRODUCT}:Product:aggregateRating`],
  ],
  [
    'a breadcrumb is lost',
    page => (page.jsonLd[1] = crumbs('Home', 'Blue')),
    ['moderate seo/structured:changed:BreadcrumbList:home > anvils > blue:BreadcrumbList:itemListElement'],
  ],
  [
    'another thing is described',
    page =>
      (page.jsonLd[0] = {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Blue anvil',
        brand: 'Acme',
        offers: product().offers,
      }),
    [
      `minor seo/structured:lost:${PRODUCT}:Product:description`,
      `moderate seo/structured:lost:${PRODUCT}:Product:aggregateRating`,
      `moderate seo/structured:lost:${PRODUCT}:Product:image`,
      `moderate seo/structured:lost:${PRODUCT}:Product:sku`,
    ],
  ],
  ['one graph', page => (page.jsonLd = [{ '@context': 'https://schema.org', '@graph': page.jsonLd }]), []],
  ['a list', page => (page.jsonLd = [page.jsonLd]), []],
  [
    'parts by reference',
    page =>
      (page.jsonLd = [
        {
          '@graph': [
            product({ brand: { '@id': '#acme' }, offers: { '@id': '#offer' } }),
            { '@type': 'Brand', '@id': '#acme', name: 'Acme' },
            { ...product().offers, '@id': '#offer' },
            crumbs('Home', 'Anvils', 'Blue'),
          ],
        },
      ]),
    [],
  ],
  [
    'nested in the page',
    page => (page.jsonLd = [{ breadcrumb: page.jsonLd[1], mainEntity: page.jsonLd[0] }]),
    [],
  ],
  [
    'microdata',
    page => Object.assign(page, { structured: { items: recast(page.jsonLd, 'microdata') }, jsonLd: [] }),
    [],
  ],
  ['said twice', page => page.jsonLd.push(product()), []],
  [
    'other spellings of the same',
    page =>
      (page.jsonLd = [
        product({
          '@type': ['Product', 'Thing'],
          brand: 'Acme',
          image: ['https://cdn.example.net/8f3ab2c91d.webp'],
          description: `<p>${product().description}</p>`,
          offers: [
            {
              '@type': 'https://schema.org/Offer',
              price: 49,
              priceCurrency: 'EUR',
              availability: 'InStock',
              url: `${REBUILT}anvils/blue/`,
            },
          ],
          aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.7', reviewCount: 35 },
        }),
        crumbs('Home', 'Anvils', 'Blue'),
      ]),
    [],
  ],
  [
    'the price within a specification',
    page =>
      (page.jsonLd[0] = product({
        offers: {
          ...product().offers,
          price: undefined,
          priceSpecification: { '@type': 'UnitPriceSpecification', price: '49.00' },
        },
      })),
    [],
  ],
  [
    'the name of a breadcrumb in its item',
    page =>
      (page.jsonLd[1] = {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: ['Home', 'Anvils', 'Blue'].map(name => ({
          '@type': 'ListItem',
          item: { '@id': `${ORIGINAL}${name.toLowerCase()}`, name },
        })),
      }),
    [],
  ],
  ['wrapped in comments', page => (page.jsonLd[0] = `//<![CDATA[\n${JSON.stringify(product())}\n//]]>`), []],
])('%s', (_, edit, expected) => expectIntroduced(edit, expected))

test('addresses that moved are minor', () => {
  const moved = JSON.parse(
    JSON.stringify(crumbs('Home', 'Anvils', 'Blue')).replaceAll(ORIGINAL, `${ORIGINAL}shop/`),
  )
  const { introduced } = judge(
    makePage(),
    pageWith(page => {
      page.jsonLd[1] = moved
    }),
  )
  expect(introduced).toEqual([
    'minor seo/structured:changed:BreadcrumbList:home > anvils > blue:ListItem:item',
  ])
})

test('a telephone number is its digits', () => {
  const smithy = (telephone: string) =>
    pageWith(page =>
      page.jsonLd.push({
        '@context': 'https://schema.org',
        '@type': 'LocalBusiness',
        name: 'Acme smithy',
        telephone,
      }),
    )
  const introduced = (now: string) => judge(smithy('+44 1947 555 0123'), smithy(now)).introduced
  for (const same of ['+441947-5550123', '+44 (0)1947 5550123', '01947 555 0123'])
    expect(introduced(same)).toEqual([])
  expect(introduced('+44 1947 555 0199')).toEqual([
    'moderate seo/structured:changed:LocalBusiness:acme smithy:LocalBusiness:telephone',
  ])
  // Its own text says which of them is wrong.
  const mailed = (email: string) =>
    pageWith(page => {
      page.jsonLd.push({
        '@context': 'https://schema.org',
        '@type': 'LocalBusiness',
        name: 'Acme smithy',
        email,
      })
      page.text = `${page.text} Write to info@acme.example`
    })
  expect(judge(mailed('info@acme.example'), mailed('inof@acme.example')).introduced).toEqual([
    expect.stringMatching(/^serious .*email$/),
  ])
  const shown = (telephone: string, text: string) =>
    pageWith(page => {
      page.jsonLd.push({
        '@context': 'https://schema.org',
        '@type': 'LocalBusiness',
        name: 'Acme smithy',
        telephone,
      })
      page.text = `${page.text} Call ${text}`
    })
  const told = (now: string, text: string) =>
    judge(shown('+44 1947 555 0123', '01947 555 0123'), shown(now, text)).introduced.map(
      issue => issue.split(' ')[0],
    )
  expect(told('+44 1947 555 0199', '01947 555 0123')).toEqual(['serious'])
  expect(told('+44 1947 555 0199', '01947 555 0199')).toEqual(['moderate'])
  expect(told('+44 1947 555 0199', '01947 555 0123 or 555 0199')).toEqual(['moderate'])
})

const HOURS = 'moderate seo/structured:changed:LocalBusiness:acme smithy:LocalBusiness:openingHours'
const smithyAt = (hours: object, text?: string) =>
  pageWith(page => {
    page.jsonLd.push({
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      name: 'Acme smithy',
      ...hours,
    })
    if (text) page.text = text
  })

test('opening hours are those of each day, in whichever form they are told', () => {
  const spec = (dayOfWeek: string[], opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    opens,
    closes,
  })
  const was = smithyAt({ openingHours: ['Mo-We 09:00-12:00,13:00-17:00', 'Sa 10:00-14:00'] })
  const days = ['Monday', 'https://schema.org/Tuesday', 'Wednesday']
  for (const same of [
    { openingHours: 'Mo,Tu,We 9:00-12:00, 13:00-17:00; Saturday 10:00-14:00' },
    {
      openingHoursSpecification: [
        spec(['Saturday'], '10:00:00', '14:00:00'),
        spec(days, '13:00', '17:00'),
        spec(days, '09:00', '12:00'),
      ],
    },
  ])
    expect(judge(was, smithyAt(same)).introduced).toEqual([])
  // A day may be told as closed, and midnight has three names.
  const until = (closes: string, ...more: object[]) =>
    smithyAt({ openingHoursSpecification: [spec(days, '10:00', closes), ...more] })
  for (const same of ['00:00', '24:00', '23:59'])
    expect(judge(until('00:00', spec(['Sunday'], '00:00', '00:00')), until(same)).introduced).toEqual([])
  const { introduced, issues } = judge(was, smithyAt({ openingHours: 'Mo-Su 10:00-23:00' }))
  expect(introduced).toEqual([HOURS])
  expect(issues[0]!.message).toContain(
    'is "Mo-Su 10:00-23:00"; it was "Mo-We 09:00-12:00,13:00-17:00, Sa 10:00-14:00"',
  )
})

test('other opening hours than the page itself shows are grave', () => {
  const graded = (shownBefore: string, shownNow: string) =>
    judge(
      smithyAt({ openingHours: 'We-Sa 11:30-22:00' }, shownBefore),
      smithyAt({ openingHours: 'Mo-Su 10:00-23:00' }, shownNow),
    ).introduced.filter(issue => issue.includes('openingHours'))
  const grave = [HOURS.replace('moderate', 'serious')]
  const shown = 'Our smithy is open from Wednesday to Saturday, 11.30 – 22 Uhr'
  expect(graded(shown, shown)).toEqual(grave)
  expect(graded('Open 11:30 am to 10 pm', 'Open 11:30 am to 10 pm')).toEqual(grave)
  expect(graded(shown, 'Our smithy is open each day, 10 – 23 Uhr')).toEqual([HOURS])
  expect(graded('Our smithy is open', 'Our smithy is open')).toEqual([HOURS])
})

test('another day at the same times, beside a page that shows what it did', () => {
  const week = (days: string[], text: string) =>
    smithyAt(
      {
        openingHoursSpecification: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: [...days, 'PublicHolidays'],
          opens: '09:00',
          closes: '12:30',
        },
      },
      text,
    )
  const shown = 'Our smithy is open 9:00 – 12:30, closed on Thursdays'
  const graded = (now: string) =>
    judge(week(['Monday', 'Friday'], shown), week(['Monday', 'Thursday', 'Friday'], now)).introduced.filter(
      issue => issue.includes('openingHours'),
    )
  expect(graded(shown)).toEqual([HOURS.replace('moderate', 'serious')])
  expect(graded('Our smithy is open 9:00 – 12:30, on Thursdays until 17:00')).toEqual([HOURS])
  // A day that it does not have may be put right, and holidays tell nothing.
  const fewer = judge(week(['Monday', 'Thursday'], shown), week(['Monday'], shown)).introduced
  expect(fewer.filter(issue => issue.includes('openingHours'))).toEqual([HOURS])
})

test('of a business of which no more is told than its name and address results show nothing', () => {
  const shop = { '@context': 'https://schema.org', '@type': 'Bakery', name: 'Acme', address: '12 Anvil Lane' }
  const lost = (now: object) =>
    judge(
      pageWith(page => page.jsonLd.push(now)),
      makePage(),
    ).introduced
  expect(lost(shop)).toEqual(['moderate seo/structured:lost:LocalBusiness'])
  for (const told of [{ openingHours: 'Mo-Fr 07:00-18:00' }, { priceRange: '€€' }, { telephone: '0123 555' }])
    expect(lost({ ...shop, ...told })).toEqual(['serious seo/structured:lost:LocalBusiness'])
})

test('what lacks what its kind of result requires had no result to lose', () => {
  const course = { '@context': 'https://schema.org', '@type': 'Course', name: 'Smithing' }
  const lost = (now: object) =>
    judge(
      pageWith(page => page.jsonLd.push(now)),
      makePage(),
    ).introduced
  expect(lost(course)).toEqual(['moderate seo/structured:lost:Course'])
  expect(lost({ ...course, description: 'From iron to anvil' })).toEqual([
    'serious seo/structured:lost:Course',
  ])
})

test('questions and answers have results on few sites', () => {
  const faq = { '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity: [] }
  const { introduced } = judge(
    pageWith(page => page.jsonLd.push(faq)),
    makePage(),
  )
  expect(introduced).toEqual(['moderate seo/structured:lost:FAQPage'])
})

test('more described is no fault', () => {
  const context = { '@context': 'https://schema.org' }
  const more = [
    { ...context, '@type': 'FAQPage' },
    { ...context, '@type': 'Organization', name: 'Acme' },
  ]
  expect(
    judge(
      makePage(),
      pageWith(page => page.jsonLd.push(...more)),
    ).introduced,
  ).toEqual([])
})

const context = { '@context': 'https://schema.org' }
const site = { ...context, '@type': 'WebSite', name: 'Acme', url: ORIGINAL }
const owner = { ...context, '@type': 'Organization', name: 'Acme', url: ORIGINAL }

test('what all pages of a site say of it weighs less than what one page is about', () => {
  const at = (path: string) => {
    const before = makePage()
    before.path = path
    before.jsonLd = [site, owner]
    const after = makePage()
    after.path = path
    after.jsonLd = []
    return judge(before, after)
  }
  for (const path of ['about', '']) {
    const { introduced, issues } = at(path)
    expect(introduced.filter(issue => issue.includes('seo/structured'))).toHaveLength(1)
    expect(issues.filter(({ rule }) => rule === 'seo/structured/result-lost')).toMatchObject([
      { severity: 'moderate' },
    ])
  }
})

test('what is known by its address alone is the same on another host', () => {
  const item = (url: string): StructuredItem => ({
    syntax: 'microdata',
    types: ['Organization'],
    id: '',
    properties: [['url', [url]]],
  })
  const at = (url: string) => pageWith(page => (page.structured = { items: [item(url), item(url)] }))
  expect(judge(at(ORIGINAL), at(REBUILT)).introduced).toEqual([])
  // It tells nothing that a search engine could show.
  const none = pageWith(page => (page.structured = { items: [] }))
  expect(judge(at(ORIGINAL), none).introduced).toEqual(['minor seo/structured:lost:Organization'])
})

test('a local business is an organization', () => {
  const described = (now: object) =>
    judge(
      pageWith(page => page.jsonLd.push(owner)),
      pageWith(page => page.jsonLd.push(now)),
    ).introduced
  expect(described({ ...owner, '@type': 'Plumber', address: '12 Anvil Lane' })).toEqual([])
  const shop = { ...context, '@type': 'Bakery', name: 'Acme bakery', address: '12 Anvil Lane' }
  const both = judge(
    pageWith(page => page.jsonLd.push(owner, shop)),
    pageWith(page => page.jsonLd.push({ ...shop, name: 'Acme bakery Whitby' })),
  )
  expect(both.introduced).not.toContain('serious seo/structured:lost:LocalBusiness')
  expect(described({ ...context, '@type': 'Event', name: 'Acme' })).toEqual([
    'moderate seo/structured:lost:Organization',
  ])
})

test('five of many products lost is one finding', () => {
  const all = Array.from({ length: 20 }, (_, index) =>
    product({ name: `Anvil number ${index}`, sku: `${index}` }),
  )
  const before = pageWith(page => (page.jsonLd = all))
  const after = pageWith(page => (page.jsonLd = all.slice(5).reverse()))
  const { introduced, issues } = judge(before, after)
  expect(introduced).toEqual(['serious seo/structured:lost:Product'])
  expect(issues[0]!.message).toMatch(/^5 of 20 descriptions of type Product are lost: anvil number 0/)
  expect(judge(after, before).introduced).toEqual([])
})

test('a type lost to a script that was broken before is no loss', () => {
  const broken = pageWith(page => (page.jsonLd[0] = '{"@type": "Product",,}'))
  expect(
    judge(
      broken,
      pageWith(page => page.jsonLd.shift()),
    ).introduced,
  ).toEqual([])
})

test('what could not be read is not lost', () => {
  const { result } = judge(
    makePage(),
    pageWith(page => Object.assign(page, { jsonLd: [], structured: { unread: 1 } })),
  )
  expect(result.checks.find(({ id }) => id === 'seo/structured')).toMatchObject({ outcome: 'inconclusive' })
})

test('JSON made to exhaust a reader', () => {
  const nested = `${`{"a":`.repeat(1000)}1${'}'.repeat(1000)}`
  const isCut = (text: string) => {
    const read = readJsonLd(text)
    return 'cut' in read && read.cut
  }
  expect(isCut(nested)).toBe(true)
  expect('broken' in readJsonLd('['.repeat(200_000))).toBe(true)
  const own = readJsonLd('{"@type":"Product","__proto__":{"name":"x"},"constructor":"y"}')
  expect('items' in own && own.items[0]!.properties.map(([name]) => name)).toEqual([
    '__proto__',
    'constructor',
  ])
  const large = {
    '@type': 'ItemList',
    itemListElement: Array.from({ length: 30_000 }, (_, i) => `item ${i}`),
  }
  expect(isCut(JSON.stringify(large))).toBe(true)
  const [before, after] = [large, { ...large, itemListElement: large.itemListElement.toReversed() }].map(
    one =>
      pageWith(page => (page.jsonLd = [{ ...one, itemListElement: one.itemListElement.slice(0, 5000) }])),
  )
  expect(judge(before!, after!).introduced.length).toBeLessThanOrEqual(1)
})

test('a product became one with variants, or the other way round', () => {
  const offer = (price: string) => ({ ...product().offers, price })
  const variant = (size: string, price: string) => ({
    '@type': 'Product',
    name: `Blue anvil, ${size}`,
    offers: offer(price),
  })
  const plain = pageWith(page => (page.jsonLd[0] = product({ offers: [offer('49.00'), offer('59.00')] })))
  const group = (...prices: string[]) =>
    pageWith(page => {
      const variants = prices.map(price => variant(`for ${price}`, price))
      page.jsonLd[0] = product({ '@type': 'ProductGroup', offers: undefined, hasVariant: variants })
    })
  const grave = ({ introduced }: ReturnType<typeof judge>) =>
    introduced.filter(issue => !issue.startsWith('minor'))
  expect(grave(judge(plain, group('59.00', '49.00')))).toEqual([])
  expect(grave(judge(group('59.00', '49.00'), group('49.00', '59.00')))).toEqual([])
  expect(grave(judge(plain, group('59.00', '94.00')))).toEqual([
    'serious seo/structured:changed:Product:blue anvil:Offer:price',
  ])
  expect(judge(group('49.00', '59.00'), plain).result.pass).toBe(true)
})

test('an offer is not kept by what else the variants say of it', () => {
  const offer = { '@type': 'Offer', sku: 'A-1', name: 'Blue', price: '59.00', priceCurrency: 'EUR' }
  const was = pageWith(page => {
    page.jsonLd[0] = product({ sku: 'A-1', offers: [offer] })
  })
  const now = (variant: object) =>
    pageWith(page => {
      page.jsonLd[0] = product({
        ...{ '@type': 'ProductGroup', offers: undefined },
        hasVariant: [{ '@type': 'Product', name: 'Anvil, Blue', sku: 'A-1', ...variant }],
      })
    })
  const grave = ({ introduced }: ReturnType<typeof judge>) => introduced.filter(one => /^serious/.test(one))
  expect(grave(judge(was, now({})))).toEqual([
    'serious seo/structured:required:Product:blue anvil:Product:offers',
  ])
  expect(grave(judge(was, now({ offers: offer })))).toEqual([])
})
