import { sumOf } from '../../../lib/count.ts'
import { type Reading, readingOf } from '../../../lib/number.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Comparison, ContentPair } from '../comparison/index.ts'
import type { Fact } from '../find-facts/fact.ts'
import { findFacts } from '../find-facts/index.ts'
import { type Grid, gridOf } from './grid.ts'
import { rules } from './rules.ts'

type Row = Grid['rows'][number]

/** A cell that stands under another header, or in another row, than before. */
interface Misplaced {
  text: string
  /** What became of it, after its text in the message. */
  change: string
  row: Row
  now: Row
}

/** Cells of the original's tables that now say something else, by the header above them and the label of their row. */
export function misplacedCells(pair: ContentPair, comparison: Comparison): Finding[] {
  const { original, rebuilt } = pair
  const before = original.tables.map(table => gridOf(table, original.document.url))
  const after = rebuilt.tables.map(table => gridOf(table, rebuilt.document.url))
  const partner = matchGrids(before, after)
  const judged = new Set(comparison.facts.missing.map(({ fact }) => fact.raw.toLowerCase()))
  const reading = readingOf(original.head.lang)
  return before.flatMap((grid, index): Finding[] => {
    const now = partner.get(index)
    if (!now) return []
    const found = misplacedIn(grid, now, reading).filter(
      // A value that is missing or changed as a fact is charged by content/facts.
      ({ text }) => ![...judged].some(raw => text.toLowerCase().includes(raw)),
    )
    return found.length ? [findingOf(grid, now, found)] : []
  })
}

function misplacedIn(before: Grid, now: Grid, reading: Reading): Misplaced[] {
  const columns = matchColumns(before.columns, now.columns)
  const rows = matchRows(before, now, columns)
  const found: Misplaced[] = []
  const [labels, labelsNow] = [before, now].map(grid => new Set(grid.rows.map(labelOf)))
  for (const [row, other] of rows) {
    // Under the header of a group that spans other rows now.
    if (row.label !== other.label && labels!.has(other.label) && labelsNow!.has(row.label)) {
      const text = row.shown.find(text => text && normalise(text) !== row.label) ?? ''
      const change = `belongs to ${quote(other.called)} now; it belonged to ${quote(row.called)}`
      if (cellsOf(row) === cellsOf(other)) found.push({ text, change, row, now: other })
    }
    row.cells.forEach((text, column) => {
      const at = columns.get(column)
      if (!text || at === undefined || other.cells[at] === text || row.label === text) return
      const title = before.columns[column]!
      // Where it stands now, in a column that had something else in this row.
      const elsewhere = [...columns].find(
        ([from, to]) => from !== column && other.cells[to] === text && row.cells[from] !== text,
      )
      const add = (change: string, now = other) => found.push({ text: row.shown[column]!, change, row, now })
      const moved = (from: string, to: string) =>
        `stands under ${quote(to)} now; it stood under ${quote(from)}`
      if (title && elsewhere) {
        add(moved(title, before.columns[elsewhere[0]] || 'no header'))
        return
      }
      // Or in another row, while this row has what another one had.
      const exchanged = rows.find(
        ([third, fourth]) => third !== row && fourth.cells[at] === text && third.cells[column] !== text,
      )
      if (exchanged && other.cells[at] && rows.some(([third]) => third.cells[column] === other.cells[at]))
        add(moved(row.label, exchanged[0].label), exchanged[1])
      // Or the cell states other values now.
      else if (statesOther(text, other.cells[at] ?? '', reading))
        add(`reads ${quote(other.shown[at] ?? '')} now`)
    })
  }
  return found
}

/** Whether two cells state as many facts of the same kinds, with other values. */
function statesOther(text: string, now: string, reading: Reading): boolean {
  const [own, other] = [findFacts(text, reading), findFacts(now, reading)]
  const kinds = (facts: Fact[]) => facts.map(({ kind }) => kind).join(' ')
  return (
    own.length > 0 && kinds(own) === kinds(other) && own.some(({ value }, at) => value !== other[at]!.value)
  )
}

/** Columns that are compared of tables without headers. */
const MAX_COLUMNS = 30

/** Columns of the original by their place in the rebuilt table: those of one header in order, without headers by place. */
function matchColumns(before: string[], now: string[]): Map<number, number> {
  const matched = new Map<number, number>()
  if (!before.some(Boolean)) {
    if (!now.some(Boolean)) for (let at = 0; at < MAX_COLUMNS; at++) matched.set(at, at)
    return matched
  }
  const waiting = Map.groupBy(now.keys(), at => now[at]!)
  before.forEach((title, at) => {
    const found = waiting.get(title)?.shift()
    if (found !== undefined) matched.set(at, found)
  })
  return matched
}

