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

/** A load with these requests and messages, and `async` scripts. */
const load = (
  entries: RequestEntry[],
  exceptions: string[] = [],
  texts: string[] = [],
  async: string[] = [],
  thrownBy: [string, string][] = [],
) => ({
  network: {
    entries: () => entries,
    dropped: () => 0,
    droppedMessages: () => 0,
    console: texts.map(text => ({ type: 'error', text, url: '' })),
    exceptions,
    thrownBy: new Map(thrownBy),
  },
  world: { run: async () => async },
  close: async () => {},
})

test('what is sent on one load and not on the other, or held back there, is no failing request', async () => {
  const network = (...entries: RequestEntry[]) => load(entries)
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
  const network = (exceptions: string[], ...texts: string[]) => load([], exceptions, texts)
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
        return again[width]
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

test('what is sent by itself fails where it does on all loads, and on one more of the new page', async () => {
  const [log, stock] = [request('POST', '/log'), request('POST', '/stock')]
  const failing = async (side: string, tablet: RequestEntry[], once: RequestEntry[]) => {
    const session = {
      site: { side },
      loadOf: async (width: number) => load(width === 768 ? tablet : [log, stock]),
      again: async () => load(once),
      gaps: [],
    }
    const { requests } = await health(session as unknown as SiteSession)
    return requests.map(({ url }) => new URL(url).pathname)
  }
  expect(await failing('original', [stock], [])).toEqual(['/stock'])
  expect(await failing('original', [log, stock], [])).toEqual(['/log', '/stock'])
  expect(await failing('rebuilt', [log, stock], [stock])).toEqual(['/stock'])
  expect(await failing('rebuilt', [log, stock], [log, stock])).toEqual(['/log', '/stock'])
})

test('which exceptions are of scripts that come in no fixed order', async () => {
  const [late, site] = ['https://shop.example/late.js', 'https://shop.example/site.js']
  const thrownBy: [string, string][] = [
    ['x is not a function', late],
    ['y is not a function', site],
  ]
  const loads = load([], ['x is not a function', 'y is not a function', 'z'], [], [late], thrownBy)
  const session = { site: { side: 'original' }, loadOf: async () => loads, gaps: [] }
  const { async, racing } = await health(session as unknown as SiteSession)
  expect({ async, racing }).toEqual({
    async: [late],
    racing: [{ text: 'x is not a function', script: late }],
  })
  // Of a page that does not answer any more it is not known.
  const hung = load([request('GET', '/prices')], ['x is not defined'])
  hung.world.run = () => Promise.reject(new Error('hung'))
  const told = await health({ site: {}, loadOf: async () => hung, gaps: [] } as unknown as SiteSession)
  expect([told.requests.length, told.exceptions, told.racing]).toEqual([1, ['x is not defined'], undefined])
})
