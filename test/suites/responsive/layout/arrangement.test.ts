import { expect, test } from 'vitest'
import { partsOf } from '../../../../server/suites/responsive/layout/parts.ts'
import { picture } from '../../image/pictures.ts'
import { block, box, type Draw, judge, type Page, STORY, screens } from '../pages.ts'

/** A page with breakpoints of its own at `widths`. */
const at = (widths: number[], draw: Draw): Page => ({
  layouts: screens(draw),
  breakpoints: screens(draw, widths),
})

const NEWS =
  'Since the spring we also mend boats of up to six metres: bring yours on any Tuesday, and take it home before the next weekend, dry, clean and ready for the whole season.'
const NAMES = ['Pier house', 'Dune house', 'Quay workshop']

/** Three cards side by side from `from` to below `to` px, below each other otherwise. */
const cards =
  (from: number, to = 10_000, swap = false): Draw =>
  width => {
    const columns = width >= from && width < to
    return {
      blocks: [
        block('What we have built', { box: box(20, 100, 200, 30), kind: 'heading' }),
        ...NAMES.flatMap((name, i) => {
          const turn = swap ? 2 - i : i
          const part = (width - 40) / 3
          const [x, y] = columns ? [20 + turn * part, 200] : [20, 200 + i * 200]
          return [
            block(name, { box: box(x, y, 90, 24), kind: 'heading' }),
            block(`${name}. ${STORY}`, { box: box(x, y + 40, columns ? part - 20 : width - 40, 96) }),
          ]
        }),
      ],
    }
  }

/** Six cards in rows of three, with what is said below the heading of each, in this order. */
const described =
  (
    said: readonly number[],
    columns: (width: number) => number = width => (width < 768 ? 1 : width < 1440 ? 2 : 3),
  ): Draw =>
  width => {
    const part = (width - 40) / columns(width)
    return {
      blocks: said.flatMap((about, i) => {
        const [x, y] = [20 + (i % columns(width)) * part, 200 + Math.floor(i / columns(width)) * 200]
        return [
          block(`House ${i + 1}`, { box: box(x, y, 90, 24), kind: 'heading' }),
          block(`${ABOUT[about]}. ${STORY}`, { box: box(x, y + 40, part - 20, 96) }),
        ]
      }),
    }
  }
const ABOUT = ['On oak piles', 'Behind the dune', 'At the quay', 'In the yard', 'By the mill', 'Up the hill']
const INDICES = ABOUT.keys().toArray()

test.each<[string, number[], string[]]>([
  ['exchanged between two rows', [5, 1, 2, 3, 4, 0], []],
  ['exchanged in one row', [2, 1, 0, 3, 4, 5], []],
])('responsive/layout: the descriptions of two cards %s are content alone', (_, said, keys) => {
  expect(judge('responsive/layout', described(INDICES), described(said)).keys).toEqual(keys)
  // Their columns are told when they are lost.
  const stacked = judge(
    'responsive/layout',
    described(INDICES),
    described(said, () => 1),
  ).keys
  expect(stacked.map(key => key.split(':')[1])).toContain('stacked')
})

test.each<[string, Draw, Draw, string[], boolean]>([
  ['the same', cards(768), cards(768), [], true],
  ['stacked everywhere', cards(768), cards(9999), ['moderate responsive/layout:stacked'], true],
  ['columns on phones', cards(768), cards(0), ['serious responsive/layout:beside'], false],
  [
    'a breakpoint that is 300 px higher',
    cards(768),
    cards(1000),
    ['moderate responsive/layout:stacked'],
    true,
  ],
  ['columns that have room', cards(1440), cards(768), ['moderate responsive/layout:beside'], true],
  [
    'stacked on phones and tablets, where all is whole',
    cards(300),
    cards(1000),
    ['moderate responsive/layout:stacked'],
    true,
  ],
  ['the other way round', cards(768), cards(768, 10_000, true), ['moderate responsive/layout:swapped'], true],
  [
    'a breakpoint that is higher, and the other way round from there on',
    cards(768),
    cards(1000, 10_000, true),
    ['moderate responsive/layout:swapped', 'moderate responsive/layout:stacked'],
    true,
  ],
  [
    'a band of columns that is lost',
    cards(768, 1024),
    cards(9999),
    ['moderate responsive/layout:stacked'],
    true,
  ],
])('responsive/layout: %s', (_, before, after, keys, pass) => {
  const judged = judge('responsive/layout', before, after)
  expect(judged.keys.map(key => key.split(':').slice(0, 2).join(':'))).toEqual(keys)
  expect(judged.pass).toBe(pass)
})

