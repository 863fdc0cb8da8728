/** Each check on hand-made catalogs: what it finds, what it leaves alone, and when it cannot tell. */
import { expect, test } from 'vitest'
import type { Policy } from '../../../server/contract.ts'
import { matchProducts } from '../../../server/matching/products/index.ts'
import type { Catalog } from '../../../server/store/types.ts'
import { catalogTable } from '../../../server/suites/catalog/table.ts'
import { catalogWith, type GivenProduct } from '../../matching/catalogs.ts'
import { judgeCatalogs } from '../../mock-store/catalogs.ts'

const judge = (
  before: GivenProduct[],
  after: GivenProduct[],
  more: { original?: Partial<Catalog>; rebuilt?: Partial<Catalog>; policy?: Policy } = {},
) => {
  const result = judgeCatalogs(
    catalogWith(before, more.original),
    catalogWith(after, more.rebuilt),
    more.policy,
  )
  return {
    ...result,
    found: Object.fromEntries(
      result.issues.map(({ key, severity }) => [key.replace('catalog/', ''), severity]),
    ),
    check: (name: string) => result.checks.find(({ id }) => id === `catalog/${name}`)!,
  }
}

const mugs: GivenProduct[] = Array.from({ length: 20 }, (_, at) => ({
  title: `Mug number ${at}`,
  sku: `M-${at}`,
  price: 1000 + at,
}))
const changed = (at: number, more: Partial<GivenProduct>) =>
  mugs.map((mug, index) => (index === at ? { ...mug, ...more } : mug))

test('the same catalog is worth everything', () => {
  const result = judge(mugs, mugs)
  expect(result).toMatchObject({ score: 100, absolute: 100, baseline: 100, issues: [], inconclusive: false })
})

test('one lost product of twenty costs what it is worth, and the suite', () => {
  const result = judge(mugs, mugs.slice(1))
  expect(result).toMatchObject({ score: 89, pass: false, found: { lost: 'serious' } })
  expect(judge(mugs, mugs.slice(2))).toMatchObject({ score: 59, pass: false, found: { lost: 'critical' } })
  expect(result.issues[0]).toMatchObject({
    penalty: 0.05,
    original: { url: 'https://shop.example/products/mug-number-0' },
    message: expect.stringContaining('“Mug number 0”'),
  })
})

test('one lost product of a hundred fails the suite and is named', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ title: `Mug number ${at}` }))
  expect(judge(many, many.slice(1))).toMatchObject({ score: 89, pass: false, found: { lost: 'serious' } })
})

test('with an incomplete catalog, a missing product is inconclusive', () => {
  const partly = { complete: false as const, why: 'the shop stopped answering' }
  const unread = judge(mugs, mugs.slice(5), { rebuilt: partly })
  expect(unread.found).toEqual({})
  expect(unread.check('presence')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('stopped answering'),
  })
  expect(unread.check('presence').reason).toContain('5 of the 20')
  const half = judge(mugs.slice(0, 10), mugs.slice(5), { original: { complete: 'unknown' } })
  expect(half.found).toEqual({})
  expect(half.check('presence').outcome).toBe('inconclusive')
  // What was found can all be there, however much more there is.
  expect(judge(mugs, mugs, { rebuilt: partly }).check('presence').outcome).toBe('assessed')
})

test('an original that sells nothing', () => {
  const result = judge([], mugs)
  expect(result).toMatchObject({ score: 100, issues: [] })
  expect(result.check('presence').outcome).toBe('not-applicable')
})

test('prices: of one product, of a coin, of nothing', () => {
  expect(judge(mugs, changed(3, { price: 1203 }))).toMatchObject({
    found: { priced: 'serious' },
    pass: false,
  })
  expect(judge(mugs, changed(3, { price: 1004 }))).toMatchObject({ found: { rounded: 'minor' }, pass: true })
  expect(judge(mugs, changed(3, { price: 0 }))).toMatchObject({ found: { free: 'serious' }, pass: false })
  expect(judge(mugs, changed(3, { price: 10_030 }))).toMatchObject({ found: { scaled: 'serious' } })
  expect(judge(mugs, changed(3, { variants: [{ sku: 'M-3', price: null }] })).check('price').outcome).toBe(
    'assessed',
  )
})

test('prices with tax on one side are one finding', () => {
  const taxed = mugs.map(mug => ({ ...mug, price: Math.round(mug.price! * 1.19) }))
  const { found, issues } = judge(mugs, taxed)
  expect(found).toEqual({ taxed: 'serious' })
  expect(issues[0]!.message).toContain('20 products')
  expect(issues[0]!.message).toContain('and 17 more')
})

test('another currency is one finding, and prices cannot be told', () => {
  const result = judge(mugs, changed(3, { price: 99 }), { rebuilt: { currency: 'USD' } })
  expect(result.found).toEqual({ currency: 'serious' })
  expect(result.check('price')).toMatchObject({ outcome: 'inconclusive' })
  expect(result.pass).toBe(false)
})

test('a currency that nobody tells is no other one', () => {
  const told = judge(mugs, mugs, { rebuilt: { currency: null } })
  expect(told).toMatchObject({ score: 100 })
  expect(told.check('currency').outcome).toBe('not-applicable')
  // Yen that were read with two decimals would be a hundred times too many.
  const yen = judge(mugs, mugs, { original: { currency: null }, rebuilt: { currency: 'JPY' } })
  expect(yen.check('price').outcome).toBe('not-applicable')
})

const shirt = (more: Partial<GivenProduct> = {}): GivenProduct => ({
  title: 'Shirt',
  options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
  variants: [
    { is: 'S', sku: 'S-S', price: 1000 },
    { is: 'M', sku: 'S-M', price: 1100 },
    { is: 'L', sku: 'S-L', price: 1200 },
  ],
  ...more,
})

