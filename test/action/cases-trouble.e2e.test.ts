/** Trouble with the server or with GitHub that a step meets: of each kind one; the others: cases-trouble.slow.test.ts. */
import { test } from 'vitest'
import { type Case, deployed, event, head, json, NOT_VERIFIED, PASSES, runCase, says, when } from './cases.ts'
import type { Meddle, Script } from './cutover.ts'
import { REPOSITORY } from './github.ts'
import { scorecard, suite } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld()

const html = { 'content-type': 'text/html' }
const FORBIDDEN = says(403, { message: 'Resource not accessible by integration' })
const broken: Meddle = (_, response) => Boolean(response.destroy())
const failed = (code: 'new_unreachable' | 'cancelled' | 'timed_out' | 'password_required', detail: string) =>
  (() => ({ code, detail })) as Script
const unclear = () => scorecard([{ ...suite('seo', 0), inconclusive: true, pass: false }])

const SERVER: Record<string, Case> = {
  '429, once': {
    server: when(/^POST/, says(429, '', { 'retry-after': '1' }), 1),
    exit: 0,
    says: /answers 429; asking again in \d s/,
    comment: PASSES,
  },
  '429, for an hour': {
    server: when(/^POST/, says(429, '', { 'retry-after': '3600' })),
    exit: 1,
    says: /Not finished within the timeout of 15 min: .* answers 429, and wants to be asked again in 3600 s only/,
    comment: NOT_VERIFIED,
  },
  'no answer': {
    server: when(/./, () => true),
    inputs: { timeout: '3s' },
    exit: 1,
    says: /Not finished within the timeout of 3 s: no answer from the server/,
    comment: NOT_VERIFIED,
  },
  'nobody who listens': {
    inputs: { 'server-url': 'http://127.0.0.1:9', timeout: '3s' },
    exit: 1,
    says: /Not finished within the timeout of 3 s: no answer from http:\/\/127\.0\.0\.1:9: ECONNREFUSED/,
    comment: NOT_VERIFIED,
  },
  'a job that it does not know any more': {
    server: when(/^GET/, says(404, { code: 'not_found', detail: 'There is no such job.' })),
    exit: 1,
    says: /does not know job \w+ any more/,
    comment: NOT_VERIFIED,
  },
  'a new page that cannot be reached': {
    script: failed('new_unreachable', 'The new site does not answer.'),
    inputs: { 'fail-on': 'never' },
    exit: 1,
    says: /could not be verified\. The new site does not answer\. \(new_unreachable\)/,
    comment: /The new site does not answer\./,
  },
  inconclusive: {
    script: unclear,
    exit: 1,
    says: /seo could not be judged \(on-inconclusive: fail\)/,
    comment: /### ❔ Inconclusive: the new page could not be judged in full\n[\s\S]*`on-inconclusive: pass`/,
  },
  'inconclusive, which passes': {
    script: unclear,
    inputs: { 'on-inconclusive': 'pass' },
    exit: 0,
    says: /seo – \(target 80\) could not be judged/,
    comment: /### ❔ Inconclusive/,
  },
}

const comments = /\/issues\/\d+\/comments/
const GITHUB: Record<string, Case> = {
  'no right to read deployments': {
    inputs: { 'new-url': '' },
    github: when(/\/deployments/, FORBIDDEN),
    exit: 1,
    says: /may not read deployments \(403\): add "deployments: read" to the job's permissions/,
    comment: NOT_VERIFIED,
  },
  'no right to read pull requests, whose number is wanted': {
    event: event('push', () => ({})),
    sha: head,
    inputs: { 'new-url': 'https://pr-{number}.example.com/' },
    github: when(/\/pulls/, FORBIDDEN),
    exit: 1,
    says: /GitHub does not tell of pull requests \(403\): add "pull-requests: write"/,
    comment: null,
  },
  'no right to read pull requests, of which one may be a fork’s': {
    event: deployed('success'),
    inputs: { 'new-url': '', 'new-headers': 'X-Bypass: hush-hush' },
    github: when(/\/pulls/, FORBIDDEN),
    exit: 1,
    says: /Nobody can tell whether the preview is of a fork.*\(403\)\. Add "pull-requests: write"/,
    comment: null,
  },
  'no right to read comments': {
    github: when(comments, FORBIDDEN),
    exit: 0,
    says: /::notice::No comment: .*\(403\)\. Add "pull-requests: write" to the job's permissions/,
    comment: null,
  },
  'no right to write comments, or a conversation that is locked': {
    github: when(/^POST .*\/comments/, FORBIDDEN),
    exit: 0,
    says: /::notice::No comment: .*a locked conversation takes none/,
    comment: null,
  },
  'a token that has expired': {
    token: async () => 'ghs_expired',
    exit: 0,
    says: /::notice::No comment: the token may not write one \(401\)/,
    comment: null,
  },
  'a comment that is deleted meanwhile': {
    before: () => world.step({}, { runId: 1 }),
    github: () => {
      let gone: Promise<unknown> | undefined
      return (request, response) => {
        if (request.method !== 'PATCH' || gone) return false
        gone = world.github.ask('DELETE', request.url!)
        void gone.then(() => response.writeHead(404, json).end('{"message":"Not Found"}'))
        return true
      }
    },
    exit: 0,
    says: /comment on pull request \d+ /,
    comment: PASSES,
  },
  'a comment with our marker by a stranger': {
    before: () =>
      world.github.ask('POST', `/repos/${REPOSITORY}/issues/${world.github.pull}/comments`, {
        body: '<!-- cutover default -->\nNever mind.',
      }),
    exit: 0,
    says: /comment on pull request \d+ /,
    comment: /^<!-- cutover default -->\nNever mind\.\n-{4}\n<!-- cutover default -->[\s\S]*### ✅/,
  },
  'trouble for a moment': {
    github: when(/^GET .*\/comments/, says(502, '<h1>Unicorn!</h1>', html), 1),
    exit: 0,
    says: /the comment could not be written for now \(502\)/,
    comment: PASSES,
  },
  'broken connections': {
    github: when(comments, broken),
    exit: 0,
    says: /::notice::No comment: GitHub does not take it/,
    comment: null,
  },
  'a limit of requests': {
    github: when(comments, says(429, { message: 'slow down' }, { ...json, 'retry-after': '600' })),
    exit: 0,
    says: /::notice::No comment: GitHub takes no more requests of this token for now \(429\)/,
    comment: null,
  },
  'comments that nobody wants': {
    inputs: { comment: 'off' },
    exit: 0,
    says: /✅ The new page/,
    comment: null,
  },
}

test.each(Object.entries(SERVER))('the server: %s', (_, row) => runCase(row))
test.each(Object.entries(GITHUB))('GitHub: %s', (_, row) => runCase(row))
