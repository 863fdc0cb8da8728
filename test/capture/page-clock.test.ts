import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { clockEvents, HELD_AFTER_MS, pageClock } from '../../server/capture/page/page-clock.ts'

/** Delays that the page's clock hands to the browser, in a page whose every look at the time is interrupted for 2 ms. */
function handedOn(script: string): number[] {
  const delays: number[] = []
  let ms = 0
  const context = createContext({
    performance: {
      now: () => {
        ms += 2
        return ms
      },
    },
    setTimeout: (_: unknown, delay: number) => void delays.push(delay),
    document: { addEventListener: () => {} },
    Document: class {},
    XMLHttpRequest: class {},
  })
  runInContext(pageClock(0, clockEvents()), context)
  runInContext(script, context)
  return delays
}

test('what is set for three seconds later is held back, however often the page is interrupted', () => {
  expect(handedOn(`setInterval(() => {}, ${HELD_AFTER_MS})`)).toEqual([])
})

test('what is set for sooner is left to the browser', () => {
  expect(handedOn('setTimeout(() => {}, 2000)')).toHaveLength(1)
})
