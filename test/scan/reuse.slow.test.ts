/** Whole scans, the second of which takes over what the first has captured of the original. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { scan } from '../../server/scan/scan.ts'
import type { ScanOptions } from '../../server/scan/types.ts'
import { serve } from '../serve.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
const CAPTURED_AT = '2026-03-04T05:06:07.000Z'

/** Nobody reads how fast the pages of such a scan are. */
const UNMEASURED = { deadlineMs: 1 }

const judged = ({ suites }: Scorecard) => suites.filter(({ suite }) => suite !== 'perf')

test('an unchanged original is judged as if it was captured anew, a changed one is captured anew', {
  timeout: 400_000,
}, async () => {
  let isChanged = false
  const original = await serve(join(SAMPLE, 'original'), (path, body) =>
    isChanged && path === '/index.html' ? String(body).replace('</h1>', ' since 1902</h1>') : undefined,
  )
  const rebuilt = await serve(join(SAMPLE, 'rebuilt'))
  const folder = mkdtempSync(join(tmpdir(), 'cutover-reuse-test-'))
  onTestFinished(async () => {
    await Promise.all([original.close(), rebuilt.close()])
    rmSync(folder, { recursive: true })
  })
  const run = async (name: string, reuse: ScanOptions['reuse'], more: Partial<ScanOptions> = {}) => {
    const artifactsDir = join(folder, name)
    let isReusable = false
    const card = await scan(
      {
        original_url: `${original.origin}/`,
        new_url: `${rebuilt.origin}/`,
        policy: 'regressions',
        ignore: [],
      },
      {
        allowHosts: [original.host, rebuilt.host],
        artifactsDir,
        reuse,
        onReusable: () => {
          isReusable = true
        },
        onProgress: () => {},
        onBrowser: () => {},
        ...more,
      },
    )
    const files = ['capture.json', '1440.webp', 'state.json'].filter(file =>
      existsSync(join(artifactsDir, 'original', file)),
    )
    return { card, isReusable, files }
  }
  const first = await run('first', {}, UNMEASURED)
  expect(first.card.original_captured_at).toBeUndefined()
  expect(first).toMatchObject({ isReusable: true, files: ['capture.json', '1440.webp', 'state.json'] })

  const kept = { folder: join(folder, 'first/original'), capturedAt: CAPTURED_AT }
  const second = await run('second', { kept })
  expect(second.card.original_captured_at).toBe(CAPTURED_AT)
  expect(judged(second.card)).toEqual(judged(first.card))
  expect(second.card).toMatchObject({ gaps: first.card.gaps, volatile: first.card.volatile })
  const perf = second.card.suites.find(({ suite }) => suite === 'perf')
  expect(perf?.checks.some(({ outcome }) => outcome === 'assessed')).toBe(true)
  // A report has all of it, and nobody takes it for a capture of its own.
  expect(second).toMatchObject({ isReusable: false, files: ['capture.json', '1440.webp'] })

  isChanged = true
  const third = await run('third', { kept }, UNMEASURED)
  expect(third.card.original_captured_at).toBeUndefined()
  expect(third.isReusable).toBe(true)
  expect(judged(third.card)).not.toEqual(judged(first.card))
})
