/** More popups that open on scrolling than popup.browser.test.ts has. */
import { test } from 'vitest'
import { CLOSED, LEFT_OUT, popups } from './popups.ts'

const { expectNoPart, expectStaying } = popups()

test.concurrent.each([
  ['/escape', CLOSED],
  ['/clobbered', CLOSED],
  ['/shadow', LEFT_OUT],
] as const)('%s: a popup that opens at the end of the page is no part of it, and said so', expectNoPart)

test.concurrent.each(['/after-a-second'] as const)(
  '%s: what is there by itself, is a part of the page or leaves most of it free stays',
  path => expectStaying(path),
)
