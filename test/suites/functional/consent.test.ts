import { expect, test } from 'vitest'
import type { ConsentBanner } from '../../../server/capture/page/page-load.ts'
import { judge } from './judge.ts'

const STAYS: ConsentBanner = { text: 'We use cookies. Reject all. Accept all', closes: false }
const CLOSES: ConsentBanner = { text: '', closes: true }

const introduced = (before: ConsentBanner | undefined, now: ConsentBanner | undefined) =>
  judge({ document: { consentBanner: before } }, { document: { consentBanner: now } }).introduced.filter(
    issue => issue.startsWith('consent:'),
  )

test('a consent banner that no button closes is told where the original’s closes, or is none', () => {
  expect(introduced(CLOSES, STAYS)).toEqual(['consent:stuck serious'])
  expect(introduced(undefined, STAYS)).toEqual(['consent:stuck serious'])
})

test.each([
  ['both stay', STAYS, STAYS],
  ['both close', CLOSES, CLOSES],
  ['it is gone', CLOSES, undefined],
  ['it did not close, and stood nowhere before the page', CLOSES, { text: '', closes: false }],
] as const)('nothing is told where %s', (_, before, now) => {
  expect(introduced(before, now)).toEqual([])
})