/** Sections of four texts in a row from `from` px. */
const sections =
  (from: number, count: number): Draw =>
  width => ({
    blocks: Array.from({ length: count }, (_, s) =>
      ['fine gardens', 'old trees', 'dry places', 'dark evenings'].map((name, i) =>
        block(`Section ${s + 1} offers you work for ${name}`, {
          box:
            width >= from
              ? box(20 + (i * width) / 4, 400 + s * 1000, width / 4 - 40, 80)
              : box(20, 400 + s * 1000 + i * 100, width - 40, 60),
        }),
      ),
    ).flat(),
  })

test.each<[string, number, number, string[], number]>([
  ['by one px', 768, 769, ['minor'], 99],
  ['by one px, the other way round', 769, 768, ['minor'], 99],
  ['by two px', 768, 770, ['minor'], 99],
  ['by 200 px', 768, 960, ['moderate'], 95],
  ['by 200 px, the other way round', 960, 768, ['moderate'], 95],
])(
  'responsive/layout: a breakpoint of three sections that moved %s',
  (_, before, after, severities, least) => {
    const around = (width: number) =>
      at(
        [width - 1, width, width + 1].filter(one => one !== 768),
        sections(width, 3),
      )
    const judged = judge('responsive/layout', around(before), around(after))
    expect(judged.issues.map(issue => issue.severity)).toEqual(severities)
    expect(judged.score).toBeGreaterThanOrEqual(least)
    expect(judged.issues.flatMap(issue => issue.evidence ?? [])).toEqual([])
  },
)

test('responsive/layout: columns that are lost next to a common width as well are no nudge', () => {
  const judged = judge('responsive/layout', at([767, 769], sections(768, 3)), sections(9999, 3))
  expect(judged.issues.map(issue => issue.severity)).not.toContain('minor')
})

test('responsive/layout: a layout between the common widths is known on one page only', () => {
  const { keys } = judge('responsive/layout', at([799, 800, 801], cards(800, 1000)), cards(9999))
  expect(keys).toEqual(['moderate responsive/layout:stacked:pier house|dune house'])
})

test('responsive/layout: other line breaks and gaps are no change', () => {
  const looser: Draw = width => ({
    blocks: cards(768)(width).blocks!.map(one => {
      const place = box(one.box.x + 8, one.box.y * 1.2, one.box.width * 0.9, one.box.height * 1.3)
      return { ...one, box: place, seen: place, lines: one.lines + 1 }
    }),
  })
  expect(judge('responsive/layout', cards(768), looser).keys).toEqual([])
})

/** Sections of three passages in a row on desktops; of each the places, column and line, of the first, second and third. `apart`: px from one to the next. */
const rows =
  (apart: number, ...sections: [column: number, line: number][][]): Draw =>
  width => ({
    blocks: sections.flatMap((places, s) =>
      places.map(([column, line], i) =>
        block(
          `Passage ${'one two three'.split(' ')[i]} of the section about ${['boats', 'nets', 'ropes'][s]}`,
          {
            box:
              width >= 1024
                ? box(20 + column * 400, 100 + s * apart + line * 200, 300, 100)
                : box(20, 100 + s * apart + i * 200, width - 40, 100),
          },
        ),
      ),
    ),
  })
const ROW: [number, number][] = [
  [0, 0],
  [1, 0],
  [2, 0],
]

test('responsive/layout: a section that was arranged otherwise is one issue, and another section another one', () => {
  const stacked: [number, number][] = [
    [1, 1],
    [1, 0],
    [2, 0],
  ]
  const swapped: [number, number][] = [
    [1, 0],
    [0, 0],
    [2, 0],
  ]
  const both: [number, number][] = [
    [2, 1],
    [2, 0],
    [1, 0],
  ]
  const kindsOf = (...sections: [number, number][][]) =>
    judge('responsive/layout', rows(900, ROW, ROW), rows(900, ...sections)).keys.map(key => key.split(':')[1])
  expect(kindsOf(both, ROW)).toEqual(['stacked'])
  expect(kindsOf(ROW, swapped)).toEqual(['swapped'])
  expect(kindsOf(stacked, swapped).toSorted()).toEqual(['stacked', 'swapped'])
  // Sections that follow closely are one place; what is told of the first says nothing of the others.
  const near = judge('responsive/layout', rows(400, ROW, ROW, ROW), rows(400, both, swapped, swapped)).keys
  expect(near.map(key => key.split(':')[1]).toSorted()).toEqual(['stacked', 'swapped'])
})

