import { expect, test } from 'vitest'
import { block, judge, type Page, screens } from '../pages.ts'

const ENTRIES = ['Home', 'Menu', 'Chefs', 'Gallery', 'Contact']

/** A page whose menu shows its entries once it is open, but for those beyond the screen. */
const page = (beyond: string[], links = ENTRIES): Page => ({
  layouts: screens(() => ({ blocks: [block('A restaurant by the water')] })),
  links: links.map(name => ({ name, href: `#${name}` })),
  revealed: ENTRIES.filter(name => !beyond.includes(name)),
  beyond,
})

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).keys.filter(key => key.includes('navigation:out'))

test('an opened menu that runs out of the screen is told, as grave from two entries on', () => {
  expect(found(page([]), page(['Gallery', 'Contact']))).toEqual(['serious responsive/navigation:out'])
  expect(found(page([]), page(['Contact']))).toEqual(['moderate responsive/navigation:out'])
})

test('what was beyond the screen as well, or is no link of the original, is not', () => {
  expect(found(page([]), page([]))).toEqual([])
  expect(found(page(['Contact', 'Gallery']), page(['Contact', 'Gallery']))).toEqual([])
  expect(found(page([], ['Home', 'Menu']), page(['Contact', 'Gallery']))).toEqual([])
})
