/** What is expected of a verdict on a page with several changes at once, of suites that have nothing to do with each other. */
import { expect } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { find } from '../mutations/index.ts'
import type { Mutation } from '../mutations/page.ts'
import type { Judge } from '../verdicts.ts'

/** Perf is measured in verdicts.slow.test.ts alone; unmeasured it is inconclusive. */
export const failed = (card: Scorecard) =>
  card.suites.filter(suite => !suite.pass && suite.suite !== 'perf').map(suite => suite.suite)

export const introduced = (card: Scorecard) =>
  card.suites.flatMap(suite => suite.issues).filter(issue => issue.status === 'introduced')

/** Applies where all of them do. */
export const together = (mutations: readonly Mutation[]): Pick<Mutation, 'apply'> => ({
  apply: async edit => {
    for (const mutation of mutations) if ((await mutation.apply(edit)) === false) return false
    return true
  },
})

/** That each defect fails its suite and no other, and the first issue there says why. */
export async function expectDefects(judge: Judge, names: readonly string[]): Promise<void> {
  const made = names.map(find)
  const card = await judge.verdict(together(made))
  expect(card).not.toBeNull()
  expect(failed(card!).sort()).toEqual(made.map(({ suite }) => suite!).sort())
  for (const { suite, about } of made) {
    const [first] = card!.suites.find(one => one.suite === suite)!.issues
    expect(`${first!.key} ${first!.message}`).toMatch(about!)
  }
}
