import { expect, test } from 'vitest'
import { saysMenu } from '../../server/lib/menu-words.ts'

test.each([
  ['Menu', true],
  ['Menú', true],
  ['Abrir menú', true],
  ['Menü öffnen', true],
  ['☰', true],
  ['Menus of the week', false],
  ['Document', false],
])('%s: %s', (name, says) => {
  expect(saysMenu(name)).toBe(says)
})
