/** Where the type of a problem leads. */
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../server/api/problem-codes.ts'
import { FailureCode } from '../../server/contract.ts'
import { FAILURES, failureProblem } from '../../server/jobs/failure.ts'
import { api, browser, openSite } from './browser.ts'

openSite()

test.each(FailureCode.options)('a job that failed with %s leads to what it means', async code => {
  const { type, title } = failureProblem({ code, detail: 'x' })
  const { status, text } = await browser.get(type)
  expect(status).toBe(200)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(FAILURES[code].remedy.replaceAll("'", '&#39;').replaceAll('"', '&quot;'))
})

test.each(Object.keys(PROBLEMS))('a request refused with %s leads to what it means', async code => {
  const { status, text } = await browser.get(`/problems/${code}`)
  expect(status).toBe(200)
  expect(text).toContain(`<code>${code}</code>`)
})

test('a type stands below the path of the server’s address, as all codes do in one list', async () => {
  const refused = await api.ask('GET', '/api/v1/nowhere')
  expect(refused.json.type).toBe('/checks/problems/not_found')
  const { text } = await browser.get('/problems')
  const links = [...text.matchAll(/href="\/checks(\/problems\/\w+)"/g)].map(([, link]) => link!)
  expect(new Set(links).size).toBe(new Set([...FailureCode.options, ...Object.keys(PROBLEMS)]).size)
  for (const link of links) expect((await browser.get(link)).status).toBe(200)
  for (const path of ['/problems/nothing', '/problems/constructor'])
    expect((await browser.get(path)).status).toBe(404)
})
