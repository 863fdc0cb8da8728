import { expect, test } from 'vitest'
import { fillsBasket, opensBasket } from '../../server/lib/purchase.ts'

test.each([
  'Cart',
  'Your bag',
  'Basket (2)',
  'Cart: 2 items, £24',
  'Warenkorb',
  'Zum Warenkorb',
  'Panier 0',
  '购物车',
])('%s opens a basket', name => {
  expect(opensBasket(name)).toBe(true)
})

test.each([
  'Add to cart',
  'Remove from cart',
  'Empty basket',
  'Vider le panier',
  'Warenkorb leeren',
  'Tote bag',
  'Bag charms',
  'В корзину',
  'Zum Warenkorb hinzufügen',
])('%s opens none', name => {
  expect(opensBasket(name)).toBe(false)
})

test('what fills a basket', () => {
  expect(['Add the blue bowl to basket', 'In den Warenkorb', 'Cart'].map(fillsBasket)).toEqual([
    true,
    true,
    false,
  ])
})
