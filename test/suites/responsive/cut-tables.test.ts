import { expect, test } from 'vitest'
import { type Block, block, box, type Draw, HIDDEN, judge } from './pages.ts'

const COLUMNS = ['Season', 'Pitch', 'Cabin', 'Chalet']
const PRICES = ['Summer', '34.50 €', '138 €', '172 €']

/** A table, where `isSo` its last column as `last` says. */
const table =
  (last: Partial<Block> = {}, isSo = (width: number) => width < 500): Draw =>
  width => ({
    blocks: [COLUMNS, PRICES].flatMap((texts, row) =>
      texts.map((text, at) =>
        block(text, {
          kind: row === 0 ? 'header-cell' : 'cell',
          selector: `#prices > table > tr:nth-of-type(${row + 1}) > td:nth-of-type(${at + 1})`,
          box: box((at * width) / 4, 900 + 40 * row, 60, 20),
          ...(at === 3 && isSo(width) && last),
        }),
      ),
    ),
  })

const NOWHERE = box(0, 0, 0, 20)
const SCROLLED: Partial<Block> = { state: 'clipped', seen: NOWHERE, scroller: true }
const CUT: Partial<Block> = { state: 'clipped', seen: NOWHERE, lost: 1 }
const found = (before: Draw, after: Draw) =>
  judge('responsive/clipping', before, after).keys.filter(key => key.includes('table-cut-off'))
const told = (grade: string) => [`${grade} responsive/clipping:table-cut-off:table`]

test('a column that the box of a table cuts off where the original scrolls to it or shows it', () => {
  for (const before of [table(SCROLLED), table()]) expect(found(before, table(CUT))).toEqual(told('serious'))
  expect(
    found(
      table(SCROLLED),
      table(CUT, width => width === 320),
    ),
  ).toEqual(told('moderate'))
  // Half of it, and it is not told of once more as a text.
  const half = table({ lost: 0.6 })
  expect(judge('responsive/clipping', table(), half).keys).toEqual(told('serious'))
})

test('what can be scrolled to, or was not to be read before', () => {
  const reached: Partial<Block>[] = [SCROLLED, { ...CUT, scroller: true }, { ...CUT, runs: true }, HIDDEN]
  for (const last of reached) expect(found(table(SCROLLED), table(last))).toEqual([])
  expect(found(table(CUT), table(CUT))).toEqual([])
  // Wide screens cut it off as well.
  expect(
    found(
      table(),
      table(CUT, () => true),
    ),
  ).toEqual([])
  // A slide that is turned away, with all of its table.
  const away: Draw = width => ({
    blocks: table()(width).blocks!.map(one => (width < 500 ? { ...one, ...CUT } : one)),
  })
  expect(found(table(), away)).toEqual([])
})
