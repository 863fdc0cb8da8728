import { expect, test } from 'vitest'
import { matchProducts } from '../../server/matching/products/index.ts'
import { matchVariants } from '../../server/matching/products/variants.ts'
import { catalogWith, type GivenProduct, productWith } from './catalogs.ts'

const matched = (before: GivenProduct[], after: GivenProduct[], landings?: ReadonlyMap<string, string>) => {
  const [original, rebuilt] = [catalogWith(before), catalogWith(after)]
  const { pairs, lost, merged, extra } = matchProducts(original, rebuilt, landings)
  return {
    pairs: pairs.map(pair => [
      original.products[pair.original]!.title,
      rebuilt.products[pair.rebuilt]!.title,
    ]),
    evidence: pairs.map(({ evidence }) => evidence),
    lost: lost.map(index => original.products[index]!.title),
    merged: merged.map(({ original: index }) => original.products[index]!.title),
    extra: extra.map(index => rebuilt.products[index]!.title),
  }
}

test('by number, whatever the titles and addresses', () => {
  expect(
    matched(
      [
        { title: 'Red mug', sku: 'M-1' },
        { title: 'Blue mug', sku: 'M-2' },
      ],
      [
        { title: 'The cobalt one', sku: 'm-2' },
        { title: 'The scarlet one', sku: ' M-1' },
      ],
    ),
  ).toMatchObject({
    pairs: [
      ['Red mug', 'The scarlet one'],
      ['Blue mug', 'The cobalt one'],
    ],
    evidence: [['sku'], ['sku']],
    lost: [],
    extra: [],
  })
})

const things = ['Oak table', 'Linen shirt', 'Copper kettle', 'Wool blanket', 'Garden chair', 'Brass lamp']
const numbered = (skus: (string | undefined)[]): GivenProduct[] =>
  things.map((title, at) => ({ title, price: 1000 + at, sku: skus[at] }))
const NUMBERS = ['1', '2', '3', '4', '5', '6']
const themselves = things.map(title => [title, title])

test('numbers that slipped by a row, or of two that were exchanged, do not beat title and address', () => {
  const slipped = NUMBERS.toSpliced(0, 1).concat('1')
  expect(matched(numbered(NUMBERS), numbered(slipped)).pairs).toEqual(themselves)
  expect(matched(numbered(NUMBERS), numbered(['2', '1', '3', '4', '5', '6'])).pairs).toEqual(themselves)
  // Nor does it where the barcodes have slipped along.
  const codes = ['04006381333931', '00012345678905', '05901234123457', '09780201379624']
  const coded = (order: number[]) =>
    order.map((from, at) => ({ title: things[at]!, variants: [{ sku: `${from}`, gtin: codes[from]! }] }))
  expect(matched(coded([0, 1, 2, 3]), coded([1, 2, 3, 0])).pairs).toEqual(themselves.slice(0, 4))
})

test('numbers that slipped by a row do not beat titles under new addresses', () => {
  // Nothing else tells them apart.
  const moved = (thing: GivenProduct, at: number) => ({ ...thing, handle: `p-${at}` })
  const alike = (skus: string[]) => numbered(skus).map(thing => ({ ...thing, price: 1000 }))
  const slipped = NUMBERS.toSpliced(0, 1).concat('1')
  expect(matched(alike(NUMBERS).map(moved), alike(slipped)).pairs).toEqual(themselves)
  const sized = (skus: string[]) =>
    skus.map((sku, at) => ({
      title: things[at]!,
      variants: ['S', 'M'].map(is => ({ is, sku: `${sku}-${is}` })),
      images: [{ key: `${things[at]}` }],
    }))
  expect(matched(sized(NUMBERS).map(moved), sized(slipped)).pairs).toEqual(themselves)
})

