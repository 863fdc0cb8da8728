/** GitHub as it is on a bad day: limits, deployments and comments that go away, runs that overtake each other. */
import { expect, test } from 'vitest'
import type { Happening } from '../../action/event.ts'
import type { GitHub } from '../../action/github.ts'
import { limitedFor } from '../../action/github.ts'
import { findPreview } from '../../action/preview.ts'
import { answer, gateway, type Meddle } from './cutover.ts'
import { scorecard } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld(() => scorecard())

/** A step whose GitHub stands behind a gateway that misbehaves. */
async function stepWith(meddle: Meddle, inputs: Record<string, string> = {}) {
  const between = await gateway(world.github.url, meddle)
  const result = await world.step(inputs, { github: between.url })
  await between.close()
  return result
}

const LIMITED = JSON.stringify({ message: 'You have exceeded a secondary rate limit. Please wait.' })
const json = { 'content-type': 'application/json' }

test('the pull request of a fork is found by its head, of which GitHub knows no association', async () => {
  const asked: string[] = []
  const head_repository = { full_name: 'stranger/shop', owner: { login: 'stranger' } }
  const payload = {
    workflow_run: { head_sha: world.github.sha, head_branch: 'new', head_repository, pull_requests: [] },
  }
  const between = await gateway(world.github.url, (request, response) => {
    const url = request.url!
    if (/\/commits\/\w+\/pulls/.test(url)) return answer(200, '[]', json)(request, response)
    if (!/\/pulls\?/.test(url)) return false
    asked.push(new global.URL(url, 'http://x').searchParams.get('head')!)
    const head = { sha: world.github.sha, repo: head_repository }
    const pulls = [
      { number: 999, state: 'open', head: { ...head, sha: 'f'.repeat(40) }, base: { ref: 'main' } },
      { number: world.github.pull, state: 'open', head, base: { ref: 'main' } },
    ]
    return answer(200, JSON.stringify(pulls), json)(request, response)
  })
  const result = await world.step({}, { github: between.url, event: { name: 'workflow_run', payload } })
  await between.close()
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(new Set(asked)).toEqual(new Set(['stranger:new']))
  expect(await world.github.comments()).toHaveLength(1)
})

test('a limit of requests is waited for, and no missing permission', async () => {
  await world.github
    .ask('POST', '/repos/octo/shop/deployments', { ref: world.github.sha, environment: 'Preview' })
    .then(({ id }) =>
      world.github.ask('POST', `/repos/octo/shop/deployments/${id}/statuses`, {
        state: 'success',
        environment_url: 'https://p.example.net/',
      }),
    )
  const refused = new Set<string>()
  const result = await stepWith(
    (request, response) => {
      const what = `${request.method} ${request.url!.replace(/\?.*/, '')}`
      if (!/GET.*\/deployments$|POST.*\/comments$/.test(what) || refused.has(what)) return false
      refused.add(what)
      return answer(403, LIMITED, { ...json, 'retry-after': '1' })(request, response)
    },
    { 'new-url': '' },
  )
  expect(refused.size).toBe(2)
  expect(result).toMatchObject({ status: 0, commands: [], outputs: { 'all-pass': 'true' } })
  expect(result.log).toContain('GitHub takes no more requests for now (403)')
  expect(await world.github.comments()).toHaveLength(1)
})

test('a limit that lasts too long is told as what it is', async () => {
  const reset = String(Math.ceil(Date.now() / 1000) + 3000)
  const result = await stepWith((request, response) =>
    request.url!.includes('/comments')
      ? answer(403, LIMITED, { ...json, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })(
          request,
          response,
        )
      : false,
  )
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([
    {
      name: 'notice',
      text: expect.stringMatching(/^No comment: GitHub takes no more requests of this token/),
    },
  ])
  expect(result.summary).not.toContain('permissions')
})

test('comments that were read stay good when GitHub refuses more of them', async () => {
  const talk = (page: number) =>
    Array.from({ length: 100 }, (_, n) => ({
      id: page * 1000 + n,
      body: 'talk',
      user: { login: 'octo', type: 'User' },
    }))
  const pages: string[] = []
  const between = await gateway(world.github.url, (request, response) => {
    const { pathname, searchParams } = new global.URL(request.url!, 'http://x')
    if (request.method !== 'GET' || !pathname.endsWith('/comments')) return false
    const page = Number(searchParams.get('page') ?? 1)
    pages.push(String(page))
    if (page === 3)
      return answer(403, '{"message":"Resource not accessible by integration"}', json)(request, response)
    const link = `<${between.url}${pathname}?per_page=100&page=${page + 1}>; rel="next"`
    return answer(200, JSON.stringify(talk(page)), { ...json, link })(request, response)
  })
  const result = await world.step({}, { github: between.url })
  await between.close()
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(pages.slice(0, 3)).toEqual(['1', '2', '3'])
  expect(result.log).toContain('comments behind the first 200 cannot be read (403)')
  expect(await world.github.comments()).toHaveLength(1)
})

