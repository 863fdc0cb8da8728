import { expect, test } from 'vitest'
import { block, box, control, type Draw, judge, type Page, screens } from '../pages.ts'

const DAYS = ['Monday 3 May', 'Tuesday 4 May', 'Wednesday 5 May', 'Thursday 6 May', 'Friday 7 May']
const STEPS = ['Previous week', 'Next week'].map(name =>
  control('button', name, { landmark: 'main', box: box(20, 560, 40, 40) }),
)

/** A calendar of five days, of which a phone shows two. */
const calendar = (isScrolled: boolean, controls: Draw = () => ({}), days = DAYS): Page => ({
  layouts: screens(width => ({
    blocks: days.map((day, at) => {
      const there = box(20 + 160 * at, 600, 140, 40)
      if (width > 375 || at < 2) return block(day, { box: there, scroller: isScrolled && width <= 375 })
      return block(day, { box: there, seen: box(355, 600, 0, 40), state: 'clipped', scroller: isScrolled })
    }),
    ...controls(width),
  })),
})
const steps: Draw = () => ({ controls: STEPS })

test.each<[string, Page, Page, string[]]>([
  ['is cut off now', calendar(true), calendar(false), ['serious responsive/layout:scroll-lost']],
  ['scrolls as it did', calendar(true), calendar(true), []],
  ['was cut off before', calendar(false), calendar(false), []],
  ['is stepped through now', calendar(true), calendar(false, steps), []],
  [
    'is cut off now, between steps to another week',
    calendar(true, steps),
    calendar(false, steps),
    ['serious responsive/layout:scroll-lost'],
  ],
  [
    'has a day beyond the screen',
    calendar(true, undefined, DAYS.slice(0, 3)),
    calendar(false, undefined, DAYS.slice(0, 3)),
    [],
  ],
])('a box that is scrolled sideways and %s', (_, before, after, expected) => {
  const { issues } = judge('responsive/layout', before, after)
  const lost = issues.filter(({ rule }) => rule === 'responsive/layout/scroll-lost')
  expect(lost.map(({ severity, key }) => `${severity} ${key}`)).toEqual(expected)
})
