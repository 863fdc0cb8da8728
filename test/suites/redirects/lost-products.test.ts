/** A product that is gone is none of those that are called much like it. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair, makeProduct } from './made.ts'

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const KEPT = ['Oak table', 'Linen shirt', 'Copper kettle', 'Wool blanket', 'Garden chair', 'Brass lamp']
const textOf = (name: string) =>
  `Our ${name} is made by hand in our own workshop. Each ${name} is looked at twice before it leaves the house.`

/** `lost` is in the old catalog alone, `other` in the new one alone; all numbers were kept, and theirs differ. */
function shop(lost: string, other: string, isLed: boolean) {
  const given = Object.fromEntries(
    [...KEPT, lost].map((name): [string, Given] => {
      const own: Given = { kind: 'product', title: name, text: textOf(name) }
      const to = name === lost ? other : name
      if (name === lost && !isLed) return [`/product/${slug(name)}/`, { ...own, end: 404 }]
      const page = { heading: to, text: textOf(to), pageType: 'product' }
      return [`/product/${slug(name)}/`, { ...own, hops: [`301 /products/${slug(to)}`], page }]
    }),
  )
  const pair = makePair(given, {
    old: { products: [...KEPT, lost].map(name => makeProduct(`/product/${slug(name)}/`, name)) },
    new: { products: [...KEPT, other].map(name => makeProduct(`/products/${slug(name)}`, name)) },
  })
  return {
    row: rowsOf(pair).rows.find(({ url }) => url.path === `/product/${slug(lost)}/`)!,
    proposed: redirectTables(pair).shopifyRedirects.slice(1),
  }
}

test.each([
  ['Soap dispenser', 'Soap dispenser refill'],
  ['Espresso machine', 'Espresso machine cleaner'],
  ['Baby car seat', 'Baby car seat cover'],
  ['Vegan protein bar', 'Protein bar'],
  ['Decaf house blend', 'House blend'],
])('%s is no %s', (lost, other) => {
  expect(shop(lost, other, false).proposed).toEqual([])
  const led = shop(lost, other, true)
  expect(led.row.class).toBe('wrong-target')
  expect(led.proposed).toEqual([])
})