test('responsive/layout: labels and tags may wrap', () => {
  const tags =
    (gap: number): Draw =>
    width => ({
      blocks: ['New', 'Sale', 'Wood', 'Stone'].map((name, i) =>
        block(name, { box: width > 1000 ? box(20 + i * 80, 100, 50, 20) : box(20, 100 + i * gap, 50, 20) }),
      ),
    })
  expect(
    judge('responsive/layout', tags(30), width => ({ blocks: tags(30)(width < 2000 ? 800 : 0).blocks! }))
      .keys,
  ).toEqual([])
})

test('responsive/layout: an order that only one width has', () => {
  const draw =
    (turned: boolean): Draw =>
    width => {
      const [first, second] = turned && width < 768 ? [400, 100] : [100, 400]
      return {
        blocks: [
          block('The first of two passages on this page', { box: box(20, first, 280, 48) }),
          block('The second one of them comes after it', { box: box(20, second, 280, 48) }),
        ],
      }
    }
  const { keys } = judge('responsive/layout', draw(false), draw(true))
  expect(keys.map(key => key.split(':')[0] + key.split(':')[1]!.slice(0, 9))).toEqual([
    'moderate responsive/layoutreordered',
  ])
})

test('two thousand texts are judged in reasonable work', () => {
  const many: Draw = width => ({
    blocks: Array.from({ length: 2000 }, (_, i) =>
      block(`Passage number ${i} of a long page`, {
        box: box(20 + (i % 4) * (width / 4), Math.floor(i / 4) * 60, width / 5, 40),
      }),
    ),
  })
  expect(judge('responsive/layout', many, many).keys).toEqual([])
})

const SHOWN = ['pier', 'dune', 'quay']

/** A row of pictures in `wide` columns, each with its text `beside` it, or below it; all below each other on phones. */
const items = (wide: number, beside: boolean, of = SHOWN): Page => {
  const placed = (width: number, index: number) => {
    const columns = width < 768 ? 1 : wide
    const part = (width - 40) / columns
    const [x, y] = [20 + (index % columns) * part, 200 + Math.floor(index / columns) * 400]
    const words = part / 2 - 20
    return [
      box(x, y, 100, 100),
      beside && width >= 768 ? box(x + 120, y + 20, words - 20, 60) : box(x, y + 120, words, 60),
    ] as const
  }
  return {
    images: of.map((name, index) =>
      picture(name, {
        selector: `img.${name}`,
        box: placed(1440, index)[0],
        drawn: { width: 100, height: 100 },
      }),
    ),
    layouts: screens(width => ({
      blocks: of.map((name, index) =>
        block(`What the house at the ${name} offers to you`, { box: placed(width, index)[1] }),
      ),
      pictures: of.map((name, index) => ({
        kind: 'img',
        alt: '',
        box: placed(width, index)[0],
        seen: placed(width, index)[0],
        state: 'visible',
        scroller: false,
        selector: `img.${name}`,
      })),
    })),
  }
}

test.each<[string, Page, Page, string[]]>([
  ['as it was', items(3, true), items(3, true), []],
  [
    'above its words in a row that is lost as well',
    items(3, true),
    items(1, false),
    ['moderate Columns are lost'],
  ],
  [
    'above the words that had a column of their own',
    items(1, true),
    items(1, false),
    ['moderate Columns are lost'],
  ],
])('responsive/layout: a picture stands %s', (_, before, after, found) => {
  const { issues } = judge('responsive/layout', before, after)
  const stacked = issues.filter(({ rule }) => rule === 'responsive/layout/stacked')
  const said = stacked.map(({ severity, message }) => `${severity} ${message.split(/[,:]/)[0]}`)
  expect([...new Set(said)]).toEqual(found)
})

test.each([
  ['in its own type', 400, '', 'serious'],
  ['with its weight, as with a style sheet', 300, '', 'serious'],
  ['with words of its own', 400, NEWS, 'serious'],
  ['in another weight, with words of its own', 300, NEWS, 'moderate'],
])('texts that a page squeezed on phones %s', (_, weight, news, severity) => {
  const squeezed: Draw = width => {
    const { blocks = [], ...rest } = cards(0)(width)
    const set = blocks.map(one => ({ ...one, style: { ...one.style, weight } }))
    return { ...rest, blocks: news ? [...set, block(news, { box: box(20, 1500, width - 40, 96) })] : set }
  }
  const { issues } = judge('responsive/layout', at([600, 900], cards(9000)), at([600, 900], squeezed))
  const beside = issues.filter(({ rule }) => rule === 'responsive/layout/beside')
  expect(beside.map(issue => issue.severity)).toEqual([severity])
})

