import { expect, test } from 'vitest'
import type { Layout } from '../../../../server/capture/collectors/layouts.ts'
import { drawing } from '../../image/pictures.ts'
import { block, box, judge, type Page, screens, TEXT } from '../pages.ts'

/** A page with an icon beside a text, of this side at each width. */
const page = (sideAt: (width: number) => number, near = 'Licensed plumbers'): Page => ({
  images: [
    drawing('#20244a', 0, {
      name: '',
      box: box(0, 300, sideAt(1440), sideAt(1440)),
      selector: '#icon',
      near,
    }),
  ],
  layouts: screens(width => {
    const place = box(0, 300, sideAt(width), sideAt(width))
    return {
      blocks: [block(TEXT, { box: box(20, 100, 280, 40) })],
      pictures: [
        {
          kind: 'svg',
          alt: '',
          selector: '#icon',
          box: place,
          seen: place,
          state: 'visible',
          scroller: false,
        } as Layout['pictures'][number],
      ],
    }
  }),
})

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).keys.filter(key => key.includes('blown'))

const small = page(() => 24)

test('an icon that fills the window of a phone is told, whatever it is on wide screens', () => {
  const told = ['serious responsive/layout:icon-blown-up:licensed plumbers']
  expect(
    found(
      small,
      page(width => (width < 1024 ? width : 24)),
    ),
  ).toEqual(told)
  expect(
    found(
      small,
      page(width => width),
    ),
  ).toEqual(told)
})

test('one that was large, or takes a part of the window, is not', () => {
  const large = page(width => (width < 1024 ? width : 24))
  expect(found(large, large)).toEqual([])
  expect(
    found(
      small,
      page(width => width / 2),
    ),
  ).toEqual([])
  expect(
    found(
      page(() => 120),
      large,
    ),
  ).toEqual([])
})
