/** Pages that end on another one than was submitted, or seem to, by means that landing.browser.test.ts tries one of. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Landings, openLandings } from './landings.ts'
import { RIGHT_PAGES, STAYING_PAGES, theOthers, WRONG_PAGES, WRONG_PAIRS } from './wrong-pages.ts'

let landings: Landings
beforeAll(async () => {
  landings = await openLandings()
}, 60_000)
afterAll(() => landings?.close())

const wrong = theOthers(WRONG_PAGES)
const failing = wrong.filter(({ outcome }) => !outcome.includes('/'))
const found = wrong.filter(({ outcome }) => outcome.includes('/'))

test.concurrent.each(failing)('a new page that $way ($path) is no result', row => landings.expectFailure(row))

test.concurrent.each(found)('a new page that $way ($path) does not pass', row => landings.expectFound(row))

test.concurrent.each(theOthers(STAYING_PAGES))('a page that $way ($path) stays', row =>
  landings.expectStaying(row),
)

test.concurrent.each(theOthers(RIGHT_PAGES))('a page that $way ($path) is the page itself', row =>
  landings.expectRight(row),
)

test.concurrent.each(theOthers(WRONG_PAIRS))('where $way there is no result', row =>
  landings.expectNoResult(row),
)

test('a layer over the window that the original has as well is how the site is', async () => {
  const { look, compare } = landings
  const under = await look('original', '/maintenance')
  expect((await compare('/maintenance', under)).filter(({ score }) => score < 100)).toEqual([])
})

test('both pages that lead to the same place of another site after a while are a result', async () => {
  const { other, look, compare } = landings
  const leaving = await look('original', '/leaves')
  expect(leaving.artifacts.destinations).toMatchObject({ value: { later: `${other.origin}/` } })
  expect((await compare('/leaves', leaving)).filter(({ score }) => score < 100)).toEqual([])
  await expect(compare('/good', leaving)).rejects.toMatchObject({ code: 'original_http_error' })
})
