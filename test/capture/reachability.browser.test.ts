/** What third parties do not give to one side is missing on both. */
import { expect, test } from 'vitest'
import { nothingWithheld } from '../../server/capture/page/blocklist.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { expectLimited, expectMissing } from './failing-hosts.ts'
import { openPair, seen, send, show, thirdParty } from './third-parties.ts'

/** More of them: reachability.slow.test.ts. */
test.concurrent('a host that refuses is missing on both sides, though one alone asks for it', () =>
  expectMissing(null))

test.concurrent(
  'a host that answers the first 1 only gives nothing to either side',
  { tags: 'variant' },
  () => expectLimited(1),
)

test.concurrent('a file that comes for one side only, of a host that answers, is missing on both', async () => {
  const uneven = await thirdParty((response, before) => {
    if (response.req.url === '/a.png' && before > 0) response.writeHead(503).end()
    else send(response)
  })
  const html = show(`${uneven.url}/a.png`, `${uneven.url}/b.png`)
  await openPair({ original: html, rebuilt: html }, async ({ browser, session }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: ['/b.png'], withheld: ['/a.png'] })
    expect(browser.withheld).toEqual({ ...nothingWithheld(), urls: new Set([`${uneven.url}/a.png`]) })
  })
  await uneven.close()
})

test.concurrent('what failed once comes for both when it is loaded again', { tags: 'variant' }, async () => {
  const hiccup = await thirdParty((response, before) => {
    if (before === 1) response.writeHead(503).end()
    else send(response)
  })
  const html = show(`${hiccup.url}/a.png`)
  await openPair({ original: html, rebuilt: html }, async ({ session, loads }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: ['/a.png'], withheld: [] })
    expect(loads).toEqual({ original: 1, rebuilt: 2 })
    expect(session.rebuilt.gaps).toEqual([])
  })
  await hiccup.close()
})

test.concurrent('a missing file of another host stays a fault of the page that asks for it', async () => {
  const fine = await thirdParty(send)
  const html = { original: show(`${fine.url}/a.png`), rebuilt: show(`${fine.url}/gone.png`) }
  await openPair(html, async ({ browser, session, loads }) => {
    expect(browser.withheld).toEqual(nothingWithheld())
    const entries = (await session.rebuilt.at(DESKTOP)).network.entries()
    expect(entries.find(({ url }) => url.endsWith('/gone.png'))).toMatchObject({ status: 404 })
    expect(loads).toEqual({ original: 1, rebuilt: 1 })
  })
  await fine.close()
})