test('variants: lost, none left to choose from, sold by another product', () => {
  const [s, m, l] = shirt().variants!
  expect(judge([shirt()], [shirt({ variants: [s!, l!] })])).toMatchObject({
    found: { 'variants-lost': 'serious' },
    issues: [{ message: expect.stringContaining('M: 3 variants → 2') }],
    pass: false,
  })
  expect(judge([shirt()], [shirt({ options: [], variants: [{ sku: 'S-S', price: 1000 }] })])).toMatchObject({
    found: { collapsed: 'serious' },
  })
  const split = judge(
    [shirt()],
    [shirt({ variants: [s!, m!] }), { title: 'Shirt, large', sku: 'S-L', price: 1200 }],
  )
  expect(split).toMatchObject({ found: { split: 'minor' }, score: 100 })
})

test('variants: values in another language are told, and cost little', () => {
  const hat = (...names: string[]) => ({ title: 'Hat', variants: names.map(is => ({ is, price: 1000 })) })
  expect(judge([hat('red', 'blue')], [hat('rot', 'blau')])).toMatchObject({
    found: { 'choices-renamed': 'moderate' },
    issues: [{ message: expect.stringContaining('red, blue → rot, blau') }],
    pass: true,
  })
})

test('variants: the parent’s price for all of them', () => {
  const flat = shirt().variants!.map(variant => ({ ...variant, price: 1000 }))
  expect(judge([shirt()], [shirt({ variants: flat })]).found).toEqual({ flattened: 'serious' })
})

test('variants: the same choices dealt out anew among the same SKUs; sizes of another country are none', () => {
  const named = (...names: string[]) =>
    shirt({ variants: shirt().variants!.map((variant, at) => ({ ...variant, is: names[at] })) })
  expect(judge([shirt()], [named('M', 'S', 'L')])).toMatchObject({
    found: { swapped: 'serious' },
    issues: [{ message: expect.stringContaining('S-S: S → M') }],
  })
  expect(judge([named('36', '38', '40')], [named('38', '40', '42')]).found).toEqual({})
})

test('options that became one, whose choices are several of the old ones in a row', () => {
  const choices = ['Red / S', 'Red / M', 'Blue / S', 'Blue / M']
  const shirt = (names: string[], split: (choice: string) => string[]) => ({
    title: 'Linen shirt',
    options: names.map((name, at) => ({ name, values: [...new Set(choices.map(one => split(one)[at]!))] })),
    variants: choices.map((title, at) => ({ title, options: split(title), sku: `A-${at}` })),
  })
  const two = shirt(['Colour', 'Size'], choice => choice.split(' / '))
  const one = shirt(['Colour / Size'], choice => [choice])
  expect(judge([two], [two]).found).toEqual({})
  expect(judge([two], [one])).toMatchObject({
    found: { 'options-merged': 'moderate' },
    issues: [{ message: expect.stringContaining('Colour, Size → Colour / Size') }],
  })
  // The other option said nothing more.
  const twice = shirt(['Colour / Size', 'Choice'], choice => [choice, choice])
  expect(judge([twice], [one]).found).toEqual({})
  // What was one stays one, and what was taken apart is better.
  expect(judge([one], [one]).found).toEqual({})
  expect(judge([one], [two]).found).toEqual({})
})

test('variants that bear the name of their product, where SKUs were dealt out anew', () => {
  const trousers = (...skus: string[]) => ({
    title: 'Asiago',
    variants: ['Nero / S', 'Nero / M', 'Blu / S', 'Blu / M'].map((is, at) => ({ is, sku: skus[at]! })),
  })
  const named = {
    title: 'Asiago',
    variants: ['NE-S', 'NE-M', 'BL-S', 'BL-M'].map((sku, at) => ({
      title: ['Nero - S', 'Nero - M', 'Blu - S', 'Blu - M'][at]!,
      sku,
    })),
  }
  expect(judge([named], [trousers('NE-S', 'NE-M', 'BL-S', 'BL-M')]).found).toEqual({})
  expect(judge([named], [trousers('BL-S', 'BL-M', 'NE-S', 'NE-M')]).found).toEqual({ swapped: 'serious' })
  // The order of two numbers is what is chosen.
  const pipes = (...skus: string[]) => ({
    title: 'Pipe',
    variants: ['1/2 - 3/4', '3/4 - 1/2'].map((title, at) => ({ title, sku: skus[at]! })),
  })
  expect(judge([pipes('A', 'B')], [pipes('B', 'A')]).found).toEqual({ swapped: 'serious' })
})

test('collections that lost most of their products, and such as are filled anew all the time', () => {
  const within = (count: number, handle: string) =>
    mugs.map((mug, at) => (at < count ? { ...mug, collections: [handle] } : mug))
  const judged = (handle: string, title: string, now: number, more = 0) => {
    const [original, rebuilt] = [8, now + more].map(count => ({
      collections: [collection(handle, count, title)],
    }))
    return judge(within(8, handle), within(now, handle), { original, rebuilt }).found
  }
  expect(judged('tall', 'Tall mugs', 3)).toEqual({ 'collection-halved': 'serious' })
  expect(judged('tall', 'Tall mugs', 4)).toEqual({ 'members-lost': 'moderate' })
  expect(judged('sale', 'Sale', 3)).toEqual({ 'members-lost': 'moderate' })
  // As many others are in it now.
  expect(judged('tall', 'Tall mugs', 3, 5)).toEqual({ 'members-lost': 'moderate' })
})

