/** Popups that open on scrolling, one of a kind; more of each: popup.slow.test.ts. */
import { test } from 'vitest'
import { CLOSED, LEFT_OUT, popups } from './popups.ts'

const { expectNoPart, expectStaying } = popups()

test.concurrent.each([
  ['/cross', CLOSED],
  ['/icon', CLOSED],
  ['/parts', CLOSED],
  ['/stays', LEFT_OUT],
  ['/modal', LEFT_OUT],
] as const)('%s: a popup that opens at the end of the page is no part of it, and said so', expectNoPart)

test.concurrent.each(['/at-load', '/scene', '/bar'] as const)(
  '%s: what is there by itself, is a part of the page or leaves most of it free stays',
  path => expectStaying(path),
)
