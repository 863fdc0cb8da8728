import { expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { LIMITS } from '../../server/contract.ts'
import { judge } from '../../server/scan/judge.ts'
import { page } from '../matching/layout.ts'
import { makeCapture } from '../suites/captures.ts'

const REQUEST = { policy: 'regressions' as const }

function site(
  side: 'original' | 'rebuilt',
  texts: string[],
  more: Partial<Capture['artifacts']> = {},
): Capture {
  const { layouts } = page(texts, [{ role: 'link', name: 'Order bread' }])
  const capture = makeCapture(side, { layouts })
  return { ...capture, artifacts: { ...capture.artifacts, ...more } }
}

test('the scorecard says what was taken for what', () => {
  const scorecard = judge(
    {
      original: site('original', ['Our bread', 'Fresh every morning']),
      rebuilt: site('rebuilt', ['Fresh every morning', 'Our bread']),
    },
    REQUEST,
  )
  const box = (y: number) => ({ x: 20, y, width: 600, height: 24 })
  expect(scorecard.pairing).toEqual({
    viewport: 1440,
    texts: [
      { original: box(0), rebuilt: box(40) },
      { original: box(40), rebuilt: box(0) },
    ],
    pictures: [],
    controls: [{ original: box(0), rebuilt: box(0) }],
    omitted: 0,
  })
})

test('long lists are cut and counted', () => {
  const texts = Array.from({ length: LIMITS.pairs + 7 }, (_, index) => `Bread number ${index}`)
  const { pairing } = judge({ original: site('original', texts), rebuilt: site('rebuilt', texts) }, REQUEST)
  expect([pairing!.texts.length, pairing!.omitted]).toEqual([LIMITS.pairs, 7])
})

test('without a layout there are no pairs, and a verdict all the same', () => {
  const failed = { ok: false as const, reason: 'the page was gone' }
  const { pairing, suites } = judge(
    {
      original: site('original', ['Our bread']),
      rebuilt: site('rebuilt', ['Our bread'], { layouts: failed }),
    },
    REQUEST,
  )
  expect(pairing).toMatchObject({ texts: [], pictures: [], controls: [] })
  expect(suites.find(suite => suite.suite === 'content')).toMatchObject({ inconclusive: true, pass: false })
})
