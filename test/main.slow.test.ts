/** More settings with which the server does not start, or warns, than main.e2e.test.ts has. */
import { expect, test } from 'vitest'
import { emptyDatabase } from './database.ts'
import { main, port } from './main-process.ts'
import { expectRefused, expectStoreRefused, expectUsage } from './main-refusals.ts'

test('-h tells how to call it, and starts nothing', () => expectUsage('-h'))

test('a server over http says that nobody can sign in there', async () => {
  const run = main(['--only', 'api'], {
    DATABASE_URL: await emptyDatabase(),
    PUBLIC_URL: 'http://cutover.example.com',
    // What opens no page needs no walls.
    CHROME_PATH: '/bin/false',
    CUTOVER_UNSAFE_NO_SANDBOX: '',
  })
  await port(run)
  const warnings = run
    .out()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ level }) => level === 40)
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'PUBLIC_URL is "http://cutover.example.com": over http everybody on the way can read keys and results, and nobody can sign in. It should be https.',
  ])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no such bucket', { CUTOVER_STORAGE: 's3://missing/here' }, /: there is no such bucket; make it/],
  ['no key', { AWS_ACCESS_KEY_ID: '' }, /: no credentials were found; set AWS_ACCESS_KEY_ID/],
  ['nobody there', { CUTOVER_S3_ENDPOINT: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 does not answer/],
])('a store with %s is one sentence', (_, env, sentence) => expectStoreRefused(env, sentence))

test.each<[string[], Record<string, string>, RegExp]>([
  [['--only', 'web'], {}, /^--only is "web"; it must be api or worker\.\n$/],
  [[], { PORT: 'http' }, /^PORT is "http"; it must be a whole number from 0 to 65535\.\n$/],
])('%j with %j is refused with a sentence', expectRefused)
