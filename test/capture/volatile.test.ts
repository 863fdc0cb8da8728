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

test('numbers of a clock: what turned, and what is set alike beside it', () => {
  const set = (text: string, selector: string, changes: Partial<Placed> = {}): Placed => ({
    ...{ text, selector, top: 400, size: 50, style: 'red' },
    ...changes,
  })
  const before = [
    set('13', '#days'),
    set('23', '#hours'),
    set('57', '#seconds'),
    set('Only 12 left at £40', '#left', { size: 16 }),
    set('12 people look at this', '#people', { size: 16 }),
    set('13', 'h3', { size: 20 }),
    set('250', '#clients', { top: 900 }),
    set('40', '#price', { style: 'blue' }),
  ]
  const after = at(['#seconds', '56'], ['#people', '14 people look at this'], ['#left', 'Sold out at £40'])
  expect(countingNumbers(before, after)).toEqual(['57', '12 people look at this', '13', '23'])
  expect(countingNumbers(before, before)).toEqual([])
})
