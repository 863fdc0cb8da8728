import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { authenticate, createKey } from '../../server/accounts/keys.ts'
import { keysOf } from '../../server/accounts/own-keys.ts'
import { allowRepository, removeRepository, repositoriesOf } from '../../server/accounts/repositories.ts'
import { createWorkflowTokens } from '../../server/accounts/workflow-tokens.ts'
import { ExchangedKey, Problem } from '../../server/contract.ts'
import { type Forgery, type ForgingProvider, forgingProvider } from '../accounts/forging-provider.ts'
import { type TestApi, testApi } from './test-api.ts'

const AUDIENCE = 'https://cutover.example.com'
let github: ForgingProvider
let api: TestApi
let account: string
let closeTokens: () => Promise<void>

beforeAll(async () => {
  github = await forgingProvider()
  api = await testApi({
    site: () => {
      const tokens = createWorkflowTokens({ issuer: github.issuer, audience: AUDIENCE })
      closeTokens = tokens.close
      return { publicUrl: AUDIENCE, tokens }
    },
  })
  account = await accountFor(api.queue.pool, 'ann@example.com')
})
afterAll(async () => {
  await closeTokens()
  await api.close()
  await github.close()
})
beforeEach(async () => {
  await api.queue.pool.query('DELETE FROM repositories')
  await allowRepository(api.queue.pool, account, 'octo/shop')
})

let tokens = 0
function token(forgery?: Forgery): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const right: JWTPayload = {
    ...{
      iss: github.issuer,
      aud: AUDIENCE,
      iat: now,
      nbf: now - 5,
      exp: now + 300,
      jti: `token-${++tokens}`,
    },
    ...{
      sub: 'repo:octo/shop:pull_request',
      repository: 'octo/shop',
      repository_id: '74',
      ref: 'refs/pull/1/merge',
    },
  }
  return github.sign(right, forgery)
}

const exchange = (body: unknown) => api.ask('POST', '/api/v1/token-exchange', { body })
const valid = (key: string) => authenticate(api.queue.pool, `Bearer ${key}`)

test('a workflow of an allowed repository gets a key of the account for an hour', async () => {
  const { status, json, headers } = await exchange({ token: await token(), account: account.toUpperCase() })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  const { api_key, expires_at } = ExchangedKey.strict().parse(json)
  expect(await valid(api_key)).toMatchObject({ accountId: account })
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(55)
  expect(minutes).toBeLessThan(61)

  const body = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
  expect((await api.ask('POST', '/api/v1/scorecard', { key: api_key, body })).status).toBe(202)
  expect(await repositoriesOf(api.queue.pool, account)).toMatchObject([
    { name: 'octo/shop', githubId: '74', jobs: 1, lastUsedAt: expect.any(Date) },
  ])
  expect(await keysOf(api.queue.pool, account)).toEqual([])
})

test('with a workflow’s key only jobs of its own repository are listed, cancelled and deleted', async () => {
  const { json } = await exchange({ token: await token(), account })
  const workflow = ExchangedKey.parse(json).api_key
  const owner = (await createKey(api.queue.pool, 'ann@example.com')).key
  const body = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
  const submit = async (key: string) => {
    const answer = await api.ask('POST', '/api/v1/scorecard', { key, body })
    return (answer.json as { job_id: string }).job_id
  }
  const [own, others] = [await submit(workflow), await submit(owner)]
  const listed = async (key: string) => {
    const answer = await api.ask('GET', '/api/v1/jobs', { key })
    return (answer.json as { jobs: { id: string }[] }).jobs.map(({ id }) => id)
  }
  expect(await listed(workflow)).toEqual([own])
  expect(await listed(owner)).toEqual(expect.arrayContaining([own, others]))
  const status = async (method: string, path: string) =>
    (await api.ask(method, `/api/v1/jobs/${path}`, { key: workflow })).status
  expect(await status('POST', `${others}/cancel`)).toBe(404)
  expect(await status('DELETE', others)).toBe(404)
  expect(await listed(owner)).toContain(others)
  expect(await status('POST', `${own}/cancel`)).toBe(200)
  expect(await status('DELETE', own)).toBe(204)
})

