/**
 * Each workflow of the documents as GitHub would run it: the event starts it, its condition lets it run, its rights are the
 * token's, and its step is the bundled Action with what `with` says.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { CheckRunState } from './github-checks.ts'
import { runStep, type Step, type StepResult } from './run-action.ts'
import { failingScorecard, scorecard } from './scorecards.ts'
import {
  evaluated,
  filledIn,
  readWorkflow,
  rightsOf,
  startedBy,
  type WorkflowFile,
  type WorkflowJob,
  workflowsIn,
} from './workflow-file.ts'
import { openWorkflow, type Workflow } from './world.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const documented = workflowsIn(read('docs/workflows.md'))
const action: { inputs: Record<string, { default?: string }> } = parse(read('action.yml'))

let world: Workflow
let runs = 9000
/** What the server was asked to compare, by the new site's address. */
let submitted: { new_url: string; new_headers?: Record<string, string> }[] = []
/** Gives jobs tokens, and keeps for whom. */
let vouching: { environment: Record<string, string>; close(): void }
let vouchedFor: (string | null)[] = []
beforeAll(async () => {
  world = await openWorkflow()
  const service = createServer((request, response) => {
    vouchedFor.push(new URL(request.url!, 'http://x').searchParams.get('audience'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value: 'token-of-the-job' }))
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  vouching = {
    environment: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/?api=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token',
    },
    close: () => void service.close(),
  }
})
afterAll(async () => {
  vouching.close()
  await world.close()
})
beforeEach(async () => {
  await world.github.newPull()
  ;[submitted, vouchedFor] = [[], []]
  world.cutover.script = submission => {
    submitted.push(submission)
    return scorecard()
  }
})

type Event = NonNullable<Step['event']>

const SECRETS: Record<string, string> = {
  VERCEL_AUTOMATION_BYPASS_SECRET: 'bypass-of-the-test',
  CF_ACCESS_CLIENT_ID: 'client-of-the-test.access',
  CF_ACCESS_CLIENT_SECRET: 'secret-of-the-test',
  PREVIEW_BASIC_AUTH: Buffer.from('user:password-of-the-test').toString('base64'),
}

interface Ran extends StepResult {
  job: WorkflowJob
  matrix: Record<string, string>
}

/** All jobs that the event starts; none where no condition holds. */
async function run(heading: string, event: Event, more: Partial<Step> = {}): Promise<Ran[]> {
  const file = readWorkflow(documented.get(heading)!)
  startedBy(file, event.name, (event.payload as { action?: string }).action)
  const all: Ran[] = []
  for (const job of Object.values(file.jobs))
    for (const matrix of job.strategy?.matrix.include ?? [{}])
      all.push(...(await runJob(file, job, matrix, event, more)))
  return all
}

