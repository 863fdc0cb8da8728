/** What comes of fields that are set alike on both pages: amounts of money, counts and their order. */
import { describe, expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { Settings } from '../../../server/capture/collectors/probes/index.ts'
import { BOX, type Given, judge } from './judge.ts'

const IDLE = { probes: [], rest: [], unreached: 0, late: false, ended: null }

type Step = [name: string, value: string, shown?: string[]]

const page = (first: string[], ...steps: Step[]): Given => {
  const settings: Settings = {
    first,
    steps: steps.map(([name, value, shown]) => ({
      name,
      value,
      selector: `#${name}`,
      box: BOX,
      revealed: [],
      hidden: [],
      stirred: true,
      ...(shown && { shown }),
    })),
  }
  return { probes: { narrow: IDLE, wide: { ...IDLE, settings } } as Artifacts['probes'] }
}

const told = (before: Given, now: Given) => judge(before, now).issues.map(({ message }) => message)

const tickets = (...totals: string[]) =>
  page(
    ['Adults €12.50', 'Total: €0.00'],
    ['Adults', '2', ['Adults €12.50', `Total: ${totals[0]}`]],
    ['Children', '2', ['Adults €12.50', `Total: ${totals[1]}`]],
  )

test('a total that loses its cents is told, with the first setting that shows it', () => {
  expect(told(tickets('€25.00', '€40.00'), tickets('€24.00', '€38.00'))).toEqual([
    'Once “Adults” is set to “2”, the page shows “Total: €24.00”; on the original it shows “Total: €25.00”',
  ])
})

test('another spelling of the same amounts is the same', () => {
  expect(told(tickets('€25.00', '€40.00'), tickets('25 €', '40,00 €'))).toEqual([])
})

test('a calculator that computes nothing', () => {
  const dead = page(['Adults €12.50', 'Total: €0.00'], ['Adults', '2'], ['Children', '2'])
  expect(told(tickets('€25.00', '€40.00'), dead)).toEqual([
    'Once “Adults” is set to “2”, nothing changes; on the original it shows “Total: €25.00”',
  ])
})

describe('a filter that lets through less where the original changes nothing', () => {
  const houses = ['From €129', 'From €178', 'From €264', 'From €312']
  /** What is left of them once each of the two entries is chosen; as before where nothing is said. */
  const filtered = (two?: string[], four: string[] | undefined = houses.slice(2)) => {
    const made = page(houses, ['Guests', '2', two], ['Guests', '4', four])
    const { steps } = (made as { probes: Artifacts['probes'] }).probes.wide.settings!
    for (const step of steps) step.group = 'list Guests'
    return made
  }

  test('is told by what is missing', () => {
    expect(told(filtered(), filtered(houses.slice(2)))).toEqual([
      'Once “Guests” is set to “2”, the page shows “From €264, From €312”; on the original it shows “From €129, From €178”',
    ])
  })

  test('and nothing of one amount, of all of them, of another order, or of what the original never filters at once', () => {
    expect(told(filtered(), filtered(houses.slice(1)))).toEqual([])
    expect(told(filtered(), filtered(['Nothing']))).toEqual([])
    expect(told(filtered(), filtered(houses.toReversed()))).toEqual([])
    const asked = page(houses, ['Guests', '2'], ['Guests', '4'])
    expect(told(asked, filtered(houses.slice(2)))).toEqual([])
  })
})

test('a field that got a label is the same one, where all that was set is', () => {
  const named = (name: string, total: string, ...more: Step[]) =>
    page(['Total: €0.00'], [name, '41', [`Total: ${total}`]], ...more)
  expect(told(named('e.g. 12', '€102.50'), named('Distance in km', '€102.50'))).toEqual([])
  expect(told(named('e.g. 12', '€102.50'), named('Distance in km', '€82.00'))).toEqual([
    'Once “e.g. 12” is set to “41”, the page shows “Total: €82.00”; on the original it shows “Total: €102.50”',
  ])
  // Something else is set beside it, which may count as well.
  expect(told(named('e.g. 12', '€102.50'), named('Distance in km', '€82.00', ['Van', 'true']))).toEqual([])
})

test('fields that stand in another order were not set alike', () => {
  const turned = page(
    ['Total: €0.00'],
    ['Children', '2', ['Total: €15.00']],
    ['Adults', '2', ['Total: €38.00']],
  )
  expect(told(tickets('€25.00', '€40.00'), turned)).toEqual([])
})

test('prices that are sorted as texts, and not such as are sorted otherwise at first', () => {
  const list = (first: string[], sorted?: string[]) => page(first, ['Sort by', 'Price', sorted])
  const sorted = list(['£105', '£24', '£98'], ['£24', '£98', '£105'])
  expect(told(sorted, list(['£105', '£24', '£98'], ['£105', '£24', '£98'].toReversed()))).toEqual([
    'Once “Sort by” is set to “Price”, the page shows “£98, £24, £105”; on the original it shows “£24, £98, £105”',
  ])
  expect(told(sorted, list(['£24', '£105', '£98'], ['£24', '£105', '£98']))).toEqual([])
})

test('a basket that counts by gluing texts together', () => {
  const basket = (...counts: string[]) =>
    page(
      ['Basket (0)', '£18'],
      ['Add to basket', 'pressed once', [`Basket (${counts[0]})`, '£18']],
      ['Add to basket', 'pressed twice', [`Basket (${counts[1]})`, '£18']],
    )
  expect(told(basket('1', '2'), basket('1', '11'))).toEqual([
    'Once “Add to basket” is pressed twice, the page shows “Basket (11)”; on the original it shows “Basket (2)”',
  ])
  expect(told(basket('1', '2'), basket('1', '2'))).toEqual([])
})

test('what one puts into a basket by buttons of one name may be another thing on each page', () => {
  const basket = (...entry: string[]) =>
    page(
      ['Cakes'],
      ['Add to basket', 'pressed once', ['Cakes', entry[0]!]],
      ['Add to basket', 'pressed twice', ['Cakes', entry[1]!]],
    )
  const cakes = basket('1 x Plum cake - £9', '2 x Plum cake - £18')
  expect(told(cakes, basket('1 x Alfajores - £8', '2 x Alfajores - £16'))).toEqual([])
  expect(told(cakes, basket('1 x Plum cake - £9', '2 x Plum cake - £99'))).toHaveLength(1)
})

test('a basket whose lines count otherwise comes to the same sum', () => {
  const basket = (line: string, total: string) =>
    page(['Cakes', 'Total: £9'], ['Add to basket', 'pressed twice', ['Cakes', line, `Total: ${total}`]])
  expect(told(basket('2 x Plum cake at £8.50 each', '£17'), basket('2 x Plum cake - £17', '£17'))).toEqual([])
  expect(told(basket('2 x Plum cake - £9', '£18'), basket('2 x Plum cake - £9', '£19'))).toHaveLength(1)
  // £8.50 is no more than £17.
  const priced = basket('2 x Plum cake at £8.50 each', '£19')
  expect(told(priced, basket('1 x Plum cake at £8.50', '£17'))).toHaveLength(1)
})

test('a basket that comes to the price of one', () => {
  const basket = (total: string) =>
    page(
      ['£12 each'],
      ['Add the bowl to basket', 'pressed twice'],
      ['Bag', 'pressed when filled', ['2 bowls', `Total: ${total}`, '£12 each']],
    )
  expect(told(basket('£24'), basket('£12'))).toEqual([
    'Once “Bag” is pressed when filled, the page shows “Total: £12”; on the original it shows “Total: £24”',
  ])
  expect(told(basket('£24'), basket('£24.00'))).toEqual([])
})