test('descriptions of another product, and such as were written anew', () => {
  const texts = [
    'Bright and citrusy, with grapefruit and lime in front of a soft bitterness for pale ales.',
    'Earthy and floral, with blueberry and tangerine behind it, for beers that are dark and strong.',
  ]
  const hops = (...descriptions: string[]) =>
    ['Citra', 'Mosaic'].map((title, at) => ({ title, sku: title, descriptionText: descriptions[at]! }))
  const found = (...now: string[]) => judge(hops(...texts), hops(...now)).found
  expect(found(texts[1]!, texts[1]!)).toEqual({ 'description-exchanged': 'serious' })
  const edited = texts[1]!.replace('for beers that are', 'for ales that are')
  expect(found(edited, edited)).toEqual({ 'description-exchanged': 'serious', 'description-edited': 'minor' })
  const anew = 'A hop for pale ales that smells of grapefruit, lime peel and a little of lychee, never harsh.'
  expect(found(anew, texts[1]!)).toEqual({ 'description-rewritten': 'moderate' })
  expect(found('Bright and citrusy.', texts[1]!)).toEqual({ 'description-cut': 'moderate' })
  // Siblings that share a text now, a line that is gone, and a text that many have.
  const sizes = (...descriptions: string[]) =>
    ['Copper lamp, small', 'Copper lamp, large'].map((title, at) => ({
      title,
      descriptionText: descriptions[at]!,
    }))
  const short = 'See the large one of this series for all that there is to say.'
  expect(judge(sizes(short, texts[0]!), sizes(texts[0]!, texts[0]!)).found).toEqual({
    'description-rewritten': 'moderate',
  })
  expect(judge(sizes(`${texts[0]} Size: S`, texts[0]!), sizes(texts[0]!, texts[0]!)).found).toEqual({
    'description-edited': 'minor',
  })
  const named = (text: (at: number) => string) =>
    mugs.map((mug, at) => ({ ...mug, descriptionText: text(at) }))
  const own = (at: number) => Array.from({ length: 9 }, (_, word) => `word${at}x${word}`).join(' ')
  expect(
    judge(
      named(own),
      named(() => texts[0]!),
    ).found,
  ).not.toHaveProperty('description-exchanged')
  // Two that always said the same.
  expect(judge(hops(texts[0]!, texts[0]!), hops(texts[0]!, texts[0]!)).found).toEqual({})
})

test('what is sold ahead of its stock has run out of nothing', () => {
  const ordered = changed(3, { variants: [{ sku: 'M-3', price: 1003, ahead: true }] })
  const out = changed(3, { variants: [{ sku: 'M-3', price: 1003, available: false }] })
  expect(judge(ordered, out)).toMatchObject({ pass: false, found: { 'not-ahead': 'serious' } })
  expect(judge(ordered, mugs).found).toEqual({})
  expect(judge(mugs, out).found).toEqual({ 'sold-out': 'minor' })
})

test('pictures of another product, by the name that files are given anew', () => {
  const boots = (...pictures: string[]) =>
    ['Boot Grigna', 'Boot Resegone'].map((title, at) => ({
      title,
      sku: title,
      images: pictures.slice(2 * at, 2 * at + 2).map(key => ({ key })),
    }))
  const original = boots('301', '302', '303', '304')
  const [grigna, resegone] = [
    ['grigna-boot-1', 'grigna-boot-2'],
    ['resegone-boot-1', 'resegone-boot-2'],
  ] as const
  expect(judge(original, boots(...grigna, ...resegone)).found).toEqual({})
  expect(judge(original, boots(...grigna, ...grigna))).toMatchObject({
    found: { 'pictures-exchanged': 'serious' },
    issues: [{ message: expect.stringContaining('“Boot Resegone”: 303 → grigna-boot-1') }],
  })
  // One picture stood for both, uploaded twice.
  expect(judge(boots('boot', '302', 'boot-1', '304'), boots(...grigna, ...grigna)).found).toEqual({})
  expect(judge(boots('301', '302', '301', '304'), boots(...grigna, ...grigna)).found).toEqual({})
  expect(judge(original, boots('boot-1', 'boot-2', 'boot-1', 'boot-2')).found).toEqual({})
})

test('variants that a list may have cut are not lost', () => {
  const [s] = shirt().variants!
  const result = judge([shirt()], [shirt({ variants: [s!], truncated: true })])
  expect(result.found).toEqual({})
  const [one, two] = shirt().variants!
  const cut = judge([shirt()], [shirt({ variants: [one!, two!], truncated: true })])
  expect(cut).toMatchObject({ score: 100, found: { 'variants-cut': 'minor' } })
  // The cheapest price alone stands for variants that nobody tells.
  const cheapest = shirt({ options: [], variants: [{ price: 1000 }], truncated: true })
  expect(judge([cheapest], [shirt()]).found).toEqual({})
})

test('variants of a list that was cut on the original are known all the same', () => {
  const [s, m, l] = shirt().variants!
  const cut = shirt({ truncated: true })
  expect(judge([cut], [shirt({ variants: [s!] })]).found).toEqual({ 'variants-lost': 'serious' })
  expect(judge([cut], [shirt({ variants: [s!, m!, { ...l!, price: 1300 }] })]).found).toEqual({
    priced: 'serious',
  })
})

test('where only one price of several is told, it must be one of the others’', () => {
  const sees = { ...catalogWith([]).sees, variants: false }
  const cheapest = { title: 'Shirt', sku: 'S-S', price: 1100 }
  expect(judge([cheapest], [shirt()], { original: { sees } }).found).toEqual({})
  expect(judge([{ ...cheapest, price: 1150 }], [shirt()], { original: { sees } }).found).toEqual({
    priced: 'serious',
  })
})

test('SKUs: lost, changed, given twice', () => {
  expect(judge(mugs, changed(2, { variants: [{ sku: null, price: 1002 }] })).found).toEqual({
    'sku-lost': 'moderate',
  })
  expect(judge(mugs, changed(2, { sku: 'NEW' })).found).toEqual({ 'sku-changed': 'minor' })
  expect(judge(mugs, changed(2, { sku: 'M-3' })).found).toEqual({ 'sku-duplicate': 'moderate' })
})

