import { expect, test } from 'vitest'
import { hasPrice, isPrice } from '../../server/lib/price.ts'

test.each([
  ['€ 12', true, true],
  ['99,99 PLN', true, true],
  ['R$ 1.320', true, true],
  ['15 000 руб.', true, true],
  ['$20 – $30', true, true],
  ['12.000 Pesos', true, true],
  ['45 reais', true, true],
  ['2 400 kronor', true, true],
  ['from $20', true, false],
  ['PKR 15,000 - fees separate', true, false],
  ['20', false, false],
  ['$', false, false],
  ['Summer 2024', false, false],
])('%s', (text, has, is) => {
  expect([hasPrice(text), isPrice(text)]).toEqual([has, is])
})
