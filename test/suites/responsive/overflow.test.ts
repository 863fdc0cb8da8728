import { expect, test } from 'vitest'
import type { Layout } from '../../../server/capture/collectors/layouts.ts'
import {
  type Block,
  block,
  box,
  control,
  type Draw,
  judge,
  narrow,
  type Page,
  plain,
  screens,
  TEXT,
} from './pages.ts'

/** The paragraph is 900 px wide; the page scrolls with it. */
const wide = (width: number): Partial<Layout> => ({
  blocks: [block(TEXT, { box: box(20, 200, 900, 40) })],
  scrollWidth: Math.max(width, 920),
})

/** The paragraph sticks out of every screen by so much, and the page scrolls with it. */
const beyondBy =
  (px: number): Draw =>
  width => ({
    blocks: [block(TEXT, { box: box(20, 200, width - 20 + px, 40) })],
    scrollWidth: width + px,
  })

test.each<[string, Page, Page, string[]]>([
  ['all fits', plain, plain, []],
  [
    'a block of 900 px, read from right to left',
    { ...plain, dir: 'rtl' },
    {
      layouts: screens(width => ({
        blocks: [block(TEXT, { box: box(width - 920, 200, 900, 40) })],
        scrollWidth: Math.max(width, 920),
      })),
      dir: 'rtl',
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a block of 900 px',
    plain,
    { layouts: screens(wide) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'on a phone the layout viewport grows with it',
    plain,
    {
      layouts: screens(width => ({
        ...wide(width),
        clientWidth: Math.max(width, 920),
        scrollWidth: Math.max(width, 920),
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'empty room at the side, on a page that had to be pushed to be read',
    { layouts: screens(wide) },
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: Math.max(width, 1000) })) },
    ['moderate responsive/overflow:page'],
  ],
  [
    'empty room at the side',
    plain,
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: Math.max(width, 1000) })) },
    ['serious responsive/overflow:page'],
  ],
  ['it was so before', { layouts: screens(wide) }, { layouts: screens(wide) }, []],
  [
    'sub-pixels',
    plain,
    {
      layouts: screens(width => ({
        blocks: [block(TEXT, { box: box(0, 0, width + 2, 20) })],
        scrollWidth: width + 2,
      })),
    },
    [],
  ],
  [
    'a nudge',
    plain,
    {
      layouts: screens(width => ({
        blocks: [block(TEXT, { box: box(0, 0, width + 12, 20) })],
        scrollWidth: width + 12,
      })),
    },
    [`moderate responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a carousel in its own scroller',
    plain,
    {
      layouts: screens(width => ({
        blocks: [
          ...narrow(width).blocks,
          block('A slide to the right', {
            box: box(width, 0, 300, 40),
            seen: box(width, 0, 0, 40),
            state: 'clipped',
            scroller: true,
          }),
          block('A slide at the edge', {
            box: box(width - 50, 0, 300, 40),
            seen: box(width - 50, 0, 50, 40),
            scroller: true,
          }),
        ],
      })),
    },
    [],
  ],
  [
    'a drawer outside of the screen',
    plain,
    {
      layouts: screens(width => ({
        blocks: [...narrow(width).blocks, block('In the drawer', { box: box(width + 5, 0, 200, 40) })],
        scrollWidth: width + 4,
      })),
    },
    [],
  ],
  [
    'a column that was in view lies outside',
    plain,
    {
      layouts: screens(width => ({
        blocks: [block(TEXT, { box: box(width + 20, 200, 280, 40) })],
        scrollWidth: width + 320,
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'the page hides what sticks out',
    plain,
    {
      layouts: screens(width => ({
        blocks: [
          block(TEXT, { box: box(20, 200, 900, 40), seen: box(20, 200, Math.min(900, width - 20), 40) }),
        ],
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a page that had to be moved sideways goes on a little further',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: Math.max(width, 920) })) },
    { layouts: screens(width => ({ ...wide(width), scrollWidth: Math.max(width, 930) })) },
    [],
  ],
  [
    'at one width between the common ones',
    plain,
    { layouts: screens(narrow), breakpoints: screens(wide, [480]) },
    [`moderate responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'at two widths between the common ones',
    plain,
    { layouts: screens(narrow), breakpoints: screens(wide, [480, 481]) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'an empty wrapper',
    plain,
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 60 })) },
    ['serious responsive/overflow:page'],
  ],
  [
    'an empty wrapper that nobody can move the page to',
    plain,
    {
      layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 60, scrollsSideways: false })),
    },
    [],
  ],
  [
    'a tilted box, by which the page can be nudged',
    plain,
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + (width < 1000 ? 14 : 0) })) },
    ['moderate responsive/overflow:page'],
  ],
  [
    'a page that is a pixel wider than the original was beyond the window',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 4 })) },
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 5 })) },
    [],
  ],
  [
    'a nudge between the common widths',
    plain,
    {
      layouts: screens(narrow),
      breakpoints: screens(width => ({ ...narrow(width), scrollWidth: width + 8 }), [900]),
    },
    ['minor responsive/overflow:page'],
  ],
  [
    'a push on tablets, of which phones have a nudge',
    plain,
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + (width < 400 ? 10 : 60) })) },
    ['moderate responsive/overflow:page'],
  ],
  [
    'rows whose padding reaches out of the page, not their words',
    plain,
    {
      layouts: screens(width => ({
        blocks: [
          ...narrow(width).blocks,
          ...[1, 2].map(row =>
            block(`Row ${row}`, {
              box: box(20, 300 * row, width - 40, 40),
              selector: `main > a:nth-of-type(${row}) > h3`,
            }),
          ),
        ],
        controls: [1, 2].map(row =>
          control('link', `Row ${row}`, {
            box: box(-8, 300 * row - 20, width + 16, 80),
            selector: `main > a:nth-of-type(${row})`,
          }),
        ),
        scrollWidth: width + 8,
      })),
    },
    ['moderate responsive/overflow:page'],
  ],
  [
    'an empty wrapper on wide screens',
    plain,
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width < 500 ? width : width + 60 })) },
    ['moderate responsive/overflow:page'],
  ],
  [
    'no wider than a page on which something else sticks out',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: Math.max(width, 950) })) },
    { layouts: screens(width => ({ ...wide(width), scrollWidth: Math.max(width, 950) })) },
    [],
  ],
  [
    'hardly wider than a page that is as wide on every screen',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: Math.max(width, 950) })) },
    { layouts: screens(width => ({ ...wide(width), scrollWidth: Math.max(width, 965) })) },
    [],
  ],
  [
    'further than a page that moves sideways as well: a little, ...',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 40 })) },
    { layouts: screens(beyondBy(55)) },
    [`minor responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    '... plainly, ...',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 40 })) },
    { layouts: screens(beyondBy(120)) },
    [`moderate responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    '... and out of all proportion',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 40 })) },
    { layouts: screens(beyondBy(400)) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a little further, and at one more width as far',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width < 768 ? width : width + 40 })) },
    { layouts: screens(beyondBy(55)) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'an empty wrapper that goes on a little further than a text did',
    { layouts: screens(beyondBy(60)) },
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 72 })) },
    ['minor responsive/overflow:page'],
  ],
  [
    'an empty wrapper that nobody could move the page to, and somebody can now',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 60, scrollsSideways: false })) },
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 60 })) },
    ['serious responsive/overflow:page'],
  ],
  [
    'the same the other way round',
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 60 })) },
    { layouts: screens(width => ({ ...narrow(width), scrollWidth: width + 70, scrollsSideways: false })) },
    [],
  ],
  [
    'a picture',
    plain,
    {
      layouts: screens(width => ({
        ...narrow(width),
        pictures: [
          {
            kind: 'img',
            box: box(0, 220, width + 200, 300),
            seen: box(0, 220, width + 200, 300),
            state: 'visible',
            scroller: false,
            alt: '',
            selector: 'img',
          },
        ],
        scrollWidth: width + 200,
      })),
    },
    [`serious responsive/overflow:picture near ${TEXT.toLowerCase().slice(0, 60).trim()}`],
  ],
  [
    'a narrow window alone, where neither page follows the screen',
    { ...plain, viewport: null },
    { viewport: null, layouts: screens(width => (width === 768 ? wide(width) : narrow(width))) },
    [`moderate responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a tablet, which the new page follows',
    { ...plain, viewport: null },
    { layouts: screens(width => (width === 768 ? wide(width) : narrow(width))) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'phones without a viewport meta are another matter',
    plain,
    { viewport: null, layouts: screens(width => (width < 400 ? wide(width) : narrow(width))) },
    [],
  ],
])('responsive/overflow: %s', (_, before, after, issues) => {
  expect(judge('responsive/overflow', before, after).keys).toEqual(issues)
})

test('phones show a page without a viewport meta whole, and the one that follows the screen cut', () => {
  const shrunk: Page = {
    viewport: null,
    layouts: screens(width => ({
      ...narrow(width),
      ...(width < 400 && { clientWidth: 980, scrollWidth: 980 }),
    })),
  }
  const beyondPhones = (px: number, text = TEXT): Page => ({
    layouts: screens(width => ({
      blocks: [block(text, { box: box(20, 200, width <= 375 ? width - 20 + px : 280, 40) })],
      scrollWidth: width <= 375 ? width + px : width,
    })),
  })
  const told = (now: Page) => judge('responsive/overflow', shrunk, now).keys
  expect(told(beyondPhones(80))).toEqual([`serious responsive/overflow:${TEXT.toLowerCase()}`])
  const address = 'https://groups.example.com/forum/harbour-users'
  expect(told(beyondPhones(80, address))).toEqual([`moderate responsive/overflow:${address}`])
  for (const said of ['Subscribe', '港のパン屋は春から毎朝早くに店を開けています'])
    expect(told(beyondPhones(80, said))).toEqual([`serious responsive/overflow:${said.toLowerCase()}`])
  expect(told(beyondPhones(120, address))).toEqual([`serious responsive/overflow:${address}`])
  expect(told(beyondPhones(0))).toEqual([])
  expect(told(shrunk)).toEqual([])
})

/** The paragraph sticks out of phones and tablets by so much. */
const beyond = (px: number): Page => ({
  layouts: screens(width => ({
    blocks: [block(TEXT, { box: box(20, 200, width <= 768 ? width - 20 + px : 280, 40) })],
    scrollWidth: width <= 768 ? width + px : width,
  })),
})

test.each<[string, number, number, string[]]>([
  ['an old nudge that hides the text now', 10, 400, [`serious responsive/overflow:${TEXT.toLowerCase()}`]],
  ['the other way round', 400, 10, []],
  ['a nudge of another font', 14, 18, []],
  ['the same', 400, 400, []],
])('responsive/overflow: %s', (_, before, after, issues) => {
  const judged = judge('responsive/overflow', beyond(before), beyond(after))
  expect(judged.keys).toEqual(issues)
  expect(judged.score).toBe(issues.length ? 89 : 100)
})

test('responsive/overflow: one issue for one element over its widths', () => {
  const { issues } = judge('responsive/overflow', plain, { layouts: screens(wide) })
  expect(issues.map(issue => issue.message)).toEqual([
    '“A paragraph of the main content with more than eight words” sticks out of the screen by 600 px at 320, 375 and 768 px, so that the page moves sideways',
  ])
})

test('a page made for desktops alone that is a little wider at a tablet', () => {
  const fixed = (px: number, x: number): Page => ({
    layouts: screens(width => ({
      scrollWidth: Math.max(width, px),
      blocks: [block(TEXT, { box: box(x, 200, 300, 40) })],
    })),
  })
  const gradesOf = (before: Page, after: Page) =>
    new Set(judge('responsive/overflow', before, after).keys.map(key => key.split(' ')[0]))
  expect(gradesOf(fixed(1160, 20), fixed(1200, 900))).toEqual(new Set(['moderate']))
  expect(gradesOf(plain, fixed(1200, 900))).toEqual(new Set(['serious']))
})

/** The text `times` over, the last of them at the edge of a page that does not scroll. */
const atEdge =
  (times: number, changes: Partial<Block> = {}): Draw =>
  width => ({
    blocks: Array.from({ length: times }, (_, at) =>
      at + 1 < times
        ? block(TEXT, { box: box(20, 200 + 100 * at, 280, 40), selector: `p${at}` })
        : block(TEXT, {
            box: box(width - 200, 1000, 280, 40),
            seen: box(width - 200, 1000, 200, 40),
            selector: 'div > span',
            ...changes,
          }),
    ),
  })

test('a text at the edge is cut off where it can be read in full less often than before', () => {
  const cut = [`serious responsive/overflow:${TEXT.toLowerCase()}`]
  const before = (times: number): Draw => atEdge(times + 1, { state: 'hidden' })
  const found = (was: Draw, is: Draw) => judge('responsive/overflow', was, is).keys
  expect(found(before(1), atEdge(1))).toEqual(cut)
  expect(found(before(3), atEdge(3))).toEqual(cut)
  // Of a box that cuts it off tells the clipping check.
  expect(found(before(1), atEdge(1, { lost: 0.3 }))).toEqual([])
  expect(found(before(1), atEdge(1, { lost: 0.03 }))).toEqual(cut)
  expect(found(before(1), atEdge(2))).toEqual([])
  expect(found(before(3), atEdge(4))).toEqual([])
})

test('a text of which the edge cuts off a letter is cut off', () => {
  const heading =
    (by: number): Draw =>
    width => ({
      scrollWidth: width,
      blocks: [
        block(TEXT, {
          box: box(70, 200, width - 70 + by, 400),
          seen: box(70, 200, width - 70 + Math.min(0, by), 400),
        }),
      ],
    })
  const found = (by: number) => judge('responsive/overflow', heading(-20), heading(by)).keys
  expect(found(20)).toEqual([`serious responsive/overflow:${TEXT.toLowerCase()}`])
  expect(found(12)).toEqual([])
})

test('controls that have run out of the page in one row with what its edge cuts off cannot be had at any screen as wide', () => {
  const [link, button] = [box(100, 30, 120, 40), box(240, 30, 40, 40)]
  const wide = (width: number): Partial<Layout> => ({
    ...narrow(width),
    controls: [control('link', 'Start', { box: link }), control('button', 'Language', { box: button })],
  })
  /** At 769 px the row is too wide; `y` of what is outside. */
  const header = (y: number): Page => ({
    layouts: screens(wide),
    breakpoints: screens(
      width => ({
        ...narrow(width),
        scrollsSideways: false,
        controls: [
          control('link', 'Start', { box: box(689, 30, 140, 40), seen: box(689, 30, 80, 40) }),
          control('button', 'Language', {
            box: box(830, y, 40, 40),
            seen: box(830, y, 0, 40),
            state: 'clipped',
          }),
        ],
      }),
      [769],
    ),
  })
  const found = (y: number) => judge('responsive/overflow', { layouts: screens(wide) }, header(y))
  expect(found(30).keys).toEqual(['serious responsive/overflow:start'])
  expect(found(30).issues[0]!.message).toContain('“Language” beside it lies outside of the page')
  expect(found(300).keys).toEqual(['moderate responsive/overflow:start'])
})

test('what runs through the page is not judged by where it stands, unless the page scrolls for it', () => {
  const found = (is: Draw) => judge('responsive/overflow', plain, is).keys
  expect(found(atEdge(1, { runs: true }))).toEqual([])
  const beyond =
    (changes: Partial<Block>): Draw =>
    width => ({
      blocks: [block(TEXT, { box: box(width + 20, 200, 280, 40), ...changes })],
      scrollWidth: width + 300,
    })
  expect(found(beyond({ runs: true })).join()).toMatch(/responsive\/overflow:page/)
  expect(found(beyond({})).join()).toContain(TEXT.toLowerCase())
})
