import { expect, test } from 'vitest'
import { failingScorecard, scorecard } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld(() => failingScorecard())

const FORK = { head: { sha: 'f'.repeat(40), ref: 'main', repo: { full_name: 'stranger/shop' } } }

test.each<[string, () => Promise<string>]>([
  ['a read-only token', () => world.github.token({ pull_requests: 'read', deployments: 'read' })],
  ['a token without any rights', () => world.github.token({})],
  ['a token that is none', async () => 'nonsense-token'],
])('%s: a notice in place of the comment, all else as ever', async (_, token) => {
  const result = await world.step({ 'github-token': await token() })
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([
    { name: 'notice', text: expect.stringMatching(/^No comment: .*"pull-requests: write".*summary/) },
    {
      name: 'error',
      text: expect.stringMatching(
        /^content 81\.2 \(target 85\), a11y 71\.2 \(target 90\)\. Gravest: The price “€4\.20”/,
      ),
    },
  ])
  expect(result.summary).toContain('The price `€4.20`')
  expect(result.summary).toContain('No comment')
  expect(result.log).toContain('content: critical: The price “€4.20”')
  expect(result.outputs['score-content']).toBe('81.2')
  expect(await world.github.comments()).toEqual([])
})

test('without a token at all', async () => {
  const result = await world.step({ 'github-token': '' })
  expect(result.commands[0]).toEqual({ name: 'notice', text: 'No comment: the input github-token is empty.' })
})

test.each<[string, object, Record<string, string>]>([
  ['a fork', FORK, {}],
  ['a fork that was deleted', { head: { ...FORK.head, repo: null } }, {}],
  ['Dependabot', {}, { GITHUB_ACTOR: 'dependabot[bot]' }],
])('without a key, from %s: green, not verified, no advice that harms', async (_, pull, environment) => {
  const before = (await world.cutover.submissions()).length
  // Variables of the repository may be missing as well.
  const result = await world.step(
    { 'api-key': '', 'server-url': '' },
    { event: world.pullRequest(pull), environment },
  )
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([
    { name: 'notice', text: expect.stringMatching(/^Not verified\. .*secrets/) },
  ])
  expect(result.summary).toMatch(/^## Not verified\n/)
  expect(result.log + result.summary).not.toContain('pull_request_target')
  expect(result.outputs).toEqual({})
  expect(await world.cutover.submissions()).toHaveLength(before)
  expect(await world.github.comments()).toEqual([])
})

test('without a key, pushed by Dependabot: green as well', async () => {
  const event = { name: 'push', payload: {} }
  const environment = { GITHUB_ACTOR: 'dependabot[bot]' }
  const result = await world.step({ 'api-key': '' }, { event, environment })
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([{ name: 'notice', text: expect.stringMatching(/started by Dependabot/) }])
})

test('with a key, from a fork: verified as ever', async () => {
  world.cutover.script = () => scorecard()
  const token = await world.github.token({ pull_requests: 'read' })
  const result = await world.step({ 'github-token': token }, { event: world.pullRequest(FORK) })
  expect(result).toMatchObject({ status: 0, outputs: { 'all-pass': 'true' } })
})

test('without a key, from the repository itself: red, with what to do', async () => {
  const result = await world.step({ 'api-key': '' })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(/^api-key: is empty; .*secret.*CUTOVER_API_KEY/)
})

test('without a key, from a fork on pull_request_target: red, since the secrets are those of the repository', async () => {
  const event = { ...world.pullRequest(FORK), name: 'pull_request_target' }
  const result = await world.step({ 'api-key': '' }, { event })
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([
    { name: 'error', text: expect.stringMatching(/^api-key: is empty; .*CUTOVER_API_KEY/) },
  ])
})

test('somebody else’s comment with our marker is left alone', async () => {
  const stranger = await world.github.ask('POST', `/repos/octo/shop/issues/${world.github.pull}/comments`, {
    body: '<!-- cutover default -->\n<!-- cutover-scores e30= -->',
  })
  expect((await world.step()).status).toBe(1)
  const comments = await world.github.comments()
  expect(comments).toHaveLength(2)
  expect(comments.find(({ id }) => id === stranger.id)!.body).toMatch(/e30= -->$/)
})

test('the comment is found behind a hundred others', async () => {
  await world.step({}, { runId: 1 })
  const path = `/repos/octo/shop/issues/${world.github.pull}/comments`
  await Promise.all(
    Array.from({ length: 120 }, (_, n) => world.github.ask('POST', path, { body: `talk ${n}` })),
  )
  const [first] = await world.github.comments()
  await world.github.ask('PATCH', `/repos/octo/shop/issues/comments/${first!.id}`, {
    body: 'not ours any more',
  })
  await world.step({}, { runId: 2 })
  await world.step({}, { runId: 3 })
  const all = [1, 2].map(page => world.github.ask('GET', `${path}?per_page=100&page=${page}`))
  const ours = (await Promise.all(all))
    .flat()
    .filter(({ body }) => body.startsWith('<!-- cutover default -->'))
  expect(ours).toHaveLength(1)
})

test('runs at the same moment leave one comment', async () => {
  await Promise.all([1, 2, 3].map(() => world.step()))
  expect(await world.github.comments()).toHaveLength(1)
})
