import { load } from 'cheerio'
import { expect, test } from 'vitest'
import type { ReadIssue } from '../../action/answers.ts'
import type { Server } from '../../action/client/ask.ts'
import { Trouble } from '../../action/client/index.ts'
import { commentBody } from '../../action/comment.ts'
import { isPublicServer, type Pictures, picturesOf } from '../../action/pictures.ts'
import { rendered } from './rendered.ts'
import { pageJob, report } from './reports.ts'
import { scorecard, suite } from './scorecards.ts'

const at =
  (address: string, family = 4) =>
  async () => [{ address, family }]

test.each<[string, string, boolean]>([
  ['https://cutover.example.com', '93.184.215.14', true],
  ['http://cutover.example.com', '93.184.215.14', false],
  ['https://localhost:8443', '127.0.0.1', false],
  ['https://cutover.corp.example.com', '10.1.2.3', false],
  ['https://cutover.corp.example.com', '172.31.0.1', false],
  ['https://cutover.corp.example.com', '192.168.1.1', false],
  ['https://cutover.corp.example.com', '100.64.0.1', false],
  ['https://cutover.corp.example.com', '169.254.169.254', false],
])('%s at %s is public: %s', async (server, ip, expected) => {
  expect(await isPublicServer(server, at(ip))).toBe(expected)
})

test('public in version 6 as well, and only where every address is', async () => {
  const server = 'https://cutover.example.com'
  expect(await isPublicServer(server, at('2606:2800:21f::1', 6))).toBe(true)
  for (const ip of ['::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1'])
    expect(await isPublicServer(server, at(ip, 6))).toBe(false)
  const both = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  expect(await isPublicServer(server, both)).toBe(false)
  const unknown = async () => {
    throw new Error('ENOTFOUND')
  }
  expect(await isPublicServer(server, unknown)).toBe(false)
})

const crops = ['evidence/1-original.webp', 'evidence/1-rebuilt.webp']
const page = (...evidence: string[][]) =>
  pageJob(
    scorecard([
      suite(
        'seo',
        10,
        evidence.map((names, n) => ({ message: `It differs ${n}`, evidence: names })),
      ),
    ]),
    { id: 'job1' },
  )
const open = { options: { policy: 'regressions' as const, ignore: [] } }
const server = (answer: (path: string) => { status: number; type: string }) => {
  const asked: string[] = []
  const ask = async (method: string, path: string, headers: object) => {
    expect(method).toBe('HEAD')
    // As everybody asks: without a key.
    expect(Object.keys(headers)).toEqual(['accept'])
    asked.push(path)
    return { ...answer(path), after: null, location: '', json: undefined }
  }
  return { asked, address: 'https://cutover.example.com', ask, close() {} } as Server & { asked: string[] }
}
const webp = () => ({ status: 200, type: 'image/webp' })
const everywhere = async () => true

test('pictures of the three gravest issues, as everybody gets them', async () => {
  const one = page(crops, ['evidence/2-rebuilt.webp'], [], crops)
  const found = await picturesOf([one], open, server(webp), everywhere)
  const base = 'https://cutover.example.com/api/v1/jobs/job1/artifacts/evidence'
  expect([...found.values()]).toEqual([
    { original: `${base}/1-original.webp`, rebuilt: `${base}/1-rebuilt.webp` },
    { rebuilt: `${base}/2-rebuilt.webp` },
  ])
})

test('none where not everybody gets them: a private server, a job with secrets, a server that wants a key, trouble', async () => {
  const refused = server(() => ({ status: 401, type: 'application/problem+json' }))
  expect((await picturesOf([page(crops)], open, refused, everywhere)).size).toBe(0)
  expect(refused.asked).toHaveLength(2)
  const fine = server(webp)
  expect((await picturesOf([page(crops)], open, fine, async () => false)).size).toBe(0)
  for (const secret of [
    { new_headers: { 'X-A': 'b' } },
    { original_headers: { 'X-A': 'b' } },
    { storefront_password: 'x' },
  ]) {
    const options = { ...open.options, ...secret }
    expect((await picturesOf([page(crops)], { options }, fine, everywhere)).size).toBe(0)
  }
  expect(fine.asked).toEqual([])
  const troubled = server(() => {
    throw new Trouble('no answer')
  })
  expect((await picturesOf([page(crops)], open, troubled, everywhere)).size).toBe(0)
})

test('a name that is no crop is no address', async () => {
  const fine = server(webp)
  const odd = [
    '../../keys',
    'evidence/1-original.webp?x',
    'evidence/1-original.svg',
    'evidence/)x-original.webp',
  ]
  expect((await picturesOf([page(odd)], open, fine, everywhere)).size).toBe(0)
  expect(fine.asked).toEqual([])
})

const shown = (pictures: (issue: ReadIssue) => Pictures, more: object = {}) => {
  const card = scorecard([suite('seo', 10, [{ message: 'The link differs', ...more }])])
  const one = pageJob(card)
  const issue = one.job!.scorecard!.suites.find(({ suite }) => suite === 'seo')!.issues[0]!
  const known = new Map(Object.keys(pictures(issue)).length ? [[issue, pictures(issue)]] : [])
  return load(rendered(commentBody(report([one], { pictures: known }), 'default', 1)))
}

test('in the comment both pictures stand side by side below the cause', () => {
  const $ = shown(() => ({
    original: 'https://c.example.com/1.webp',
    rebuilt: 'https://c.example.com/2.webp',
  }))
  const pictures = $('li img')
    .map((_, img) => `${$(img).attr('alt')} ${$(img).attr('src')} ${$(img).attr('width')} px`)
    .get()
  expect(pictures).toEqual([
    'The original https://c.example.com/1.webp 200 px',
    'The new page https://c.example.com/2.webp 200 px',
  ])
  expect($('li').text()).toContain('The link differs')
})

test('without pictures the texts stand there, unless the sentence says them', () => {
  const places = { original: { text: 'Order `now`' }, rebuilt: { text: '' } }
  const $ = shown(() => ({}), places)
  expect($('img')).toHaveLength(0)
  expect($('li').text()).toContain('Original: Order `now` · New page: –')
  const said = {
    message: 'It was “Order” and is “Buy”',
    original: { text: 'Order' },
    rebuilt: { text: 'Buy' },
  }
  expect(shown(() => ({}), said)('li').text()).not.toContain('Original:')
})

test('the preview is a click away, unless its address holds a secret', () => {
  const body = (rebuilt: string) => commentBody(report([pageJob(scorecard(), { rebuilt })]), 'default', 1)
  expect(body('https://p.example.com/')).toContain('[the preview](https://p.example.com/)')
  expect(body('https://p.example.com/?bypass=***')).not.toContain('the preview]')
})
