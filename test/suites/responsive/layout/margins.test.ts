import { expect, test } from 'vitest'
import { block, box, type Draw, judge } from '../pages.ts'

const TEXTS = ['Oysters', 'Ferry times', 'The harbour', 'Write to us', 'Opening hours']

/** The first `count` texts begin at `x` on the phone. */
const page =
  (count: number, x: number, width = 200): Draw =>
  screen => ({
    blocks: TEXTS.map((text, at) =>
      block(text, { box: box(screen === 375 && at < count ? x : 20, 100 + 40 * at, width, 20) }),
    ),
  })
const told = (before: Draw, now: Draw) => judge('responsive/layout', before, now).keys

test('responsive/layout: texts touch the edge of a phone', () => {
  expect(told(page(0, 20), page(1, 0))).toEqual(['minor responsive/layout:margin'])
  expect(told(page(0, 20), page(5, 0))).toEqual(['moderate responsive/layout:margin'])
})

test('responsive/layout: a smaller margin, and one that was never there', () => {
  expect(told(page(0, 20), page(5, 8))).toEqual([])
  expect(told(page(5, 0), page(5, 0))).toEqual([])
  expect(told(page(5, 4), page(5, 0))).toEqual([])
})
