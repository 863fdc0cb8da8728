import { expect, test } from 'vitest'
import { block, box, type Control, control, judge, type Page, screens } from '../pages.ts'

const DAYS = ['Monday 3 May', 'Tuesday 4 May', 'Wednesday 5 May', 'Thursday 6 May', 'Friday 7 May']
const STEPS = ['Previous week', 'Next week'].map(name =>
  control('button', name, { landmark: 'main', box: box(20, 560, 40, 40) }),
)

/** A calendar of five days, of which a phone shows two; each can be booked, where `isBooked`. */
const calendar = (isScrolled: boolean, controls: Control[] = [], days = DAYS, isBooked = true): Page => ({
  layouts: screens(width => ({
    blocks: days.map((day, at) => {
      const there = box(20 + 160 * at, 600, 140, 40)
      if (width > 375 || at < 2) return block(day, { box: there, scroller: isScrolled && width <= 375 })
      return block(day, { box: there, seen: box(355, 600, 0, 40), state: 'clipped', scroller: isScrolled })
    }),
    controls: [
      ...controls,
      ...days.flatMap((day, at) => {
        const there = { landmark: 'main', box: box(20 + 160 * at, 650, 140, 40), scroller: isScrolled }
        if (!isBooked) return []
        if (width > 375 || at < 2) return [control('button', `Book ${day}`, there)]
        return [control('button', `Book ${day}`, { ...there, seen: box(355, 650, 0, 40), state: 'clipped' })]
      }),
    ],
  })),
})

test.each<[string, Page, Page, string[]]>([
  ['is cut off now', calendar(true), calendar(false), ['serious responsive/layout:scroll-lost']],
  [
    'is cut off now, words alone',
    calendar(true, [], DAYS, false),
    calendar(false, [], DAYS, false),
    ['moderate responsive/layout:scroll-lost'],
  ],
  ['scrolls as it did', calendar(true), calendar(true), []],
  ['was cut off before', calendar(false), calendar(false), []],
  ['is stepped through now', calendar(true), calendar(false, STEPS), []],
  [
    'is cut off now, between steps to another week',
    calendar(true, STEPS),
    calendar(false, STEPS),
    ['serious responsive/layout:scroll-lost'],
  ],
  [
    'has a day beyond the screen',
    calendar(true, [], DAYS.slice(0, 3)),
    calendar(false, [], DAYS.slice(0, 3)),
    [],
  ],
])('a box that is scrolled sideways and %s', (_, before, after, expected) => {
  const { issues } = judge('responsive/layout', before, after)
  const lost = issues.filter(({ rule }) => rule === 'responsive/layout/scroll-lost')
  expect(lost.map(({ severity, key }) => `${severity} ${key}`)).toEqual(expected)
})
