/** Popups that open on scrolling or are open already, and what only looks like one. */
import { test } from 'vitest'
import { CLOSED, CLOSED_FIRST, LEFT_OUT, popups } from './popups.ts'

const { expectNoPart, expectStaying } = popups()

test.concurrent.each([
  ['/cross', CLOSED],
  ['/stays', LEFT_OUT],
  ['/at-load', CLOSED_FIRST],
] as const)('%s: a popup that opens at the end of the page, or can be closed, is no part of it', expectNoPart)

test.concurrent.each([
  ['/icon', CLOSED],
  ['/parts', CLOSED],
  ['/escape', CLOSED],
  ['/clobbered', CLOSED],
  ['/modal', LEFT_OUT],
  ['/shadow', LEFT_OUT],
  ['/dialog-at-load', CLOSED_FIRST],
] as const)('%s: another popup is no part of it either', { tags: 'variant' }, expectNoPart)

test.concurrent.each(['/gate', '/scene', '/leads-on'] as const)(
  '%s: what is there by itself and cannot be closed, is a part of the page or leaves most of it free stays',
  path => expectStaying(path),
)

test.concurrent.each(['/bar', '/shell', '/after-a-second'] as const)(
  '%s: what is like it stays as well',
  { tags: 'variant' },
  path => expectStaying(path),
)
