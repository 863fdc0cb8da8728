/** Pages that end on another one than was submitted, none of which may pass; and those that only look like it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterAWhile } from '../../server/capture/collectors/destinations.ts'
import { head } from '../../server/capture/collectors/head.ts'
import { loadSite, type SiteSession } from '../../server/capture/page/site-session.ts'
import { TABLET } from '../../server/lib/widths.ts'
import { refuseSignIn } from '../../server/scan/comparable.ts'
import { type Landings, openLandings } from './landings.ts'
import { oneOfAKind, RIGHT_PAGES, STAYING_PAGES, WRONG_PAGES, WRONG_PAIRS } from './wrong-pages.ts'

let landings: Landings
beforeAll(async () => {
  landings = await openLandings()
}, 60_000)
afterAll(() => landings?.close())

const wrong = oneOfAKind(WRONG_PAGES)
const failing = wrong.filter(({ outcome }) => !outcome.includes('/'))
const found = wrong.filter(({ outcome }) => outcome.includes('/'))

test.concurrent.each(failing)('a new page that $way ($path) is no result', row => landings.expectFailure(row))

test.concurrent.each(found)('a new page that $way ($path) does not pass', row => landings.expectFound(row))

test.concurrent.each(oneOfAKind(STAYING_PAGES))('a page that $way ($path) stays', row =>
  landings.expectStaying(row),
)

test.concurrent.each(oneOfAKind(RIGHT_PAGES))('a page that $way ($path) is the page itself', row =>
  landings.expectRight(row),
)

test.concurrent.each(oneOfAKind(WRONG_PAIRS))('where $way there is no result', row =>
  landings.expectNoResult(row),
)

test.concurrent('a redirect that the original has as well is how the site works, and is named', {
  tags: 'variant',
}, async () => {
  const { original, look, compare } = landings
  const [localised] = await Promise.all([look('original', '/locale'), look('rebuilt', '/locale')])
  expect(localised.gaps).toEqual([
    `${original.origin}/locale led to ${original.origin}/en/, and what is there was compared`,
  ])
  const suites = await compare('/locale', localised)
  expect(suites.filter(({ score }) => score < 100)).toEqual([])
  expect(suites.flatMap(({ issues }) => issues)).toMatchObject([
    { key: 'seo/indexable:redirect', status: 'inherited' },
  ])
})

test.concurrent.each(['/shop', '/forum', '/account/login'])(
  'a page that one can also sign in on, at %s',
  { tags: 'variant' },
  async path => {
    await landings.visit('original', path, async session => {
      await expect(refuseSignIn({ original: session, rebuilt: session })).resolves.toBeUndefined()
    })
  },
)

test.concurrent('a route in the fragment chooses the page', async () => {
  expect(await landings.visit('rebuilt', '/routed#/about', head)).toMatchObject({
    headings: [{ text: 'At #/about' }],
  })
})

test.concurrent('a page that has led to the original while it was read is no result either', async () => {
  const leave = async (session: SiteSession) => {
    const { page } = await session.loadOf(TABLET)
    await page.waitForURL(`${landings.original.origin}/`)
    return afterAWhile(session)
  }
  await expect(landings.visit('rebuilt', '/frames', leave, loadSite)).rejects.toMatchObject({
    code: 'new_http_error',
  })
})
