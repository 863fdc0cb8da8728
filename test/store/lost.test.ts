/** Moved shops over real HTTP: what is lost beside products and addresses is found, item by item; a faithful move is silent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../server/contract.ts'
import { titleKey } from '../../server/matching/products/keys.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { catalog } from '../../server/suites/catalog/index.ts'
import { catalogTable } from '../../server/suites/catalog/table.ts'
import { type Matchings, matchingsOf, runSuites } from '../../server/suites/core/run.ts'
import { closing } from '../mock-store/closing.ts'
import { withExtras } from '../mock-store/extras.ts'
import { brandsIn, type Goods, makeGoods, slugOf } from '../mock-store/goods.ts'
import { randomFrom } from '../mock-store/random.ts'
import { startStore, type TestStore } from '../mock-store/shopify/index.ts'
import { startWoo, type WooShop } from '../mock-store/woocommerce/index.ts'
import { type ReadPair, readPair } from './stores.ts'

const goods = withExtras(makeGoods({ products: 40 }))
goods.groups.length = 8
const LOCALES = goods.markets!.map(({ code }) => `/${code}`)
let woo: WooShop
let store: TestStore

beforeAll(async () => {
  woo = await startWoo({ goods })
  store = await startStore({ goods, locales: LOCALES })
  const rows = [
    ...goods.products.map(({ slug }) => [`/product/${slug}/`, `/products/${slug}`]),
    ...goods.groups.map(({ slug }) => [`/product-category/${slug}/`, `/collections/${slug}`]),
    ...goods.pages.map(({ slug }) => [`/${slug}/`, `/pages/${slug}`]),
    ...goods.posts.map(({ slug }) => [`/${slug}/`, `/blogs/news/${slug}`]),
    ...brandsIn(goods).map(brand => [
      `/brand/${slugOf(brand)}/`,
      `/collections/vendors?q=${encodeURIComponent(brand)}`,
    ]),
    ...goods.policies!.map(({ slug }) => [`/${slug}/`, `/policies/${slug}`]),
  ]
  store.redirects.import(['Redirect from,Redirect to', ...rows.map(row => row.join(','))].join('\n'))
})
afterAll(() => Promise.all([woo.close(), store.close()]))

interface Judged extends SuiteResult {
  /** Rows of the table by cause: what each is about. */
  told: Map<string, string[]>
}

async function moved(change: (copy: Goods) => void = () => {}): Promise<Judged> {
  store.options.goods = structuredClone(goods)
  change(store.options.goods)
  const pair = await readPair(`${woo.origin}/`, `${store.origin}/`)
  const matchings = matchingsOf(pair.original, pair.rebuilt)
  const [suite] = runSuites([catalog], pair.original, pair.rebuilt, matchings)
  return { ...scoreSuite(suite!, 'regressions'), told: toldOf(pair, matchings) }
}

function toldOf({ original, rebuilt }: ReadPair, { pair }: Matchings): Map<string, string[]> {
  const side = ({ artifacts: { catalog: known, urls } }: ReadPair['original']) => {
    if (!known.ok || !urls.ok) throw new Error('could not be read')
    return { catalog: known.value, urls: urls.value }
  }
  const table = catalogTable({ original: side(original), rebuilt: side(rebuilt), matching: pair })
  const rows = [...table].filter(({ cause }) => cause !== 'kept')
  return new Map(
    [...Map.groupBy(rows, ({ cause }) => cause)].map(([cause, all]) => [
      cause,
      all.map(({ product, part }) => (cause.startsWith('market-') ? part : product)).sort(),
    ]),
  )
}

test('a faithful move is silent, and every check has something to say of it', async () => {
  const result = await moved()
  expect(result.told).toEqual(new Map())
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
  expect(result.checks.filter(({ outcome }) => outcome !== 'assessed')).toEqual([])
})

test('a shop without any of it loses nothing', async () => {
  const plain = makeGoods({ products: 12 })
  const bare = closing(await startWoo({ goods: plain }))
  const next = closing(await startStore({ goods: plain }))
  const { original, rebuilt } = await readPair(`${bare.origin}/`, `${next.origin}/`)
  const [suite] = runSuites([catalog], original, rebuilt)
  const result = scoreSuite(suite!, 'regressions')
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
  for (const name of [
    'reviews',
    'posts',
    'languages',
    'videos',
    'specifications',
    'details',
    'market-prices',
    'brand-pages',
  ])
    expect(result.checks.find(({ id }) => id === `catalog/${name}`)!.outcome).toBe('not-applicable')
})

