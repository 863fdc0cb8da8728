/** More trouble with the server or with GitHub than cases-trouble.e2e.test.ts has. */
import { test } from 'vitest'
import { type Case, NOT_VERIFIED, PASSES, runCase, says, when } from './cases.ts'
import type { Script } from './cutover.ts'
import { openWorld } from './world.ts'

openWorld()

const html = { 'content-type': 'text/html' }
const FORBIDDEN = says(403, { message: 'Resource not accessible by integration' })
const failed = (code: 'new_unreachable' | 'cancelled' | 'timed_out' | 'password_required', detail: string) =>
  (() => ({ code, detail })) as Script

const SERVER: Record<string, Case> = {
  '500, once': {
    server: when(/^GET/, says(500, '{}'), 1),
    exit: 0,
    says: /answers 500; asking again in \d s/,
    comment: PASSES,
  },
  '500, always': {
    server: when(/^POST/, says(500, '{}')),
    inputs: { timeout: '3s' },
    exit: 1,
    says: /Not finished within the timeout of 3 s: .* answers 500/,
    comment: /Not finished within the timeout of `?3/,
  },
  'a page instead of an answer': {
    server: when(/./, says(200, '<h1>Welcome</h1>', html)),
    exit: 1,
    says: /does not answer like a Cutover server \(200, text\/html\); check server-url/,
    comment: NOT_VERIFIED,
  },
  'a page of a gateway instead of the job, once': {
    server: when(/^GET/, says(502, '<h1>Bad gateway</h1>', html), 1),
    exit: 0,
    says: /answers 502; asking again/,
    comment: PASSES,
  },
  'a redirect': {
    server: when(/./, says(301, '', { location: 'https://elsewhere.example.com/' })),
    exit: 1,
    says: /redirects to https:\/\/elsewhere\.example\.com\/; write the address that answers itself/,
    comment: NOT_VERIFIED,
  },
  'a key that it does not know': {
    inputs: { 'api-key': 'ctv_live_wrong' },
    exit: 1,
    says: /does not accept the key in api-key \(401\)/,
    comment: /does not accept the key in api-key/,
  },
  'a job that was cancelled': {
    script: failed('cancelled', 'The job was cancelled.'),
    exit: 1,
    says: /could not be verified\. The job was cancelled\. \(cancelled\)/,
    comment: NOT_VERIFIED,
  },
  'a job that took too long': {
    script: failed('timed_out', 'The scan did not end in time.'),
    exit: 1,
    says: /could not be verified\. The scan did not end in time\. \(timed_out\)/,
    comment: NOT_VERIFIED,
  },
  'a store that is locked': {
    script: failed('password_required', 'The store asks for its password; send it as storefront_password.'),
    exit: 1,
    says: /The store asks for its password/,
    comment: NOT_VERIFIED,
  },
  'an address that it may not visit': {
    inputs: { 'new-url': 'http://10.0.0.7/' },
    exit: 1,
    says: /The server refuses this submission \(target_forbidden\).*new-url/,
    comment: NOT_VERIFIED,
  },
}

const comments = /\/issues\/\d+\/comments/
const GITHUB: Record<string, Case> = {
  'no right to read statuses': {
    inputs: { 'new-url': '', 'preview-from': 'status: netlify' },
    github: when(/\/statuses/, FORBIDDEN),
    exit: 1,
    says: /may not read statuses \(403\): add "statuses: read" to the job's permissions/,
    comment: NOT_VERIFIED,
  },
  'no right to read checks': {
    inputs: { 'new-url': '', 'preview-from': 'check: Pages' },
    github: when(/\/check-runs/, FORBIDDEN),
    exit: 1,
    says: /may not read checks \(403\): add "checks: read" to the job's permissions/,
    comment: NOT_VERIFIED,
  },
  'a comment that it does not take': {
    github: when(/^POST .*\/comments/, says(422, { message: 'Validation Failed' })),
    exit: 0,
    says: /::notice::No comment: GitHub does not take it \(422\)/,
    comment: null,
  },
  'trouble all the time': {
    github: when(comments, says(503, '{"message":"no"}')),
    exit: 0,
    says: /::notice::No comment: GitHub does not take it \(503\)/,
    comment: null,
  },
}

test.each(Object.entries(SERVER))('the server: %s', (_, row) => runCase(row))
test.each(Object.entries(GITHUB))('GitHub: %s', (_, row) => runCase(row))
