import Router from '@koa/router'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../server/api/context.ts'
import { openapi } from '../../server/api/openapi/index.ts'
import { ROUTES } from '../../server/app.ts'
import { LIMITS } from '../../server/contract.ts'
import { PAGES } from '../../server/web/pages/index.ts'
import { misfits } from './fits.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const routesOf = (routes: ((router: Router, api: Api) => void)[]) => {
  const router = new Router()
  const stub = {
    queue: api.queue,
    trustProxy: [],
    site: { publicUrl: 'http://localhost:3000' },
  } as unknown as Api
  for (const route of routes) route(router, stub)
  return router.stack.flatMap(({ methods, path }) =>
    methods.filter(method => method !== 'HEAD').map(method => `${method} ${path}`),
  )
}

test('the description has every route of the interface, and no other', () => {
  const pages: unknown[] = PAGES
  const routes = routesOf(ROUTES.filter(route => !pages.includes(route)))
  const { paths } = openapi({ publicUrl: 'http://localhost:3000', pollRequiresKey: false })
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.sort()).toEqual(routes.sort())
  for (const page of routesOf(PAGES)) expect(page).not.toMatch(/ \/api\//)
})

test('the description is served, and is sound', async () => {
  const { status, headers, text, json } = await api.ask('GET', '/api/v1/openapi.json')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(json.openapi).toBe('3.1.0')
  expect(json.servers).toEqual([{ url: 'http://localhost:3000' }])
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The server of a test is on this machine, and its health is told to everybody.
    rules: { 'no-server-example.com': 'off', 'operation-4xx-response': 'off' },
  })
  const found = await lintFromString({ source: text, config })
  expect(
    found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})

test('what clients send is described with its limits, what they get may grow', () => {
  const { schemas } = openapi({ publicUrl: 'http://x', pollRequiresKey: true }).components
  expect(schemas.Submission).toMatchObject({
    required: ['original_url', 'new_url'],
    additionalProperties: false,
    properties: {
      new_url: { maxLength: LIMITS.url },
      page_name: { maxLength: LIMITS.pageName },
      policy: { default: 'regressions' },
    },
  })
  const { AcceptedKey: _, Submission: __, TokenExchange: ___, ...answered } = schemas
  expect(JSON.stringify(answered)).not.toContain('"additionalProperties":false')
  expect(JSON.stringify(schemas)).not.toContain('$id')
})

test('an answer that is not as described is noticed', async () => {
  const headers = { 'content-type': 'application/json' }
  const accepted = { job_id: 'x', status: 'queued', poll: '/x' }
  const held = (status: number, body: unknown, more = {}) =>
    misfits('POST', '/api/v1/scorecard', {
      status,
      text: JSON.stringify(body),
      headers: { ...headers, ...more },
    })
  const location = { location: '/api/v1/jobs/x' }
  expect(held(202, accepted, location)).toEqual([])
  expect(held(202, accepted)).toEqual(['the header Location is missing'])
  expect(held(202, { ...accepted, secret: 1 }, location)[0]).toContain('must NOT have additional properties')
  expect(held(202, { job_id: 'x', status: 'queued' }, location)[0]).toContain('poll')
  expect(held(202, accepted, { ...location, 'content-type': 'text/html' })).toEqual([
    'the type text/html is not described',
  ])
  expect(held(200, accepted, location)).toEqual(['200 is not described'])
  expect(misfits('DELETE', '/api/v1/jobs/x', { status: 204, text: 'x', headers: {} })).toEqual([
    'a body where none is described',
  ])
  expect(misfits('GET', '/api/v9', { status: 200, text: '', headers: {} })).toHaveLength(1)
})