test('a number that was used again for another thing is no evidence, nor does that sell the old one', () => {
  const shoes: GivenProduct = { title: 'Running shoes', price: 1000, sku: '1' }
  const result = matched(numbered(NUMBERS), [shoes, ...numbered(NUMBERS).slice(1)])
  expect(result).toMatchObject({ lost: ['Oak table'], merged: [], extra: ['Running shoes'] })
})

test('what has another name and address is one with its number by its picture, text, choices or further numbers', () => {
  const words = 'Planed by hand from one trunk of oak, oiled twice and made to be handed down.'
  const sizes = [
    { is: '120 cm', price: 900 },
    { is: '160 cm', price: 1000 },
  ]
  const more: [before: Partial<GivenProduct>, after: Partial<GivenProduct>][] = [
    [{ images: [{ key: 'oak' }] }, { images: [{ key: 'oak' }] }],
    [{ descriptionText: words }, { descriptionText: `${words} New!` }],
    [{ variants: sizes.map((one, at) => ({ ...one, sku: at ? '1' : null })) }, {}],
    [{ variants: sizes.map((one, at) => ({ ...one, sku: at ? '1' : '1-S' })) }, {}],
  ]
  for (const [before, after] of more) {
    const [table, ...others] = numbered(NUMBERS)
    const dining = { ...table, ...before, title: 'Dining board', ...after }
    expect(matched([{ ...table!, ...before }, ...others], [dining, ...others])).toMatchObject({
      pairs: [['Oak table', 'Dining board'], ...themselves.slice(1)],
      lost: [],
    })
  }
})

test('a shop in another language is matched by its numbers', () => {
  const there = ['Eichentisch', 'Leinenhemd', 'Kupferkessel', 'Wolldecke', 'Gartenstuhl', 'Messinglampe']
  const translated = numbered(NUMBERS).map((thing, at) => ({ ...thing, title: there[at]! }))
  expect(matched(numbered(NUMBERS), translated)).toMatchObject({ lost: [], extra: [] })
})

test('a number that two products share is no evidence', () => {
  const result = matched(
    [
      { title: 'Red mug', sku: 'X' },
      { title: 'Blue mug', sku: 'X' },
    ],
    [
      { title: 'Blue mug', sku: 'X' },
      { title: 'Red mug', sku: 'X' },
    ],
  )
  expect(result.pairs).toEqual([
    ['Red mug', 'Red mug'],
    ['Blue mug', 'Blue mug'],
  ])
  expect(result.evidence.flat()).not.toContain('sku')
})

test('by GTIN, by handle with a system’s numbers around it, by title', () => {
  const gtin = '04006381333931'
  expect(
    matched(
      [
        { title: 'Alpha', variants: [{ gtin }] },
        { title: 'Beta', handle: '12-beta-mug' },
        { title: 'Gamma &amp; Delta – Größe', handle: 'p-3' },
      ],
      [
        { title: 'GAMMA &amp; delta - größe', handle: 'gamma' },
        { title: 'Beta (new edition of 2026)', handle: 'beta-mug' },
        { title: 'Omega', variants: [{ gtin }] },
      ],
    ),
  ).toMatchObject({
    pairs: [
      ['Alpha', 'Omega'],
      ['Beta', 'Beta (new edition of 2026)'],
      ['Gamma &amp; Delta – Größe', 'GAMMA &amp; delta - größe'],
    ],
    evidence: [['gtin'], ['similar handle'], ['title']],
    lost: [],
  })
})

test('an address that was copied does not beat the numbers', () => {
  expect(
    matched(
      [
        { title: 'Red mug', handle: 'mug', sku: 'M-1' },
        { title: 'Tea pot', handle: 'pot', sku: 'P-1' },
        { title: 'Plate', sku: 'T-1' },
      ],
      [
        { title: 'Tea pot', handle: 'mug', sku: 'P-1' },
        { title: 'Red mug', handle: 'mug-1', sku: 'M-1' },
        { title: 'Plate', sku: 'T-1' },
      ],
    ).pairs,
  ).toEqual([
    ['Red mug', 'Red mug'],
    ['Tea pot', 'Tea pot'],
    ['Plate', 'Plate'],
  ])
})

