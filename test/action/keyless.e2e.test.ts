/** Without a key: GitHub vouches for the workflow, and the server gives it one that soon expires. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allowRepository } from '../../server/accounts/repositories.ts'
import { createWorkflowTokens, type WorkflowTokens } from '../../server/accounts/workflow-tokens.ts'
import { type ForgingProvider, forgingProvider } from '../accounts/forging-provider.ts'
import { answer } from './cutover.ts'
import type { StepResult } from './run-action.ts'
import { scorecard } from './scorecards.ts'
import { openWorkflow, stepThrough, type Workflow } from './world.ts'

let issuer: ForgingProvider
/** Gives a job its tokens, as the runner's service does. */
let vouching: Server
let tokens: WorkflowTokens
let world: Workflow
let environment: Record<string, string>
let account: string
/** For whom tokens were asked, and the tokens. */
let asked: { audience: string; bearer: string }[] = []
let given: string[] = []
let repository = 'octo/shop'

beforeAll(async () => {
  issuer = await forgingProvider()
  vouching = createServer(async (request, response) => {
    const audience = new URL(request.url!, 'http://x').searchParams.get('audience')!
    asked.push({ audience, bearer: request.headers.authorization! })
    const now = Math.floor(Date.now() / 1000)
    const token = await issuer.sign({
      ...{ iss: issuer.issuer, aud: audience, iat: now, exp: now + 300, jti: `${Math.random()}` },
      ...{ repository, repository_id: '74' },
    })
    given.push(token)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value: token }))
  })
  const port = await listening(createServer()).then(async server => {
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    return port
  })
  await listening(vouching)
  tokens = createWorkflowTokens({ issuer: issuer.issuer, audience: `http://127.0.0.1:${port}` })
  world = await openWorkflow({ port, site: () => ({ tokens }) })
  account = world.cutover.api.queue.accountId
  await allowRepository(world.cutover.api.queue.pool, account, 'octo/shop')
  environment = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(vouching.address() as AddressInfo).port}/?api=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token',
  }
})
afterAll(async () => {
  await world.close()
  await tokens.close()
  await issuer.close()
  vouching.close()
})
beforeEach(async () => {
  ;[asked, given, repository] = [[], [], 'octo/shop']
  await world.github.newPull()
  world.cutover.script = () => scorecard()
})

function listening(server: Server): Promise<Server> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const step = (inputs: Record<string, string> = {}, more: object = {}) =>
  world.step({ 'api-key': '', account, ...inputs }, { environment, ...more })

const errorOf = ({ commands }: StepResult) => commands.find(({ name }) => name === 'error')?.text

test('a workflow of an allowed repository is verified without a key', async () => {
  const result = await step({ pages: 'Home: /\nPricing: /pricing' })
  expect(result).toMatchObject({ status: 0, outputs: { 'all-pass': 'true' } })
  expect(asked).toEqual([{ audience: world.cutover.url, bearer: 'Bearer runner-token' }])
  const { pool } = world.cutover.api.queue
  const { rows } = await pool.query(
    'SELECT j.account_id, k.name FROM jobs j JOIN api_keys k ON k.id = j.key_id',
  )
  expect(rows).toEqual([
    { account_id: account, name: 'octo/shop' },
    { account_id: account, name: 'octo/shop' },
  ])
  // The token, and the key that came for it, are masked before anything could print them.
  expect(result.masks).toContain(given[0])
  expect(result.masks.filter(mask => /^ctv_live_\w{38}$/.test(mask))).toHaveLength(1)
  const log = result.log.replace(/^::add-mask::.*$/gm, '')
  expect(log + result.summary).not.toMatch(/ctv_live_|eyJ/)
})

test('a key that expires in the middle is replaced by another', async () => {
  const { pool } = world.cutover.api.queue
  world.cutover.script = async () => {
    await pool.query('UPDATE api_keys SET expires_at = now() WHERE repository_id IS NOT NULL')
    await vi.waitUntil(() => given.length === 2, 30_000)
    return scorecard()
  }
  expect(await step()).toMatchObject({ status: 0, outputs: { 'all-pass': 'true' } })
  expect(given.length).toBe(2)
})

test('a server that is busy with the exchange is asked again, with another token', async () => {
  let exchanges = 0
  const result = await stepThrough(
    world,
    (request, response) => {
      if (!request.url!.endsWith('/token-exchange')) return false
      return ++exchanges === 1 ? answer(503, '{}')(request, response) : false
    },
    { 'api-key': '', account },
    { environment },
  )
  // The gateway is another address than the one that the server knows as its own.
  expect(result.status).toBe(1)
  expect(errorOf(result)).toMatch(/gives this workflow no key \(invalid_token\): .*not made for/)
  expect(new Set(given).size).toBe(2)
})

test('a repository that is not allowed is red, with what to do', async () => {
  repository = 'octo/other'
  const result = await step()
  expect(result.status).toBe(1)
  expect(errorOf(result)).toMatch(
    /gives this workflow no key \(repository_not_allowed\): Account \S+ does not allow octo\/other\. Allow it on the keys page/,
  )
})

test.each<[string, Record<string, string>, object, RegExp]>([
  [
    'without id-token: write',
    {},
    { environment: {} },
    /^account: GitHub gives this job no token; add "id-token: write"/,
  ],
  [
    'with an account that is none',
    { account: 'me@example.com' },
    {},
    /^account: "me@example\.com" is no account/,
  ],
])('%s it is red, with what to do', async (_, inputs, more, words) => {
  const result = await step(inputs, more)
  expect(result.status).toBe(1)
  expect(errorOf(result)).toMatch(words)
  expect(given).toEqual([])
})

test('a fork, to which GitHub gives no token, stands aside', async () => {
  const head = { sha: 'f'.repeat(40), ref: 'main', repo: { full_name: 'stranger/shop' } }
  const result = await step({}, { event: world.pullRequest({ head }), environment: {} })
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([{ name: 'notice', text: expect.stringMatching(/^Not verified\. .*fork/) }])
})

test('with a key, GitHub is not asked', async () => {
  const result = await step({ 'api-key': world.cutover.apiKey })
  expect(result.status).toBe(0)
  expect(asked).toEqual([])
})

test('a server without keys for workflows is red, with what to do', async () => {
  const old = await openWorkflow()
  const result = await old.step({ 'api-key': '', account }, { environment })
  await old.close()
  expect(result.status).toBe(1)
  expect(errorOf(result)).toMatch(/gives no keys to workflows: .* Hand one over as api-key\.$/)
})
