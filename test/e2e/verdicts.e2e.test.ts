/**
 * A real page against itself, with a defect of each suite but perf, and harmless rebuilds of itself. All defects on many pages
 * are the verdict benchmark's.
 */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { find } from '../mutations/index.ts'
import type { Mutation } from '../mutations/page.ts'
import { type Judge, judgeOf } from '../verdicts.ts'

const PAGE = dirname(createRequire(import.meta.url).resolve('startbootstrap-agency/dist/index.html'))

let judge: Judge
beforeAll(async () => {
  judge = await judgeOf(PAGE)
})
afterAll(() => judge?.close())

/** Perf is measured in verdicts.slow.test.ts alone; unmeasured it is inconclusive. */
const failed = (card: Scorecard) =>
  card.suites.filter(suite => !suite.pass && suite.suite !== 'perf').map(suite => suite.suite)
const introduced = (card: Scorecard) =>
  card.suites.flatMap(suite => suite.issues).filter(issue => issue.status === 'introduced')

test('against itself it scores 100 in every suite', async () => {
  const card = (await judge.verdict(null))!
  const seen = card.suites.filter(({ suite }) => suite !== 'perf')
  expect(seen.map(({ suite, score }) => [suite, score])).toEqual(seen.map(({ suite }) => [suite, 100]))
  expect(introduced(card)).toEqual([])
})

/** Three at a time, of suites that have nothing to do with each other. */
const DEFECTS = [
  ['navigation hidden on mobile with no toggle', 'meta noindex', 'field removed'],
  ['contrast of 2.5:1', 'paragraph lost', 'picture 404'],
]

test.each(DEFECTS)(
  '%s, %s and %s: each fails its suite and no other, and its first issue says why',
  {
    timeout: 240_000,
  },
  async (...names) => {
    const made = names.map(find)
    const card = await judge.verdict(together(made))
    expect(card).not.toBeNull()
    expect(failed(card!).sort()).toEqual(made.map(({ suite }) => suite!).sort())
    for (const { suite, about } of made) {
      const [first] = card!.suites.find(one => one.suite === suite)!.issues
      expect(`${first!.key} ${first!.message}`).toMatch(about!)
    }
  },
)

test('classes hashed, pictures as WebP and texts split: nothing above minor is raised', async () => {
  const made = ['classes hashed', 'pictures as WebP at q80', 'text split over other elements'].map(find)
  const card = (await judge.verdict(together(made)))!
  expect(failed(card)).toEqual([])
  expect(introduced(card).filter(issue => issue.severity !== 'minor')).toEqual([])
})

/** Applies where all of them do. */
const together = (mutations: readonly Mutation[]): Pick<Mutation, 'apply'> => ({
  apply: async edit => {
    for (const mutation of mutations) if ((await mutation.apply(edit)) === false) return false
    return true
  },
})