test('a redirect supports a pair, but makes none of two strangers', () => {
  const before = [{ title: 'Red mug with lid', handle: 'a1' }]
  const landings = new Map([['/products/a1', '/en/products/b1/']])
  expect(matched(before, [{ title: 'Mug with lid', handle: 'b1' }], landings)).toMatchObject({
    pairs: [['Red mug with lid', 'Mug with lid']],
    evidence: [['redirect']],
  })
  expect(matched(before, [{ title: 'Gift card', handle: 'b1' }], landings)).toMatchObject({
    pairs: [],
    lost: ['Red mug with lid'],
    extra: ['Gift card'],
  })
})

test('likeness alone makes no pair; with a picture of their own, or words that were only added and all prices, it does', () => {
  const before = { title: 'Heritage wool coat in slate', handle: 'x1', price: 19_900 }
  const after = { title: 'Heritage wool coat, slate grey', handle: 'y1', price: 24_900 }
  const other = { title: 'Heritage wool cap', handle: 'y2', price: 19_900 }
  expect(matched([before], [after, other]).pairs).toEqual([])
  const images = [{ key: 'coat-front' }]
  expect(matched([{ ...before, images }], [{ ...after, images }, other]).pairs).toHaveLength(1)
  const longer = { title: 'Heritage wool coat in slate, lined', handle: 'y3', price: 19_900 }
  expect(matched([before], [longer, other]).pairs).toEqual([[before.title, longer.title]])
})

test('another colour at the same price, or another model, does not stand in for a lost product', () => {
  const coat = (colour: string, sku: string | undefined, key = '') => ({
    title: `Heritage merino coat with hood - ${colour}`,
    handle: `heritage-coat-${colour}`,
    price: 19_900,
    sku,
    images: key ? [{ key }] : [],
  })
  expect(matched([coat('slate', undefined)], [coat('black', undefined)]).lost).toHaveLength(1)
  const kept = ['A', 'B', 'C'].map(sku => ({ title: `Thing ${sku}`, sku }))
  expect(
    matched([...kept, coat('slate', 'S', 'coat')], [...kept, coat('black', 'T', 'coat')]).lost,
  ).toHaveLength(1)
  // The same size chart is no sign of one product.
  const shown = kept.map(product => ({ ...product, images: [{ key: 'size-chart' }] }))
  expect(
    matched(
      [...shown, coat('slate', undefined, 'size-chart')],
      [...shown, coat('black', undefined, 'size-chart')],
    ).lost,
  ).toHaveLength(1)
  expect(
    matched(
      [{ title: 'Phone 12 Pro', handle: '101-phone', price: 100 }],
      [{ title: 'Phone 13 Pro', handle: 'phone', price: 100 }],
    ).lost,
  ).toHaveLength(1)
})

test('products that became variants of another are merged, not lost', () => {
  const before = [
    { title: 'Mug red', sku: 'R' },
    { title: 'Mug blue', sku: 'B' },
    { title: 'Mug green', sku: 'G' },
  ]
  const after = [
    {
      title: 'Mug',
      variants: [
        { is: 'red', sku: 'R' },
        { is: 'blue', sku: 'B' },
        { is: 'green', sku: 'G' },
      ],
    },
  ]
  const result = matched(before, after)
  expect(result).toMatchObject({ lost: [], extra: [] })
  expect([...result.pairs.map(([title]) => title), ...result.merged].sort()).toEqual([
    'Mug blue',
    'Mug green',
    'Mug red',
  ])
})

