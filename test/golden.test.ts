/**
 * The scorecard of the sample pair, judged from captures that are kept here, field by field: a change to a judge shows
 * what it changes. To accept what it says now: `npm test -- test/golden.test.ts -u`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CAPTURE_VERSION, type Capture } from '../server/capture/artifact.ts'
import { Scorecard } from '../server/contract.ts'
import { judge } from '../server/scan/judge.ts'

const FOLDER = join(import.meta.dirname, 'fixtures/golden')
const read = (side: string): Capture =>
  JSON.parse(String(zstdDecompressSync(readFileSync(join(FOLDER, `${side}.json.zst`)))))

test('the scorecard of the sample pair', async () => {
  const pair = { original: read('original'), rebuilt: read('rebuilt') }
  for (const capture of Object.values(pair)) expect(capture.version).toBe(CAPTURE_VERSION)
  const scorecard = judge(pair, { policy: 'regressions' })
  expect(Scorecard.parse(scorecard)).toEqual(scorecard)
  const failing = scorecard.suites.filter(({ pass }) => !pass).map(({ suite }) => suite)
  expect(failing).toEqual(['content', 'a11y', 'functional'])
  await expect(`${JSON.stringify(scorecard, null, 2)}\n`).toMatchFileSnapshot(
    'fixtures/golden/scorecard.json',
  )
})

test('an artifact that could not be collected costs checks, and never the verdict', () => {
  const [original, rebuilt] = [read('original'), read('rebuilt')]
  const failed: string[] = []
  for (const name of Object.keys(rebuilt.artifacts))
    try {
      const artifacts = { ...rebuilt.artifacts, [name]: { ok: false, reason: 'gone' } }
      judge({ original, rebuilt: { ...rebuilt, artifacts } }, { policy: 'regressions' })
    } catch (error) {
      failed.push(`${name}: ${error}`)
    }
  expect(failed).toEqual([])
})
