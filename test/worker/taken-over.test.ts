import { expect } from 'vitest'
import { ifNetworkPossible } from '../egress/own-network.ts'
import { takeOver } from '../hostile/take-over.ts'

const isRoot = process.getuid?.() === 0

ifNetworkPossible('a renderer that was taken over reaches no secret, no other job, no service', async () => {
  const tried = await takeOver({ ownUser: isRoot, sandbox: true, ownNetwork: true })
  expect(tried.filter(({ reached }) => reached)).toEqual([])
  expect(tried.length).toBeGreaterThan(20)
  // All of it is there to be had.
  const without = await takeOver({ ownUser: false, sandbox: false, ownNetwork: false })
  const had = without.filter(({ reached }) => reached).map(({ what }) => what)
  for (const kind of [
    /environ$/,
    /secret-key$/,
    /capture\.json$/,
    /cutover-scan-/,
    /^127\.0\.0\.1 port/,
    /^socket \//,
    /^socket @/,
  ])
    expect(
      had.filter(what => kind.test(what)),
      String(kind),
    ).not.toEqual([])
})
