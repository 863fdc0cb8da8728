/**
 * A real page with defects of the suites that verdicts.e2e.test.ts leaves out, and harmless rebuilds of it; measured by
 * Lighthouse, a page that takes it seconds.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from '../mutations/index.ts'
import { type Judge, judgeOf } from '../verdicts.ts'
import { expectDefects, failed, introduced, together } from './verdicts.ts'

const PAGE = dirname(createRequire(import.meta.url).resolve('startbootstrap-agency/dist/index.html'))
const DEFECTS = ['contrast of 1.8:1', 'paragraph lost', 'dead link in the navigation']

let judge: Judge
beforeAll(async () => {
  judge = await judgeOf(PAGE)
})
afterAll(() => judge?.close())

test(`${DEFECTS.join(', ')}: each fails its suite and no other, and its first issue says why`, () =>
  expectDefects(judge, DEFECTS))

test('classes hashed, pictures as WebP and texts split: nothing above minor is raised', async () => {
  const made = ['classes hashed', 'pictures as WebP at q80', 'text split over other elements'].map(find)
  const card = (await judge.verdict(together(made)))!
  expect(failed(card)).toEqual([])
  expect(introduced(card).filter(issue => issue.severity !== 'minor')).toEqual([])
})

test('more script fails perf alone, and its first issue says why', async ({ onTestFinished }) => {
  const sample = await judgeOf(join(import.meta.dirname, '../../sample/original'))
  onTestFinished(sample.close)
  const mutation = find('1.5 MB of script with a long task')
  const { suites } = (await sample.verdict(mutation, { lighthouse: true }))!
  expect(suites.filter(({ pass }) => !pass).map(({ suite }) => suite)).toEqual(['perf'])
  const [first] = suites.find(({ suite }) => suite === 'perf')!.issues
  expect(`${first!.key} ${first!.message}`).toMatch(mutation.about!)
})
