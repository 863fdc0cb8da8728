/** Popups that open on scrolling or are open already, one of a kind; more of each: popup.slow.test.ts. */
import { test } from 'vitest'
import { CLOSED, CLOSED_FIRST, LEFT_OUT, popups } from './popups.ts'

const { expectNoPart, expectStaying } = popups()

test.concurrent.each([
  ['/cross', CLOSED],
  ['/icon', CLOSED],
  ['/parts', CLOSED],
  ['/stays', LEFT_OUT],
  ['/modal', LEFT_OUT],
  ['/at-load', CLOSED_FIRST],
  ['/dialog-at-load', CLOSED_FIRST],
] as const)('%s: a popup that opens at the end of the page, or can be closed, is no part of it', expectNoPart)

test.concurrent.each(['/gate', '/scene', '/bar', '/shell', '/leads-on'] as const)(
  '%s: what is there by itself and cannot be closed, is a part of the page or leaves most of it free stays',
  path => expectStaying(path),
)
