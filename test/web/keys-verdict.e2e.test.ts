/** The keys page under the eyes of our own suites, as it stands: no original excuses it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { judge } from '../../server/scan/judge.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { capturePair } from '../capture-pair.ts'
import { openBrowser } from './browser.ts'
import { freePort } from './free-port.ts'

let api: TestApi
let home: string
let cookies: Map<string, string>

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  const tokens = { verify: () => Promise.reject(new Error('not asked for')), close: async () => {} }
  api = await testApi({ port, site: () => ({ publicUrl: home, tokens }) })
  const session = await openSession(api.queue.pool, await accountFor(api.queue.pool, 'ann@example.com'))
  const ann = openBrowser(api, new Map([['cutover-session', session]]))
  for (const name of ['CI', 'An agency with a name of many words, and a longwordthatgoesonandonwithoutany'])
    await ann.post('/keys', { token: await ann.formToken(), name, expires: '30' })
  cookies = ann.cookies
})
afterAll(() => api?.close())

test('the keys page passes responsive and a11y', async () => {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const both = { original_headers: headers, new_headers: headers }
  const pair = await capturePair(`${home}/keys`, `${home}/keys`, [], both)
  expect(JSON.stringify(pair.rebuilt.artifacts.document)).toContain('longwordthatgoeson')
  const { suites } = judge(pair, { policy: 'absolute' })
  const [responsive, a11y] = ['responsive', 'a11y'].map(name => suites.find(({ suite }) => suite === name)!)
  for (const one of [responsive!, a11y!]) {
    expect(one.issues.filter(({ severity }) => severity !== 'minor')).toEqual([])
    expect(one).toMatchObject({ pass: true, inconclusive: false })
    expect(one.absolute).toBeGreaterThanOrEqual(98)
  }
})
