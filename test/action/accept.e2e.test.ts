/** `/cutover accept` and `cutover.yml`, with GitHub as it is: who may, what is committed, whose file holds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scorecard, suite } from './scorecards.ts'
import { openWorkflow, type Workflow } from './world.ts'

let world: Workflow
let token: string
let checkout: string
beforeAll(async () => {
  world = await openWorkflow()
  token = await world.github.token({
    ...{ pull_requests: 'write', deployments: 'read', checks: 'write', contents: 'write' },
  })
  checkout = await mkdtemp(join(tmpdir(), 'cutover-fork-'))
})
afterAll(async () => {
  await world.close()
  await rm(checkout, { recursive: true })
})
beforeEach(async () => {
  await world.github.newPull()
  world.cutover.script = (_, accepted) => {
    const wrong = accepted.some(({ key }) => key === 'seo/title: changed')
      ? suite('seo', 100)
      : suite('seo', 10, [{ message: 'The title differs', key: 'seo/title: changed' }])
    return scorecard([wrong])
  }
})

const REASON = 'The new title was asked for.'
const comment = (body: string, login = 'octo') => ({
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: { number: world.github.pull, pull_request: {} },
    comment: { id: 1, body, user: { login } },
    repository: { full_name: 'octo/shop', name: 'shop', owner: { login: 'octo' } },
  },
})
const step = (body: string, login?: string, inputs: Record<string, string> = {}) =>
  world.step(
    { 'github-token': token, 'new-url': 'https://pr-{number}.preview.example.com/', ...inputs },
    { event: comment(body, login) },
  )
const fileOf = async (branch: string) => {
  const { content } = await world.github.ask('GET', `/repos/octo/shop/contents/cutover.yml?ref=${branch}`)
  return Buffer.from(content, 'base64').toString()
}

test('the issue is accepted by a commit to the pull request, and the pull request is compared anew', async () => {
  await world.step()
  expect((await world.github.checks())[0]).toMatchObject({ conclusion: 'failure' })
  const before = world.github.sha
  const result = await step(`/cutover accept "seo/title: changed" ${REASON}`)
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(await fileOf(world.github.branch)).toBe(
    `accept:\n  - key: "seo/title: changed"\n    reason: ${REASON}\n`,
  )
  const { object: head } = await world.github.ask(
    'GET',
    `/repos/octo/shop/git/ref/heads/${world.github.branch}`,
  )
  expect(head.sha).not.toBe(before)
  const { message } = await world.github.ask('GET', `/repos/octo/shop/git/commits/${head.sha}`)
  expect(message).toBe(
    'Accept a difference in cutover.yml\n\nAsked for by octo in a comment on the pull request.',
  )
  // The verdict is the new commit's, of the preview that is there.
  expect(await world.github.checks(head.sha)).toMatchObject([{ conclusion: 'success' }])
  expect((await world.cutover.submissions()).at(-1)).toMatchObject({
    new_url: `https://pr-${world.github.pull}.preview.example.com/`,
  })
  const comments = await world.github.comments()
  expect(comments).toHaveLength(1)
  expect(comments[0]!.body).toContain('✅ The new page may replace the original')
  expect(comments[0]!.body).toContain(head.sha.slice(0, 7))
})

test('the deployment of the commit before is compared', async () => {
  const { id } = await world.github.ask('POST', '/repos/octo/shop/deployments', {
    ref: world.github.sha,
    environment: 'Preview',
  })
  const environment_url = 'https://shop-abc.example.net/'
  await world.github.ask('POST', `/repos/octo/shop/deployments/${id}/statuses`, {
    ...{ state: 'success', environment_url },
  })
  const result = await step(`/cutover accept seo/x ${REASON}`, undefined, { 'new-url': '' })
  expect(result.outputs['new-url']).toBe(environment_url)
})

test('who may not write accepts nothing, and is not answered', async () => {
  const submitted = (await world.cutover.submissions()).length
  await world.github.ask('PUT', '/repos/octo/shop/collaborators/stranger', { permission: 'pull' })
  for (const login of ['stranger', 'nobody']) {
    const result = await step(`/cutover accept seo/x ${REASON}`, login)
    expect(result.status).toBe(0)
    expect(result.commands).toEqual([
      {
        name: 'notice',
        text: expect.stringMatching(/^Not verified\. Nothing is accepted: .*no write access/),
      },
    ])
  }
  await expect(fileOf(world.github.branch)).rejects.toThrow('404')
  expect(await world.github.comments()).toEqual([])
  expect(await world.cutover.submissions()).toHaveLength(submitted)
})

test('what is wrong with the command is answered, in words that do nothing', async () => {
  const result = await step('/cutover accept seo/x @octo')
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(/^The reason must say why in at least 10 characters/)
  const [answer] = await world.github.comments()
  expect(answer!.body).toMatch(/^\*\*Not accepted\.\*\* The reason must say why/)
  expect(answer!.body).not.toContain('@octo')
  await expect(fileOf(world.github.branch)).rejects.toThrow('404')
})

test('a token that may not write names the line to add', async () => {
  const weak = await world.github.token({ pull_requests: 'write', checks: 'write', contents: 'read' })
  const result = await step(`/cutover accept seo/x ${REASON}`, undefined, { 'github-token': weak })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(
    /^cutover\.yml cannot be written \(40[34]\): add "contents: write"/,
  )
})

test('a comment that is no command asks nobody', async () => {
  const asked = world.github.asked.length
  const result = await step('Looks good to me')
  expect(result).toMatchObject({ status: 0, summary: expect.stringMatching(/^## Not verified/) })
  expect(world.github.asked).toHaveLength(asked)
})

test('a fork does not accept its own issues; the branch that it is for does', async () => {
  await writeFile(
    join(checkout, 'cutover.yml'),
    `accept:\n  - { key: "seo/title: changed", reason: ${REASON} }\n`,
  )
  const head = { sha: world.github.sha, ref: 'main', repo: { full_name: 'stranger/shop' } }
  const fork = () =>
    world.step(
      { 'github-token': token },
      { event: world.pullRequest({ head }), environment: { GITHUB_WORKSPACE: checkout } },
    )
  expect(await fork()).toMatchObject({ status: 1, outputs: { 'score-seo': '10' } })
  // Of the repository's own branch it holds.
  const own = await world.step({ 'github-token': token }, { environment: { GITHUB_WORKSPACE: checkout } })
  expect(own).toMatchObject({ status: 0, outputs: { 'score-seo': '100' } })
  await world.github.ask('PUT', '/repos/octo/shop/contents/cutover.yml', {
    ...{ message: 'Accept', branch: 'main' },
    content: Buffer.from(`accept:\n  - { key: "seo/title: changed", reason: ${REASON} }\n`).toString(
      'base64',
    ),
  })
  expect(await fork()).toMatchObject({ status: 0, outputs: { 'score-seo': '100' } })
})
