/**
 * Each folder of test/fixtures/checks/<suite>/<check>/ has pages that pass, fail and are not applicable: artifacts of both
 * sides, what is not given being valid and empty. `finds` of fail.json lists the rules that have to be broken.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSuites } from '../../server/suites/core/run.ts'
import { suites } from '../../server/suites/index.ts'
import { makeCapture } from './captures.ts'

interface Fixture {
  original: Parameters<typeof makeCapture>[1]
  rebuilt: Parameters<typeof makeCapture>[1]
  finds?: string[]
}

const FOLDER = join(import.meta.dirname, '../fixtures/checks')
const checks = readdirSync(FOLDER).flatMap(suite =>
  readdirSync(join(FOLDER, suite)).map(check => `${suite}/${check}`),
)

describe.each(checks)('%s', id => {
  const read = (kind: string): Fixture | null => {
    const file = join(FOLDER, id, `${kind}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  }
  const judge = ({ original, rebuilt }: Fixture) => {
    const suite = suites.find(({ name }) => name === id.split('/')[0])!
    const [judged] = runSuites([suite], makeCapture('original', original), makeCapture('rebuilt', rebuilt))
    const check = judged!.checks.find(one => one.id === id)
    if (!check) throw new Error(`no check is called ${id}`)
    return check.pair
  }
  const rulesIn = (judged: ReturnType<typeof judge>) =>
    judged.outcome === 'assessed' ? [...new Set(judged.findings.map(({ rule }) => rule!))].sort() : judged

  test('passes', () => {
    expect(rulesIn(judge(read('pass')!))).toEqual([])
  })
  test('fails', () => {
    const { finds, ...fixture } = read('fail')!
    expect(finds?.length).toBeGreaterThan(0)
    expect(rulesIn(judge(fixture))).toEqual(finds!.map(rule => `${id}/${rule}`).sort())
  })
  // Some checks have something to say of each page.
  const without = read('not-applicable')
  if (without)
    test('is not applicable', () => {
      expect(judge(without)).toMatchObject({ outcome: 'not-applicable' })
    })
})
