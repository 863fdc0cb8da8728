import { expect, test } from 'vitest'
import { type Block, block, box, type Control, control, type Draw, judge, STORY, screens } from './pages.ts'

const cut =
  (changes: Partial<Block>, from = 0): Draw =>
  width => ({ blocks: [block(STORY, { box: box(20, 100, 280, 24), ...(width >= from ? changes : {}) })] })

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
  [
    'the name of a drawing, which was a drawing',
    cut({ style: { ...block('').style, family: '"Harbour Icons", Arial' } }),
    cut({ lost: 0.5 }),
    [],
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

test.each<[string, string, number, boolean]>([
  ['an e-mail address by a letter', 'career_chair@egsc.columbia.edu', 234, true],
  ['a number to call by a letter', 'Call us: (814) 540-6634', 234, true],
  ['a price by a letter', 'A loaf of rye with caraway for 4,50 €', 234, true],
  ['an address by a rounding', 'career_chair@egsc.columbia.edu', 238, false],
  ['a name by a letter', 'career_chair of egsc.columbia', 234, false],
])('a line is cut off: %s', (_, text, width, isTold) => {
  const line =
    (seen: number): Draw =>
    () => ({ blocks: [block(text, { box: box(20, 100, 240, 24), seen: box(20, 100, seen, 24) })] })
  const keys = [`serious responsive/clipping:${text.toLowerCase()}`]
  expect(judge('responsive/clipping', line(240), line(width)).keys).toEqual(isTold ? keys : [])
  expect(judge('responsive/clipping', line(width), line(width)).keys).toEqual([])
})

const title =
  (text: string, changes: Partial<Block> = {}, from = 0, to = 375): Draw =>
  width => ({
    scrollsSideways: false,
    blocks: [
      block(text, {
        kind: 'heading',
        level: 1,
        box: box(20, 100, 300, 120),
        ...(width >= from && width <= to
          ? {
              box: box(20, 100, width + 40, 120),
              seen: box(20, 100, width - 20, 120),
              lost: 0.12,
              ...changes,
            }
          : {}),
      }),
    ],
  })
const whole = (text: string): Draw => title(text, {}, 9999)
const OWN_TITLE = 'Local asset management for institutional owners'

test.each<[string, Draw, Draw, string[]]>([
  ['by the window', whole('Specialists in real estate'), title(OWN_TITLE), ['serious']],
  [
    'at the narrowest width alone',
    whole('Specialists in real estate'),
    title(OWN_TITLE, {}, 0, 320),
    ['moderate'],
  ],
  [
    'where that of the original is cut off as well',
    title('Specialists in real estate'),
    title(OWN_TITLE),
    [],
  ],
  ['by a descender', whole('Specialists in real estate'), title(OWN_TITLE, { lost: 0.07 }), []],
  ['on purpose', whole('Specialists in real estate'), title(OWN_TITLE, { shortened: true }), []],
  ['as it runs through', whole('Specialists in real estate'), title(OWN_TITLE, { runs: true }), []],
  [
    'by a box within the window',
    whole('Specialists in real estate'),
    title(OWN_TITLE, { box: box(20, 100, 200, 120), seen: box(20, 100, 150, 120) }),
    [],
  ],
  [
    'beside the next slide',
    whole('Specialists in real estate'),
    width => {
      const drawn = title(OWN_TITLE)(width)
      const next = block('Another slide', { box: box(width + 80, 100, 200, 120), state: 'clipped' })
      return { ...drawn, blocks: [...drawn.blocks!, next] }
    },
    [],
  ],
])('a new heading is cut off: %s', (_, before, after, severities) => {
  const { keys } = judge('responsive/clipping', before, after)
  expect(keys).toEqual(severities.map(each => `${each} responsive/clipping:new:${OWN_TITLE.toLowerCase()}`))
})

/** A grid of cards, each a title and a text that ends early; `more` is what stands in each besides. */
const TEASERS = ['Bread', 'Fish', 'Cheese'].map(word => `${word} that was made here and tells a longer story`)
const cards =
  (changes: Partial<Block>, more: (x: number) => Control[] = () => []): Draw =>
  () => ({
    blocks: TEASERS.map((text, at) => block(text, { box: box(20 + 100 * at, 100, 90, 60), ...changes })),
    controls: TEASERS.flatMap((_, at) => more(20 + 100 * at)),
  })
const link = (name: string, place: Control['box']) => control('link', name, { landmark: 'main', box: place })
const CUT = { lost: 0.4, shortened: true }
const ALL = TEASERS.map(text => `serious responsive/clipping:${text.toLowerCase()}`)
const ONE = [`moderate responsive/clipping:${TEASERS[0]!.toLowerCase()}`]

test.each<[string, Partial<Block>, ((x: number) => Control[]) | undefined, string[]]>([
  ['in links', CUT, x => [link('Card', box(x - 10, 20, 110, 200))], ONE],
  ['under linked titles', CUT, x => [link('Title', box(x, 60, 70, 24))], ONE],
  ['over a link to more', CUT, x => [link('Read on', box(x, 170, 60, 24))], ONE],
  [
    'over a button that unfolds it',
    CUT,
    x => [control('button', 'Read more', { landmark: 'main', box: box(x, 170, 60, 24) })],
    ONE,
  ],
  ['without a way to the rest', CUT, undefined, ALL],
  [
    'beside a button for something else',
    CUT,
    x => [control('button', 'Like', { landmark: 'main', box: box(x, 170, 60, 24) })],
    ALL,
  ],
  ['with a link within the text', CUT, x => [link('our boats', box(x + 10, 120, 40, 20))], ALL],
  ['with a link further down', CUT, x => [link('Read on', box(x, 600, 60, 24))], ALL],
  [
    'in links, and cut off without an ellipsis',
    { lost: 0.4 },
    x => [link('Card', box(x - 10, 20, 110, 200))],
    ALL,
  ],
])('responsive/clipping: texts of cards that end early, %s', (_, changes, more, keys) => {
  expect(judge('responsive/clipping', cards({}, more), cards(changes, more)).keys.sort()).toEqual(keys.sort())
})

test('responsive/clipping: one text that ends early over a link to something else', () => {
  const hero =
    (name: string, changes: Partial<Block> = {}): Draw =>
    () => ({
      blocks: [block(STORY, { box: box(20, 100, 280, 60), ...changes })],
      controls: [link(name, box(20, 170, 90, 30))],
    })
  const key = `responsive/clipping:${STORY.toLowerCase()}`
  expect(judge('responsive/clipping', hero('Order now'), hero('Order now', CUT)).keys).toEqual([
    `serious ${key}`,
  ])
  expect(judge('responsive/clipping', hero('Read more'), hero('Read more', CUT)).keys).toEqual([
    `moderate ${key}`,
  ])
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

/** A slider of two cards, the second of which peeks in at the edge. */
const slider =
  (first: string, second: string): Draw =>
  () => ({
    blocks: [
      block(first, { box: box(20, 100, 280, 24) }),
      block(second, { box: box(320, 100, 280, 24), lost: 0.6 }),
    ],
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
  const cut = [`serious responsive/clipping:${second.toLowerCase()}`]
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

test('responsive/clipping: the next card of a slider that peeks in is another one now', () => {
  const other = 'The keeper of the light writes down the weather twice a day'
  expect(judge('responsive/clipping', slider(STORY, other), slider(other, STORY)).keys).toEqual([])
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

test.each<[string, number, number, number, string[]]>([
  ['in view', 0, 100, 160, []],
  ['a third above the top', 0, -48, 160, ['serious responsive/clipping:picture:sun foundation']],
  ['a little of it above the top', 0, -20, 160, ['moderate responsive/clipping:picture:sun foundation']],
  ['a rounding', 0, -6, 160, []],
  ['as the original has one', -48, -48, 160, []],
  ['wholly above, as what slides in', 0, -200, 160, []],
  ['across the screen, as a ground is', 0, -48, 1440, []],
])('a logo %s', (_, was, is, size, keys) => {
  const logo =
    (y: number): Draw =>
    width => {
      const at = box(16, y, size === 1440 ? width : 113, 160)
      const picture = {
        kind: 'img' as const,
        alt: 'Sun Foundation',
        selector: 'header img',
        state: 'visible' as const,
        scroller: false,
      }
      return { blocks: [block(STORY)], pictures: [{ ...picture, box: at, seen: at }] }
    }
  expect(judge('responsive/clipping', logo(was), logo(is)).keys).toEqual(keys)
})