async function runJob(
  file: WorkflowFile,
  job: WorkflowJob,
  matrix: Record<string, string>,
  event: Event,
  more: Partial<Step>,
): Promise<Ran[]> {
  const contexts = {
    secrets: { ...SECRETS, CUTOVER_API_KEY: world.cutover.apiKey },
    github: { event: event.payload, ref: 'refs/heads/main' },
    matrix,
  }
  if (job.if && !evaluated(job.if, contexts)) return []
  // A group that is the same for all would cancel the runs of other pull requests.
  if (file.concurrency) expect(filledIn(file.concurrency.group, contexts)).toMatch(/^cutover-./)
  const step = job.steps.find(({ uses }) => uses?.startsWith('cutover/cutover@'))!
  const given = Object.entries(step.with!).map(([name, value]) => [name, filledIn(String(value), contexts)])
  for (const [name] of given) expect(Object.keys(action.inputs)).toContain(name)
  const defaults = Object.entries(action.inputs).flatMap(([name, input]) =>
    input.default === undefined ? [] : [[name, String(input.default)]],
  )
  const inputs: Record<string, string> = Object.fromEntries([...defaults, ...given])
  expect(inputs['server-url']).toBe('https://cutover.example.com')
  const rights = rightsOf(file, job)
  const result = await runStep({
    inputs: {
      ...inputs,
      'server-url': world.cutover.url,
      'github-token': await world.github.token(rights),
      'poll-interval': '100ms',
    },
    event,
    github: world.github.url,
    runId: ++runs,
    ...more,
    environment: {
      ...(rights.id_token === 'write' && vouching.environment),
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'fixtures/previews.mjs')}`,
      ...more.environment,
    },
  })
  return [{ ...result, job, matrix }]
}

const REPOSITORY = { full_name: 'octo/shop', name: 'shop', owner: { login: 'octo' } }

const deployed = (environment: string, environment_url: string, state = 'success'): Event => ({
  name: 'deployment_status',
  payload: {
    action: 'created',
    deployment: { sha: world.github.sha, ref: world.github.branch, environment },
    deployment_status: { state, environment, environment_url },
    repository: REPOSITORY,
  },
})

async function deploy(environment: string, environment_url: string, sha = world.github.sha): Promise<void> {
  const path = '/repos/octo/shop/deployments'
  const { id } = await world.github.ask('POST', path, { ref: sha, environment, transient_environment: true })
  await world.github.ask('POST', `${path}/${id}/statuses`, { state: 'success', environment_url })
}

async function netlify(): Promise<void> {
  await world.github.ask('POST', `/repos/octo/shop/statuses/${world.github.sha}`, {
    ...{ context: 'netlify/shop/deploy-preview', state: 'success' },
    target_url: 'https://deploy-preview-7--shop.netlify.app',
  })
}

async function cloudflare(): Promise<void> {
  await world.github.ask('POST', '/repos/octo/shop/check-runs', {
    ...{
      name: 'Cloudflare Pages: shop',
      head_sha: world.github.sha,
      status: 'completed',
      conclusion: 'success',
    },
    details_url: 'https://dash.cloudflare.com/?to=/shop',
    output: { title: 'Deployed', summary: '<a href="https://abc123.shop.pages.dev">Preview</a>' },
  })
}

/** Our check runs on the commit. */
const verdicts = async (sha?: string): Promise<CheckRunState[]> =>
  (await world.github.checks(sha)).filter(({ name }) => name.startsWith('Cutover'))

const newest = () => submitted.map(({ new_url }) => new_url)

/** It passed, and comment and check say so. */
async function isGreen([ran, ...more]: Ran[], name = 'Cutover'): Promise<void> {
  expect(more).toEqual([])
  expect(ran!.commands).toEqual([])
  expect(ran!.status).toBe(0)
  expect(await verdicts()).toMatchObject([{ name, conclusion: 'success' }])
  const comments = await world.github.comments()
  expect(comments).toHaveLength(1)
  expect(comments[0]!.body).toContain('✅')
}

const CASES: Record<string, () => Promise<void>> = {
  async Vercel() {
    const url = 'https://shop-abc-octo.vercel.app'
    expect(await run('Vercel', deployed('Preview', url, 'pending'))).toEqual([])
    await isGreen(await run('Vercel', deployed('Preview', url)))
    expect(newest()).toEqual([`${url}/`])
    // The release to the live site is none of its concern.
    const [live] = await run('Vercel', deployed('Production', 'https://www.example.com'))
    expect(live!.commands[0]!.text).toMatch(/^Not verified\. This deployment is to .*"Production"/)
    expect(await verdicts()).toHaveLength(1)
  },
  async 'Vercel, a monorepo with two projects'() {
    const heading = 'Vercel, a monorepo with two projects'
    const web = await run(heading, deployed('Preview – shop-web', 'https://shop-web-abc.vercel.app'))
    expect(web.map(({ status, commands }) => [status, commands.length])).toEqual([
      [0, 0],
      [0, 1],
    ])
    world.cutover.script = () => failingScorecard()
    const docs = await run(heading, deployed('Preview – shop-docs', 'https://shop-docs-abc.vercel.app'))
    expect(docs.map(({ status }) => status)).toEqual([0, 1])
    expect(await verdicts()).toMatchObject([
      { name: 'Cutover (docs)', conclusion: 'failure' },
      { name: 'Cutover (web)', conclusion: 'success' },
    ])
    expect(await world.github.comments()).toHaveLength(2)
  },
  async Netlify() {
    await netlify()
    await isGreen(await run('Netlify', world.pullRequest()))
    expect(newest()).toEqual(['https://deploy-preview-7--shop.netlify.app/'])
  },
  async 'Cloudflare Pages'() {
    await cloudflare()
    await isGreen(await run('Cloudflare Pages', world.pullRequest()))
    expect(newest()).toEqual(['https://abc123.shop.pages.dev/'])
  },
  async 'GitHub Pages'() {
    const ran = await run('GitHub Pages', world.pullRequest())
    await isGreen(ran)
    expect(newest()).toEqual([`https://octo.github.io/shop/preview/${world.github.sha}/`])
    expect(ran[0]!.log).toContain(`preview asked: ${newest()[0]}`)
  },
  async 'Your own address'() {
    const ran = await run('Your own address', world.pullRequest())
    await isGreen(ran)
    expect(newest()).toEqual([`https://pr-${world.github.pull}.preview.example.com/`])
    expect(ran[0]!.log).toContain(`preview asked: ${newest()[0]}`)
  },
  async "Vercel's protection"() {
    await isGreen(await run("Vercel's protection", deployed('Preview', 'https://shop-abc-octo.vercel.app')))
    expect(submitted[0]!.new_headers).toEqual({
      'x-vercel-protection-bypass': 'bypass-of-the-test',
      'x-vercel-set-bypass-cookie': 'true',
    })
  },
  async 'Cloudflare Access'() {
    await cloudflare()
    await isGreen(await run('Cloudflare Access', world.pullRequest()))
    expect(submitted[0]!.new_headers).toEqual({
      'CF-Access-Client-Id': 'client-of-the-test.access',
      'CF-Access-Client-Secret': 'secret-of-the-test',
    })
  },
  async 'Netlify, and whatever asks for Basic auth'() {
    await netlify()
    await isGreen(await run('Netlify, and whatever asks for Basic auth', world.pullRequest()))
    expect(submitted[0]!.new_headers).toEqual({ Authorization: `Basic ${SECRETS.PREVIEW_BASIC_AUTH}` })
  },
  async 'Several pages'() {
    await deploy('Preview', 'https://shop-abc.example.net')
    await isGreen(await run('Several pages', world.pullRequest()))
    expect(newest().toSorted()).toEqual([
      'https://shop-abc.example.net/',
      'https://shop-abc.example.net/contact?from=footer',
      'https://shop-abc.example.net/pricing',
    ])
    expect((await world.github.comments())[0]!.body).toContain('All 3 new pages')
  },
  async Forks() {
    await deploy('Preview', 'https://shop-fork.example.net')
    const of = (conclusion: string): Event => ({
      name: 'workflow_run',
      payload: {
        action: 'completed',
        workflow_run: {
          ...{ conclusion, head_sha: world.github.sha, head_branch: world.github.branch, pull_requests: [] },
          head_repository: { full_name: 'stranger/shop', owner: { login: 'stranger' } },
        },
        repository: REPOSITORY,
      },
    })
    expect(await run('Forks', of('failure'))).toEqual([])
    await isGreen(await run('Forks', of('success')))
    expect(newest()).toEqual(['https://shop-fork.example.net/'])
  },
  async 'Merge queue'() {
    await isGreen(await run('Merge queue', world.pullRequest()))
    const sha = 'c'.repeat(40)
    const ref = `refs/heads/gh-readonly-queue/main/pr-${world.github.pull}-${'d'.repeat(40)}`
    const event = {
      name: 'merge_group',
      payload: {
        ...{ action: 'checks_requested', repository: REPOSITORY },
        merge_group: { head_sha: sha, head_ref: ref, base_ref: 'refs/heads/main' },
      },
    }
    const [queued] = await run('Merge queue', event)
    expect(queued).toMatchObject({ status: 0, commands: [] })
    expect(await verdicts(sha)).toMatchObject([{ name: 'Cutover', conclusion: 'success' }])
    const pull = `https://pr-${world.github.pull}.preview.example.com/`
    expect(newest()).toEqual([pull, pull])
  },
  async 'Without a key'() {
    const [ran] = await run('Without a key', world.pullRequest())
    // This server takes GitHub's word from nobody; keyless.e2e.test.ts has one that does.
    expect(ran!.commands.at(-1)!.text).toContain('gives no keys to workflows')
    expect(vouchedFor).toEqual([world.cutover.url])
  },
  async 'Accept by a comment, verify again by a button'() {
    const heading = 'Accept by a comment, verify again by a button'
    await deploy('Preview', 'https://shop-abc.example.net')
    world.cutover.script = (_, accepted) => (accepted.length > 0 ? scorecard() : failingScorecard())
    const [first] = await run(heading, deployed('Preview', 'https://shop-abc.example.net'))
    expect(first!.status).toBe(1)
    const [check] = await verdicts()
    expect(check!.actions.map(({ identifier }) => identifier)).toEqual(['cutover-rerun'])
    const pressed: Event = {
      name: 'check_run',
      payload: {
        action: 'requested_action',
        requested_action: { identifier: check!.actions[0]!.identifier },
        check_run: { name: check!.name, head_sha: world.github.sha, check_suite: {}, pull_requests: [] },
        repository: REPOSITORY,
      },
    }
    expect((await run(heading, pressed)).map(({ status }) => status)).toEqual([1])
    expect(await verdicts()).toHaveLength(2)
    const comment = (body: string): Event => ({
      name: 'issue_comment',
      payload: {
        action: 'created',
        issue: { number: world.github.pull, pull_request: {} },
        comment: { body, user: { login: 'octo' } },
        repository: REPOSITORY,
      },
    })
    expect(await run(heading, comment('Thanks!'))).toEqual([])
    const [accepted] = await run(
      heading,
      comment('/cutover accept content/one:0 The price changes at launch.'),
    )
    expect(accepted).toMatchObject({ status: 0, commands: [] })
    const { object } = await world.github.ask('GET', `/repos/octo/shop/git/ref/heads/${world.github.branch}`)
    expect(object.sha).not.toBe(world.github.sha)
    expect(await verdicts(object.sha)).toMatchObject([{ conclusion: 'success' }])
  },
}

test('every workflow of the page is run here', () => {
  expect([...documented.keys()]).toEqual(Object.keys(CASES))
})

test.each(Object.entries(CASES))('%s', async (_, check) => {
  await check()
})
