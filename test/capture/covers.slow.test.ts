/** What only seems to lie over texts and controls, or does so as an object, on pages that covers.browser.test.ts has not. */
import { test } from 'vitest'
import { expectPinned, expectPresses } from './covering-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test.concurrent('of layers over the whole window one that shows nothing covers no text, nor does a bar for good', () =>
  expectPinned(openWith, ['/object', '/glass', '/bar']))

test.concurrent('no press of a control is taken by what lies elsewhere, behind it, lets presses through or leaves room', () =>
  expectPresses(openWith, ['/below', '/behind', '/through', '/bar-with-room', '/bubble']))