test('SKUs of two products that were exchanged are told, and nothing else of the two', () => {
  const exchanged = mugs.map((mug, at) => (at < 2 ? { ...mug, sku: `M-${1 - at}` } : mug))
  expect(judge(mugs, exchanged)).toMatchObject({
    found: { 'sku-exchanged': 'serious' },
    issues: [{ message: expect.stringContaining('M-0 → M-1, which was that of “Mug number 1”') }],
    pass: false,
  })
})

test('SKUs that only products of the new store share are nothing that was lost', () => {
  const gift = {
    title: 'Gift card',
    variants: [
      { is: '10', sku: 'GIFT' },
      { is: '20', sku: 'GIFT' },
    ],
  }
  expect(judge(mugs, [...mugs, gift])).toMatchObject({ score: 100, found: { extra: 'minor' } })
  const same = [
    { is: 'S', sku: 'X' },
    { is: 'M', sku: 'X' },
  ]
  const own = {
    title: 'Scarf',
    variants: [
      { is: 'S', sku: 'S1' },
      { is: 'M', sku: 'S2' },
    ],
  }
  expect(judge([...mugs, own], [...mugs, { ...own, variants: same }]).found).toMatchObject({
    'sku-duplicate': 'moderate',
  })
})

test('what is minor costs no suite by itself, however often it is', () => {
  const renumbered = mugs.map(mug => ({ ...mug, sku: `N${mug.sku}` }))
  expect(judge(mugs, renumbered)).toMatchObject({ found: { 'sku-changed': 'minor' }, pass: true })
  const rounded = mugs.map(mug => ({ ...mug, price: mug.price! + 1 }))
  expect(judge(mugs, rounded)).toMatchObject({ found: { rounded: 'minor' }, pass: true })
})

test('SKUs that were given twice before are inherited', () => {
  const twice = changed(2, { sku: 'M-3' })
  const kept = judge(twice, twice)
  expect(kept.issues).toMatchObject([{ key: 'catalog/sku-duplicate-kept', status: 'inherited', charged: 0 }])
  expect(kept.score).toBe(100)
  expect(kept.absolute).toBeLessThan(100)
  expect(judge(twice, mugs).issues).toMatchObject([{ key: 'catalog/sku-duplicate-kept', status: 'fixed' }])
})

test.each(['R', undefined])(
  'prices, reductions and stock of merged and split products, with SKUs: %s',
  number => {
    const sku = (is: string) => number && `${number}-${is}`
    const rugs = (large: number, more = {}) =>
      [
        ['Rug small', 'small', 1500],
        ['Rug large', 'large', large],
      ].map(([title, is, price]) => ({
        title: `${title}`,
        variants: [{ sku: sku(`${is}`) ?? null, price: Number(price), ...(is === 'large' && more) }],
      }))
    const rug = (large: number, more = {}) => ({
      title: 'Rug',
      options: [{ name: 'Size', values: ['small', 'large'] }],
      variants: rugs(large, more).map(({ title, variants }) => ({ ...variants[0], is: title.slice(4) })),
    })
    const shop = (...rest: GivenProduct[]) => [...mugs, ...rest]
    const found = (before: GivenProduct[], after: GivenProduct[]) => {
      const notes = /^(merged|split|renamed|title-.*)$/
      return Object.fromEntries(
        Object.entries(judge(shop(...before), shop(...after)).found).filter(([cause]) => !notes.test(cause)),
      )
    }
    for (const [before, after] of [
      [rugs, (...given: Parameters<typeof rug>) => [rug(...given)]],
      [(...given: Parameters<typeof rug>) => [rug(...given)], rugs],
    ] as const) {
      expect(found(before(9000), after(9000))).toEqual({})
      expect(found(before(95_000), after(95_000))).toEqual({})
      expect(found(before(9000), after(1600))).toEqual({ priced: 'serious' })
      expect(found(before(9000), after(0))).toEqual({ free: 'serious' })
      expect(found(before(9000), after(9000, { available: false }))).toEqual({ 'sold-out': 'minor' })
      expect(found(before(9000, { compareAt: 9900 }), after(9000))).toEqual({ 'compare-at-lost': 'moderate' })
    }
  },
)

const onSale = changed(4, { variants: [{ sku: 'M-4', price: 800, compareAt: 1000 }] })

test('a reduction: what it was before, and whether it still is one', () => {
  const without = changed(4, { variants: [{ sku: 'M-4', price: 800 }] })
  expect(judge(onSale, without)).toMatchObject({ found: { 'compare-at-lost': 'moderate' }, pass: true })
  const other = changed(4, { variants: [{ sku: 'M-4', price: 800, compareAt: 1200 }] })
  expect(judge(onSale, other).found).toEqual({ 'compare-at-changed': 'moderate' })
  const ended = changed(4, { variants: [{ sku: 'M-4', price: 1000 }] })
  expect(judge(onSale, ended).found).toEqual({ 'reduction-lost': 'serious' })
  // New reductions are the merchant's.
  expect(judge(changed(4, { price: 800 }), onSale).found).toEqual({})
})

test('pictures by number, whatever their names and order', () => {
  const with3 = changed(5, { images: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] })
  expect(judge(with3, changed(5, { images: [{ key: 'x' }, { key: 'y' }, { key: 'z' }] })).found).toEqual({})
  expect(judge(with3, changed(5, { images: [{ key: 'c' }, { key: 'a' }] }))).toMatchObject({
    found: { 'pictures-lost': 'moderate' },
    issues: [{ message: expect.stringContaining('b: 3 pictures → 2') }],
  })
  const details = changed(5, { images: [{ key: 'detail' }, { key: 'detail' }, { key: 'front' }] })
  expect(judge(details, changed(5, { images: [{ key: 'front' }, { key: 'detail' }] }))).toMatchObject({
    found: { 'pictures-lost': 'moderate' },
    issues: [{ message: expect.stringContaining('detail: 3 pictures → 2') }],
  })
  expect(judge(with3, mugs)).toMatchObject({ found: { 'pictures-gone': 'serious' }, pass: false })
  const sees = { ...catalogWith([]).sees, images: false }
  expect(judge(with3, changed(5, { images: [{ key: 'a' }] }), { rebuilt: { sees } }).found).toEqual({})
})

