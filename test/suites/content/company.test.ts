/** Facts of cards and rows, which belong to what stands there with them, in whatever order. */
import { expect, test } from 'vitest'
import { type Given, judge } from './judging.ts'

type Lot = [name: string, area: string, price: string]
const LOTS: Lot[] = [
  ['Lot 1', '637 m²', '89 000 €'],
  ['Lot 2', '191 m²', '42 000 €'],
  ['Lot 3', '703 m²', '95 000 €'],
  ['Lot 4', '500 m²', '70 000 €'],
  ['Lot 5', '1 133 m²', '120 000 €'],
]
const INTRO: Given[] = [
  { text: 'Terrains à bâtir au bord du lac', kind: 'heading', level: 1, selector: 'main > h1' },
  'Nos terrains sont viabilisés et libres de constructeur, à dix minutes de la gare.',
]
const LEAD: Given = { text: 'De 500 à 1 133 m²', selector: 'main > p:nth-of-type(2)' }

const cards = (lots: Lot[], order: readonly number[], kind: Exclude<Given, string>['kind']): Given[] =>
  lots.flatMap((lot, at) =>
    order.map((of, place) => ({
      text: lot[of]!,
      kind: of === 0 ? kind : 'paragraph',
      selector: `main > div > div:nth-of-type(${at + 1}) > ${of === 0 && kind === 'heading' ? 'h3' : `p:nth-of-type(${place + 1})`}`,
    })),
  )
const table = (lots: Lot[]): Given[] =>
  [['Lot', 'Surface', 'Prix'], ...lots].flatMap((row, at) =>
    row.map((text, column) => ({
      text,
      kind: at ? 'cell' : 'header-cell',
      selector: `main > table > tr:nth-of-type(${at + 1}) > td:nth-of-type(${column + 1})`,
    })),
  )
const told = (before: Given[], now: Given[]) =>
  judge({ blocks: [...INTRO, ...before], lang: 'fr' }, { blocks: [...INTRO, ...now], lang: 'fr' })
    .issues.flatMap(issue => issue.members ?? issue)
    .filter(({ key }) => key.startsWith('content/fact'))
    .map(({ message }) => message)

const withAreas = (first: string, second: string): Lot[] =>
  LOTS.map(([name, area, price], at) => [name, at === 0 ? first : at === 1 ? second : area, price])

test.each(['heading', 'paragraph'] as const)(
  'the values of cards that stand in another order, with a %s as their name',
  kind => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
    ])
      for (const more of [[], table(LOTS)])
        for (const lead of [[], [LEAD]])
          expect(told(cards(LOTS, [0, 1, 2], kind), [...lead, ...cards(LOTS, order, kind), ...more])).toEqual(
            [],
          )
    const wrong = withAreas('191 m²', '637 m²')
    expect(told(cards(LOTS, [0, 1, 2], kind), cards(wrong, [0, 1, 2], kind))).toEqual([
      expect.stringMatching(/“637 m2”.* and .*“191 m2”.* changed places$/),
    ])
  },
)

test('an area that is another one, though a table has the right one', () => {
  const now = [...cards(withAreas('673 m²', '191 m²'), [0, 2, 1], 'heading'), ...table(LOTS)]
  expect(told(cards(LOTS, [0, 1, 2], 'heading'), now)).toEqual([
    'The quantity “637 m2” under “Lot 1” became “673 m2”',
  ])
})

test('cards without a name are known by their other values', () => {
  expect(told(cards(LOTS, [1, 2], 'paragraph'), [LEAD, ...cards(LOTS, [2, 1], 'paragraph')])).toEqual([])
})

test('the 2 of an area is no beginning of the price behind it', () => {
  const lines = (lots: Lot[]) => lots.map(([, area, price]) => `Terrain de ${area} à ${price}`)
  expect(told(lines(LOTS), cards(LOTS, [1, 2], 'paragraph'))).toEqual([])
})

type Plot = [whole: string, built: string, floor: string, open: string, price: string]
const PLOTS: Plot[] = [
  ['1 140 m²', '342 m²', '210 m²', '471 m²', '262 500 €'],
  ['860 m²', '257 m²', '210 m²', '355 m²', '262 500 €'],
  ['701 m²', '209 m²', '210 m²', '288 m²', '294 000 €'],
  ['500 m² + jardin inclus', '151 m²', '210 m²', '205 m²', '335 000 €'],
  ['640 m² + jardin inclus', '193 m²', '210 m²', '262 m²', '336 000 €'],
  ['705 m²', '209 m²', '210 m²', '290 m²', '294 000 €'],
  ['780 m²', '236 m²', '210 m²', '323 m²', '304 500 €'],
  ['602 m²', '181 m²', '210 m²', '246 m²', '283 500 €'],
]
const at = (x: number, y: number, width: number, height: number) => ({ box: { x, y, width, height } })