test('products without numbers became variants of another by their names', () => {
  const before = ['Mug red', 'Mug blue', 'Large mug', 'Mug sea green'].map(title => ({ title }))
  const mug = (...choices: string[]) => ({ title: 'Mug', variants: choices.map(is => ({ is })) })
  expect(matched(before, [mug('Blue', 'Red', 'L', 'Sea Green')])).toMatchObject({
    merged: ['Mug red', 'Mug blue', 'Large mug', 'Mug sea green'],
    lost: [],
  })
  expect(matched(before, [mug('Blue', 'Red', 'L')])).toMatchObject({ lost: ['Mug sea green'] })
  const longer = (one: GivenProduct) => ({ ...one, title: one.title.replace(/mug/i, 'Large stoneware mug') })
  expect(matched(before.slice(0, 2).map(longer), [mug('Blue', 'Red')].map(longer)).lost).toEqual([])
  // That one was there before.
  expect(matched([...before, mug('Red')], [mug('Red')]).lost).toEqual(before.map(({ title }) => title))
})

test('variants without numbers became products by their names', () => {
  const mug = { title: 'Mug', variants: [{ is: 'red' }, { is: 'blue' }] }
  expect(matched([mug], [{ title: 'Mug – Blue' }, { title: 'Red mug' }])).toMatchObject({
    merged: ['Mug'],
    lost: [],
  })
})

test('titles and handles that many share stay cheap, and pair in order', () => {
  const many = Array.from({ length: 3000 }, (_, at) => ({ title: 'Tee', handle: `tee-${at}` }))
  const result = matched(many, many)
  expect(result.pairs).toHaveLength(3000)
  expect(result.lost).toEqual([])
})

test('two shops without anything in common', () => {
  const result = matched([{ title: 'Mug' }], [{ title: 'Coat' }])
  expect(result).toMatchObject({ pairs: [], lost: ['Mug'], extra: ['Coat'] })
  expect(matched([], [])).toMatchObject({ pairs: [], lost: [], extra: [] })
})

test('a shop against itself', () => {
  const catalog = catalogWith([{ title: 'Mug' }, { title: 'Mug' }])
  const { pairs, lost } = matchProducts(catalog, catalog)
  expect(pairs.map(({ original, rebuilt, confidence }) => [original, rebuilt, confidence])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
  ])
  expect(lost).toEqual([])
})

const variants = (before: GivenProduct['variants'], after: GivenProduct['variants']) =>
  matchVariants(productWith({ title: 'A', variants: before }), productWith({ title: 'A', variants: after }))

test('variants by number, then by choice in any order, then by words in common', () => {
  expect(
    variants(
      [{ is: 'Red / M', sku: '1' }, { is: 'Red / L' }, { is: 'Blue / Small' }],
      [{ is: 'Size S / Blue small' }, { is: 'L / red' }, { is: 'scarlet', sku: '1' }],
    ),
  ).toEqual({
    pairs: [
      [0, 2],
      [1, 1],
      [2, 0],
    ],
    lost: [],
    extra: [],
    renamed: [],
  })
})

test('a size is one however it is spelled, and a litre is no size', () => {
  const sizes = (...names: string[]) => names.map(name => ({ is: name }))
  expect(
    variants(
      sizes('XS', 'S', 'M', 'L', 'XL', '2XL', 'XXXL'),
      sizes('Extra Small', 'Small', 'Medium', 'Large', 'X-Large', 'XX-Large', '3XL'),
    ),
  ).toMatchObject({ lost: [], extra: [], pairs: Array.from({ length: 7 }, (_, n) => [n, n]) })
  for (const names of [
    ['Klein', 'Mittel', 'Groß'],
    ['Petit', 'Moyen', 'Grand'],
    ['Pequeña', 'Mediana', 'Grande'],
    ['Piccolo', 'Medio', 'Grande'],
    ['Klein', 'Middel', 'Groot'],
    ['Liten', 'Mellan', 'Stor'],
  ])
    for (const order of [names, names.toReversed()])
      expect(
        variants(
          sizes('S', 'M', 'L').map((one, at) => ({ ...one, price: 1000 + at })),
          sizes(...order),
        ),
      ).toMatchObject({ lost: [], extra: [], pairs: [0, 1, 2].map(at => [at, order.indexOf(names[at]!)]) })
  expect(variants(sizes('S', 'M', 'L'), sizes('Red', 'Green', 'Blue'))).toMatchObject({ lost: [0, 1, 2] })
  expect(variants(sizes('3 L', 'Small'), sizes('S', 'XXXL'))).toMatchObject({ lost: [0], extra: [1] })
})

