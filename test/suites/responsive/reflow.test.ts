import { expect, test } from 'vitest'
import { block, box, type Draw, judge, STORY } from './pages.ts'

/** A text of `width` px that stays so wide up to screens of `upTo` px. */
const rigid =
  (width: number, upTo: number, hides = false): Draw =>
  screen => {
    const wide = screen <= upTo ? width : 200
    const place = box(20, 100, wide, 24)
    return {
      blocks: [
        block(STORY, {
          box: place,
          ...(hides ? { seen: box(20, 100, Math.min(wide, screen - 20), 24) } : {}),
        }),
      ],
      scrollWidth: hides ? screen : Math.max(screen, wide + 20),
    }
  }

/** A passage in a scroller, as wide at 320 px. */
const scrolled =
  (width: number, selector: string): Draw =>
  screen => ({
    blocks: [
      block(STORY, {
        box: box(20, 100, screen === 320 ? width : 280, 24),
        scroller: true,
        seen: box(20, 100, 280, 24),
        selector,
      }),
    ],
  })

/** An entry of a list with something behind it, at `x` at 320 px. */
const arrow =
  (x: number, text = '→'): Draw =>
  screen => {
    const place = box(screen === 320 ? x : 240, 100, 20, 24)
    return {
      blocks: [block(STORY, { box: box(20, 100, 200, 24) }), block(text, { box: place, seen: place })],
      scrollWidth: Math.max(screen, place.x + 20),
    }
  }

test.each<[string, Draw, Draw, string[], string[]]>([
  [
    'a listing whose lines wrapped before',
    scrolled(280, '#main > pre'),
    scrolled(700, '#main > div > pre'),
    [`minor responsive/reflow:sideways:${STORY.toLowerCase()}`],
    [],
  ],
  ['a listing as wide as ever', scrolled(700, '#main > pre'), scrolled(800, '#main > div > pre'), [], []],
  [
    'a text in an element of a name that begins as that of a listing',
    scrolled(280, 'code-block > p'),
    scrolled(700, 'code-block > p'),
    [`serious responsive/reflow:sideways:${STORY.toLowerCase()}`],
    [],
  ],
  [
    'a text that is no listing',
    scrolled(280, '#main > p'),
    scrolled(700, '#main > p'),
    [`serious responsive/reflow:sideways:${STORY.toLowerCase()}`],
    [],
  ],
  ['fits', rigid(200, 0), rigid(200, 0), [], []],
  ['an arrow behind an entry, out of view', arrow(280), arrow(340), ['moderate responsive/reflow:→'], []],
  [
    'a price behind an entry, out of view',
    arrow(280, '9 €'),
    arrow(340, '9 €'),
    ['serious responsive/reflow:9 €'],
    [],
  ],
  [
    'too wide at 320 px alone',
    rigid(200, 0),
    rigid(340, 320),
    [`moderate responsive/reflow:${STORY.toLowerCase()}`],
    [],
  ],
  [
    'cut off at 320 px alone',
    rigid(200, 0),
    rigid(340, 320, true),
    [`moderate responsive/reflow:${STORY.toLowerCase()}`],
    [],
  ],
  [
    'too wide at 375 px as well',
    rigid(200, 0),
    rigid(400, 375),
    [],
    [`serious responsive/overflow:${STORY.toLowerCase()}`],
  ],
  ['better than before', rigid(400, 375), rigid(340, 320), [], []],
  [
    'lines that have to be scrolled to one by one',
    rigid(200, 0),
    width => ({
      blocks: [
        block(STORY, {
          box: box(20, 100, width === 320 ? 700 : 280, 24),
          scroller: true,
          seen: box(20, 100, 280, 24),
        }),
      ],
    }),
    [`serious responsive/reflow:sideways:${STORY.toLowerCase()}`],
    [],
  ],
  [
    'lines that are cut off for good, which nobody can scroll to',
    rigid(200, 0),
    width => ({
      blocks: [
        block(STORY, {
          box: box(20, 100, width === 320 ? 372 : 280, 24),
          scroller: true,
          seen: box(20, 100, 280, 24),
          ...(width === 320 && { lost: 0.08 }),
        }),
      ],
    }),
    [],
    [],
  ],
])('responsive/reflow: %s', (_, before, after, reflow, overflow) => {
  expect(judge('responsive/reflow', before, after).keys).toEqual(reflow)
  expect(judge('responsive/overflow', before, after).keys).toEqual(overflow)
})
