import { expect, test } from 'vitest'
import type { SurfaceArtifact } from '../../server/capture/collectors/surfaces.ts'
import { classOf } from '../../server/suites/image/typography/families.ts'
import { box, judge, surface, textLayout } from './image-pictures.ts'

test.each([
  ['Arial, sans-serif', 'sans-serif'],
  ['"Times New Roman"', 'serif'],
  ['Georgia, serif', 'serif'],
  ['"Noto Sans Mono", monospace', 'monospace'],
  ['"Source Serif 4", serif', 'serif'],
  ['"Open Sans", sans-serif', 'sans-serif'],
  ['"Roboto Slab", serif', 'serif'],
  ['"Alegreya Sans", sans-serif', 'sans-serif'],
  ['-apple-system, BlinkMacSystemFont, "Segoe UI"', 'sans-serif'],
  ['"Kaushan Script", cursive', 'display'],
  ['"Acme Corporate", serif', 'serif'],
  ['"Acme Corporate"', null],
  ['"Comic Neue", cursive', 'display'],
  ['"Yu Mincho", serif', 'serif'],
  ['"PingFang SC", "Microsoft YaHei"', 'sans-serif'],
])('%s is %s', (list, wanted) => {
  expect(classOf(list)).toBe(wanted)
})

const words = [
  'Houses by the water',
  'We have drawn and built houses on the coast',
  'Eleven people draw and build',
  'Ask for a visit any day',
]
const page = (change: (at: number) => Record<string, unknown>) => ({
  layouts: textLayout(
    words.map((text, at) => ({ text, kind: at === 0 ? 'heading' : 'paragraph', ...change(at) })),
  ),
})

test.each<[string, (at: number) => Record<string, unknown>, string[]]>([
  ['the same', () => ({}), []],
  ['other names for the same', () => ({ family: 'Helvetica, "Liberation Sans", sans-serif' }), []],
  ['a family that says nothing', () => ({ family: '"Acme Corporate"' }), []],
  ['serifs everywhere', () => ({ family: 'Georgia, serif' }), ['serious image/typography:class:sans-serif']],
  [
    'families that are nowhere, before one with serifs',
    () => ({ family: 'Ariel, "Nunito Sans", serif' }),
    ['serious image/typography:class:sans-serif'],
  ],
  ['a family that is nowhere, before the same', () => ({ family: '"Nunito Serif", sans-serif' }), []],
  [
    'a heading with serifs',
    at => (at === 0 ? { family: 'Georgia, serif' } : {}),
    ['moderate image/typography:class:sans-serif'],
  ],
  [
    'all headings with serifs',
    at => (at < 3 ? { kind: 'heading', family: 'Georgia, serif' } : {}),
    ['serious image/typography:class:sans-serif'],
  ],
  ['sizes a little off', () => ({ size: 17.5 }), []],
  [
    'a third smaller',
    () => ({ size: 10.5 }),
    ['moderate image/typography:size:heading:16', 'moderate image/typography:size:text:16'].slice(1),
  ],
  [
    'bold everywhere',
    () => ({ weight: 700 }),
    ['moderate image/typography:weight:heading:bolder', 'moderate image/typography:weight:text:bolder'],
  ],
  ['medium for regular', () => ({ weight: 500 }), []],
])('image/typography: %s', (_, change, issues) => {
  const judged = judge(
    'image/typography',
    page(() => ({})),
    page(change),
  )
  expect(judged.issues.filter(issue => !issue.startsWith('minor')).sort()).toEqual(issues)
  expect(judged.outcome).toBe('assessed')
})

test('image/typography: a web font that does not come any more; one that came to neither is nothing', () => {
  const own = page(() => ({ family: '"Acme Corporate", sans-serif' }))
  const came = { fonts: { loaded: ['Acme Corporate'], failed: [] } }
  const failed = { fonts: { loaded: [], failed: ['Acme Corporate'] } }
  expect(judge('image/typography', { ...own, ...came }, { ...own, ...failed }).issues).toEqual([
    'moderate image/typography:face:acme corporate',
  ])
  expect(judge('image/typography', { ...own, ...failed }, { ...own, ...failed }).issues).toEqual([])
})

test('image/typography needs texts', () => {
  expect(judge('image/typography', {}, {}).outcome).toBe('not-applicable')
})

const cards = (changes: Partial<SurfaceArtifact> = {}) =>
  words.map((text, at) => surface(text, { box: box(0, at * 300, 400, 100), ...changes }))
const button = surface('Ask now', { kind: 'button', fill: true, border: false, box: box(500, 0, 120, 40) })
const texts = {
  layouts: textLayout(
    [...words, 'Ask now'].map((text, at) => ({
      text,
      box: box(at === 4 ? 510 : 10, at === 4 ? 10 : at * 300 + 10, 80, 20),
    })),
  ),
}

