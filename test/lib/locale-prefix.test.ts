import { expect, test } from 'vitest'
import { localePrefix } from '../../server/lib/locale-prefix.ts'

test.each([
  ['/en-ca/products/x', '/en-ca'],
  ['/us/products/x', '/us'],
  ['/fr', '/fr'],
  ['/fr/?page=2', '/fr'],
  ['/', ''],
  ['/tv', ''],
  ['/us/', ''],
  ['/tv?page=2', ''],
  ['/about', ''],
])('of %s the prefix is %j', (path, prefix) => {
  expect(localePrefix(path)).toBe(prefix)
})
