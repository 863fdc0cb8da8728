import { expect, test } from 'vitest'
import { breakpointsOf, mediaIn } from '../../server/capture/collectors/breakpoints.ts'
import type { Layout } from '../../server/capture/collectors/layouts.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { responsive } from '../../server/suites/responsive/index.ts'
import { makeCapture } from './captures.ts'

type Block = Layout['blocks'][number]
type Control = Layout['controls'][number]
type Overlap = NonNullable<Layout['overlaps']>[number]

const WIDTHS = [320, 375, 768, 1024, 1440]
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

function block(text: string, place: Block['box'], changes: Partial<Block> = {}): Block {
  return {
    text,
    kind: 'paragraph',
    level: 0,
    landmark: 'main',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    selector: `p ${text}`,
    lines: Math.max(1, Math.round(place.height / 24)),
    style: {
      family: 'Arial',
      size: 16,
      weight: 400,
      colour: 'rgb(0, 0, 0)',
      background: 'rgb(255, 255, 255)',
    },
    ...changes,
  }
}

function link(name: string, place: Control['box'], changes: Partial<Control> = {}): Control {
  return {
    role: 'link',
    name,
    landmark: 'main',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    expanded: null,
    opens: false,
    disabled: false,
    selector: `a ${name}`,
    ...changes,
  }
}

function overlap(name: string, cover: string, changes: Partial<Overlap> = {}): Overlap {
  return {
    what: 'text',
    by: 'text',
    name,
    cover,
    landmark: 'main',
    selector: `p ${name}`,
    coverSelector: `p ${cover}`,
    box: box(20, 100, 200, 20),
    share: 0.6,
    opaque: false,
    ...changes,
  }
}

type Draw = (width: number) => Partial<Layout>

const screens = (draw: Draw, widths = WIDTHS) =>
  widths.map(
    (width): Layout => ({
      width,
      screenWidth: width,
      clientWidth: width,
      scrollWidth: width,
      scrollHeight: 3000,
      blocks: [],
      cut: 0,
      controls: [],
      clickables: [],
      pictures: [],
      ...draw(width),
    }),
  )

function judge(
  check: string,
  before: Draw,
  after: Draw,
  bands: { before?: number[]; after?: number[] } = {},
) {
  const capture = (side: 'original' | 'rebuilt', draw: Draw, widths: number[] = []) =>
    makeCapture(side, {
      layouts: screens(draw),
      breakpoints: screens(draw, widths),
      head: { metas: [{ name: 'viewport', content: 'width=device-width' }] },
    })
  const judged = runSuites(
    [responsive as unknown as Suite],
    capture('original', before, bands.before),
    capture('rebuilt', after, bands.after),
  )
  const result = scoreSuite(judged[0]!, 'regressions')
  const own = result.issues.filter(issue => issue.check === check && issue.status === 'introduced')
  return {
    keys: own.map(issue => `${issue.severity} ${issue.key}`),
    pass: result.pass,
    score: result.score,
    issues: own,
  }
}

const NAMES = ['Pier house', 'Dune house', 'Quay workshop']
const STORY = 'A story of ten words about how this one was built'

/** Three cards side by side from `from` to below `to` px, below each other otherwise. */
const cards =
  (from: number, to = 10_000, swap = false): Draw =>
  width => {
    const columns = width >= from && width < to
    return {
      blocks: [
        block('What we have built', box(20, 100, 200, 30), { kind: 'heading' }),
        ...NAMES.flatMap((name, i) => {
          const turn = swap ? 2 - i : i
          const part = (width - 40) / 3
          const [x, y] = columns ? [20 + turn * part, 200] : [20, 200 + i * 200]
          return [
            block(name, box(x, y, 90, 24), { kind: 'heading' }),
            block(`${name}. ${STORY}`, box(x, y + 40, columns ? part - 20 : width - 40, 96)),
          ]
        }),
      ],
    }
  }