const TEXT = 'Hand thrown from local clay, glazed in white and fired twice so that it lasts for years.'

test('descriptions by their words', () => {
  const told = changed(6, { descriptionText: TEXT })
  expect(judge(told, changed(6, { descriptionText: TEXT.toUpperCase() })).found).toEqual({})
  expect(judge(told, changed(6, { descriptionText: `New! ${TEXT} Now with a lid.` })).found).toEqual({})
  expect(judge(told, mugs)).toMatchObject({ found: { 'description-emptied': 'moderate' }, pass: true })
  expect(judge(told, changed(6, { descriptionText: TEXT.slice(0, 40) })).found).toEqual({
    'description-cut': 'moderate',
  })
  expect(judge(told, changed(6, { descriptionText: TEXT.replace('twice', 'once') })).found).toEqual({
    'description-edited': 'minor',
  })
})

test.each([
  '[vc_row][vc_column]Clay[/vc_column]',
  '[gallery ids="1,2"]',
  'Clay <br> and glaze',
  'Clay &amp; glaze',
  'Clay {{ product.material }}',
])('code that readers see: %s', code => {
  const told = changed(6, { descriptionText: TEXT })
  expect(judge(told, changed(6, { descriptionText: `${TEXT} ${code}` })).found).toEqual({
    leftovers: 'moderate',
  })
  const had = changed(6, { descriptionText: `${TEXT} ${code}` })
  expect(judge(had, had).found).toEqual({})
})

test('text that only looks like code', () => {
  const text = `${TEXT} Sizes [S] to [XL], 3 < 4, R&D; {handmade}.`
  expect(judge(changed(6, { descriptionText: TEXT }), changed(6, { descriptionText: text })).found).toEqual(
    {},
  )
})

const collection = (handle: string, count = 3, title = handle) => ({
  handle,
  title,
  path: `/c/${handle}`,
  count,
})
const inside = (collections: string[]) => mugs.map((mug, at) => (at < 3 ? { ...mug, collections } : mug))

test('collections: emptied, lost, short of a product, under another name', () => {
  const original = { collections: [collection('gifts', 3, 'Gifts & sets')] }
  const judged = (after: GivenProduct[], collections: Catalog['collections']) =>
    judge(inside(['gifts']), after, { original, rebuilt: { collections } })
  expect(judged(inside(['gifts']), [collection('gifts')]).found).toEqual({})
  expect(judged(inside(['gifts-sets']), [collection('gifts-sets', 3, 'Gifts &amp; Sets')]).found).toEqual({})
  expect(judged(inside(['presents']), [collection('presents')]).found).toEqual({})
  expect(judged(mugs, [collection('gifts', 0)])).toMatchObject({
    found: { 'collection-emptied': 'serious' },
    pass: false,
  })
  expect(judged(mugs, []).found).toEqual({ 'collection-lost': 'moderate' })
  const short = inside(['gifts']).map((mug, at) => (at === 0 ? { ...mug, collections: [] } : mug))
  expect(judged(short, [collection('gifts', 2)]).found).toEqual({ 'members-lost': 'minor' })
  // A product that is lost is told once.
  expect(judged(inside(['gifts']).slice(1), [collection('gifts', 2)]).found).toEqual({ lost: 'serious' })
})

test('collections of a store that does not tell its members', () => {
  const result = judge(inside(['gifts']), mugs, {
    original: { collections: [collection('gifts')] },
    rebuilt: { sees: { ...catalogWith([]).sees, collections: false } },
  })
  expect(result.check('collections').outcome).toBe('inconclusive')
})

test('titles: edited, replaced, spelled alike', () => {
  expect(judge(mugs, changed(7, { title: 'MUG – number 7' })).found).toEqual({})
  expect(judge(mugs, changed(7, { title: 'Mug number 7, white', handle: 'mug-number-7' })).found).toEqual({
    'title-edited': 'minor',
  })
  expect(judge(mugs, changed(7, { title: 'Gift card', handle: 'mug-number-7' })).found).toEqual({
    'title-changed': 'moderate',
  })
})

test('pictures that were exchanged among products, by names that tell', () => {
  const shown = (name: (at: number) => string) =>
    mugs.map((mug, at) => ({ ...mug, images: [{ key: `${name(at)}-front` }, { key: `${name(at)}-side` }] }))
  const glaze = (at: number) => `glaze-${'abcdefghijklmnopqrst'[at % 20]}`
  const slipped = judge(
    shown(glaze),
    shown(at => glaze(at + 1)),
  )
  expect(slipped).toMatchObject({ found: { 'pictures-exchanged': 'serious' }, pass: false })
  expect(slipped.issues[0]!.message).toContain('glaze-b-front, which shows “Mug number 1”')
  const two = judge(
    shown(glaze),
    shown(at => (at < 2 ? glaze(1 - at) : glaze(at))),
  )
  expect(two.issues[0]).toMatchObject({ severity: 'serious', message: expect.stringContaining('2 products') })
  // Names that were given anew, by whatever count, are no one's.
  for (const name of ['image', 'img', 'product', ''])
    expect(
      judge(
        mugs.map((mug, at) => ({ ...mug, images: [{ key: `${name}-${at}` }] })),
        mugs.map((mug, at) => ({ ...mug, images: [{ key: `${name}-${19 - at}` }] })),
      ).found,
    ).toEqual({})
  expect(
    judge(
      shown(glaze),
      shown(at => `file-${(at + 7) * 1009}`),
    ).found,
  ).toEqual({})
  // Another order, a picture that several show, or one of its own beside it.
  const own = shown(glaze)
  expect(
    judge(
      own,
      own.map(({ images, ...mug }) => ({ ...mug, images: images.toReversed() })),
    ).found,
  ).toEqual({})
  const shared = own.map((mug, at) => ({ ...mug, images: [{ key: glaze(at < 3 ? 1 : at) }] }))
  expect(
    judge(
      shared,
      shown(at => glaze(at + 1)),
    ).found,
  ).toEqual({})
  const both = own.map((mug, at) => ({ ...mug, images: [own[(at + 1) % 20]!.images[0]!, mug.images[1]!] }))
  expect(judge(own, both).found).toEqual({})
})

