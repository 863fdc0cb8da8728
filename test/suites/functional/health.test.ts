import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { type Given, judge } from './judge.ts'

const request = (url: string, type: string, change: Partial<RequestEntry> = {}): RequestEntry => ({
  url,
  method: 'GET',
  type,
  status: 404,
  failure: null,
  firstParty: true,
  contentType: 'text/javascript',
  ...change,
})
const health = (change: Partial<Artifacts['health']>): Given => ({ health: change })
/** An original with a script of its own. */
const WITH_SCRIPT = health({ requests: [request(`${ORIGINAL}js/site.js`, 'script', { status: 200 })] })
const says = (text: string, type = 'error') => ({ console: [{ type, text, url: '' }] })

test.each<[string, Partial<Artifacts['health']>, string[]]>([
  ['nothing', {}, []],
  [
    'an exception',
    { exceptions: ["Cannot read properties of undefined (reading 'items')"] },
    ["health:exception:cannot read properties of undefined (reading 'items') moderate"],
  ],
  [
    'a script of its own',
    { requests: [request(`${REBUILT}js/app.3f2a1b9c.js`, 'script', { failure: 'net::ERR_ABORTED' })] },
    ['health:script:app.js serious'],
  ],
  [
    'a style sheet of its own',
    {
      requests: [
        request(`${REBUILT}a.css`, 'stylesheet', { failure: 'net::ERR_CONNECTION_RESET', status: 0 }),
      ],
    },
    ['health:style:a.css moderate'],
  ],
  [
    'a page in place of a script',
    {
      requests: [
        request(`${REBUILT}js/app.js`, 'script', { status: 200, contentType: 'text/html; charset=utf-8' }),
      ],
    },
    ['health:script:app.js serious'],
  ],
  [
    'a script of the original host',
    { requests: [request(`${ORIGINAL}js/app.js`, 'script', { firstParty: false })] },
    ['health:script:app.js serious'],
  ],
  [
    'a script of another site',
    { requests: [request('https://cdn.other.org/x.js', 'script', { firstParty: false })] },
    ['health:script:cdn.other.org/x.js minor'],
  ],
  [
    'data',
    { requests: [request(`${REBUILT}api/items/17?page=2`, 'fetch', { status: 500 })] },
    ['health:data:/api/items/# moderate'],
  ],
  [
    'data for those who signed in',
    { requests: [request(`${REBUILT}api/me`, 'fetch', { status: 401 })] },
    ['health:data:/api/me minor'],
  ],
  [
    'a request that the page gave up',
    { requests: [request(`${REBUILT}js/next.js`, 'script', { failure: 'net::ERR_ABORTED', status: 0 })] },
    [],
  ],
  [
    'a picture',
    {
      requests: [request(`${REBUILT}a.png`, 'image')],
      ...says('Failed to load resource: the server responded with a status of 404 ()'),
    },
    [],
  ],
  [
    'the echo of a failed script',
    {
      requests: [request(`${REBUILT}js/app.js`, 'script')],
      ...says('Failed to load resource: net::ERR_FAILED'),
      exceptions: ['Shop is not defined'],
    },
    ['health:script:app.js serious', 'health:exception:shop is not defined minor'],
  ],
  [
    'the echo of an exception',
    { exceptions: ['Shop is not defined'], ...says('Uncaught ReferenceError: Shop is not defined') },
    ['health:exception:shop is not defined moderate'],
  ],
  [
    'an error in the console',
    says('No products configured for region 7'),
    ['health:console:no products configured for region # minor'],
  ],
  [
    'a framework that started over',
    says('Hydration failed because the server rendered HTML did not match'),
    ['health:console:hydration failed because the server rendered html did not match moderate'],
  ],
  ['a warning', says('deprecated', 'warning'), []],
  [
    "a script on the developer's machine",
    {
      requests: [
        request('http://localhost:3000/js/app.js', 'script', {
          firstParty: false,
          status: 0,
          failure: 'net::ERR_CONNECTION_REFUSED',
        }),
      ],
    },
    ['health:script:app.js serious'],
  ],
  [
    'a library of another site without which scripts stop',
    {
      requests: [request('https://cdn.other.org/jquery.js', 'script', { firstParty: false })],
      exceptions: ['jQuery is not defined'],
    },
    ['health:script:cdn.other.org/jquery.js serious', 'health:exception:jquery is not defined minor'],
  ],
  [
    'a library of another site that this machine does not reach',
    {
      requests: [
        request('https://cdn.other.org/jquery.js', 'script', {
          firstParty: false,
          status: 0,
          failure: 'net::ERR_TUNNEL_CONNECTION_FAILED',
        }),
      ],
      exceptions: ['jQuery is not defined', '$(...).slides is not a function'],
    },
    ['health:exception:jquery is not defined minor'],
  ],
  ['a page that is fetched ahead', { requests: [request(`${REBUILT}rooms.txt?_rsc=4k2`, 'fetch')] }, []],
  [
    'a framework that drew the page anew',
    { exceptions: ['Minified React error #418; visit https://react.dev/errors/418 for more'] },
    ['health:exception:minified react error ##; visit … for more moderate'],
  ],
  [
    'a notice of the browser',
    { exceptions: ['ResizeObserver loop completed with undelivered notifications.'] },
    ['health:exception:resizeobserver loop completed with undelivered notifications. minor'],
  ],
  [
    'a film that we paused',
    { exceptions: ['AbortError: The play() request was interrupted by a call to pause().'] },
    ['health:exception:aborterror: the play() request was interrupted by _ call to pause(). minor'],
  ],
])('%s', (_, change, expected) => {
  const { introduced, result } = judge(WITH_SCRIPT, health(change))
  expect(introduced).toEqual(expected)
  if (expected.join().includes('serious')) expect(result.pass).toBe(false)
})

