/** More servers that are none of ours, and a job that is another, than servers.e2e.test.ts has. */
import { test } from 'vitest'
import { type Break, expectNoPass, expectNoServer } from './polled-jobs.ts'
import { scorecard } from './scorecards.ts'
import { openWorld } from './world.ts'

openWorld(() => scorecard())

test.each<[string, number, string, Record<string, string>, RegExp]>([
  [
    'another API',
    404,
    '{"message":"no"}',
    { 'content-type': 'application/json' },
    /does not answer like a Cutover server \(404, application\/json\)/,
  ],
  [
    'JSON that is no answer',
    202,
    '{"ok":true}',
    { 'content-type': 'application/json' },
    /does not answer like a Cutover server/,
  ],
])('%s is no Cutover server', (_, ...answered) => expectNoServer(...answered))

test.each<[string, Break, RegExp]>([
  ['another id', job => Object.assign(job, { id: 'b'.repeat(27) }), /another job than was asked for/],
])('a job with %s never passes', (_, change, words) => expectNoPass(change, words))
