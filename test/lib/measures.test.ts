import { expect, test } from 'vitest'
import { measuresIn } from '../../server/lib/measures.ts'

test('numbers with units, and the words before them', () => {
  expect(measuresIn('Maximum load: 100 kg. Weight 0,95 kg; washing at 60 °C, 1 500 W')).toEqual([
    { text: 'Maximum load: 100 kg', label: 'maximum load', number: '100', unit: 'kg' },
    { text: 'Weight 0,95 kg', label: 'weight', number: '0,95', unit: 'kg' },
    { text: 'washing at 60 °C', label: 'washing at', number: '60', unit: '°c' },
    { text: '1 500 W', label: '', number: '1 500', unit: 'w' },
  ])
})

test.each([
  'Size 42',
  'Warranty 24 months',
  'EN 361:2002',
  'Release 12.05.2023',
  'Price 12,50 kr',
  'Socket E27 matt',
  'Area 20 m²',
])('no measure: %s', text => {
  expect(measuresIn(text)).toEqual([])
})

test.each(['Dimensions 10 × 20 cm', 'Thread 1/2 in', '10 cm x 20 cm', '2–4 kg'])(
  'several numbers are none: %s',
  text => {
    expect(measuresIn(text).map(({ number }) => number)).toEqual([])
  },
)

test('a text made to exhaust a reader', () => {
  expect(measuresIn('a'.repeat(60_000))).toEqual([])
  expect(measuresIn('a '.repeat(30_000))).toEqual([])
  expect(measuresIn(`a ${'1,'.repeat(30_000)}`)).toEqual([])
  expect(measuresIn(`a ${'1 000 '.repeat(10_000)}`)).toEqual([])
})