test('what a spreadsheet has made of SKUs, and titles that were all replaced, are told by their reach', () => {
  const numbered = (sku: (at: number) => string) => mugs.map((mug, at) => ({ ...mug, sku: sku(at) }))
  const zeros = numbered(at => `00${100 + at}`)
  const lost = (from: GivenProduct[], to: GivenProduct[]) => judge(from, to).found
  expect(
    judge(
      zeros,
      numbered(at => `${100 + at}`),
    ),
  ).toMatchObject({
    found: { 'sku-mangled': 'serious' },
    pass: false,
  })
  for (const [was, is] of [
    [(at: number) => `${at + 1}E05`, (at: number) => `${at + 1}00000`],
    [(at: number) => `8712${100 + at}00001`, (at: number) => `8.712${100 + at}E+11`],
  ] as const)
    expect(lost(numbered(was), numbered(is))).toEqual({ 'sku-mangled': 'serious' })
  expect(
    lost(
      zeros,
      numbered(at => (at < 1 ? '100' : `00${100 + at}`)),
    ),
  ).toEqual({ 'sku-mangled': 'moderate' })
  // Mended by the move, not mangled.
  for (const [was, is] of [
    [(at: number) => `${100 + at}`, (at: number) => `00${100 + at}`],
    [(at: number) => `1.${20 + at}E+12`, (at: number) => `1${20 + at}0000000000`],
    // Beyond what a number holds exactly.
    [(at: number) => `90071992547${40992 + 2 * at}`, (at: number) => `90071992547${40993 + 2 * at}`],
  ] as const)
    expect(lost(numbered(was), numbered(is))).toEqual({ 'sku-changed': 'minor' })
  // Other numbers are other numbers.
  expect(
    lost(
      zeros,
      numbered(at => `N-${100 + at}`),
    ),
  ).toEqual({ 'sku-changed': 'minor' })
  expect(
    lost(
      zeros,
      numbered(at => `${300 + at}`),
    ),
  ).toEqual({ 'sku-changed': 'minor' })

  const handles = mugs.map((mug, at) => ({ ...mug, handle: `mug-number-${at}` }))
  const titled = (title: (at: number) => string) => handles.map((mug, at) => ({ ...mug, title: title(at) }))
  expect(
    judge(
      handles,
      titled(at => `M-${at}`),
    ),
  ).toMatchObject({
    found: { 'title-changed': 'serious' },
    pass: false,
  })
  const more = titled(at => `Acme handmade ceramics: Mug number ${at}, dishwasher safe`)
  expect(lost(handles, more)).toEqual({ 'title-edited': 'minor' })
  const told = (list: GivenProduct[], descriptionText: string) =>
    list.map(mug => ({ ...mug, descriptionText }))
  const german = told(
    titled(at => `Becher ${at}`),
    'Das ist der Becher, den wir für Sie mit der Hand drehen und brennen.',
  )
  const english = told(
    handles,
    'This is the mug that we throw and fire for you by hand, and it is not cheap.',
  )
  expect(lost(english, german)).toMatchObject({ 'title-translated': 'moderate' })
})

test('what the original shows in no list may be left out', () => {
  const some = mugs.map((mug, at) => (at < 5 ? { ...mug, hidden: true as const } : mug))
  expect(judge(some, mugs.slice(5))).toMatchObject({ score: 100, found: { 'hidden-lost': 'minor' } })
  expect(judge(some, mugs.slice(0, 19))).toMatchObject({ pass: false, found: { lost: 'serious' } })
})

test('an original of which only the names of collections are known', () => {
  const sees = { ...catalogWith([]).sees, collections: false }
  const collections = Array.from({ length: 120 }, (_, at) => ({
    ...{ handle: `shelf-${at}`, title: `Shelf ${at}`, path: `/collections/shelf-${at}`, count: null },
  }))
  const unread = judge(mugs, mugs, { original: { sees, collections } })
  expect(unread.check('collections')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('of the 120 collections that were read 120 have no counterpart'),
  })
  expect(judge(mugs, mugs, { original: { sees } }).check('collections').outcome).toBe('not-applicable')
})