test('columns that phones have no room for, and the strips that they make, are one issue in however many sections', () => {
  const lower = (at: ReturnType<typeof box>) => {
    const moved = { ...at, y: at.y + 2500 }
    return { box: moved, seen: moved }
  }
  const sections =
    (from: number): Draw =>
    width => {
      const { blocks = [], ...rest } = cards(from)(width)
      const second = blocks.map(one => ({
        ...one,
        text: `${one.text} of the other mill`,
        selector: `${one.selector} ~ section`,
        ...lower(one.box),
      }))
      return { ...rest, blocks: [...blocks, ...second] }
    }
  const { issues } = judge('responsive/layout', at([600, 900], sections(9000)), at([600, 900], sections(0)))
  expect(issues.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['responsive/layout/beside', 'serious'],
  ])
})

test('equal texts that changed their places among each other are no parts of the arrangement', () => {
  const layouts = (y: number) => {
    const texts = ['BFG 6000', 'BFG 6000', 'BFG 3000', 'BFG 2000', 'BFG 2000']
    const blocks = texts.map((text, i) => block(text, { box: box(20 + i * 200, y, 90, 24), kind: 'heading' }))
    return { layouts: [{ width: 1440, screenWidth: 1440, blocks, controls: [], pictures: [] }] } as never
  }
  const blocks = [
    [0, 1],
    [1, 0],
    [2, 2],
    [3, 3],
    [4, 4],
  ].map(([original, rebuilt]) => ({ original, rebuilt }))
  const matching = { texts: { blocks }, pictures: { matches: [] }, controls: [] } as never
  const parts = partsOf({ original: layouts(100), rebuilt: layouts(140), matching })
  expect(parts.map(({ name }) => name)).toEqual(['BFG 3000', 'BFG 2000', 'BFG 2000'])
})

/** Six pictures of goods in `columns` at 1024 px and wider, below each other on narrower screens. */
const goods = (columns: number, wide = 1): Page => {
  const names = ['pier', 'dune', 'quay', 'hero', 'forest', 'harbour']
  const placed = (width: number, index: number) => {
    const part = width >= 1024 ? (width - 40) / columns : width - 40
    const row = Math.floor(index / (width >= 1024 ? columns : 1))
    const [x, size] = [20 + (width >= 1024 ? index % columns : 0) * part, (part - 20) * wide]
    return box(x, 300 + row * 1500, size, size * 0.66)
  }
  return {
    images: names.map((name, index) =>
      picture(name, { selector: `img.${name}`, box: placed(1440, index), drawn: placed(1440, index) }),
    ),
    layouts: screens(width => ({
      blocks: [block(STORY, { box: box(20, 100, 280, 40) })],
      pictures: names.map((name, index) => ({
        kind: 'img',
        alt: '',
        box: placed(width, index),
        seen: placed(width, index),
        state: 'visible',
        scroller: false,
        selector: `img.${name}`,
      })),
    })),
  }
}

test.each<[string, Page, string]>([
  ['fill the window one below the other', goods(1), 'serious'],
  ['stand below each other as large as before', goods(1, 0.34), 'moderate'],
])('responsive/layout: pictures of rows %s', (_, now, severity) => {
  const { issues } = judge('responsive/layout', goods(3), now)
  const stacked = issues.filter(({ rule }) => rule === 'responsive/layout/stacked')
  expect(stacked.map(issue => issue.severity)).toEqual([severity])
})

test('responsive/layout: what stacks and what unstacks at one width is one issue', () => {
  const COLUMN: [number, number][] = [
    [0, 0],
    [0, 1],
    [0, 2],
  ]
  const { issues } = judge('responsive/layout', rows(900, ROW, COLUMN), rows(900, COLUMN, ROW))
  expect(issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Columns are lost.*others beside them have changed their places as well$/),
  ])
})

