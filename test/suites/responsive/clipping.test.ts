import { expect, test } from 'vitest'
import { type Block, block, box, type Draw, judge, STORY, screens } from './pages.ts'

const cut =
  (changes: Partial<Block>, from = 0): Draw =>
  width => ({ blocks: [block(STORY, { box: box(20, 100, 280, 24), ...(width >= from ? changes : {}) })] })

const equals = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    block(STORY, { box: box(20 + at * 300, 100, 280, 24), selector: `p:nth-of-type(${at + 1})` }),
  )

test.each<[string, Draw, Draw, string[]]>([
  ['none', cut({}), cut({}), []],
  ['half a text', cut({}), cut({ lost: 0.5 }), [`serious responsive/clipping:${STORY.toLowerCase()}`]],
  [
    'half a text with dots',
    cut({}),
    cut({ lost: 0.5, shortened: true }),
    [`moderate responsive/clipping:${STORY.toLowerCase()}`],
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
  [
    'the name of a drawing, which was a drawing',
    cut({ style: { ...block('').style, family: '"Harbour Icons", Arial' } }),
    cut({ lost: 0.5 }),
    [],
  ],
  ['a rounding', cut({}), cut({ lost: 0.03 }), []],
  [
    'half a text beside the same one, whole, as in a band that repeats itself',
    cut({}),
    () => ({
      blocks: [
        block(STORY, { box: box(20, 100, 280, 24), selector: 'p:nth-of-type(1)' }),
        block(STORY, { box: box(310, 100, 280, 24), selector: 'p:nth-of-type(2)', lost: 0.5 }),
      ],
    }),
    [],
  ],
  [
    'the last of three equal texts in a row',
    () => ({ blocks: equals(3) }),
    () => ({ blocks: equals(3).map((one, at) => (at === 2 ? { ...one, lost: 0.6 } : one)) }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  [
    'what is empty over the letters of a line that is set tight, above the top of the page',
    cut({ box: box(20, 0, 280, 96), style: { ...block('').style, size: 64 } }),
    cut({ box: box(20, -14, 280, 96), seen: box(20, 0, 280, 82), style: { ...block('').style, size: 64 } }),
    [],
  ],
  [
    'half a text above the top of the page',
    cut({}),
    cut({ box: box(20, -12, 280, 24), seen: box(20, 0, 280, 12) }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  ['blanks at the ends of the lines of code that wraps', cut({}), cut({ lost: 0.1, rows: 2, lines: 3 }), []],
  [
    'code that does not wrap',
    cut({}),
    cut({ lost: 0.1, rows: 2, lines: 2 }),
    [`serious responsive/clipping:${STORY.toLowerCase()}`],
  ],
  [
    'two words of the main heading',
    () => ({ blocks: [block('Fine roofs', { level: 1 })] }),
    () => ({ blocks: [block('Fine roofs', { level: 1, lost: 0.4 })] }),
    ['serious responsive/clipping:fine roofs'],
  ],
  [
    'two words of another heading',
    () => ({ blocks: [block('Fine roofs', { level: 2 })] }),
    () => ({ blocks: [block('Fine roofs', { level: 2, lost: 0.4 })] }),
    ['moderate responsive/clipping:fine roofs'],
  ],
  [
    'in the footer',
    cut({ landmark: 'contentinfo' }),
    cut({ landmark: 'contentinfo', lost: 0.4 }),
    [`moderate responsive/clipping:${STORY.toLowerCase()}`],
  ],
])('responsive/clipping: %s', (_, before, after, keys) => {
  expect(judge('responsive/clipping', before, after).keys).toEqual(keys)
})

test('responsive/clipping: what runs through, and what has a word or two of the original', () => {
  const cut = [`serious responsive/clipping:${STORY.toLowerCase()}`]
  const found = (was: Draw, is: Draw) => judge('responsive/clipping', was, is).keys
  const part = { lost: 0.5 }
  const says =
    (...texts: string[]): Draw =>
    () => ({ blocks: texts.map((text, at) => block(text, { box: box(20, 100 + 50 * at, 280, 24) })) })
  expect(found(says(STORY), says(STORY))).toEqual([])
  const now =
    (changes: Partial<Block>): Draw =>
    () => ({ blocks: [block(STORY, { box: box(20, 100, 280, 24), ...changes })] })
  expect(found(says(STORY), now({ ...part, runs: true }))).toEqual([])
  expect(found(says(STORY), now(part))).toEqual(cut)
  // A heading of two words, and the sentence that has them.
  expect(found(says('Ten words'), now(part))).toEqual([])
  // A text that stood in two.
  const halves = ['A story of ten words', 'about how this one was built']
  expect(found(says(...halves), now(part))).toHaveLength(1)
})

test('responsive/clipping: the last card that a strip has room for', () => {
  const [second, third] = ['The second reader found it as good', 'The third reader came back for more']
  const strip =
    (lost: number, state: Block['state']): Draw =>
    () => ({
      blocks: [
        block(STORY, { box: box(20, 100, 280, 24) }),
        block(second, { box: box(320, 100, 280, 24), ...(lost && { lost }) }),
        block(third, { box: box(620, 100, 280, 24), state }),
      ],
    })
  const cut = [`moderate responsive/clipping:${second.toLowerCase()}`]
  expect(judge('responsive/clipping', strip(0, 'clipped'), strip(0.5, 'clipped')).keys).toEqual([])
  // The original shows what is beyond the edge now: a box is too narrow.
  expect(judge('responsive/clipping', strip(0, 'visible'), strip(0.5, 'clipped')).keys).toEqual(cut)
  expect(judge('responsive/clipping', strip(0, 'visible'), strip(0.5, 'visible')).keys).toEqual(cut)
})

test('responsive/clipping: as much is cut off as of a slide of the original, with no slide beside it now', () => {
  const card = (lost: number, ...beside: Block[]): Draw => {
    const own = block(STORY, { box: box(20, 100, 280, 200), lost })
    return () => ({ blocks: [own, ...beside] })
  }
  const next = block('The second reader found it as good', { box: box(320, 100, 280, 200), state: 'clipped' })
  const told = (before: Draw, after: Draw) => judge('responsive/clipping', before, after).keys
  expect(told(card(0.8, next), card(0.85))).toEqual([])
  expect(told(card(0.3, next), card(0.85))).toEqual([`serious responsive/clipping:${STORY.toLowerCase()}`])
})

test('responsive/clipping: a text cut off next to a breakpoint alone may be a slide on its way out', () => {
  const judgedAt = (width: number) => {
    const layouts = (lost: (width: number) => boolean) => ({
      layouts: screens(at => cut(lost(at) ? { lost: 0.3 } : {})(at)),
      breakpoints: screens(at => cut(lost(at) ? { lost: 0.3 } : {})(at), [501]),
    })
    return judge(
      'responsive/clipping',
      layouts(() => false),
      layouts(at => at === width),
    ).keys
  }
  expect(judgedAt(501)).toEqual([`moderate responsive/clipping:${STORY.toLowerCase()}`])
  expect(judgedAt(768)).toEqual([`serious responsive/clipping:${STORY.toLowerCase()}`])
})

test('responsive/clipping: listings that are cut off at widths of their own are one issue', () => {
  const commands = [
    ['install the harbour tools and look at the tide tables first', 'main > pre:nth-of-type(1)', 400],
    ['install the harbour tools for the crew that stays on the pier', 'main > dl > dd > pre', 800],
  ] as const
  const page =
    (lost: number): Draw =>
    width => ({
      blocks: commands.map(([text, selector, until], at) =>
        block(text, {
          selector,
          box: box(20, 100 + 100 * at, 280, 24),
          ...(width < until && lost ? { lost } : {}),
        }),
      ),
    })
  expect(judge('responsive/clipping', page(0), page(0.5)).keys).toEqual([
    `serious responsive/clipping:${commands[1][0]}`,
  ])
})
