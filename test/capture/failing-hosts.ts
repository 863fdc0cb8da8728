/** Hosts that give nothing, or no more after the first answers, are missing on both sides. */
import { expect } from 'vitest'
import { openPair, seen, send, show, thirdParty } from './third-parties.ts'

/** One that answers with this status; that cannot be reached where it is null. */
export async function expectMissing(status: number | null): Promise<void> {
  const broken = await thirdParty(response => response.writeHead(status ?? 200).end())
  if (status === null) await broken.close()
  const html = { original: show(), rebuilt: show(`${broken.url}/a.png`) }
  await openPair(html, async ({ browser, session, loads }) => {
    expect(await seen(session.rebuilt)).toEqual({ got: [], withheld: ['/a.png'] })
    expect(browser.withheld.hosts).toEqual(new Set([new URL(broken.url).host]))
    expect(session.original.gaps).toEqual(session.rebuilt.gaps)
    expect(session.original.gaps).toHaveLength(1)
    expect(loads).toEqual({ original: 1, rebuilt: 2 })
  })
  if (status !== null) await broken.close()
}

export async function expectLimited(limit: number): Promise<void> {
  let left = limit
  const limited = await thirdParty(response => (left-- > 0 ? send(response) : response.writeHead(429).end()))
  const html = show(`${limited.url}/a.png`, `${limited.url}/b.png`)
  await openPair({ original: html, rebuilt: html }, async ({ session }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: [], withheld: ['/a.png', '/b.png'] })
  })
  await limited.close()
}
