/** Links are asked for politely: few at once, and never longer than the budget. */
import { afterAll, expect, test } from 'vitest'
import { type LinkTargetsArtifact, linkTargets } from '../../server/capture/collectors/link-targets.ts'
import { listen } from './counting-host.ts'
import { openWith } from './with-session.ts'

const slow = await listen(() => [200, 1500])
const links = [
  '/about',
  ...Array.from({ length: 300 }, (_, index) => `/page-${index}`),
  ...Array.from({ length: 200 }, (_, index) => `http://${slow.host}/slow-${index}`),
]
const own = await listen(url => [
  200,
  0,
  {},
  url === '/'
    ? `<!doctype html><title>Links</title>${links.map(href => `<a href="${href}">to ${href}</a>`).join(' ')}`
    : '',
])
afterAll(() => {
  for (const { server } of [own, slow]) {
    server.closeAllConnections()
    server.close()
  }
})

test('500 links, 200 of them to a slow site, end with the budget and never press a host', async () => {
  let found: LinkTargetsArtifact | undefined
  let gaps: string[] = []
  await openWith(
    `http://${own.host}/`,
    async session => {
      own.max = 0
      found = await linkTargets(session)
      gaps = session.gaps
    },
    [slow.host],
  )
  const { targets, skipped, unasked } = found!
  expect(slow.max).toBeLessThanOrEqual(4)
  // HEAD and GET of the page itself are the browser's.
  expect(own.max).toBeLessThanOrEqual(4)
  const answered = targets.filter(({ external }) => external)
  expect(answered.length).toBeGreaterThan(0)
  // 1.5 s each, four at once: no more than this can have been waited for within ten seconds.
  expect(answered.length).toBeLessThanOrEqual(28)
  expect(targets.length + skipped).toBe(501)
  expect(unasked).toHaveLength(Math.min(200, skipped))
  expect(gaps.join()).toMatch(new RegExp(`${skipped} of the 501 addresses .* not asked`))
})
