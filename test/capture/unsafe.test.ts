import { expect, test } from 'vitest'
import { isUnsafe } from '../../server/capture/page/unsafe.ts'

test.each([
  ['/logout', true],
  ['/account/sign-out?next=/', true],
  ['/cart/clear', true],
  ['/api/pay', true],
  ['/items/4/delete', true],
  ['/blog-offers', false],
  ['/cartoons', false],
  ['/payroll', false],
  ['/api/contact', false],
])('%s may do something when it is asked for: %s', (path, wanted) => {
  expect(isUnsafe(`https://example.com${path}`)).toBe(wanted)
})