/** Plots two to a row, each with a list of terms below its area. */
const inPairs = (plots: Plot[]): Given[] =>
  plots.flatMap(([whole, built, floor, open, price], nth) => {
    const card = `main > div > article:nth-of-type(${nth + 1})`
    const [x, y] = [190 + 580 * (nth % 2), 1700 + 500 * Math.floor(nth / 2)]
    const terms = [
      ['Emprise sol max', built],
      ['SDP maxi', floor],
      ['Espaces libres min', open],
      ['Prix', price],
    ] as const
    return [
      { text: `Lot ${nth + 1}`, kind: 'heading', selector: `${card} > div > h3`, ...at(x, y, 80, 36) },
      { text: 'Disponible', selector: `${card} > div > span`, ...at(x + 400, y + 12, 80, 12) },
      { text: whole, selector: `${card} > p`, ...at(x, y + 70, 180, 60) },
      ...terms.flatMap(([term, value], row): Given[] => [
        {
          text: term,
          selector: `${card} > dl > dt:nth-of-type(${row + 1})`,
          ...at(x, y + 156 + 32 * row, 120, 16),
        },
        {
          text: value,
          selector: `${card} > dl > dd:nth-of-type(${row + 1})`,
          ...at(x + 420, y + 156 + 32 * row, 52, 16),
        },
      ]),
      {
        text: 'Orientation Sud',
        selector: `${card} > ul > li:nth-of-type(1)`,
        ...at(x + 12, y + 310, 94, 13),
      },
      { text: 'R+1 possible', selector: `${card} > ul > li:nth-of-type(2)`, ...at(x + 140, y + 310, 94, 13) },
      { text: 'Réserver ce lot', kind: 'link', selector: `${card} > a`, ...at(x + 160, y + 400, 144, 15) },
    ]
  })
/** The same one below the other, with the price beside the area and what is built on below both. */
const inRows = (plots: Plot[]): Given[] =>
  plots.flatMap(([whole, built, floor, open, price], nth) => {
    const card = `main > section > div > article:nth-of-type(${nth + 1})`
    const [area, garden] = whole.split(' + ')
    const [x, y] = [190, 2280 + 460 * nth]
    const terms = [
      ['Emprise sol', built],
      ['SDP maxi', floor],
      ['Espaces libres', open],
    ] as const
    return [
      { text: `0${nth + 1}`, selector: `${card} > div > div`, ...at(x, y, 40, 42) },
      { text: 'Disponible', selector: `${card} > div > span`, ...at(x + 15, y + 50, 75, 11) },
      { text: area!, selector: `${card} > p:nth-of-type(1)`, ...at(x, y + 84, 110, 60) },
      ...(garden
        ? [{ text: `+ ${garden}`, selector: `${card} > p > span`, ...at(x, y + 145, 141, 15) }]
        : []),
      { text: price, selector: `${card} > p:nth-of-type(2)`, ...at(x + 950, y + 92, 99, 27) },
      ...terms.flatMap(([term, value], column): Given[] => {
        const item = `${card} > ul > li:nth-of-type(${column + 1})`
        return [
          {
            text: term,
            kind: 'list-item',
            selector: `${item} > span`,
            ...at(x + 356 * column, y + 230, 73, 11),
          },
          { text: value, kind: 'list-item', selector: item, ...at(x + 356 * column, y + 250, 55, 18) },
        ]
      }),
      {
        text: `Réserver le lot ${nth + 1}`,
        kind: 'link',
        selector: `${card} > a`,
        ...at(x + 450, y + 330, 157, 15),
      },
    ]
  })
const compared = (plots: Plot[]): Given[] =>
  [
    ['Lot', 'Surface', 'Emprise sol', 'SDP maxi', 'Espaces libres', 'Prix'],
    ...plots.map((plot, nth) => [`Lot ${nth + 1}`, ...plot]),
  ].flatMap((row, nth) =>
    row.map((text, column) => ({
      text,
      kind: nth ? 'cell' : 'header-cell',
      selector: `main > table > tr:nth-of-type(${nth + 1}) > td:nth-of-type(${column + 1})`,
      ...at(190 + 120 * column, 6200 + 60 * nth, 80, 16),
    })),
  )

test('several areas on each card are known by their labels or their order', () => {
  expect(told(inPairs(PLOTS), [...inRows(PLOTS), ...compared(PLOTS)])).toEqual([])
})

test('areas that changed places, on one card or between two, though a table has the right ones', () => {
  const withBuilt = (fifth: string, sixth: string) =>
    PLOTS.map(
      (plot, nth): Plot =>
        nth === 4 ? (plot.with(1, fifth) as Plot) : nth === 5 ? (plot.with(1, sixth) as Plot) : plot,
    )
  const between = withBuilt('209 m²', '193 m²')
  const within = PLOTS.map(
    (plot, nth): Plot => (nth === 4 ? [plot[0], plot[3], plot[2], plot[1], plot[4]] : plot),
  )
  for (const now of [inPairs, inRows])
    for (const wrong of [between, within])
      expect(told(inPairs(PLOTS), [...now(wrong), ...compared(PLOTS)])).toEqual([
        expect.stringMatching(/^The quantity “193 m2” after “Emprise sol max”.* (became|changed places)/),
      ])
})