test('before the redirects are made, the pages of the same name are read in their place', async () => {
  const bare = closing(await startStore({ goods: structuredClone(goods), locales: LOCALES }))
  const good = bare.options.goods.products.find(({ reviews }) => reviews)!
  delete good.reviews
  const { original, rebuilt } = await readPair(`${woo.origin}/`, `${bare.origin}/`)
  const [suite] = runSuites([catalog], original, rebuilt)
  const { issues, checks } = scoreSuite(suite!, 'regressions')
  expect(issues.map(({ key }) => key)).toEqual(['catalog/reviews-lost'])
  expect(checks.filter(({ outcome }) => outcome !== 'assessed')).toEqual([])
})

/** One way in which things of a kind are lost: changes those that `some` picks, and names them. */
interface Loss {
  cause: string
  lose(copy: Goods, some: <T>(list: T[]) => T[]): string[]
}

const LOSSES: Loss[] = [
  {
    cause: 'search-title-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ seo }) => seo)).map(good => {
        good.seo!.title = good.title
        return good.title
      }),
  },
  {
    cause: 'search-description-lost',
    lose: ({ products, groups }, some) =>
      some([...products, ...groups].filter(({ seo }) => seo)).map(one => {
        one.seo!.description = ''
        return one.title
      }),
  },
  {
    cause: 'search-description-replaced',
    lose: ({ products }, some) =>
      some(products.filter(({ seo }) => seo)).map(good => {
        good.seo!.description = good.description.replace(/<[^>]*>/g, ' ').slice(0, 150)
        return good.title
      }),
  },
  {
    cause: 'reviews-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ reviews }) => reviews)).map(good => {
        delete good.reviews
        return good.title
      }),
  },
  {
    cause: 'reviews-fewer',
    lose: ({ products }, some) =>
      some(products.filter(({ reviews }) => reviews)).map(good => {
        good.reviews!.count = Math.floor(good.reviews!.count / 2)
        return good.title
      }),
  },
  {
    cause: 'rating-changed',
    lose: ({ products }, some) =>
      some(products.filter(({ reviews }) => reviews)).map(good => {
        good.reviews!.value = 2
        return good.title
      }),
  },
  {
    cause: 'policy-lost',
    lose: (copy, some) => {
      const lost = some(copy.policies!)
      copy.policies = copy.policies!.filter(policy => !lost.includes(policy))
      return lost.map(({ title }) => title)
    },
  },
  {
    cause: 'policy-cut',
    lose: ({ policies }, some) =>
      some(policies!).map(policy => {
        policy.paragraphs = ['To be written.']
        return policy.title
      }),
  },
  {
    cause: 'post-cut',
    lose: ({ posts }, some) =>
      some(posts).map(post => {
        post.paragraphs = post.paragraphs.slice(0, 1)
        return post.title
      }),
  },
  {
    cause: 'date-changed',
    lose: ({ posts }, some) =>
      some(posts).map(post => {
        post.date = '2026-11-20'
        return post.title
      }),
  },
  {
    cause: 'author-changed',
    lose: ({ posts }, some) =>
      some(posts).map(post => {
        post.author = 'Import Account'
        return post.title
      }),
  },
  {
    cause: 'language-lost',
    lose: (copy, some) => {
      const lost = some(copy.languages!)
      copy.languages = copy.languages!.filter(language => !lost.includes(language))
      return lost
    },
  },
  {
    cause: 'vendor-changed',
    lose: ({ products }, some) =>
      some(products).map(good => {
        good.vendor = products.find(({ vendor }) => vendor !== good.vendor)!.vendor
        return good.title
      }),
  },
  {
    cause: 'vendor-lost',
    lose: ({ products }, some) =>
      some(products).map(good => {
        good.vendor = 'My store'
        return good.title
      }),
  },
  {
    cause: 'videos-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ videos }) => videos)).map(good => {
        good.videos = []
        return good.title
      }),
  },
  {
    cause: 'variant-pictures-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ variants }) => variants.length > 1)).map(good => {
        for (const variant of good.variants) delete variant.picture
        return good.title
      }),
  },
  {
    cause: 'variant-pictures-swapped',
    lose: ({ products }, some) =>
      some(products.filter(({ variants }) => variants.length > 1)).map(good => {
        const [one, other] = good.variants as [(typeof good.variants)[number], (typeof good.variants)[number]]
        const { picture } = one
        one.picture = other.picture!
        other.picture = picture!
        return good.title
      }),
  },
  {
    cause: 'specifications-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ specifications }) => specifications)).map(good => {
        delete good.specifications
        return good.title
      }),
  },
  {
    cause: 'details-lost',
    lose: ({ products }, some) =>
      some(products.filter(({ care }) => care)).map(good => {
        delete good.care
        return good.title
      }),
  },
  {
    cause: 'market-currency',
    lose: ({ markets, currency }, some) =>
      some(markets!).map(market => {
        Object.assign(market, { currency, factor: 1 })
        return market.code
      }),
  },
  {
    cause: 'market-price',
    lose: ({ markets }, some) =>
      some(markets!).map(market => {
        market.factor *= 1.2
        return market.code
      }),
  },
  {
    cause: 'market-rate',
    lose: ({ markets }, some) =>
      some(markets!).map(market => {
        market.factor *= 1.01
        return market.code
      }),
  },
  {
    cause: 'brand-page-lost',
    lose: (copy, some) => {
      copy.hiddenBrands = some(brandsIn(copy))
      return copy.hiddenBrands
    },
  },
  {
    cause: 'unfinished',
    lose: (copy, some) => {
      const drafts = some(copy.products).map((good, at) => {
        const title = at % 2 ? `Copy of ${good.title}` : `TEST PRODUCT ${at}`
        const sold = good.variants.map(variant => ({ ...variant, sku: `X-${variant.sku}`, barcode: '' }))
        const id = good.id + 1_000_000_000
        return {
          ...structuredClone(good),
          id,
          slug: `draft-${at}-${good.slug}`,
          title,
          variants: sold,
          pictures: [],
        }
      })
      copy.products.push(...drafts)
      return drafts.map(({ title }) => title)
    },
  },
]

