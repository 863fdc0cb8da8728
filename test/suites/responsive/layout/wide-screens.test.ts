import { expect, test } from 'vitest'
import { block, box, type Draw, judge, STORY } from '../pages.ts'

const PORTS = ['Amrum', 'Föhr', 'Sylt', 'Hooge']

/** Rows of a table of tides; at `stacked` widths its cells stand below each other. */
const tides =
  (stacked: (width: number) => boolean, rows = PORTS.length): Draw =>
  width => ({
    blocks: PORTS.slice(0, rows).flatMap((port, row) =>
      [port, `${row + 3}:40 m`, `High water at ${row}`].map((text, column) => {
        const at = stacked(width) ? [20, 100 + row * 150 + column * 50] : [20 + 100 * column, 100 + row * 50]
        return block(text, {
          kind: 'cell',
          selector: `main > table > tbody > tr:nth-of-type(${row + 1}) > td:nth-of-type(${column + 1})`,
          box: box(at[0]!, at[1]!, 80, 20),
        })
      }),
    ),
  })

test.each<[string, (width: number) => boolean, number, string[]]>([
  ['at all widths', () => true, 4, ['serious responsive/layout:rows-stacked']],
  ['at one desktop width', width => width === 1440, 4, ['serious responsive/layout:rows-stacked']],
  ['on phones and tablets', width => width < 1024, 4, []],
  ['at all widths, of a few rows', () => true, 2, []],
  ['nowhere', () => false, 4, []],
])('the cells of rows stand below each other %s', (_, stacked, rows, keys) => {
  const { issues } = judge(
    'responsive/layout',
    tides(() => false, rows),
    tides(stacked, rows),
  )
  expect(issues.map(({ severity, rule }) => `${severity} ${rule.replace('/layout/', '/layout:')}`)).toEqual(
    keys,
  )
})

/** A page with a menu of `count` entries beside its content, or in a column or in one line above it. */
const manual =
  (menu: 'beside' | 'above' | 'line', count = 8): Draw =>
  width => {
    const isBeside = menu === 'beside' && width >= 1024
    const top = isBeside ? 100 : menu === 'line' ? 160 : 100 + 40 * count
    const left = isBeside ? 320 : 20
    return {
      blocks: [
        ...Array.from({ length: count }, (_, at) =>
          block(`Chapter ${at} of the manual`, {
            kind: 'link',
            landmark: 'navigation',
            selector: `nav > a:nth-of-type(${at + 1})`,
            box: menu === 'line' ? box(20 + 110 * at, 100, 100, 20) : box(20, 100 + 40 * at, 200, 20),
          }),
        ),
        block('How boats are mended', { kind: 'heading', level: 1, box: box(left, top, 280, 40) }),
        block(STORY, { box: box(left, top + 60, 280, 400) }),
      ],
    }
  }

test.each<[string, Draw, string[]]>([
  ['beside the content', manual('beside'), []],
  ['above the content', manual('above'), ['serious responsive/layout/side-bar-above']],
  ['in a line above the content', manual('line'), []],
  ['above the content, and short', manual('above', 4), []],
])('a side bar that stood beside the content stands %s', (_, now, found) => {
  const { issues } = judge('responsive/layout', manual('beside'), now)
  const told = issues.filter(({ rule }) => rule === 'responsive/layout/side-bar-above')
  expect(told.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(found)
})