test('values that are spelled otherwise or translated are renamed, other sizes and numbers are not', () => {
  const of = (...names: string[]) => names.map(is => ({ is }))
  expect(variants(of('7', '7.5', '8'), of('8', '7,5', '7'))).toMatchObject({ lost: [], renamed: [] })
  expect(variants(of('Black', 'Grey'), of('Gray', 'Black'))).toMatchObject({ lost: [], renamed: [1] })
  expect(variants(of('red', 'blue', 'green'), of('rot', 'blau', 'grün'))).toMatchObject({
    pairs: [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    renamed: [0, 1, 2],
  })
  const priced = [
    { is: 'blau', price: 200 },
    { is: 'rot', price: 100 },
  ]
  expect(
    variants(
      [
        { is: 'red', price: 100 },
        { is: 'blue', price: 200 },
      ],
      priced,
    ).pairs,
  ).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(variants(of('red', 'blue'), priced)).toMatchObject({ lost: [0, 1], renamed: [] })
  for (const [before, after] of [
    [of('S', 'M', 'L'), of('S', 'M', 'XL')],
    [of('38', '40'), of('38', '42')],
    [of('38', '40'), of('38', 'red')],
    [of('red', 'blue', 'green'), of('red', 'blau')],
  ] as const)
    expect(variants([...before], [...after])).toMatchObject({ renamed: [] })
})

test('a variation for any size is all sizes', () => {
  expect(
    variants(
      [{ is: 'Red / ' }, { is: 'Blue / S' }],
      [{ is: 'Red / S' }, { is: 'Red / M' }, { is: 'Blue / S' }],
    ),
  ).toEqual({
    pairs: [
      [0, 0],
      [0, 1],
      [1, 2],
    ],
    lost: [],
    extra: [],
    renamed: [],
  })
})

test('other numbers and other words are other variants', () => {
  expect(
    variants(
      [
        { is: 'S', sku: '1' },
        { is: 'M', sku: '2' },
      ],
      [{ is: 'S', sku: '1' }],
    ),
  ).toMatchObject({
    lost: [1],
  })
  expect(
    variants(
      [
        { is: 'S', sku: '1' },
        { is: 'M', sku: '2' },
      ],
      [
        { is: 'S', sku: '1' },
        { is: 'XXL', sku: '9' },
      ],
    ),
  ).toMatchObject({ lost: [1], extra: [1] })
})

test('what had nothing to choose is the variant at its price', () => {
  expect(
    variants(
      [{ price: 500 }],
      [
        { is: 'S', price: 400 },
        { is: 'M', price: 500 },
      ],
    ).pairs,
  ).toEqual([[0, 1]])
})

test('2,048 variants on both sides', () => {
  const all = Array.from({ length: 2048 }, (_, at) => ({ is: `Colour ${at % 64} / Size ${at >> 6}` }))
  expect(variants(all, all.toReversed())).toMatchObject({ lost: [], extra: [] })
})

test('records that share one handle are matched by what else they have', () => {
  const before = [
    { title: 'Red rose', handle: 'rose', price: 500 },
    { title: 'White rose', handle: 'rose', price: 700 },
    { title: 'Tulip', handle: 'rose', sku: 'T-1' },
  ]
  const after = [
    { title: 'White rose, long', handle: 'rose', price: 700 },
    { title: 'Bunch of tulips', handle: 'tulips', sku: 'T-1' },
  ]
  expect(matched(before, after)).toMatchObject({
    pairs: [
      ['White rose', 'White rose, long'],
      ['Tulip', 'Bunch of tulips'],
    ],
    lost: ['Red rose'],
  })
})