test('a script that fails is stray where no script of the original is missed', () => {
  const site = request(`${REBUILT}js/site.js`, 'script', { status: 200 })
  const chunk = request(`${REBUILT}js/chunk.js`, 'script')
  const of = (before: Given, ...requests: RequestEntry[]) => judge(before, health({ requests })).introduced
  expect(of({}, chunk)).toEqual(['health:script:chunk.js moderate'])
  expect(of(WITH_SCRIPT, site, chunk)).toEqual(['health:script:chunk.js moderate'])
  expect(of(WITH_SCRIPT, chunk)).toEqual(['health:script:chunk.js serious'])
  expect(of(WITH_SCRIPT, { ...site, contentType: 'text/html' }, chunk)).toContain(
    'health:script:chunk.js serious',
  )
  // Another one of its name came.
  const index = (side: string, folder: string, status = 200) =>
    request(`${side}${folder}/index.js`, 'script', { status })
  const two = health({ requests: [index(ORIGINAL, 'menu'), index(ORIGINAL, 'form')] })
  expect(of(two, index(REBUILT, 'menu'), index(REBUILT, 'form', 404))).toEqual([
    'health:script:index.js serious',
  ])
  // It stopped on the original.
  const stopped = { health: { ...WITH_SCRIPT?.health, exceptions: ['$ is not defined'] } }
  expect(of(stopped, chunk)).toEqual(['health:script:chunk.js moderate'])
  expect(of(stopped, { ...site, status: 404 })).toEqual(['health:script:site.js serious'])
})

test('an exception costs as much as a style sheet that fails, and two of them more', () => {
  const charged = (now: Partial<Artifacts['health']>) =>
    judge({}, health(now)).result.issues.map(issue => issue.charged)
  const style = { requests: [request(`${REBUILT}style.css`, 'stylesheet')] }
  expect(charged({ exceptions: ['Shop is not defined'] })).toEqual(charged(style))
  expect(charged({ exceptions: ['Shop is not defined', 'Cart is not defined'] })).toHaveLength(2)
})

test('one more fault never costs less', () => {
  const thrown = { exceptions: ['Shop is not defined', 'Cart is not defined'] }
  const before = judge({}, health(thrown)).result
  for (const [url, firstParty] of [
    [`${REBUILT}js/app.js`, true],
    ['https://cdn.other.org/app.js', false],
  ] as const) {
    const also = { ...thrown, requests: [request(url, 'script', { firstParty })] }
    const { score, pass } = judge({}, health(also)).result
    expect(score).toBeLessThanOrEqual(before.score)
    expect(pass).toBe(false)
  }
})

test("the original's own faults are inherited, whatever the build called the files", () => {
  const before = {
    requests: [
      request(`${ORIGINAL}js/app.3f2a1b9c.js`, 'script'),
      request('https://fonts.org/a.css', 'stylesheet', { firstParty: false }),
    ],
    exceptions: ['t is not a function'],
    ...says('code 17 at https://www.example.com/a.js:3'),
  }
  const now = {
    requests: [
      request(`${REBUILT}assets/app-BX7s9d2K.js`, 'script'),
      request('https://fonts.org/a.css', 'stylesheet', { firstParty: false }),
    ],
    exceptions: ['e is not a function'],
    ...says('code 18 at https://preview.example.app/b.js:9'),
  }
  const { result, introduced } = judge(health(before), health(now))
  expect(introduced).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
  expect(result.issues).toHaveLength(4)
})

