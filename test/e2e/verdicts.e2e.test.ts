/**
 * A real page against itself, with a defect of each suite, and harmless rebuilds of itself. All defects on many pages
 * are the verdict benchmark's.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { defects } from '../mutations/defects/index.ts'
import { harmless } from '../mutations/harmless/index.ts'
import { type Judge, judgeOf } from '../verdicts.ts'

const PAGE = dirname(createRequire(import.meta.url).resolve('startbootstrap-agency/dist/index.html'))

let judge: Judge
beforeAll(async () => {
  judge = await judgeOf(PAGE)
})
afterAll(() => judge?.close())

/** Perf is measured only where it is the one that must fail; unmeasured it is inconclusive. */
const failed = (card: Scorecard, withPerf = false) =>
  card.suites.filter(suite => !suite.pass && (withPerf || suite.suite !== 'perf')).map(suite => suite.suite)
const introduced = (card: Scorecard) =>
  card.suites.flatMap(suite => suite.issues).filter(issue => issue.status === 'introduced')

test('against itself it scores 100 in every suite, each time the same', { timeout: 240_000 }, async () => {
  const card = (await judge.verdict(null))!
  const seen = (of: Scorecard) => of.suites.filter(suite => suite.suite !== 'perf')
  expect(seen(card).map(suite => [suite.suite, suite.score])).toEqual(
    seen(card).map(suite => [suite.suite, 100]),
  )
  expect(introduced(card)).toEqual([])
  const again = (await judge.verdict(null))!
  expect(JSON.stringify(seen(again))).toBe(JSON.stringify(seen(card)))
})

describe('measured by Lighthouse, a page that takes it seconds', () => {
  let light: Judge
  beforeAll(async () => {
    light = await judgeOf(join(import.meta.dirname, '../../sample/original'))
  })
  afterAll(() => light?.close())

  test('against itself it scores 100 in perf too', { timeout: 240_000 }, async () => {
    const card = (await light.verdict(null, { lighthouse: true }))!
    expect(card.suites.map(suite => [suite.suite, suite.score])).toEqual(
      card.suites.map(suite => [suite.suite, 100]),
    )
    expect(card.allPass).toBe(true)
  })

  test('more script fails perf alone, and its first issue says why', { timeout: 240_000 }, async () => {
    const mutation = defects.find(({ name }) => name === '1.5 MB of script with a long task')!
    const card = (await light.verdict(mutation, { lighthouse: true }))!
    expect(failed(card, true)).toEqual(['perf'])
    const [first] = card.suites.find(({ suite }) => suite === 'perf')!.issues
    expect(`${first!.key} ${first!.message}`).toMatch(mutation.about!)
  })
})

const DEFECTS = [
  'navigation hidden on mobile with no toggle',
  'meta noindex',
  'paragraph lost',
  'contrast of 2.5:1',
  'field removed',
  'picture 404',
]

describe.each(defects.filter(({ name }) => DEFECTS.includes(name)))('defect: $name', mutation => {
  test(`fails ${mutation.suite} alone, and its first issue says why`, { timeout: 240_000 }, async () => {
    const card = await judge.verdict(mutation)
    expect(card).not.toBeNull()
    expect(failed(card!)).toEqual([mutation.suite])
    const [first] = card!.suites.find(suite => suite.suite === mutation.suite)!.issues
    expect(`${first!.key} ${first!.message}`).toMatch(mutation.about!)
  })
})

test('the list of defects names what there is', () => {
  const names = defects.map(({ name }) => name)
  expect(DEFECTS.filter(name => !names.includes(name))).toEqual([])
})

const SILENT = ['classes hashed', 'pictures as WebP at q80', 'text split over other elements']

test.each(harmless.filter(({ name }) => SILENT.includes(name)))('harmless: $name', async mutation => {
  const card = (await judge.verdict(mutation))!
  expect(failed(card)).toEqual([])
  expect(introduced(card).filter(issue => issue.severity !== 'minor')).toEqual([])
})