test.each<[string, SurfaceArtifact[], SurfaceArtifact[], string[]]>([
  ['the same', cards(), cards(), []],
  ['in another order', cards(), cards().reverse(), []],
  ['a shadow for a border', cards(), cards({ border: false, shadow: true }), []],
  ['more than there was', cards(), cards({ shadow: true, radius: 8 }), []],
  [
    'shadows lost',
    cards({ border: false, shadow: true }),
    cards({ border: false, fill: true }),
    ['moderate image/blocks:card:shadow'],
  ],
  [
    'one shadow lost',
    cards({ border: false, shadow: true }),
    [...cards({ border: false, shadow: true }).slice(1), ...cards({ border: false, fill: true }).slice(0, 1)],
    ['minor image/blocks:card:shadow'],
  ],
  [
    'borders lost',
    cards({ fill: true }),
    cards({ fill: true, border: false }),
    ['moderate image/blocks:card:border'],
  ],
  ['square corners', cards({ radius: 12 }), cards(), ['minor image/blocks:card:corners']],
  ['no box any more', cards(), [], ['moderate image/blocks:card:look']],
  ['a button like text', [button], [], ['moderate image/blocks:button:look']],
  ['a button with a frame instead', [button], [{ ...button, fill: false, border: true }], []],
  [
    'a page of bare text',
    [...cards(), button, { ...button, text: words[0]!, box: box(0, 0, 400, 100) }],
    [],
    ['serious image/blocks:button:look', 'serious image/blocks:card:look'],
  ],
])('image/blocks: %s', (_, before, after, issues) => {
  const judged = judge('image/blocks', { ...texts, surfaces: before }, { ...texts, surfaces: after })
  expect(judged.issues.sort()).toEqual(issues)
})

const rows = words.map((text, at) => ({ dish: text, price: `${at + 7},50`, y: at * 60 }))
const cells = rows.flatMap(({ dish, price, y }) => [
  surface(dish, { box: box(0, y, 500, 50) }),
  surface(price, { box: box(500, y, 100, 50) }),
])
const lines = (height = 54) =>
  rows.map(({ dish, price, y }) => surface(`${dish} ${price}`, { box: box(0, y, 600, height) }))

test.each<[string, SurfaceArtifact[], SurfaceArtifact[], number]>([
  ['cells', cells, lines(), 0],
  ['rows', lines(), cells, 0],
  ['cells, and are gone', cells, [], cells.length],
  ['cells, and a frame stands around them all', cells, lines(400), cells.length],
])('image/blocks: lines of a table were drawn around %s', (_, before, after, lost) => {
  const shown = {
    layouts: textLayout(
      rows.flatMap(({ dish, price, y }) => [
        { text: dish, box: box(10, y + 10, 80, 20) },
        { text: price, box: box(510, y + 10, 80, 20) },
      ]),
    ),
  }
  const { issues } = judge('image/blocks', { ...shown, surfaces: before }, { ...shown, surfaces: after })
  expect(issues.filter(issue => issue.includes('card'))).toHaveLength(lost ? 1 : 0)
})

test('image/blocks: a cell of invisible characters is known by nothing', () => {
  const blank = surface('\u200b', { box: box(0, 900, 100, 40) })
  const side = { ...texts, surfaces: [...cards(), blank] }
  expect(judge('image/blocks', side, { ...texts, surfaces: cards() }).outcome).toBe('assessed')
})

test('image/blocks: a box whose text is gone is no loss of a box', () => {
  expect(judge('image/blocks', { ...texts, surfaces: cards() }, { surfaces: [] }).outcome).toBe(
    'not-applicable',
  )
})

const paint = (rgb: [number, number, number], px = 2000, regions = 6) => ({ rgb, px, regions })
const plain = () =>
  [
    {
      text: 'Some text',
      colour: 'black',
      background: [255, 255, 255],
      uniform: 0.8,
      box: box(0, 0, 400, 40),
    },
  ] as never

test.each([
  ['kept', [paint([194, 65, 12])], [paint([194, 65, 12])], []],
  ['a shade that nobody sees', [paint([194, 65, 12])], [paint([196, 66, 14])], []],
  [
    'icons and rules in another colour',
    [paint([194, 65, 12])],
    [paint([9, 122, 101])],
    ['serious image/colours:vanished:#c2410c'],
  ],
  ['icons that are gone', [paint([194, 65, 12])], [], ['minor image/colours:vanished:#c2410c']],
  ['one place', [paint([194, 65, 12], 900, 1)], [paint([9, 122, 101], 900, 1)], []],
  ['a new colour beside it', [paint([194, 65, 12])], [paint([194, 65, 12]), paint([9, 122, 101])], []],
])('image/colours of paint: %s', (_, before, after, issues) => {
  expect(
    judge(
      'image/colours',
      { colours: plain(), palette: before as never },
      { colours: plain(), palette: after as never },
    ).issues,
  ).toEqual(issues)
})
