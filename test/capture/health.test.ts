import { expect, test } from 'vitest'
import { health } from '../../server/capture/collectors/health.ts'
import type { RequestEntry } from '../../server/capture/page/network.ts'
import type { SiteSession } from '../../server/capture/page/site-session.ts'

const request = (method: string, path: string, type = 'xhr', status = 404): RequestEntry => ({
  url: `https://shop.example${path}`,
  method,
  type,
  status,
  failure: null,
  firstParty: true,
  contentType: '',
})

test('what is sent on one load and not on the other, or held back there, is no failing request', async () => {
  const network = (...entries: RequestEntry[]) => ({
    network: {
      entries: () => entries,
      dropped: () => 0,
      droppedMessages: () => 0,
      console: [],
      exceptions: [],
    },
  })
  const loads = [
    network(
      request('POST', '/log'),
      request('POST', '/late'),
      request('POST', '/stock?at=1'),
      request('GET', '/prices'),
      request('POST', '/pay', 'xhr', 500),
    ),
    network(
      request('POST', '/late', 'xhr', 0),
      request('POST', '/stock?at=2'),
      request('POST', '/', 'document'),
      request('POST', '/pay', 'xhr', 503),
    ),
  ]
  const session = { at: async (width: number) => loads[width === 1440 ? 0 : 1], gaps: [] }
  const { requests } = await health(session as unknown as SiteSession)
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'POST /stock',
    'GET /prices',
    // Failed on both, in whatever way.
    'POST /pay',
    // Held back, which is no failure.
    'POST /late',
    'POST /stock',
    'POST /',
    'POST /pay',
  ])
})
