/**
 * A real page against itself, and with defects of three suites. Harmless rebuilds of it are tried by verdicts.slow.test.ts,
 * all defects on many pages by the verdict benchmark.
 */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Judge, judgeOf } from '../verdicts.ts'
import { expectDefects, introduced } from './verdicts.ts'

const PAGE = dirname(createRequire(import.meta.url).resolve('startbootstrap-agency/dist/index.html'))

let judge: Judge
beforeAll(async () => {
  judge = await judgeOf(PAGE)
})
afterAll(() => judge?.close())

test('against itself it scores 100 in every suite', async () => {
  const card = (await judge.verdict(null))!
  const seen = card.suites.filter(({ suite }) => suite !== 'perf')
  expect(seen.map(({ suite, score }) => [suite, score])).toEqual(seen.map(({ suite }) => [suite, 100]))
  expect(introduced(card)).toEqual([])
})

/** Of the three other suites: verdicts.slow.test.ts, and the sample pair of the command line has mistakes of them. */
const DEFECTS = ['navigation hidden on mobile with no toggle', 'meta noindex', 'picture 404']

test(`${DEFECTS.join(', ')}: each fails its suite and no other, and its first issue says why`, () =>
  expectDefects(judge, DEFECTS))