/** Three cards, side by side from `columns` px on; in each the story beside its heading from `inner` px on. */
const tiles =
  (columns: number, inner: number, from = 200): Draw =>
  width => {
    const part = (width - 40) / (width >= columns ? 3 : 1)
    return {
      blocks: NAMES.flatMap((name, i) => {
        const [x, y] = width >= columns ? [20 + i * part, from] : [20, from + i * 300]
        const story =
          width >= inner ? box(x + part / 3, y, (part * 2) / 3 - 20, 96) : box(x, y + 40, part - 20, 96)
        return [
          block(`${name} number ${from}`, { box: box(x, y, part / 3 - 10, 34), kind: 'heading' }),
          block(`${name}, ${from}. ${STORY}`, { box: story }),
        ]
      }),
    }
  }
const NEVER = Number.POSITIVE_INFINITY

test.each<[string, Draw, Draw, string[]]>([
  ['a list that is a grid from a wider screen on', tiles(NEVER, 768), tiles(1024, NEVER), ['stacked']],
  ['a grid that is a list from a narrower screen on', tiles(768, NEVER), tiles(NEVER, 480), ['stacked']],
  ['the same, strips on phones', tiles(768, NEVER), tiles(1024, 0), ['beside']],
  ['a grid of few screens, and strips of most', tiles(1024, NEVER), tiles(NEVER, 768), ['beside']],
])('responsive/layout: a band of cards is told once: %s', (_, before, after, rules) => {
  const page = (draw: Draw) => at([900], draw)
  const told = judge('responsive/layout', page(before), page(after)).issues.map(
    ({ rule }) => rule.split('/')[2],
  )
  expect(told).toEqual(rules)
})

test('responsive/layout: another band that changes otherwise is told as well', () => {
  const two = (one: Draw, other: Draw): Page =>
    at([900], width => ({ blocks: [...one(width).blocks!, ...other(width).blocks!] }))
  const { issues } = judge(
    'responsive/layout',
    two(tiles(768, NEVER), tiles(NEVER, NEVER, 2200)),
    two(tiles(NEVER, NEVER), tiles(1024, NEVER, 2200)),
  )
  expect(issues.map(({ rule }) => rule.split('/')[2]).sort()).toEqual(['beside', 'stacked'])
})

test('responsive/layout: grids that are lists at every width now are one issue, wherever theirs began', () => {
  const grids =
    (...from: number[]): Draw =>
    width => ({
      blocks: from.flatMap((start, s) =>
        [0, 1, 2].map(i =>
          block(`Passage ${'one two three'.split(' ')[i]} of the part about ${['boats', 'nets'][s]}`, {
            box:
              width >= start
                ? box(20 + (i * (width - 40)) / 3, 100 + s * 1500, width / 4, 100)
                : box(20, 100 + s * 1500 + i * 200, width - 40, 100),
          }),
        ),
      ),
    })
  const never = Number.POSITIVE_INFINITY
  const stacked = (...now: number[]) =>
    judge('responsive/layout', grids(768, 1024), grids(...now)).issues.map(({ message }) => message)
  expect(stacked(never, never)).toEqual([expect.stringContaining('(4 more with them)')])
  // Breakpoints that moved are each a cause of their own.
  expect(stacked(1024, 1440)).toHaveLength(2)
})

test('text that runs out of its own box into the next section stands in no column beside it', () => {
  /** The last line of the first section stands `high` px up, where the second one begins. */
  const page =
    (high: number, isRow = false): Draw =>
    width => {
      const held = (at: number) =>
        isRow ? `main > div > div:nth-of-type(${at})` : `main > section:nth-of-type(${at})`
      const isNarrow = width < 768
      const beside = isNarrow && high > 0
      const x = isRow && beside ? width / 2 : 20
      const wide = isRow && beside ? width / 2 - 30 : width - 40
      return {
        blocks: [
          block(STORY, { box: box(20, 200, wide, 400), selector: `${held(1)} > p:nth-of-type(1)` }),
          block('Ring the bell at the old pier house', {
            box: box(20, 620, isNarrow ? 120 : 300, 60),
            selector: `${held(1)} > p:nth-of-type(2)`,
          }),
          block('What we have built since the spring', {
            box: box(x + (beside && !isRow ? 130 : 0), 720 - (beside ? high : 0), isRow ? wide : 160, 60),
            selector: `${held(2)} > h2`,
            kind: 'heading',
          }),
          block(NEWS, { box: box(x, 800 - (beside ? high : 0), wide, 200), selector: `${held(2)} > p` }),
        ],
      }
    }
  const found = (now: Draw) =>
    judge('responsive/layout', page(0), now).keys.filter(key => key.includes('beside'))
  expect(found(page(100))).toEqual([])
  expect(found(page(100, true))).toEqual([expect.stringContaining('beside')])
})
