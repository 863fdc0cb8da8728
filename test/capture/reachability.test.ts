import { expect, test } from 'vitest'
import { blockedPatterns, isWithheld, wasBlocked } from '../../server/capture/page/blocklist.ts'
import {
  type Answer,
  gapsOf,
  judgeReach,
  thirdPartiesIn,
  toAskAgain,
} from '../../server/capture/page/reachability.ts'
import { sitesOf } from '../../server/scan/sites.ts'

const CDN = 'https://cdn.example.net'
const asked = (answers: Record<string, Answer>) =>
  Object.entries(answers).map(([path, answer]) => ({ url: CDN + path, answer }))
const retries = (answers: Record<string, boolean>) =>
  new Map(Object.entries(answers).map(([path, answers]) => [CDN + path, answers]))

const NOTHING = { hosts: [], urls: [], again: [] }

test('nothing is asked once more of hosts that answer', () => {
  const pair = { original: asked({ '/a': 'answered' }), rebuilt: asked({ '/b': 'answered' }) }
  expect(toAskAgain(pair)).toEqual([])
  expect(judgeReach(pair, new Map())).toEqual(NOTHING)
})

test('a host that answers none of what is asked once more is out of reach', () => {
  const pair = { original: asked({ '/a': 'failed' }), rebuilt: asked({ '/a': 'pending', '/b': 'untold' }) }
  expect(toAskAgain(pair)).toEqual([`${CDN}/a`, `${CDN}/b`])
  const verdict = judgeReach(pair, retries({ '/a': false, '/b': false }))
  expect(verdict).toEqual({ ...NOTHING, hosts: ['cdn.example.net'] })
})

test('a host that went down between the two loads is out of reach', () => {
  const pair = { original: asked({ '/a': 'answered' }), rebuilt: asked({ '/b': 'failed' }) }
  expect(toAskAgain(pair)).toEqual([`${CDN}/b`, `${CDN}/a`])
  expect(judgeReach(pair, retries({ '/a': false, '/b': false })).hosts).toEqual(['cdn.example.net'])
})

test('a file that only one side asks for in vain is a difference of the sites', () => {
  const pair = { original: asked({ '/a': 'answered' }), rebuilt: asked({ '/a': 'answered', '/b': 'failed' }) }
  expect(judgeReach(pair, retries({ '/a': true, '/b': false }))).toEqual(NOTHING)
})

test('a file that answered one side, and no more after that, is missing on both', () => {
  const pair = { original: asked({ '/b': 'answered', '/a': 'answered' }), rebuilt: asked({ '/b': 'failed' }) }
  expect(toAskAgain(pair)).toEqual([`${CDN}/b`, `${CDN}/a`])
  const verdict = judgeReach(pair, retries({ '/a': true, '/b': false }))
  expect(verdict).toEqual({ ...NOTHING, urls: [`${CDN}/b`] })
})

test('what answers when asked once more is loaded again, and given up when it fails then', () => {
  const pair = { original: asked({ '/a': 'answered' }), rebuilt: asked({ '/a': 'failed' }) }
  const answers = retries({ '/a': true })
  expect(judgeReach(pair, answers)).toEqual({ ...NOTHING, again: ['rebuilt'] })
  expect(judgeReach(pair, answers, new Set([`${CDN}/a`]))).toEqual({ ...NOTHING, urls: [`${CDN}/a`] })
})

test('a request that is meant to take long is no reason to load again', () => {
  const pair = {
    original: asked({ '/a': 'answered' }),
    rebuilt: asked({ '/a': 'answered', '/poll': 'pending' }),
  }
  expect(judgeReach(pair, retries({ '/a': true, '/poll': true }))).toEqual(NOTHING)
  expect(judgeReach(pair, retries({ '/a': true, '/poll': false }))).toEqual(NOTHING)
})

test("what the page's own policy refuses is no affair of the host", () => {
  const pair = { original: asked({ '/a': 'answered' }), rebuilt: asked({ '/a': 'untold' }) }
  expect(judgeReach(pair, retries({ '/a': true }))).toEqual(NOTHING)
  expect(judgeReach(pair, retries({ '/a': true }), new Set([`${CDN}/a`]))).toEqual(NOTHING)
})