function findingOf(grid: Grid, now: Grid, cells: Misplaced[]): Finding {
  const [first] = cells as [Misplaced]
  const total = sumOf(grid.rows, row => row.cells.filter(Boolean).length)
  const name = (grid.place.text || grid.rows[0]?.label) ?? ''
  const others = cells.length - 1
  const more = others > 0 ? `; so it is with ${others === 1 ? 'one more cell' : `${others} more cells`}` : ''
  return rules.report('cells', {
    place: name.toLowerCase().slice(0, 120),
    as: grid.visible && now.visible ? undefined : 'hidden',
    extent: cells.length / total,
    message: `${quote(first.text)} ${first.change}, in the row ${quote(first.row.place.text ?? '', 120)}${more}`,
    fix: `Put each cell of ${quote(name, 120)} back under its own header: ${quote(first.row.place.text ?? '', 200)}`,
    original: first.row.place,
    rebuilt: first.now.place,
  })
}

/** Share of a table's texts that a rebuilt table must have to be the same one. */
const MIN_SAME = 0.5
/** A text counts for this many tables that have it, the nearest in order. */
const MAX_HOLDERS = 12

/** Which rebuilt table each original one became, by index: those that share most of their texts first, then in order. */
function matchGrids(before: Grid[], after: Grid[]): Map<number, Grid> {
  const holders = new Map<string, number[]>()
  after.forEach((grid, at) => {
    for (const text of textsOf(grid)) holders.set(text, [...(holders.get(text) ?? []), at])
  })
  const scores: { from: number; to: number; share: number }[] = []
  before.forEach((grid, from) => {
    const texts = textsOf(grid)
    const shared = new Map<number, number>()
    for (const text of texts) {
      const found = holders.get(text) ?? []
      const near =
        found.length <= MAX_HOLDERS
          ? found
          : found.toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from))
      for (const to of near.slice(0, MAX_HOLDERS)) shared.set(to, (shared.get(to) ?? 0) + 1)
    }
    for (const [to, count] of shared)
      if (count >= MIN_SAME * texts.size) scores.push({ from, to, share: count / texts.size })
  })
  scores.sort(
    (a, b) =>
      b.share - a.share ||
      Math.abs(a.from - a.to) - Math.abs(b.from - b.to) ||
      a.from - b.from ||
      a.to - b.to,
  )
  const matched = new Map<number, Grid>()
  const taken = new Set<number>()
  for (const { from, to } of scores) {
    if (matched.has(from) || taken.has(to)) continue
    matched.set(from, after[to]!)
    taken.add(to)
  }
  return matched
}

function textsOf({ columns, rows }: Grid): Set<string> {
  return new Set([...columns, ...rows.flatMap(({ label, cells }) => [label, ...cells])].filter(Boolean))
}

/**
 * Pairs the rows of two tables, each once: equal ones, then those of the same texts in another arrangement, then those
 * of one label. Where several rows could be meant, none is paired: a table may be sorted otherwise.
 */
function matchRows(before: Grid, now: Grid, columns: Map<number, number>): [Row, Row][] {
  const pairs: [Row, Row][] = []
  const open = { before: new Set(before.rows), now: new Set(now.rows) }
  const inverse = new Map([...columns].map(([from, to]) => [to, from]))
  const arranged = (row: Row) => {
    const cells: string[] = []
    row.cells.forEach((text, at) => {
      const column = inverse.get(at)
      if (column !== undefined) cells[column] = text
    })
    return trimmed(`${row.label}\n${cells.join('\n')}`)
  }
  const mapped = ({ label, cells }: Row) =>
    `${label}\n${trimmed(cells.map((text, at) => (columns.has(at) ? text : '')).join('\n'))}`

  pairBy(mapped, arranged, false)
  pairBy(cellsOf, cellsOf, true)
  pairBy(setOf, setOf, true)
  pairBy(labelOf, labelOf, true)
  return pairs

  function pairBy(nameOf: (row: Row) => string, otherNameOf: (row: Row) => string, onlySingle: boolean) {
    const mine = Map.groupBy(open.before, nameOf)
    const others = Map.groupBy(open.now, otherNameOf)
    for (const [name, rows] of mine) {
      const found = others.get(name) ?? []
      if (onlySingle && (rows.length > 1 || found.length > 1 || name === '')) continue
      rows.slice(0, found.length).forEach((row, at) => {
        pairs.push([row, found[at]!])
        open.before.delete(row)
        open.now.delete(found[at]!)
      })
    }
  }
}

const trimmed = (lines: string) => lines.replace(/\n+$/, '')
const labelOf = ({ label }: Row) => label
/** Of two cells or more, in their order: the row whatever it is a row of. */
const cellsOf = ({ label, cells }: Row) => {
  const said = cells.filter(text => text && text !== label)
  return said.length >= MIN_CELLS ? said.join('\n') : ''
}
const MIN_CELLS = 2
const setOf = ({ label, cells }: Row) => [...new Set([label, ...cells])].filter(Boolean).sort().join('\n')