test('availability: a note each, unless it is the whole store', () => {
  const gone = { variants: [{ sku: 'M-8', price: 1008, available: false }] }
  expect(judge(mugs, changed(8, gone))).toMatchObject({ found: { 'sold-out': 'minor' }, pass: true })
  const all = mugs.map(({ sku, price, ...mug }) => ({ ...mug, variants: [{ sku, price, available: false }] }))
  expect(judge(mugs, all)).toMatchObject({ found: { 'all-sold-out': 'serious' }, pass: false })
  // The stock of each first variant alone.
  const sizes = (from: number, count = 20): GivenProduct[] =>
    mugs.map((mug, at) => ({
      ...mug,
      options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
      variants: ['S', 'M', 'L', 'XL'].map((is, size) => ({
        is,
        sku: `M-${at}-${is}`,
        available: size < from || at >= count,
      })),
    }))
  expect(judge(sizes(4), sizes(1))).toMatchObject({ found: { 'all-sold-out': 'serious' }, pass: false })
  // A size of each, or most sizes of a few, is a matter of days.
  expect(judge(sizes(4), sizes(3))).toMatchObject({ found: { 'variants-sold-out': 'moderate' }, pass: true })
  expect(judge(sizes(4), sizes(1, 1))).toMatchObject({ found: { 'variants-sold-out': 'minor' }, pass: true })
  expect(judge(sizes(1), sizes(1))).toMatchObject({ score: 100 })
  // One of two sizes in half of the products is a quarter of what was on sale; in all of them it is half.
  expect(judge(sizes(2), sizes(1, 10))).toMatchObject({
    found: { 'variants-sold-out': 'moderate' },
    pass: true,
  })
  expect(judge(sizes(2), sizes(1))).toMatchObject({ found: { 'all-sold-out': 'serious' }, pass: false })
  // What nobody could buy cannot be sold out.
  expect(judge(all, all).check('availability').outcome).toBe('not-applicable')
})

test('a defect more never raises the score, and the reversed pair of an improvement is not punished', () => {
  const one = judge(mugs, changed(3, { price: 1203 }))
  const two = judge(mugs, changed(3, { price: 1203 }).slice(0, 19))
  expect(two.score).toBeLessThanOrEqual(one.score)
  const poor = mugs.map(mug => ({ ...mug, descriptionText: '' }))
  const rich = mugs.map(mug => ({ ...mug, descriptionText: TEXT, images: [{ key: 'a' }] }))
  expect(judge(poor, [...rich, { title: 'Plate' }]).found).toEqual({ extra: 'minor' })
})

test('the table has a row for everything, and says how it was matched', () => {
  const [original, rebuilt] = [
    catalogWith(mugs),
    catalogWith([...changed(3, { price: 10_030 }).slice(1), { title: 'Plate' }]),
  ]
  const rows = [
    ...catalogTable({
      original: { catalog: original },
      rebuilt: { catalog: rebuilt },
      matching: { products: matchProducts(original, rebuilt) } as Parameters<
        typeof catalogTable
      >[0]['matching'],
    }),
  ]
  expect(rows).toMatchObject([
    {
      check: 'presence',
      cause: 'lost',
      product: 'Mug number 0',
      before: '/products/mug-number-0',
      new_url: '',
      accept_key: 'catalog/lost:/products/mug-number-0',
    },
    { cause: 'extra', product: 'Plate', original_url: '', accept_key: '' },
    {
      check: 'price',
      cause: 'scaled',
      product: 'Mug number 3',
      before: '10.03 EUR',
      after: '100.30 EUR',
      matched_by: 'sku, handle, title',
    },
    ...mugs.flatMap(({ title }, at) =>
      at === 0 || at === 3
        ? []
        : [
            {
              check: '',
              cause: 'kept',
              product: title,
              original_url: expect.stringMatching(`-${at}$`),
              new_url: expect.stringMatching(`-${at}$`),
              matched_by: 'sku, handle, title',
              accept_key: '',
            },
          ],
    ),
  ])
})

test('what a shop writes is bounded in messages', () => {
  const long = 'x'.repeat(300)
  const [issue] = judge([{ title: long }], [{ title: `${long.slice(1)} y`, handle: long, price: 1 }]).issues
  expect(issue!.message.length).toBeLessThan(800)
})

const blouse: GivenProduct = {
  title: 'Linen blouse',
  options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
  variants: [
    { is: 'S', price: 2900 },
    { is: 'M', price: 2900 },
    { is: 'L', price: 3400 },
  ],
}
const collapsed = (price: number): GivenProduct => ({ title: 'Linen blouse', price })

test.each([
  ['nothing', 0, { collapsed: 'serious', free: 'serious' }],
  ['less than any variant did', 1900, { collapsed: 'serious', 'out-of-range': 'serious' }],
  ['more', 9900, { collapsed: 'serious', 'out-of-range': 'serious' }],
  ['what one of them did', 3400, { collapsed: 'serious' }],
] as const)('a product without its variants that costs %s', (_, price, found) => {
  expect(judge([blouse, ...mugs], [collapsed(price), ...mugs]).found).toEqual(found)
})

test('a variant that nobody asked for and costs nothing is one, beside others that kept their price', () => {
  const more = { ...blouse, variants: [...blouse.variants!, { is: 'XL', price: 0 }] }
  expect(judge([blouse], [more]).found).toEqual({ free: 'serious' })
  const gift = {
    title: 'Gift',
    variants: [
      { is: 'a', price: 0 },
      { is: 'b', price: 100 },
    ],
  }
  expect(judge([gift], [gift]).found).toEqual({})
})

const sampled: GivenProduct = {
  title: 'Cloth',
  variants: [
    { is: 'Sample', price: 0 },
    { is: '1 m', price: 1000 },
    { is: '2 m', price: 2000 },
  ],
}
const cloth = (...prices: number[]): GivenProduct => ({
  title: 'Cloth',
  variants: prices.map((price, at) => ({ is: ['Sample', '1 m', '2 m', '3 m'][at], price })),
})

test('a variant that always cost nothing explains no other one that does now', () => {
  expect(judge([sampled], [{ title: 'Cloth', price: 0 }]).found).toMatchObject({ free: 'serious' })
  expect(judge([sampled], [cloth(0, 0, 2000)]).found).toEqual({ free: 'serious' })
  expect(judge([sampled], [cloth(0, 1000, 2000, 0)]).found).toEqual({ free: 'serious' })
  expect(judge([sampled], [cloth(0, 1000, 2000)]).found).toEqual({})
  // It is called otherwise now.
  const renamed = sampled.variants!.map((one, at) => (at === 0 ? { ...one, is: 'Swatch' } : one))
  expect(judge([sampled], [{ ...sampled, variants: renamed }]).found).not.toHaveProperty('free')
})

