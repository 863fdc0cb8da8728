import { expect, test } from 'vitest'
import { figuresIn, sameNumber } from '../../server/lib/figures.ts'

test('numbers with the words around them', () => {
  expect(figuresIn('Maximum load: 100 kg. Weight 0,95 kg; washing at 60 °C')).toEqual([
    { text: 'Maximum load: 100 kg', around: 'maximum load # kg', number: '100' },
    { text: 'Weight 0,95 kg', around: 'weight # kg', number: '0,95' },
    { text: 'washing at 60 °C', around: 'washing at # °c', number: '60' },
  ])
  expect(figuresIn('100 kg')).toEqual([])
})

test('a text made to exhaust a reader', () => {
  expect(figuresIn('a'.repeat(60_000))).toEqual([])
  expect(figuresIn('a '.repeat(30_000))).toEqual([])
  expect(figuresIn(`a ${'1,'.repeat(30_000)}`)).toHaveLength(1)
})

test.each([
  ['1.000', '1000'],
  ['1.000,50', '1000.5'],
  ['0,95', '0.95'],
  ['100', '100.0'],
  ["1'250", '1250'],
])('%s is %s', (one, other) => {
  expect(sameNumber(one, other)).toBe(true)
})

test.each([
  ['100', '140'],
  ['0,95', '0,9'],
  ['10', '100'],
])('%s is not %s', (one, other) => {
  expect(sameNumber(one, other)).toBe(false)
})