const entry = (url: string, status: number, failure: string | null = null) => ({
  url,
  method: 'GET',
  type: 'image',
  status,
  failure,
  firstParty: false,
  contentType: '',
})

function read(entries: ReturnType<typeof entry>[], egress?: string) {
  const submission = {
    original_url: 'https://www.shop.com/',
    new_url: 'https://preview.host.app/',
    ignore: [],
    policy: 'regressions' as const,
  }
  const failureOf = () =>
    egress ? { host: '', code: egress as 'forbidden', reason: '', count: 1 } : undefined
  const { original, rebuilt } = sitesOf(submission, { failureOf })
  return thirdPartiesIn({ entries: () => entries }, [original, rebuilt]).map(({ answer }) => answer)
}

test('third parties are hosts of neither site', () => {
  const own = ['https://shop.com/a', 'https://cdn.shop.com/a', 'https://preview.host.app/a']
  // The machine of a developer and names that lead nowhere: no visitor reaches them.
  const nobody = ['http://localhost:3000/a', 'https://cdn.invalid/a', 'https://nas.local/a']
  expect(read([...own, ...nobody].map(url => entry(url, 0, 'net::ERR_CONNECTION_REFUSED')))).toEqual([])
})

test('what came of a request', () => {
  const url = 'https://cdn.example.net/a'
  const answers = (status: number, failure: string | null = null, egress?: string) =>
    read([entry(url, status, failure)], egress)[0] ?? null
  expect(answers(200)).toBe('answered')
  expect(answers(404)).toBe('answered')
  expect(answers(503)).toBe('failed')
  expect(answers(429)).toBe('failed')
  expect(answers(0, 'net::ERR_NAME_NOT_RESOLVED')).toBe('failed')
  expect(answers(0, 'net::ERR_TUNNEL_CONNECTION_FAILED')).toBe('failed')
  expect(answers(200, 'net::ERR_INCOMPLETE_CHUNKED_ENCODING')).toBe('failed')
  expect(answers(0)).toBe('pending')
  expect(answers(0, 'net::ERR_FAILED')).toBe('untold')
  expect(answers(0, 'net::ERR_ABORTED')).toBe(null)
  expect(answers(200, 'net::ERR_ABORTED')).toBe('answered')
  expect(answers(0, 'net::ERR_BLOCKED_BY_CLIENT')).toBe(null)
  // By policy and so on both sides: it is no outage.
  expect(answers(403, null, 'forbidden')).toBe(null)
})

test('withheld is the host as a whole, and no address that names it', () => {
  const withheld = {
    hosts: new Set(['cdn.example.net']),
    urls: new Set(['https://other.net/x.js']),
    immense: new Set(['https://other.net/immense.css']),
  }
  expect(isWithheld(withheld, 'https://cdn.example.net/a')).toBe(true)
  expect(isWithheld(withheld, 'https://proxy.net/?of=https://cdn.example.net/a')).toBe(false)
  expect(isWithheld(withheld, 'https://cdn.example.net:8443/a')).toBe(false)
  expect(isWithheld(withheld, 'https://other.net/x.js')).toBe(true)
  // Of these there is too much, which is the page's fault.
  expect(isWithheld(withheld, 'https://other.net/immense.css')).toBe(false)
  expect(blockedPatterns(withheld)).toEqual(
    expect.arrayContaining([
      'https://cdn.example.net/*',
      'https://other.net/x.js',
      'https://other.net/immense.css',
    ]),
  )
  expect(wasBlocked({ failure: 'net::ERR_BLOCKED_BY_CLIENT' })).toBe(true)
  expect(wasBlocked({ failure: 'net::ERR_BLOCKED_BY_CLIENT', withheld: true })).toBe(false)
})

test('many hosts are named as far as they can be read', () => {
  const hosts = new Set(Array.from({ length: 14 }, (_, i) => `h${i}.net`))
  const gaps = gapsOf({ hosts, urls: new Set() })
  expect(gaps).toHaveLength(11)
  expect(gaps[0]).toBe('h0.net could not be reached: what comes from there is missing on both sides')
  expect(gaps[10]).toMatch(/^4 more/)
})
