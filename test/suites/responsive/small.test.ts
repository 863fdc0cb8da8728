import { expect, test } from 'vitest'
import { block, box, type Control, control, type Draw, judge, STORY } from './pages.ts'

const links =
  (height: number, gap: number, changes: Partial<Control> = {}): Draw =>
  () => ({
    controls: ['Work', 'Team', 'Prices'].map((name, i) =>
      control('link', name, {
        landmark: 'main',
        box: box(20, 100 + i * (height + gap), 60, height),
        ...changes,
      }),
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
  const { issues, pass } = judge('responsive/small', before, after)
  const told = issues.filter(({ rule, severity }) => rule.endsWith('small/target') && severity === 'moderate')
  // One cause of them all.
  expect(told.map(({ members }) => members?.length)).toEqual(count > 0 ? [count] : [])
  expect(pass).toBe(true)
})

const sized =
  (size: number): Draw =>
  () => ({
    blocks: [block(STORY, { box: box(20, 100, 280, 24), style: { ...block('').style, size } })],
  })

test('responsive/small: a target that shrank but keeps its room is a note', () => {
  const [issue, ...others] = judge('responsive/small', links(44, 0), links(16, 10)).issues
  expect(others).toEqual([])
  expect(issue!.severity).toBe('minor')
  expect(issue!.members!.map(({ key }) => key).toSorted()).toEqual(
    ['prices', 'team', 'work'].map(name => `responsive/small:target:${name}`),
  )
})

test.each<[number, number, string[]]>([
  [16, 16, []],
  [16, 13, []],
  [16, 11, [`moderate responsive/small:shrunk:${STORY.toLowerCase()}`]],
  [16, 9, [`serious responsive/small:shrunk:${STORY.toLowerCase()}`]],
  [11, 11, []],
  [11, 10.5, []],
  [11, 8, [`moderate responsive/small:shrunk:${STORY.toLowerCase()}`]],
])('responsive/small, text of %d px became %d px', (before, after, keys) => {
  expect(judge('responsive/small', sized(before), sized(after)).keys).toEqual(keys)
})

test('responsive/small: fields too narrow for what is typed into them', () => {
  const form =
    (widths: number[], more: (at: number) => object = () => ({})): Draw =>
    width => ({
      controls: widths.map((wide, at) =>
        control('textbox', `Field ${at}`, {
          landmark: 'main',
          box: box(20, 100 + 60 * at, width === 375 ? wide : 345, 40),
          ...more(at),
        }),
      ),
    })
  const told = (...widths: number[]) =>
    judge('responsive/small', form(widths.map(() => 345)), form(widths)).keys
  expect(told(88, 88, 345)).toEqual(['serious responsive/small:field:field 0'])
  expect(told(110, 345)).toEqual(['moderate responsive/small:field:field 0'])
  expect(told(88, 88, 345, 345)).toEqual(['moderate responsive/small:field:field 0'])
  // Those of another form do not count.
  const beside = (at: number) => ({
    selector: at < 2 ? `#book > p:nth-of-type(${at})` : `#news > p:nth-of-type(${at})`,
  })
  expect(
    judge('responsive/small', form([345, 345, 345, 345], beside), form([88, 88, 345, 345], beside)).keys,
  ).toEqual(['serious responsive/small:field:field 0'])
  // A short form above a long one, all with ids.
  const apart =
    (...wide: number[]): Draw =>
    width => ({
      controls: wide.map((field, at) =>
        control('textbox', `Field ${at}`, {
          landmark: 'main',
          selector: `#field-${at}`,
          box: box(20, (at < 2 ? 100 : 2000) + 60 * at, width === 375 ? field : 345, 40),
        }),
      ),
    })
  const long = [345, 345, 345, 345]
  expect(judge('responsive/small', apart(345, 345, ...long), apart(88, 88, ...long)).keys).toEqual([
    'serious responsive/small:field:field 0',
  ])
  // Two in a row.
  expect(told(160, 160)).toEqual([])
  expect(judge('responsive/small', form([150, 150]), form([110, 110])).keys).toEqual([])
})
