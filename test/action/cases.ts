/** What can happen to a step, as rows of tables: how it comes about, how it ends and what is said of it. */
import { expect } from 'vitest'
import { answer, gateway, type Meddle, type Script } from './cutover.ts'
import type { Step } from './run-action.ts'
import { scorecard } from './scorecards.ts'
import { stepThrough, world } from './world.ts'

export interface Case {
  /** The pull request's, unless told. */
  event?: () => NonNullable<Step['event']>
  sha?: () => string
  inputs?: Record<string, string>
  token?: () => Promise<string>
  environment?: Record<string, string>
  script?: Script
  /** In the way to the server, and to GitHub; a new one for each run of the row. */
  server?: () => Meddle
  github?: () => Meddle
  before?: () => Promise<unknown>
  exit: 0 | 1
  /** In the log. */
  says: RegExp
  /** Of the comment; null where there is none. */
  comment: RegExp | null
}

export const PREVIEW = 'https://pr-7.preview.example.net/'
export const PASSES = /### ✅ The new page may replace the original\n/
export const NOT_VERIFIED = /### ⚠️ Not verified/
export const json = { 'content-type': 'application/json' }
export const event = (name: string, payload: () => object) => () => ({ name, payload: payload() })
export const head = () => world.github.sha
export const deployed = (state: string, environment_url = PREVIEW, environment = 'Preview') =>
  event('deployment_status', () => ({
    deployment_status: { state, environment_url, environment },
    deployment: { sha: head(), environment, ref: 'rebuild' },
  }))

/** Answers `response` where the request is as `wanted`, the first `times`. */
export const when =
  (wanted: RegExp, response: Meddle, times = Infinity) =>
  (): Meddle => {
    let seen = 0
    return (request, outgoing) =>
      wanted.test(`${request.method} ${request.url}`) && ++seen <= times ? response(request, outgoing) : false
  }
export const says = (status: number, body: object | string, headers: Record<string, string> = json) =>
  answer(status, typeof body === 'string' ? body : JSON.stringify(body), headers)

export async function runCase({
  event,
  sha,
  inputs,
  token,
  environment,
  server,
  github,
  exit,
  ...row
}: Case): Promise<void> {
  world.cutover.script = row.script ?? (() => scorecard())
  await row.before?.()
  const given = { ...inputs, ...(token && { 'github-token': await token() }) }
  const more = {
    ...(event && { event: event() }),
    ...(sha && { sha: sha() }),
    ...(environment && { environment }),
  }
  const between = github ? await gateway(world.github.url, github()) : null
  const options = { ...more, ...(between && { github: between.url }) }
  const result = server
    ? await stepThrough(world, server(), given, options)
    : await world.step(given, options)
  await between?.close()
  const bodies = (await world.github.comments()).map(({ body }) => body)
  expect(result.log).toMatch(row.says)
  expect(result.status).toBe(exit)
  if (row.comment) expect(bodies.join('\n----\n')).toMatch(row.comment)
  else expect(bodies).toEqual([])
  // Whatever happens, it is told in words, in one place in red at most, and nothing stays "under way".
  const told = result.log.split('\n').filter(line => !line.startsWith('::add-mask::'))
  expect(told.join('\n')).not.toMatch(/\n\s+at |Unforeseen|hush/)
  expect(result.commands.filter(({ name }) => name === 'error')).toHaveLength(exit)
  expect(result.summary).toMatch(/^## /)
  expect(bodies.join()).not.toContain('⏳')
}