test.each<[string, Partial<Artifacts['health']>]>([
  ['an exception', { exceptions: ['Shop is not defined'] }],
  ['a script', { requests: [request(`${ORIGINAL}js/app.js`, 'script')] }],
  [
    'an exception for want of a script',
    {
      requests: [request(`${ORIGINAL}js/app.js`, 'script')],
      exceptions: ['Shop is not defined'],
    },
  ],
  ['a style sheet', { requests: [request(`${ORIGINAL}a.css`, 'stylesheet')] }],
  ['data', { requests: [request(`${ORIGINAL}api/items`, 'fetch', { status: 500 })] }],
  ['a font', { requests: [request(`${ORIGINAL}a.woff2`, 'font')] }],
  ['what the console says', says('TypeError: x is undefined')],
])('a fix is not punished: %s', (_, change) => {
  const { introduced, result } = judge(health(change), {})
  expect(introduced).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
  // One of two mended does not pay for another one.
  const other = health({ exceptions: ['Cart is not defined'] })
  expect(judge(health(change), other).introduced).toEqual(['health:exception:cart is not defined moderate'])
})

test('fonts that one host does not serve are one issue', () => {
  const fonts = (...urls: string[]) => health({ requests: urls.map(url => request(url, 'font')) })
  const own = [`${REBUILT}lora/bold.woff2`, `${REBUILT}lora/light.woff2`, `${REBUILT}jost/bold.woff2`]
  expect(judge({}, fonts(...own)).introduced).toHaveLength(1)
  expect(judge({}, fonts(...own, 'https://fonts.example/jost.woff2')).introduced).toHaveLength(2)
})

test('what follows from a script that was kept from both sides is not known', () => {
  const script = request('https://cdn.other.org/lib.js', 'script', {
    firstParty: false,
    status: 0,
    failure: 'net::ERR_BLOCKED_BY_CLIENT',
    withheld: true,
  })
  const thrown = { exceptions: ['lib is not defined'] }
  const now = health({ requests: [script], ...thrown })
  expect(judge({}, now).issues).toMatchObject([{ severity: 'minor', charged: 0 }])
  // Visitors get it on both pages.
  const without = health({ requests: [script] })
  expect(judge(without, now).issues).toMatchObject([{ severity: 'minor', charged: 0 }])
  // Both do without the same script: what only the rebuilt page throws for something else is its own doing.
  const own = health({ requests: [script], exceptions: ['Shop is not defined'] })
  expect(judge(without, own).introduced).toEqual(['health:exception:shop is not defined moderate'])
  expect(judge({}, health(thrown)).issues).toHaveLength(1)
})

test('a host that is out of reach is so for both pages, whatever they ask it for', () => {
  const asked = (url: string, failure: string) => ({
    requests: [request(url, 'stylesheet', { firstParty: false, status: 0, failure })],
  })
  const [out, before] = ['net::ERR_TUNNEL_CONNECTION_FAILED', 'https://fonts.example/css?family=Lora']
  const now = asked('https://fonts.example/css2?family=Lora', out)
  expect(judge(health(asked(before, out)), health(now)).introduced).toEqual([])
  expect(judge(health(asked('https://icons.example/a.css', out)), health(now)).introduced).toEqual([
    'health:style:fonts.example/css2 minor',
  ])
})

test('what this machine could not have of other sites fails no suite, however much it is', () => {
  const out = { firstParty: false, status: 0, failure: 'net::ERR_TUNNEL_CONNECTION_FAILED' }
  const requests = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name =>
    request(`https://${name}.example/${name}.js`, 'script', out),
  )
  const api = request('https://api.example/stars', 'fetch', out)
  const { result, introduced, issues } = judge(
    {},
    health({ requests: [...requests, api], exceptions: ['Failed to fetch'] }),
  )
  expect(introduced).toHaveLength(1)
  expect(issues[0]!.members).toHaveLength(9)
  expect(result).toMatchObject({ score: 100, pass: true })
  // Data of its own, and the same words where nothing was out of reach.
  for (const own of [[], [request(`${REBUILT}api/stars`, 'fetch', { status: 500 })]])
    expect(judge({}, health({ requests: own, exceptions: ['Failed to fetch'] })).introduced).toContain(
      'health:exception:failed to fetch moderate',
    )
})

