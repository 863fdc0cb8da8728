import { expect, test } from 'vitest'
import { type Block, block, box, type Draw, judge } from '../pages.ts'

const heading = (text: string, selector: string, changes: Partial<Block>): Block =>
  block(text, { kind: 'heading', level: 1, selector, ...changes })
const whole: Draw = () => ({
  blocks: [heading('Welcome to the harbour', '#top > h1', { box: box(40, 100, 200, 76), lines: 2 })],
})
/** In two pieces: the first in `lines`, the second beside it. */
const torn =
  (lines: number, second: Partial<Block> = {}): Draw =>
  width => ({
    blocks: [
      heading('Welcome to', '#top > h1', { box: box(10, 100, 120, 36 * lines), lines }),
      heading('the harbour', '#top > h1 > span', { box: box(140, 100, 150, 36), lines: 1, ...second }),
    ].map(one => (width > 768 ? { ...one, lines: 1, box: { ...one.box, height: 36 } } : one)),
  })
const told = (before: Draw, now: Draw) =>
  judge('responsive/layout', before, now).issues.filter(({ rule }) => rule.endsWith('/heading-torn'))

test('the pieces of a heading stand side by side, and the first has two lines', () => {
  expect(told(whole, torn(2))).toMatchObject([
    {
      severity: 'moderate',
      message: expect.stringMatching(/“the harbour” stands beside the first of 2 lines/),
    },
  ])
})

test.each<[string, Draw, Draw]>([
  ['one line', whole, torn(1)],
  ['below each other', whole, torn(2, { box: box(10, 172, 150, 36) })],
  ['beside the last line', whole, torn(2, { box: box(140, 136, 150, 36) })],
  ['another heading', whole, torn(2, { selector: '#side > h2' })],
  ['as on the original', torn(2), torn(2)],
  ['a number that the original has by itself', torn(2, { text: '01' }), torn(2, { text: '01' })],
])('no heading is torn: %s', (_, before, now) => {
  expect(told(before, now)).toEqual([])
})
