import { expect, test } from 'vitest'
import { type Happening, readEvent } from '../../action/event.ts'
import { checkFork } from '../../action/fork.ts'
import type { GitHub, Pull } from '../../action/github.ts'

const event = (eventName: string, payload: object, actor = 'octo') =>
  readEvent({
    eventName,
    payload,
    actor,
    ref: '',
    repo: { owner: 'octo', repo: 'shop' },
    sha: 'a'.repeat(40),
    runId: 1,
    runAttempt: 1,
    job: 'cutover',
    serverUrl: 'https://github.com',
  })

const own = { full_name: 'octo/shop', owner: { login: 'octo' } }
const fork = { full_name: 'stranger/shop', owner: { login: 'stranger' } }
const pull = (repo: object | null) => ({
  pull_request: { number: 7, head: { sha: 'b'.repeat(40), label: 'stranger:new', repo } },
})
const run = (head_repository: object | null) => ({
  workflow_run: { head_sha: 'b'.repeat(40), head_branch: 'new', head_repository, pull_requests: [] },
})

test.each<[string, string, object, boolean | null, string | null]>([
  ['a pull request', 'pull_request', pull(own), false, 'stranger:new'],
  ['one of a fork', 'pull_request_target', pull(fork), true, 'stranger:new'],
  ['one of a fork that was deleted', 'pull_request_target', pull(null), true, 'stranger:new'],
  ['a run for a branch', 'workflow_run', run(own), false, 'octo:new'],
  ['a run for a fork', 'workflow_run', run(fork), true, 'stranger:new'],
  ['a run for a fork that was deleted', 'workflow_run', run(null), true, null],
  ['a push', 'push', {}, false, null],
  ['a deployment, which may be of anybody', 'deployment_status', { deployment_status: {} }, null, null],
])('whose code it is: %s', (_, name, payload, isFork, head) => {
  expect(event(name, payload)).toMatchObject({ fork: isFork, head })
})

test.each<[string, object, string, RegExp | null]>([
  ['pull_request', pull(own), 'octo', null],
  ['pull_request', pull(fork), 'stranger', /comes from a fork,/],
  ['pull_request', pull(null), 'stranger', /fork that was deleted/],
  ['pull_request', pull(own), 'dependabot[bot]', /Dependabot/],
  // These run for the base branch: a key that is empty there is a mistake of the workflow.
  ['pull_request_target', pull(fork), 'stranger', null],
  ['pull_request_target', pull(own), 'dependabot[bot]', null],
  ['workflow_run', run(fork), 'stranger', null],
])('%s of %j by %s gets no secrets: %s', (name, payload, actor, words) => {
  const { withoutSecrets } = event(name, payload, actor)
  if (words) expect(withoutSecrets).toMatch(words)
  else expect(withoutSecrets).toBeNull()
})

const refusal = (happening: Happening, found: Pull | null | Error | 'no token', more: object = {}) => {
  const github: Partial<GitHub> = {
    pullOf: async () => {
      if (found instanceof Error) throw found
      return found === 'no token' ? null : found
    },
  }
  const inputs = {
    forkSecrets: 'refuse' as const,
    options: {
      policy: 'regressions' as const,
      ignore: [],
      new_headers: { 'X-Bypass': 'hush-hush' },
      ...more,
    },
  }
  return checkFork({ ...inputs, ...more }, happening, found === 'no token' ? null : (github as GitHub)).then(
    () => null,
    error => String(error.message),
  )
}

const found = { number: 7, sha: 'b'.repeat(40), branch: 'new', base: 'main' }
const deployed = event('deployment_status', { deployment_status: {} })

test('secrets are not sent to the preview of a fork, unless the owner says so', async () => {
  for (const told of [
    await refusal(event('workflow_run', run(fork)), null),
    await refusal(event('pull_request_target', pull(fork)), null),
    await refusal(deployed, { ...found, fork: true }),
  ]) {
    expect(told).toMatch(/^The preview is of a fork, .*new-headers holds.*set fork-secrets to "send"/)
    expect(told).not.toContain('hush')
  }
  expect(await refusal(event('workflow_run', run(fork)), null, { forkSecrets: 'send' })).toBeNull()
  expect(await refusal(event('workflow_run', run(own)), null)).toBeNull()
  expect(await refusal(deployed, { ...found, fork: false })).toBeNull()
  expect(await refusal(deployed, null)).toBeNull()
  const harmless = { options: { policy: 'regressions', ignore: [], original_headers: { 'X-A': 'b' } } }
  expect(await refusal(event('workflow_run', run(fork)), null, harmless)).toBeNull()
})

test('where nobody can tell, they are not sent either', async () => {
  const forbidden = Object.assign(new Error('no'), { status: 403 })
  expect(await refusal(deployed, forbidden)).toMatch(/\(403\)\. Add "pull-requests: write"/)
  expect(await refusal(deployed, 'no token')).toMatch(/github-token is empty/)
})