test('scripts that all stop for want of jQuery are one serious cause, with what stopped the library itself', () => {
  const came = request(`${REBUILT}js/jquery-2.1.0.min.js`, 'script', { status: 200 })
  const first = "Cannot read properties of undefined (reading 'addEventListener')"
  const wanting = ["Bootstrap's JavaScript requires jQuery", '$ is not defined', 'jQuery is not defined']
  const found = (exceptions: string[], requests = [came], before: string[] = []) =>
    judge(health({ exceptions: before }), health({ requests, exceptions }))
  const { introduced, issues } = found([first, ...wanting])
  expect(introduced).toEqual(["health:exception:bootstrap's javascript requires jquery serious"])
  expect(issues[0]!.members).toHaveLength(4)
  expect(found([first, ...wanting], []).introduced).toHaveLength(2)
  expect(found(['$ is not defined']).introduced).toEqual(['health:exception:_ is not defined moderate'])
  expect(found(wanting, [came], wanting).introduced).toEqual([])
})

test('a promise that was refused without a reason, where a script of another site did not come', () => {
  const out = { firstParty: false, status: 403, failure: 'net::ERR_ABORTED' }
  const widget = request('https://embed.example.org/', 'script', out)
  const found = (exception: string, requests: RequestEntry[]) =>
    judge({}, health({ requests, exceptions: [exception] })).introduced
  expect(found('undefined', [])).toEqual(['health:exception:undefined moderate'])
  expect(found('undefined', [widget])).not.toContain('health:exception:undefined moderate')
  expect(found('Cart is empty', [widget])).toContain('health:exception:cart is empty moderate')
})

test('an exception or an error that not every load gives costs nothing', () => {
  const text = 'Cannot read properties of null'
  const thrown = { exceptions: [text], ...says('TypeError: x is undefined') }
  const always = judge({}, health(thrown))
  expect(always.issues.map(({ severity }) => severity)).toEqual(['moderate', 'moderate'])
  const { issues, result } = judge({}, health({ ...thrown, sometimes: [text, 'TypeError: x is undefined'] }))
  expect(issues.map(({ severity }) => severity)).toEqual(['minor', 'minor'])
  expect(result.score).toBe(100)
})

test('what an async script did not find in time, as on the original it may not', () => {
  const [text, late] = ['counter.add is not a function', 'late.js']
  const script = (root: string, name: string) => request(`${root}${name}`, 'script', { status: 200 })
  const side = (root: string, names: string[], change: Partial<Artifacts['health']>) =>
    health({ requests: names.map(name => script(root, name)), ...change })
  const found = (before: string[], now: string[], thrown = text, async = [`${ORIGINAL}${late}`]) =>
    judge(
      side(ORIGINAL, before, { async }),
      side(REBUILT, now, { exceptions: [thrown], racing: [{ text: thrown, script: `${REBUILT}${late}` }] }),
    ).issues.map(({ severity }) => severity)
  const both = [late, 'counter.js']
  expect(found(both, both)).toEqual(['minor'])
  // It came in its turn on the original, what it needs does not come any more, or a part of the page is not there.
  expect(found(both, both, text, [])).toEqual(['moderate'])
  expect(found(both, [late])).toContain('moderate')
  expect(found(both, both, "Cannot read properties of null (reading 'add')")).toEqual(['moderate'])
})

test('a script that is not there, on a page on which all controls work as before', () => {
  const EMPTY = { rest: [], unreached: 0, late: false, ended: null }
  const shows = (...effects: string[]): Given => ({
    probes: {
      narrow: { ...EMPTY, probes: [] },
      wide: {
        ...EMPTY,
        probes: effects.map((effect, at) => ({
          effect,
          name: `Part ${at}`,
          width: 1440,
          revealed: [],
          hidden: [],
        })),
        routed: [],
      },
    } as unknown as Artifacts['probes'],
  })
  const lost = { requests: [request(`${REBUILT}js/site.js`, 'script')] }
  const told = (before: string[], now: string[], exceptions: string[] = []) =>
    judge(
      { ...WITH_SCRIPT, ...shows(...before) },
      { ...health({ ...lost, exceptions }), ...shows(...now) },
    ).introduced.filter(issue => issue.startsWith('health:script'))
  const [three, moderate, serious] = [
    ['opens', 'opens', 'dialog'],
    ['health:script:site.js moderate'],
    ['health:script:site.js serious'],
  ]
  expect(told(three, three)).toEqual(moderate)
  expect(told(three, ['opens', 'nothing', 'dialog'])).toEqual(serious)
  expect(told(three, three, ['Unexpected token'])).toEqual(serious)
  // From two nobody knows.
  expect(told(['opens', 'dialog'], ['opens', 'dialog'])).toEqual(serious)
})
