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
