import { expect, test } from 'vitest'
import { brokenOff } from '../../bench/verdicts/broken-off.ts'

const capture = (reason: string) => ({
  side: 'rebuilt',
  artifacts: { head: { ok: true, value: {} }, keyboard: { ok: false, reason } },
})

test.each([
  'page.setViewportSize: Target page, context or browser has been closed',
  'cdpSession.send: Target page, context or browser has been closed',
  'browserContext.newPage: Browser has been closed',
  'Protocol error (Runtime.evaluate): Session closed. Most likely the page has been closed.',
  'page.goto: Page crashed',
])('a capture that was broken off is told: %s', reason => {
  expect(brokenOff(capture(reason))).toBe(`keyboard was broken off: ${reason}`)
})

test.each(['the page did not answer within 12 s', 'not measured yet', "reading 'closed'"])(
  'what the page itself let fail stays: %s',
  reason => expect(brokenOff(capture(reason))).toBeNull(),
)

test('what is no capture is none that was broken off', () => {
  for (const seen of [null, [null], { original: [], rebuilt: [] }]) expect(brokenOff(seen)).toBeNull()
})