/** Those of one group change nothing that another one of it looks at: they are lost and looked for together. */
const GROUPS = [
  [
    'search-title-lost',
    'reviews-lost',
    'policy-lost',
    'post-cut',
    'language-lost',
    'vendor-changed',
    'market-rate',
  ],
  [
    'search-description-lost',
    'reviews-fewer',
    'policy-cut',
    'date-changed',
    'videos-lost',
    'variant-pictures-lost',
    'details-lost',
    'market-price',
    'brand-page-lost',
  ],
  [
    'search-description-replaced',
    'rating-changed',
    'specifications-lost',
    'author-changed',
    'vendor-lost',
    'variant-pictures-swapped',
    'unfinished',
    'market-currency',
  ],
]

test.each(GROUPS.flatMap(group => [0.2, 0.6].map(share => ({ group, share, names: group.join(', ') }))))(
  'found, and nothing else, of $share: $names',
  async ({ group, share }) => {
    const losses = LOSSES.filter(({ cause }) => group.includes(cause))
    expect(losses).toHaveLength(group.length)
    const lost = new Map<string, string[]>()
    const { told } = await moved(copy => {
      for (const { cause, lose } of losses) {
        const random = randomFrom(Math.round(share * 10), cause)
        lost.set(
          cause,
          lose(copy, list => {
            const picked = list.filter(() => random() < share)
            return picked.length ? picked : list.slice(0, 1)
          }),
        )
      }
    })
    const named = (cause: string) =>
      (told.get(cause) ?? []).map(name => POLICY_TITLES[name] ?? titleKey(name))
    expect([...told.keys()].filter(cause => !group.includes(cause))).toEqual([])
    for (const [cause, all] of lost) {
      const wanted = all.map(name => (Object.values(POLICY_TITLES).includes(name) ? name : titleKey(name)))
      expect(
        named(cause).filter(name => !wanted.includes(name)),
        cause,
      ).toEqual([])
      const found = wanted.filter(name => named(cause).includes(name))
      expect(found.length / wanted.length, cause).toBeGreaterThanOrEqual(0.95)
    }
  },
)

test('each loss is in one group', () => {
  expect(GROUPS.flat().sort()).toEqual(LOSSES.map(({ cause }) => cause).sort())
})

const POLICY_TITLES: Record<string, string> = {
  'privacy policy': 'Privacy policy',
  'terms and conditions': 'Terms of service',
  'refund policy': 'Refund policy',
  'legal notice': 'Legal notice',
}
