/**
 * A third party that never answers: the first load of either page waits for it in full. And more that fail than
 * reachability.browser.test.ts has.
 */
import { expect, test } from 'vitest'
import { expectLimited, expectMissing } from './failing-hosts.ts'
import { type Opened, openPair, seen, send, show, thirdParty } from './third-parties.ts'

test('a host that hangs is missing on both sides, and costs no later load its time', async () => {
  const slow = await thirdParty(() => {})
  const fine = await thirdParty(send)
  const html = show(`${slow.url}/a.png`, `${fine.url}/b.png`)
  const pair = { original: html, rebuilt: html }
  const look = async ({ session, loads, measure }: Opened) => {
    const gap = `${new URL(slow.url).host} could not be reached: what comes from there is missing on both sides`
    for (const side of ['original', 'rebuilt'] as const) {
      expect(await seen(session[side])).toEqual({ got: ['/b.png'], withheld: ['/a.png'] })
      // That the first load did not come to its end is no longer true of what is judged.
      expect(session[side].gaps).toEqual([gap])
    }
    expect(loads).toEqual({ original: 2, rebuilt: 2 })
    const asked = slow.counts.get('/a.png')
    await session.original.at(375)
    expect((await measure('original')).failure).toBe(null)
    expect(slow.counts.get('/a.png')).toBe(asked)
  }
  await openPair(pair, look, false)
  await Promise.all([slow.close(), fine.close()])
})

test.concurrent.each([500, 429])(
  'a host that answers %i is missing on both sides, though one alone asks for it',
  expectMissing,
)

test.concurrent('a host that answers the first 2 only gives nothing to either side', () => expectLimited(2))