test('a comment that is deleted between being found and being edited is written anew', async () => {
  await world.step({}, { runId: 1 })
  const [first] = await world.github.comments()
  const path = `/repos/octo/shop/issues/comments/${first!.id}`
  let deleted: Promise<unknown> | undefined
  const result = await stepWith((request, response) => {
    if (request.method !== 'PATCH' || deleted) return false
    deleted = world.github.ask('DELETE', path)
    return answer(404, '{"message":"Not Found"}', json)(request, response)
  })
  await deleted
  expect(result.commands).toEqual([])
  const [second, ...more] = await world.github.comments()
  expect(more).toEqual([])
  expect(second!.id).not.toBe(first!.id)
})

test('an Enterprise server, whose API has a path', async () => {
  const paths = new Set<string>()
  const between = await gateway(world.github.url, request => {
    paths.add(request.url!.split('/').slice(1, 3).join('/'))
    request.url = request.url!.replace(/^\/api\/(v3(?=\/)|(?=graphql))/, '')
    request.url = request.url.startsWith('/') ? request.url : `/${request.url}`
    return false
  })
  const environment = {
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_API_URL: `${between.url}/api/v3`,
  }
  await world.step({}, { environment, runId: 1 })
  await world.step({}, { environment, runId: 2 })
  await between.close()
  expect([...paths].sort()).toEqual(['api/graphql', 'api/v3'])
  const [comment, ...more] = await world.github.comments()
  expect(more).toEqual([])
  expect(comment!.body).toContain('(https://github.example.com/octo/shop/actions/runs/2)')
})

test('of two pull requests with the same head the older one gets the comment', async () => {
  const { head, number } = await world.github.ask('GET', `/repos/octo/shop/pulls/${world.github.pull}`)
  await world.github.ask('POST', '/repos/octo/shop/git/refs', {
    ref: `refs/heads/next-${number}`,
    sha: head.sha,
  })
  await world.github.ask('POST', '/repos/octo/shop/pulls', {
    title: 'The same for next',
    head: head.ref,
    base: `next-${number}`,
  })
  const result = await world.step({}, { event: { name: 'push', payload: {} }, sha: head.sha })
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(await world.github.comments()).toHaveLength(1)
})

const error = (status: number, headers: object, message = 'no') =>
  Object.assign(new Error(message), { status, response: { headers } })

test.each<[string, Error, number | null]>([
  ['a missing permission', error(403, { 'x-ratelimit-remaining': '4000' }), null],
  ['the primary limit', error(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1090' }), 90_000],
  ['a limit that ended', error(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' }), 0],
  ['the secondary limit', error(403, { 'retry-after': '7' }), 7000],
  ['the secondary limit without a header', error(403, {}, 'exceeded a secondary rate limit'), 60_000],
  ['429', error(429, {}), 60_000],
  ['another status', error(404, { 'retry-after': '7' }), null],
  ['no answer', new Error('rate limit'), null],
])('%s', (_, thrown, wait) => {
  expect(limitedFor(thrown, 1_000_000)).toBe(wait)
})

/** Deployments by environment, each with its states, the last of which stays. */
async function found(deployments: Record<string, [state: string, url?: string][]>): Promise<string> {
  const names = Object.keys(deployments)
  const looks = new Map<number, number>()
  const github: Partial<GitHub> = {
    deployments: async () => names.map((environment, id) => ({ id, environment })),
    deploymentState: async id => {
      const states = deployments[names[id]!]!
      const look = looks.get(id) ?? 0
      looks.set(id, look + 1)
      const [state, url = ''] = states[Math.min(look, states.length - 1)]!
      return state === 'gone' ? null : { state, url }
    },
  }
  const happening = { sha: 'a'.repeat(40), deployment: null } as unknown as Happening
  return findPreview({
    happening,
    github: github as GitHub,
    environment: '',
    source: { kind: 'deployment', name: '' },
    deadline: performance.now() + 10_000,
    limit: 'the test',
  })
}

const URL = 'https://p.example.net/'

test('a job with environment: that is under way for the same commit decides nothing', async () => {
  expect(
    await found({ Preview: [['success', URL]], release: [['in_progress'], ['success']], old: [['gone']] }),
  ).toBe(URL)
})

test('two previews are one too many, as soon as that is known', async () => {
  await expect(
    found({ shop: [['success', URL]], docs: [['in_progress'], ['success', `${URL}docs`]] }),
  ).rejects.toThrow(/deployed to 2 environments: "shop", "docs"/)
})
