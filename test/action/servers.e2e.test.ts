/** Servers older and newer than the Action, some that are none of ours, and jobs that must not pass. */
import { expect, test } from 'vitest'
import { answer } from './cutover.ts'
import { answering, type Break, expectNoPass, expectNoServer, through } from './polled-jobs.ts'
import { scorecard, suite } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld(() => scorecard())

test.each<[string, number, string, Record<string, string>, RegExp]>([
  [
    'a web site',
    200,
    '<h1>Hello</h1>',
    { 'content-type': 'text/html' },
    /does not answer like a Cutover server \(200, text\/html\); check server-url/,
  ],
  [
    'a redirect',
    301,
    '',
    { location: 'https://elsewhere.example.com/' },
    /redirects to https:\/\/elsewhere\.example\.com\/; write the address/,
  ],
])('%s is no Cutover server', (_, ...answered) => expectNoServer(...answered))

test('a server that does not speak https is not waited for', async () => {
  const { port } = new URL(world.cutover.url)
  const result = await world.step({ 'server-url': `https://127.0.0.1:${port}` })
  expect(result.commands[0]!.text).toMatch(/^https:\S+ cannot be trusted \(\w+\): its certificate/)
})

test('a key that the server does not know', async () => {
  const result = await world.step({ 'api-key': 'wrong-key' })
  expect(result.commands[0]!.text).toMatch(
    /does not accept the key in api-key \(401\): This API key is not valid/,
  )
})

test('a target that the server refuses is the reason of that page; the others are verified', async () => {
  const result = await world.step({ 'new-url': 'http://10.0.0.7/', pages: 'Home: /\nTwo: /two' })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(
    /^Home: could not be verified\. The server refuses .*target_forbidden.*new-url/,
  )
  expect(result.commands[0]!.text).toMatch(/\nTwo: could not be verified/)
})

test('an old server, with the fields of the published interface and no other', async () => {
  const { seen, ...result } = await answering(job => {
    const { pageName, allPass, suites } = scorecard([suite('seo', 70)])
    const bare = suites.map(({ suite, score, target, pass }) => ({ suite, score, target, pass }))
    delete job.progress
    job.scorecard = { pageName, allPass, suites: bare }
  })
  expect(result).toMatchObject({ status: 1, commands: [{ name: 'error', text: 'seo 70 (target 80)' }] })
  expect(result.summary).toContain('| **seo** | 70.0 | 80 | ❌ fail |')
})

test('a new server: an unknown suite counts and is shown, unknown fields and words do no harm', async () => {
  const { seen, ...result } = await answering(job => {
    job.added = { deep: [1] }
    const first = job.scorecard.suites[0]
    first.issues = [
      { ...suite('seo', 1, [{ message: 'Odd' }]).issues[0], severity: 'cosmic', status: 'new' },
      'no issue',
    ]
    job.scorecard.suites.push({ suite: 'quantum|`x`', score: 12.5, target: 50, pass: false })
    job.scorecard.allPass = false
    job.report_url = '/jobs/1/report'
  })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toBe('quantum|`x` 12.5 (target 50)')
  expect(result.summary).toContain('| **`` quantum¦`x` ``** | 12.5 | 50 | ❌ fail |')
  expect(result.outputs['report-url']).toBe(`${result.server}/jobs/1/report`)
  expect(result.summary).toContain('Odd')
})

test('a scorecard that is null is one that is not there yet', async () => {
  let polls = 0
  const id = 'a'.repeat(27)
  const job = { id, original_url: 'https://www.example.com/', new_url: 'https://pr-1.preview.example.com/' }
  const result = await through((request, response) => {
    const body =
      request.method === 'POST'
        ? { job_id: id, status: 'queued', poll: `/api/v1/jobs/${id}` }
        : ++polls < 7
          ? { ...job, status: 'running', scorecard: null, error: null, progress: null, report_url: null }
          : { ...job, status: 'completed', scorecard: scorecard(), error: null }
    return answer(request.method === 'POST' ? 202 : 200, JSON.stringify(body))(request, response)
  })
  expect(result).toMatchObject({ status: 0, outputs: { 'all-pass': 'true' } })
  expect(polls).toBe(7)
})

test('what a newer server says of a refusal is handed on', async () => {
  const body = { code: 'quota_used_up', detail: 'All scans of this month are used up.' }
  const result = await through(
    answer(402, JSON.stringify(body), { 'content-type': 'application/problem+json' }),
  )
  expect(result.commands[0]!.text).toMatch(
    /does not take this submission \(402, quota_used_up\): All scans of this month are used up\.$/,
  )
})

test.each<[string, Break, RegExp]>([
  ['no scorecard', job => delete job.scorecard, /completed but has no scorecard/],
  ['no suites', job => Object.assign(job.scorecard, { suites: [] }), /no suite in it: nothing was verified/],
  [
    'a suite without a score',
    job => delete job.scorecard.suites[0].score,
    /no job of Cutover: scorecard\.suites\.0\.score/,
  ],
  [
    'a suite that passes below its target',
    job => Object.assign(job.scorecard.suites[1], { score: 50 }),
    /^seo 50 \(target 80\)$/,
  ],
  [
    'a suite that passes without having been judged',
    job => Object.assign(job.scorecard.suites[1], { inconclusive: true }),
    /^seo could not be judged \(on-inconclusive: fail\)$/,
  ],
  [
    'allPass false without a failing suite',
    job => Object.assign(job.scorecard, { allPass: false }),
    /names no suite/,
  ],
])('a job with %s never passes', (_, change, words) => expectNoPass(change, words))
