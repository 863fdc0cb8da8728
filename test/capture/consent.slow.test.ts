/** Notices in more languages and of other markup, a wall and a page without a banner, which consent.browser.test.ts has not. */
import { expect, test } from 'vitest'
import { consentPages, expectAsking } from './consent-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()
const { look, expectDismissed } = consentPages(openWith)

test.concurrent('a banner that can be accepted alone is dismissed, and said so', () =>
  expectDismissed('/only-accept', 'its consent banner was dismissed'))

test.concurrent('a wall that wants a ticket is left as it is', async () => {
  const wall = await look('/behind-wall')
  expect(wall.text).toContain('warranty')
  expect(wall.text).not.toContain('wood oven')
  expect(wall.gaps).toEqual([])
})

test.concurrent.each([
  ['/hinweis', 'Datenschutz'],
  ['/avis', 'Ce site'],
  ['/varsel', 'Vi bruker'],
] as const)('%s: a notice that stays is read by no collector', async (path, text) => {
  expect((await look(path)).blocks).not.toContain(text)
})

test.concurrent('a form for a letter is no notice about consent', async () => {
  expect((await look('/letter')).blocks).toContain('We respect')
})

test.concurrent('a page without a banner asks for nothing on the next load', () =>
  expectAsking(openWith, '/plain'))
