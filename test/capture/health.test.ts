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
  const session = { site: {}, loadOf: async (width: number) => loads[width === 1440 ? 0 : 1], gaps: [] }
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

test('what not every load says may be chance, unless each at its width does', async () => {
  const network = (exceptions: string[], ...texts: string[]) => ({
    network: {
      entries: () => [],
      dropped: () => 0,
      droppedMessages: () => 0,
      console: texts.map(text => ({ type: 'error', text, url: '' })),
      exceptions,
    },
  })
  const loads: Record<number, unknown> = {
    1440: network(['x is not defined', 'late', 'took 12 ms', 'wide 3'], 'slow'),
    375: network(['x is not defined', 'took 7 ms', 'phones alone'], 'slow'),
    768: network(['x is not defined', 'took 9 ms', 'late']),
  }
  const opened: number[] = []
  const session = (side: string, again: Record<number, unknown>) =>
    ({
      site: { side },
      loadOf: async (width: number) => loads[width],
      again: async ({ width }: { width: number }) => {
        opened.push(width)
        if (!again[width]) throw new Error('gone')
        return { ...again[width], close: async () => {} }
      },
      gaps: [],
    }) as unknown as SiteSession
  const of = { 1440: network(['wide 4'], 'slow'), 375: network(['phones alone']) }
  const { exceptions, sometimes } = await health(session('rebuilt', of))
  expect(exceptions).toEqual([
    ...['x is not defined', 'late', 'took 12 ms', 'wide 3'],
    ...['took 7 ms', 'phones alone'],
  ])
  expect(sometimes).toEqual(['late'])
  expect(opened).toEqual([1440, 375])
  const all = ['late', 'wide 3', 'slow', 'phones alone']
  expect((await health(session('rebuilt', {}))).sometimes).toEqual(all)
  expect((await health(session('original', of))).sometimes).toEqual(all)
  expect(opened).toEqual([1440, 375, 1440, 375])
})