test.each<[string, Forgery]>([
  ['another audience', { claims: { aud: 'https://another.example.com' } }],
  ['GitHub’s own audience', { claims: { aud: 'https://github.com/octo' } }],
  ['another issuer', { claims: { iss: 'https://token.actions.githubusercontent.com.evil.example' } }],
  ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
  ['a token of the future', { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
  ['an old token with a long life', { claims: { iat: Math.floor(Date.now() / 1000) - 3600 } }],
  ['no expiry', { without: ['exp'] }],
  ['no time', { without: ['iat'] }],
  ['no id', { without: ['jti'] }],
  ['no repository', { without: ['repository'] }],
  ['no repository id', { without: ['repository_id'] }],
  ['a repository that is no text', { claims: { repository: ['octo/shop'] } }],
  ['alg none', { alg: 'none' }],
  ['a signature by a shared secret', { alg: 'HS256' }],
  ['a signature by another key', { alg: 'other key' }],
])('%s is refused', async (_, forgery) => {
  const { status, json } = await exchange({ token: await token(forgery), account })
  expect(status).toBe(401)
  expect(Problem.strict().parse(json).code).toBe('invalid_token')
  expect((await api.queue.pool.query('SELECT FROM api_keys WHERE repository_id IS NOT NULL')).rowCount).toBe(
    0,
  )
})

test('a token is good for one key', async () => {
  const once = await token()
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange({ token: once, account })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  expect(answers.find(({ status }) => status === 401)!.json.code).toBe('token_used')
})

test('a repository that the account does not allow gets nothing, as with an account that is not there', async () => {
  const foreign = await token({ claims: { repository: 'octo/other' } })
  const stranger = await accountFor(api.queue.pool, 'ben@example.com')
  for (const body of [
    { token: foreign, account },
    { token: await token(), account: stranger },
    { token: await token(), account: '00000000-0000-4000-8000-000000000000' },
  ]) {
    const { status, json } = await exchange(body)
    expect(status).toBe(403)
    expect(json.code).toBe('repository_not_allowed')
  }
})

test('a repository that took over the name of an allowed one gets nothing', async () => {
  expect((await exchange({ token: await token(), account })).status).toBe(200)
  const other = await exchange({ token: await token({ claims: { repository_id: '75' } }), account })
  expect(other.status).toBe(403)
  expect(other.json.code).toBe('repository_changed')
  const renamed = await exchange({ token: await token({ claims: { repository: 'octo/renamed' } }), account })
  expect(renamed.json.code).toBe('repository_not_allowed')
  const spelt = await exchange({ token: await token({ claims: { repository: 'Octo/Shop' } }), account })
  expect(spelt.status).toBe(200)
})

test('keys of a repository that is removed open nothing at once', async () => {
  const { json } = await exchange({ token: await token(), account })
  const [repository] = await repositoriesOf(api.queue.pool, account)
  const stranger = await accountFor(api.queue.pool, 'ben@example.com')
  expect(await removeRepository(api.queue.pool, stranger, repository!.id)).toBe(false)
  expect(await valid(json.api_key)).not.toBeNull()
  expect(await removeRepository(api.queue.pool, account, repository!.id)).toBe(true)
  expect(await valid(json.api_key)).toBeNull()
})

test.each([
  [{}, ['/token', '/account']],
  [{ token: 'x', account: 'ann@example.com' }, ['/account']],
  [{ token: '', account: '00000000-0000-4000-8000-000000000000' }, ['/token']],
  [{ token: 'x', account: '00000000-0000-4000-8000-000000000000', more: 1 }, ['/more']],
])('%j is not understood', async (body, pointers) => {
  const { status, json } = await exchange(body)
  expect(status).toBe(422)
  expect(Problem.parse(json).errors!.map(({ pointer }) => pointer)).toEqual(pointers)
})

test.each(['x', 'a.b.c', 'e30.e30.', `${'a'.repeat(9000)}.b.c`])('%j is no token', async text => {
  expect((await exchange({ token: text, account })).status).toBe(401)
})

test('an issuer that cannot be reached is told', async () => {
  const gone = await forgingProvider()
  const unreachable = createWorkflowTokens({ issuer: gone.issuer, audience: AUDIENCE })
  const server = await testApi({ site: () => ({ tokens: unreachable }) })
  await gone.close()
  const body = { token: await token(), account }
  const answer = await server.ask('POST', '/api/v1/token-exchange', { body })
  expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  expect(answer.headers['retry-after']).toBe('10')
  await server.close()
  await unreachable.close()
})

test('a server that does not know its address gives none', async () => {
  const server = await testApi()
  const answer = await server.ask('POST', '/api/v1/token-exchange', { body: {} })
  expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } })
  await server.close()
})
