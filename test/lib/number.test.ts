import { expect, test } from 'vitest'
import { sameNumber } from '../../server/lib/number.ts'

test.each([
  ['1.000', '1000'],
  ['1.000,50', '1000.5'],
  ['0,95', '0.95'],
  ['100', '100.0'],
  ["1'250", '1250'],
  ['1 500', '1500'],
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
