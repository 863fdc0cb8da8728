import { expect, test } from 'vitest'
import { classOf } from '../../../server/suites/image/typography/families.ts'
import { judge, textLayout } from './pictures.ts'

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

test('a typeface of a host out of reach is neither there nor lost', () => {
  const came = { fonts: { loaded: ['Acme Corporate'], failed: [] } }
  const kept = { fonts: { loaded: [], failed: [], withheld: ['Acme Corporate'] } }
  const set = page(() => ({ family: '"Acme Corporate", serif' }))
  const judged = (before: object, after: object) =>
    judge('image/typography', { ...set, ...before }, { ...set, ...after })
  expect(judged(came, kept)).toMatchObject({ issues: [], outcome: 'inconclusive' })
  expect(judged(kept, kept)).toMatchObject({ issues: [], outcome: 'assessed' })
})
