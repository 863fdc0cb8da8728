import { expect, test } from 'vitest'
import { type Block, block, box, control, type Draw, HIDDEN, judge } from './pages.ts'

const NAMES = ['Learn', 'Use', 'Blog', 'About']

const entry = (name: string, changes: Partial<Block>) =>
  block(name, { kind: 'link', landmark: 'navigation', selector: `nav > a.${name}`, lines: 1, ...changes })

const shown: Draw = width => ({
  blocks: NAMES.map((name, at) => entry(name, { box: box(width - 400 + 100 * at, 20, 60, 20) })),
})

const folded: Draw = width => ({
  ...(width > 800
    ? shown(width)
    : { blocks: NAMES.map(name => entry(name, { box: box(0, 0, 0, 0), ...HIDDEN, folded: true })) }),
  controls: width > 800 ? [] : [control('button', 'Menu', { opens: true })],
})

/** At these widths the first entry is cut off by so much, and `others` are at the given places. */
const cut =
  (isSo: (width: number) => boolean, changes: Partial<Block> = {}, y = 20): Draw =>
  width => ({
    blocks: NAMES.map((name, at) =>
      entry(name, {
        box: box(width - 400 + 100 * at, at === 0 ? y : 20, 60, 20),
        ...(at === 0 && isSo(width) && { lost: 0.75, ...changes }),
      }),
    ),
  })

const onTablets = (width: number) => width === 768
const found = (before: Draw, after: Draw) =>
  judge('responsive/clipping', before, after).keys.filter(key => key.includes('menu-cut-off'))
const told = (grade: string) => [`${grade} responsive/clipping:menu-cut-off:menu`]

test('an entry of a menu that its row has no room for', () => {
  for (const before of [shown, folded]) expect(found(before, cut(onTablets))).toEqual(told('serious'))
  expect(found(folded, cut(onTablets, { lost: 1, state: 'clipped' }))).toEqual(told('serious'))
  expect(
    found(
      folded,
      cut(width => width === 320),
    ),
  ).toEqual(told('moderate'))
  // It is not told of once more as a text.
  expect(judge('responsive/clipping', shown, cut(onTablets)).issues).toHaveLength(1)
})

test('what can be got to, or is no row', () => {
  const reached: Partial<Block>[] = [{ lost: 0.3 }, { scroller: true }, { runs: true }, HIDDEN]
  for (const changes of reached) expect(found(shown, cut(onTablets, changes))).toEqual([])
  // A line that was folded away below the others.
  expect(found(shown, cut(onTablets, {}, 80))).toEqual([])
  // Cut off on wide screens as well: it is made to move.
  expect(
    found(
      shown,
      cut(() => true),
    ),
  ).toEqual([])
  // The original does not have it there either.
  expect(found(cut(onTablets, { lost: 1, state: 'clipped' }), cut(onTablets))).toEqual([])
  expect(found(cut(onTablets), cut(onTablets))).toEqual([])
  // It stands whole somewhere else in the menu.
  const twice: Draw = width => {
    const { blocks = [] } = cut(onTablets)(width)
    return {
      blocks: [...blocks, { ...entry('Learn', { box: box(20, 60, 60, 20) }), selector: 'nav > p > a' }],
    }
  }
  expect(found(shown, twice)).toEqual([])
})