test.each<[string, Draw, Draw, string[], boolean]>([
  ['the same', cards(768), cards(768), [], true],
  ['stacked everywhere', cards(768), cards(9999), ['serious responsive/layout:stacked'], false],
  ['columns on phones', cards(768), cards(0), ['serious responsive/layout:beside'], false],
  [
    'a breakpoint that is 300 px higher',
    cards(768),
    cards(1000),
    ['moderate responsive/layout:stacked'],
    true,
  ],
  ['the other way round', cards(768), cards(768, 10_000, true), ['serious responsive/layout:swapped'], false],
  [
    'a band of columns that is lost',
    cards(768, 1024),
    cards(9999),
    ['serious responsive/layout:stacked'],
    false,
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
        block(
          `Section ${s + 1} offers you work for ${name}`,
          width >= from
            ? box(20 + (i * width) / 4, 400 + s * 1000, width / 4 - 40, 80)
            : box(20, 400 + s * 1000 + i * 100, width - 40, 60),
        ),
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
    const judged = judge('responsive/layout', sections(before, 3), sections(after, 3), {
      before: [before - 1, before, before + 1].filter(width => width !== 768),
      after: [after - 1, after, after + 1].filter(width => width !== 768),
    })
    expect(judged.issues.map(issue => issue.severity)).toEqual(severities)
    expect(judged.score).toBeGreaterThanOrEqual(least)
    expect(judged.issues.flatMap(issue => issue.evidence ?? [])).toEqual([])
  },
)

test('responsive/layout: columns that are lost next to a common width as well are no nudge', () => {
  const judged = judge('responsive/layout', sections(768, 3), sections(9999, 3), { before: [767, 769] })
  expect(judged.pass).toBe(false)
})

test('responsive/layout: a layout between the common widths is known on one page only', () => {
  const { keys } = judge('responsive/layout', cards(800, 1000), cards(9999), { before: [799, 800, 801] })
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

test('responsive/layout: labels and tags may wrap', () => {
  const tags =
    (gap: number): Draw =>
    width => ({
      blocks: ['New', 'Sale', 'Wood', 'Stone'].map((name, i) =>
        block(name, width > 1000 ? box(20 + i * 80, 100, 50, 20) : box(20, 100 + i * gap, 50, 20)),
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
          block('The first of two passages on this page', box(20, first, 280, 48)),
          block('The second one of them comes after it', box(20, second, 280, 48)),
        ],
      }
    }
  const { keys } = judge('responsive/layout', draw(false), draw(true))
  expect(keys.map(key => key.split(':')[0] + key.split(':')[1]!.slice(0, 9))).toEqual([
    'moderate responsive/layoutreordered',
  ])
})

test('responsive/layout: text squeezed to a strip, and text without a limit', () => {
  const text =
    (share: number): Draw =>
    width => ({
      blocks: [
        block(`${STORY} ${STORY}`, box(20, 100, (width - 40) * share, Math.ceil(72 / share)), {
          lines: Math.ceil(3 / share),
        }),
      ],
    })
  expect(judge('responsive/layout', text(1), text(0.3)).keys).toEqual(['serious responsive/layout:narrowed'])
  expect(judge('responsive/layout', text(0.3), text(1)).keys).toEqual(['moderate responsive/layout:widened'])
  expect(judge('responsive/layout', text(1), text(0.8)).keys).toEqual([])
})

const TITLE = 'Houses by the water'
const two: Draw = () => ({
  blocks: [block(TITLE, box(20, 100, 200, 20)), block(STORY, box(20, 105, 280, 48))],
})
const lying =
  (...overlaps: Overlap[]): Draw =>
  width => ({ ...two(width), overlaps })

test.each<[string, Draw, Draw, string[]]>([
  ['none', two, two, []],
  [
    'over each other',
    two,
    lying(overlap(TITLE, STORY)),
    [`serious responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
  ['as before, the other one on top', lying(overlap(STORY, TITLE)), lying(overlap(TITLE, STORY)), []],
  ['touching', two, lying(overlap(TITLE, STORY, { share: 0.05 })), []],
  [
    'under a box',
    two,
    lying(overlap(TITLE, '', { by: 'box', opaque: true, coverSelector: '' })),
    [`serious responsive/overlaps:${TITLE.toLowerCase()}|cover`],
  ],
  [
    'under a picture with holes',
    two,
    lying(overlap(TITLE, '', { by: 'picture', coverSelector: '' })),
    [`moderate responsive/overlaps:${TITLE.toLowerCase()}|cover`],
  ],
  [
    'what the original hides',
    width => ({
      blocks: two(width).blocks!.map(one =>
        one.text === TITLE ? { ...one, state: 'hidden' as const, seen: box(0, 0, 0, 0) } : one,
      ),
    }),
    lying(overlap(TITLE, '', { by: 'box', opaque: true })),
    [],
  ],
])('responsive/overlaps: %s', (_, before, after, keys) => {
  expect(judge('responsive/overlaps', before, after).keys).toEqual(keys)
})

const cut =
  (changes: Partial<Block>, from = 0): Draw =>
  width => ({ blocks: [block(STORY, box(20, 100, 280, 24), width >= from ? changes : {})] })

test.each<[string, Draw, Draw, string[]]>([
  ['none', cut({}), cut({}), []],
  ['half a text', cut({}), cut({ lost: 0.5 }), [`serious responsive/clipping:${STORY.toLowerCase()}`]],
  [
    'half a text with dots',
    cut({}),
    cut({ lost: 0.5, shortened: true }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  ['as before', cut({ lost: 0.5 }), cut({ lost: 0.5 }), []],
  ['a little more than before', cut({ lost: 0.5 }), cut({ lost: 0.55 }), []],
  [
    'a few letters before, nearly all now',
    cut({ lost: 0.08 }),
    cut({ lost: 0.95 }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  ['nearly all before, a few letters now', cut({ lost: 0.95 }), cut({ lost: 0.08 }), []],
  [
    'at more widths than before',
    cut({ lost: 0.5 }, 1000),
    cut({ lost: 0.5 }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  [
    'dots that were there for longer texts',
    cut({ shortened: true }),
    cut({ lost: 0.1, shortened: true }),
    [`minor responsive/clipping:${STORY.toLowerCase()}`],
  ],
  ['a rounding', cut({}), cut({ lost: 0.03 }), []],
  [
    'in the footer',
    cut({ landmark: 'contentinfo' }),
    cut({ landmark: 'contentinfo', lost: 0.4 }),
    [`moderate responsive/clipping:${STORY.toLowerCase()}`],
  ],
])('responsive/clipping: %s', (_, before, after, keys) => {
  expect(judge('responsive/clipping', before, after).keys).toEqual(keys)
})

const links =
  (height: number, gap: number, changes: Partial<Control> = {}): Draw =>
  () => ({
    controls: ['Work', 'Team', 'Prices'].map((name, i) =>
      link(name, box(20, 100 + i * (height + gap), 60, height), changes),
    ),
  })

test.each<[string, Draw, Draw, number]>([
  ['44 px', links(44, 0), links(44, 0), 0],
  ['16 px without room', links(44, 0), links(16, 0), 3],
  ['16 px with room', links(44, 0), links(16, 10), 0],
  ['16 px as before', links(16, 0), links(16, 0), 0],
  ['16 px in a sentence', links(44, 0), links(16, 0, { inline: true }), 0],
  ['16 px of checkboxes', links(44, 0), links(16, 0, { role: 'checkbox' }), 0],
])('responsive/small, targets: %s', (_, before, after, count) => {
  const { keys, pass } = judge('responsive/small', before, after)
  expect(keys.filter(key => key.startsWith('moderate responsive/small:target:'))).toHaveLength(count)
  expect(pass).toBe(true)
})

const sized =
  (size: number): Draw =>
  () => ({
    blocks: [block(STORY, box(20, 100, 280, 24), { style: { ...block('', box(0, 0, 0, 0)).style, size } })],
  })

test('responsive/small: a target that shrank but keeps its room is a note', () => {
  const { keys } = judge('responsive/small', links(44, 0), links(16, 10))
  expect(keys).toEqual(
    ['Prices', 'Team', 'Work'].map(name => `minor responsive/small:target:${name.toLowerCase()}`),
  )
})

test.each<[number, number, string[]]>([
  [16, 16, []],
  [16, 13, []],
  [16, 9, [`moderate responsive/small:shrunk:${STORY.toLowerCase()}`]],
  [11, 11, []],
  [11, 10.5, []],
  [11, 8, [`moderate responsive/small:shrunk:${STORY.toLowerCase()}`]],
])('responsive/small, text of %d px became %d px', (before, after, keys) => {
  expect(judge('responsive/small', sized(before), sized(after)).keys).toEqual(keys)
})

/** A text of `width` px that stays so wide up to screens of `upTo` px. */
const rigid =
  (width: number, upTo: number, hides = false): Draw =>
  screen => {
    const wide = screen <= upTo ? width : 200
    const place = box(20, 100, wide, 24)
    return {
      blocks: [block(STORY, place, hides ? { seen: box(20, 100, Math.min(wide, screen - 20), 24) } : {})],
      scrollWidth: hides ? screen : Math.max(screen, wide + 20),
    }
  }

test.each<[string, Draw, Draw, string[], string[]]>([
  ['fits', rigid(200, 0), rigid(200, 0), [], []],
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
    [`serious responsive/reflow:${STORY.toLowerCase()}`],
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
        block(STORY, box(20, 100, width === 320 ? 700 : 280, 24), {
          scroller: true,
          seen: box(20, 100, 280, 24),
        }),
      ],
    }),
    [`serious responsive/reflow:sideways:${STORY.toLowerCase()}`],
    [],
  ],
])('responsive/reflow: %s', (_, before, after, reflow, overflow) => {
  expect(judge('responsive/reflow', before, after).keys).toEqual(reflow)
  expect(judge('responsive/overflow', before, after).keys).toEqual(overflow)
})

test('breakpoints are read from any way to write them', () => {
  expect(
    breakpointsOf([
      ['(max-width: 47.9375em)', 3],
      ['screen and (min-width:600px) and (max-width: 899.98px)', 2],
      ['(400px <= width < 700px)', 1],
      ['(WIDTH >= 64rem)', 4],
      ['(min-height: 500px) and (orientation: landscape)', 9],
    ]),
  ).toEqual([1024, 768, 600, 900, 400, 700])
  // 480 px alone is between the two.
  expect(
    breakpointsOf([
      ['(max-width: 479px)', 2],
      ['(min-width: 481px)', 1],
      ['(width = 30em)', 1],
    ]),
  ).toEqual([480, 481])
  expect(
    breakpointsOf([
      ['(30em > width)', 1],
      ['(640px>=width)', 1],
      ['(width <= 50rem)', 1],
    ]),
  ).toEqual([480, 641, 801])
  expect(mediaIn('a{b:c} @media (max-width:600px){a{d:e} b{f:g}} @MEDIA print{h{}}')).toEqual([
    [' (max-width:600px)', 2],
    [' print', 1],
  ])
})

test('two thousand texts are judged in reasonable work', () => {
  const many: Draw = width => ({
    blocks: Array.from({ length: 2000 }, (_, i) =>
      block(
        `Passage number ${i} of a long page`,
        box(20 + (i % 4) * (width / 4), Math.floor(i / 4) * 60, width / 5, 40),
      ),
    ),
  })
  expect(judge('responsive/layout', many, many).keys).toEqual([])
})