test('nothing is nothing in each currency, and less than nothing is no price', () => {
  expect(judge(mugs, changed(3, { price: 0 }), { rebuilt: { currency: 'USD' } }).found).toEqual({
    currency: 'serious',
    free: 'serious',
  })
  const yen = { original: { currency: null }, rebuilt: { currency: 'JPY' } }
  expect(judge(mugs, changed(3, { price: 0 }), yen).found).toEqual({ free: 'serious' })
  expect(judge(mugs, changed(3, { price: -500 })).found).toEqual({ free: 'serious' })
})

test('a variant that was added at a price of another kind is told, one that is dearer is not', () => {
  const plain = cloth(1000, 1200, 1400)
  expect(judge([plain], [cloth(1000, 1200, 1400, 99_900)]).found).toEqual({ 'out-of-range': 'serious' })
  expect(judge([plain], [cloth(1000, 1200, 1400, 1)]).found).toEqual({ 'out-of-range': 'serious' })
  expect(judge([plain], [cloth(1000, 1200, 1400, 4000)]).found).toEqual({})
})

test('where the original tells the cheapest price alone, a range is not known', () => {
  const cheapest = { ...collapsed(2900), truncated: true }
  expect(judge([cheapest], [collapsed(3400)]).found).not.toHaveProperty('out-of-range')
})

test.each([
  ['Draft beer glass', 'extra'],
  ['Test tube rack', 'extra'],
  ['Draft-beer tap', 'extra'],
  ['Cahier de brouillon', 'extra'],
  ['Dummy for babies', 'extra'],
  ['Placeholder cards, set of 12', 'extra'],
  ['Pregnancy test', 'extra'],
  ['XXX hot sauce', 'extra'],
  ['Test', 'unfinished'],
  ['test 2', 'unfinished'],
  ['Testprodukt', 'unfinished'],
  ['TEST PRODUCT – do not buy', 'unfinished'],
  ['Draft: beer glass', 'unfinished'],
  ['[DRAFT] Beer glass', 'unfinished'],
  ['Beer glass (test)', 'unfinished'],
  ['Bierglas – Entwurf', 'unfinished'],
  ['Untitled product', 'unfinished'],
  ['Copy of Mug number 3', 'unfinished'],
])('of the new store alone: “%s” is %s', (title, cause) => {
  expect(judge(mugs, [...mugs, { title, handle: 'x-1', sku: 'X-1' }]).found).toHaveProperty(cause)
})

test('what the new store alone has is told; what looks like a draft costs a little', () => {
  const plate = { title: 'Plate', sku: 'P-1' }
  expect(judge(mugs, [...mugs, plate])).toMatchObject({ score: 100, pass: true, found: { extra: 'minor' } })
  for (const draft of [
    { title: 'Test product' },
    { title: 'Copy of Mug number 3', handle: 'x' },
    { title: 'Mug, draft' },
    { title: 'Saucer', handle: 'copy-of-mug-number-3' },
    { title: 'Saucer', price: 0 },
  ])
    expect(judge(mugs, [...mugs, { sku: 'D-1', ...draft }]), draft.title).toMatchObject({
      pass: true,
      found: { unfinished: 'moderate' },
    })
  for (const title of ['Pregnancy test', 'Draught beer glass', 'Contest mug', 'Fabric sample'])
    expect(judge(mugs, [...mugs, { title, sku: 'D-1' }]).found, title).toEqual({ extra: 'minor' })
  // Variants that are products of their own now are the original's.
  expect(
    judge([shirt()], [shirt(), { title: 'Shirt, large', sku: 'S-L', price: 1200 }]).found,
  ).not.toHaveProperty('extra')
})

test('which picture shows which variant', () => {
  const images = [{ key: 'shirt' }, { key: 'red' }, { key: 'blue' }]
  const of = (...pictures: (string | undefined)[]) =>
    shirt({
      images,
      variants: ['S', 'M', 'L'].map((is, at) => ({
        ...{ is, sku: `S-${is}`, price: 1000 },
        ...(pictures[at] !== undefined && { picture: pictures[at] }),
      })),
    })
  const found = (before: GivenProduct, after: GivenProduct) => judge([before], [after]).found
  expect(found(of('red', 'blue', 'red'), of('red', 'blue', 'red'))).toEqual({})
  expect(found(of('red', 'blue', 'red'), of(undefined, undefined, undefined))).toEqual({
    'variant-pictures-lost': 'moderate',
  })
  expect(found(of('red', 'blue', 'red'), of('blue', 'red', 'red'))).toEqual({
    'variant-pictures-swapped': 'moderate',
  })
  // Files that were named anew tell nothing of which is which.
  expect(found(of('red', 'blue', 'red'), of('a1', 'b2', 'a1'))).toEqual({})
  // One picture for all variants is the product's, and so is the product's first.
  expect(found(of('red', 'red', 'red'), of())).toEqual({})
  expect(found(of('shirt', 'red', 'shirt'), of(undefined, 'red', undefined))).toEqual({})
})

test('brands, where there are several', () => {
  const branded = mugs.map((mug, at) => ({ ...mug, vendor: at % 2 ? 'Arne' : 'Bodil' }))
  const other = (at: number, vendor: string) =>
    branded.map((mug, index) => (index === at ? { ...mug, vendor } : mug))
  expect(judge(branded, other(2, 'BODIL ')).found).toEqual({})
  expect(judge(branded, other(2, 'Arne')).found).toEqual({ 'vendor-changed': 'moderate' })
  expect(judge(branded, other(2, 'My store')).found).toEqual({ 'vendor-lost': 'minor' })
  const own = mugs.map(mug => ({ ...mug, vendor: 'Nordhaven' }))
  expect(judge(own, mugs).check('vendor').outcome).toBe('not-applicable')
})
