import { expect, test } from 'vitest'
import { counterpart, joined } from '../../action/pages.ts'
import { matches } from '../../action/preview.ts'
import type { Step } from './run-action.ts'
import { scorecard } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld(() => scorecard())

const PREVIEW = 'https://shop-a1b2.preview.example.net/'
const search = (inputs: Record<string, string> = {}, more: Partial<Step> = {}) =>
  world.step({ 'new-url': '', ...inputs }, more)

async function deploy(environment: string, ...states: object[]): Promise<number> {
  const { id } = await world.github.ask('POST', '/repos/octo/shop/deployments', {
    ref: world.github.sha,
    environment,
  })
  for (const state of states)
    await world.github.ask('POST', `/repos/octo/shop/deployments/${id}/statuses`, state)
  return id
}

const success = (environment_url = PREVIEW) => ({ state: 'success', environment_url })

test('the deployment of the head commit is found, and waited for', async () => {
  const id = await deploy('Preview', { state: 'in_progress' })
  const result = await search(
    {},
    {
      onStart: child => {
        const told = (text: string) => {
          if (!text.includes('is in_progress')) return
          child.stdout!.off('data', told)
          void world.github.ask('POST', `/repos/octo/shop/deployments/${id}/statuses`, success())
        }
        child.stdout!.on('data', told)
      },
    },
  )
  expect(result).toMatchObject({ status: 0, outputs: { 'new-url': PREVIEW, 'all-pass': 'true' } })
  expect(result.log).toContain('preview: the deployment to "Preview" is in_progress')
  expect((await world.cutover.submissions()).at(-1)).toMatchObject({ new_url: PREVIEW })
})

test.each([
  ['failure', /ended with failure/],
  ['error', /ended with error/],
  ['inactive', /is inactive: a newer one/],
])('a deployment that is %s stops the search at once', async (state, words) => {
  const before = (await world.cutover.submissions()).length
  await deploy('Preview', { state: 'in_progress' }, { state })
  const result = await search({ timeout: '5m' })
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([{ name: 'error', text: expect.stringMatching(words) }])
  expect(result.summary).toContain('⚠️ Not verified')
  expect((await world.github.comments())[0]!.body).toContain('⚠️ Not verified')
  expect(await world.cutover.submissions()).toHaveLength(before)
})

test('environments: one is named, a pattern fits, two are one too many, one without address is none', async () => {
  await deploy('Preview – shop', success())
  await deploy('Preview – docs', success('https://docs.preview.example.net/'))
  await deploy('npm', { state: 'success', target_url: 'https://github.com/octo/shop/actions/runs/1' })
  const both = await search()
  expect(both.commands[0]!.text).toMatch(/deployed to 2 environments: "Preview – docs", "Preview – shop"/)
  expect(await search({ environment: 'preview*shop' })).toMatchObject({
    status: 0,
    outputs: { 'new-url': PREVIEW },
  })
})

test('no deployment within the timeout', async () => {
  const result = await search({ timeout: '1s' })
  expect(result.commands[0]!.text).toMatch(
    /No deployment of commit \w{7} succeeded within the timeout of 1 s; .*: no deployment yet/,
  )
})

test('a token that may not read deployments', async () => {
  const result = await search({ 'github-token': await world.github.token({ pull_requests: 'write' }) })
  expect(result.status).toBe(1)
  expect(result.commands.at(-1)!.text).toMatch(/may not read deployments \(403\): add "deployments: read"/)
})

const deploymentStatus = (
  state: string,
  environment_url: string,
  environment = 'Preview',
): Step['event'] => ({
  name: 'deployment_status',
  payload: {
    deployment_status: { state, environment_url, target_url: 'https://ci.example.com/log', environment },
    deployment: { sha: world.github.sha, environment, ref: 'rebuild' },
  },
})

test('deployment_status: its address is verified, the pull request found by its commit', async () => {
  const before = world.github.asked.length
  const result = await search({}, { event: deploymentStatus('success', PREVIEW) })
  expect(result).toMatchObject({ status: 0, commands: [], outputs: { 'new-url': PREVIEW } })
  expect(await world.github.comments()).toHaveLength(1)
  expect(world.github.asked.slice(before).filter(line => line.includes('/deployments'))).toEqual([])
})

