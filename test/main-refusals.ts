/** Starts of the server that end at once, each with a sentence. */
import { expect, onTestFinished } from 'vitest'
import { emptyDatabase } from './database.ts'
import { main } from './main-process.ts'
import { testBucket } from './storage/bucket.ts'

/** `env`: what is wrong with the settings of a bucket that is there. */
export async function expectStoreRefused(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const bucket = await testBucket()
  onTestFinished(() => bucket.close())
  const run = main(['--only', 'api'], {
    DATABASE_URL: await emptyDatabase(),
    HOME: '/nonexistent',
    ...bucket.environment,
    ...env,
  })
  expect(await run.ended).toBe(1)
  expect(run.err()).toMatch(/^Artifacts cannot be kept in s3:\/\/[^\n]*\.\n$/)
  expect(run.err()).toMatch(sentence)
}

export async function expectRefused(
  args: string[],
  env: Record<string, string>,
  sentence: RegExp,
): Promise<void> {
  const run = main(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env })
  expect(await run.ended).toBe(1)
  expect(run.err()).toMatch(sentence)
}

export async function expectUsage(word: string): Promise<void> {
  const run = main([word], { DATABASE_URL: 'postgres://localhost:1/nothing' })
  expect(await run.ended).toBe(0)
  expect(run.out()).toMatch(/^Usage: npm start -- \[--only api\|worker\]\n/)
  expect(run.err()).toBe('')
}
