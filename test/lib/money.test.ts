import { expect, test } from 'vitest'
import { exponentOf, parsePrice, rescale, showMoney } from '../../server/lib/money.ts'

test.each([
  ['1.234,50 €', { currency: 'EUR' }, 123_450],
  ['1,299.00', { currency: 'USD' }, 129_900],
  ['1,299.00-', { currency: 'USD' }, 129_900],
  ['1,299.00-', { currency: 'USD', machine: true }, 129_900],
  ['CHF 1’299.–', { currency: 'CHF' }, 129_900],
  ['1 299,00 kr', { currency: 'SEK' }, 129_900],
  ['1,23,456.00', { currency: 'INR' }, 12_345_600],
  ['¥1,980', { currency: 'JPY' }, 1980],
  ['1.980', { currency: 'JPY' }, 1980],
  ['1980.00', { currency: 'JPY', machine: true }, 1980],
  ['19.99 - 29.99', { currency: 'USD' }, 1999],
  ['49,-', { currency: 'EUR' }, 4900],
  ['١٢٫٥٠', { currency: 'EGP' }, 1250],
  ['1.234', { currency: 'USD', machine: true }, 123],
  ['.99', { currency: 'USD', machine: true }, 99],
  ['-.5', { currency: 'USD', machine: true }, -50],
  ['$.99', { currency: 'USD' }, 99],
  ['No.99', { currency: 'USD' }, 9900],
  ['1.299,–', { currency: 'EUR', language: 'de', machine: true }, 129_900],
  ['1.299,-- EUR', { currency: 'EUR', machine: true }, 129_900],
  ['1,299.—', { currency: 'USD', machine: true }, 129_900],
  ['1.299-1.500', { currency: 'EUR', language: 'de' }, 129_900],
  ['1.234', { currency: 'EUR', language: 'de' }, 123_400],
  ['1.234', { currency: 'KWD' }, 1234],
  ['1,234', { currency: 'KWD', language: 'en' }, 1_234_000],
  ['1.234', { currency: 'KWD', language: 'de' }, 1_234_000],
  ['1.234.567', { currency: 'EUR' }, 123_456_700],
  ['25.00', { currency: null, machine: true }, 2500],
  [19.99 * 3, { currency: 'USD' }, 5997],
  [0, { currency: 'USD' }, 0],
  ['0.105', { currency: 'USD', machine: true }, 11],
  ['free', { currency: 'USD' }, null],
  ['', { currency: 'USD' }, null],
  [Number.NaN, { currency: 'USD' }, null],
  [1e30, { currency: 'USD' }, null],
  ['99999999999999999999', { currency: 'USD' }, null],
  ['1,234,56.78.90', { currency: 'USD' }, null],
  [null, { currency: 'USD' }, null],
] as const)('%j in %j is %j minor units', (text, reading, minor) => {
  expect(parsePrice(text, reading)).toBe(minor)
})

test.each([
  ['1500', 2, 'USD', 1500],
  ['1500', 0, 'EUR', 150_000],
  ['1500', 2, 'KWD', 15_000],
  [198_000, 2, 'JPY', 1980],
  ['5', 2, 'USD', 5],
  ['-250', 2, 'USD', -250],
  ['12.5', 2, 'USD', null],
  ['1500', 400, 'USD', null],
  [undefined, 2, 'USD', null],
] as const)('%j with %d decimals is, in %s, %j', (amount, decimals, currency, minor) => {
  expect(rescale(amount, decimals, currency)).toBe(minor)
})

test('minor units are those of the currency', () => {
  expect(['USD', 'JPY', 'KWD', 'ZZZ', 'no code', null].map(exponentOf)).toEqual([2, 0, 3, 2, 2, 2])
})

test.each([
  [129_900, 'EUR', '1,299.00 EUR'],
  [1980, 'JPY', '1,980 JPY'],
  [5, 'KWD', '0.005 KWD'],
  [-50, null, '-0.50'],
  [null, 'EUR', 'no price'],
] as const)('%j %s reads %s', (minor, currency, shown) => {
  expect(showMoney(minor, currency)).toBe(shown)
})