test.each<[string, string, string, string, number, RegExp]>([
  ['pending', PREVIEW, 'Preview', '', 0, /^Not verified\. .*is pending; its success starts another run/],
  ['success', PREVIEW, 'Production', 'Preview*', 0, /^Not verified\. .*"Production", not to "Preview\*"/],
  ['failure', PREVIEW, 'Preview', '', 1, /ended with failure/],
  ['success', '', 'Preview', '', 1, /has no environment URL/],
  [
    'success',
    'javascript:alert(1)',
    'Preview',
    '',
    1,
    /"javascript:alert\(1\)" cannot be used: .*use http: or https:/,
  ],
  [
    'success',
    'https://user:pass@x.example.com/',
    'Preview',
    '',
    1,
    /"https:\/\/\*\*\*@x\.example\.com\/" cannot be used: must not contain a user name or password/,
  ],
])(
  'deployment_status %s of %s in %s, wanted "%s"',
  async (state, url, environment, wanted, status, words) => {
    const event = deploymentStatus(state, url, environment)
    const result = await search({ environment: wanted }, { event })
    expect(result.status).toBe(status)
    expect(result.commands).toEqual([
      { name: status ? 'error' : 'notice', text: expect.stringMatching(words) },
    ])
  },
)

test('the deployment of the original itself is nothing to verify', async () => {
  const before = (await world.cutover.submissions()).length
  const event = deploymentStatus('success', 'https://www.example.com', 'Production')
  const result = await search({}, { event })
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([
    { name: 'notice', text: expect.stringMatching(/^Not verified\. .*is the original itself/) },
  ])
  expect(await world.cutover.submissions()).toHaveLength(before)
})

test('the same address twice is refused, unless it is asked for or a header tells the two apart', async () => {
  const twice = { 'new-url': 'https://www.example.com' }
  const refused = await world.step(twice)
  expect(refused.status).toBe(1)
  expect(refused.commands.map(({ text }) => text).join()).toMatch(
    /new-url: is the address of the original.*or set allow-same-page to true/,
  )
  const asked = await world.step({ ...twice, 'allow-same-page': 'true' })
  expect(asked).toMatchObject({ status: 0, commands: [] })
  const told = await world.step({ ...twice, 'new-headers': 'X-Version: rebuilt' })
  expect(told.status).toBe(0)
  expect(told.commands.filter(({ name }) => name === 'warning')).toEqual([])
})

test('paths are joined to the preview', async () => {
  const result = await search(
    { 'original-url': 'https://www.example.com/de/', pages: 'Home: /\nAbout: /about?x=1' },
    { event: deploymentStatus('success', 'https://example.net/pr-7/?share=abc') },
  )
  expect(result.status).toBe(0)
  const last = (await world.cutover.submissions()).slice(-2).map(({ new_url }) => new_url)
  expect(last).toEqual([
    'https://example.net/pr-7/de/?share=abc',
    'https://example.net/pr-7/de/about?share=abc&x=1',
  ])
})

test.each([
  ['https://a.dev/', '/', 'https://a.dev/'],
  ['https://a.dev', '/about', 'https://a.dev/about'],
  ['https://a.dev/x/', '/about/', 'https://a.dev/x/about/'],
  ['https://a.dev/x?y=1', '/z?q=2', 'https://a.dev/x/z?y=1&q=2'],
  ['https://a.dev/x', '', 'https://a.dev/x'],
  ['https://a.dev/', '/%2e%2e/a', 'https://a.dev/a'],
])('%s with %s is %s', (base, path, url) => {
  expect(joined(base, path)).toBe(url)
})

test('a preview that was found has the path of the original', () => {
  expect(counterpart('https://p.dev/', 'https://www.example.com/')).toBe('https://p.dev/')
  expect(counterpart('https://p.dev/', 'https://www.example.com/a?b=c')).toBe('https://p.dev/a?b=c')
})

test.each([
  ['Preview', '', true],
  ['Preview', 'preview', true],
  ['Preview – web', 'Preview', false],
  ['Preview – web', 'Preview*', true],
  ['a.b', 'a?b', false],
  ['axb', 'a.b', false],
])('environment %s, wanted "%s": %s', (environment, wanted, result) => {
  expect(matches(environment, wanted)).toBe(result)
})
