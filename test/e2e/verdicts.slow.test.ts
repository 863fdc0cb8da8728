/** Measured by Lighthouse, a page that takes it seconds. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from '../mutations/index.ts'
import { type Judge, judgeOf } from '../verdicts.ts'

let judge: Judge
beforeAll(async () => {
  judge = await judgeOf(join(import.meta.dirname, '../../sample/original'))
})
afterAll(() => judge?.close())

test('more script fails perf alone, and its first issue says why', async () => {
  const mutation = find('1.5 MB of script with a long task')
  const { suites } = (await judge.verdict(mutation, { lighthouse: true }))!
  expect(suites.filter(({ pass }) => !pass).map(({ suite }) => suite)).toEqual(['perf'])
  const [first] = suites.find(({ suite }) => suite === 'perf')!.issues
  expect(`${first!.key} ${first!.message}`).toMatch(mutation.about!)
})
