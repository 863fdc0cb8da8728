import { expect, test } from 'vitest'
import {
  comeAndGo,
  readServed,
  sourcesThatComeAndGo,
} from '../../server/capture/collectors/volatile/served.ts'
import {
  countingNumbers,
  inTheirPlaces,
  type Placed,
  replaced,
  type Shown,
} from '../../server/capture/collectors/volatile/shown.ts'

const frame = (body: string) =>
  readServed(
    `<title>T</title><body><h1>Chairs &amp; tables</h1><p>By <b>hand</b>, in ash</p>${body}<p>The end</p>`,
  )
const shown = ['Chairs & tables', 'By hand, in ash', 'The end']

test('what some visitors are sent and others are not comes and goes', () => {
  const versions = [
    frame('<p>A first quote</p>'),
    frame('<p>A second quote</p>'),
    frame('<p>A first quote</p>'),
  ]
  expect(comeAndGo([...shown, 'A first quote', 'A second quote', 'A third quote'], versions)).toEqual([
    'A first quote',
    'A second quote',
  ])
})

test('what all visitors are sent stays, whatever else changes and however it is marked up', () => {
  const versions = [frame('<p>Set by <i>hand</i></p>'), frame('<p>Set by hand</p>')]
  expect(comeAndGo([...shown, 'Set by hand'], versions)).toEqual([])
  expect(comeAndGo(shown, [frame('<p>1</p>')])).toEqual([])
})

test('texts that styles set apart within a line are told', () => {
  const viewers = (count: number) => frame(`<div><span>${count}</span><span>people look at this</span></div>`)
  expect(comeAndGo([...shown, '17', 'people look at this'], [viewers(17), viewers(4)])).toEqual(['17'])
})

test('words within others are no text of their own', () => {
  const versions = [frame('<p>Shopping cart</p>'), frame('<p>Shopping list</p>')]
  expect(comeAndGo([...shown, 'art', 'Shop'], versions)).toEqual([])
})

test('a page for robots tells nothing of what visitors are sent', () => {
  const versions = [frame('<p>A first quote</p>'), readServed('<h1>Are you human?</h1>')]
  expect(comeAndGo([...shown, 'A first quote'], versions)).toEqual([])
})

test('pictures that some are sent and others are not', () => {
  const versions = [frame('<img src="/a.png?x=1&amp;y=2">'), frame('<img src="/b.png">')]
  expect(sourcesThatComeAndGo(['/a.png?x=1&y=2', '/b.png', '/script-made.png'], versions)).toEqual([
    '/a.png?x=1&y=2',
    '/b.png',
  ])
})

const at = (...texts: [selector: string, text: string][]): Shown[] =>
  texts.map(([selector, text]) => ({ selector, text }))

test('a text that another has replaced', () => {
  const before = at(['h1', 'Chairs'], ['#clock', '12:00:03'])
  expect(replaced(before, at(['h1', 'Chairs'], ['#clock', '12:00:09']))).toEqual(['12:00:09'])
})

test('what came late or was moved is not replaced', () => {
  const before = at(['p:nth-child(1)', 'One'], ['p:nth-child(2)', 'Two'])
  const late = at(['p:nth-child(1)', 'Late'], ['p:nth-child(2)', 'One'], ['p:nth-child(3)', 'Two'])
  expect(replaced(before, late)).toEqual([])
  expect(replaced(before, [...before, ...at(['p:nth-child(3)', 'Late'])])).toEqual([])
})

test('where one screen shows a text that changes, what others show there changes too', () => {
  const wide = at(['#quote', 'A first quote'], ['#quote', 'Said by many'], ['h1', 'Chairs'])
  const narrow = at(['#quote', 'A second quote'], ['#quote', 'Said by many'], ['#menu', 'Menu'])
  expect(inTheirPlaces(new Set(['A first quote']), [wide, narrow])).toEqual(['A second quote'])
})

const placed = (text: string, selector: string, left: number, changes: Partial<Placed> = {}): Placed => ({
  ...{ text, selector, left, top: 400, size: 50, style: 'red' },
  ...changes,
})
const CLOCK = ['13', '23', '59', '57'].map((text, i) => placed(text, `#part-${i}`, 100 + 250 * i))

test('numbers of a clock: what turned, and in line with it what is set alike', () => {
  const small = { size: 16, style: 'small' }
  const before = [
    ...CLOCK,
    placed('12 people look at this', '#people', 100, { ...small, top: 900 }),
    placed('250', '#clients', 100, { top: 900 }),
    placed('40', '#price', 350, { style: 'blue' }),
    placed('Premium for 49 € ends in 00:59', '#offer', 100, { ...small, top: 600 }),
    placed('€12.00', '#bid', 100, { ...small, top: 700 }),
  ]
  const after = at(
    ['#part-3', '56'],
    ['#people', '14 people look at this'],
    ['#offer', 'Premium for 49 € ends in 00:58'],
    ['#bid', '€13.00'],
  )
  const wanted = ['57', '12 people look at this', '59', '23', '13']
  expect(countingNumbers(before, after).toSorted()).toEqual(wanted.toSorted())
  expect(countingNumbers(before, before)).toEqual([])
})

test('what only moved, stands elsewhere too, or cannot be told by its place is no number of a clock', () => {
  const prices = ['€49', '€59', '€69'].map((text, i) => placed(text, `li:nth-of-type(${i + 1})`, 100 * i))
  const moved = at(['li:nth-of-type(1)', '€59'], ['li:nth-of-type(2)', '€69'], ['li:nth-of-type(3)', '€49'])
  expect(countingNumbers(prices, moved)).toEqual([])
  const plans = ['Basic 9', 'Basic 12'].map((text, i) => placed(text, `li:nth-of-type(${i + 1})`, 100 * i))
  expect(
    countingNumbers(plans, at(['li:nth-of-type(2)', 'Basic 9'], ['li:nth-of-type(3)', 'Basic 12'])),
  ).toEqual([])
  const twins = [placed('9', 'td', 0), placed('12', 'td', 90)]
  expect(countingNumbers(twins, twins)).toEqual([])
  const price = placed('59', '#price', 100, { size: 16, style: 'small', top: 900 })
  expect(countingNumbers([...CLOCK, price], at(['#part-3', '56']))).not.toContain('59')
})

test('a board of departures and a list of prices are no clock', () => {
  const small = { size: 16, style: 'small' }
  const rows = [0, 1, 2].flatMap(row => [
    placed(`${row + 5} min`, `tr:nth-of-type(${row + 1}) > td:nth-of-type(1)`, 0, {
      ...small,
      top: 32 * row,
    }),
    placed(`${101 + row}`, `tr:nth-of-type(${row + 1}) > td:nth-of-type(2)`, 80, { ...small, top: 32 * row }),
    placed(`${11 + row}`, `tr:nth-of-type(${row + 1}) > td:nth-of-type(3)`, 160, { ...small, top: 32 * row }),
  ])
  expect(countingNumbers(rows, at(['tr:nth-of-type(1) > td:nth-of-type(1)', '4 min']))).toEqual(['5 min'])
  const column = ['07', '10', '20', '30', '40', '50'].map((text, i) =>
    placed(text, `#cell-${i}`, 0, { ...small, top: 20 * i }),
  )
  expect(countingNumbers(column, at(['#cell-0', '06']))).toEqual(['07'])
  for (const price of ['1 299 kr', 'USD 49.00', '4 900 руб.'])
    expect(countingNumbers([placed(price, '#price', 0)], at(['#price', price.replace('9', '8')]))).toEqual([])
})
