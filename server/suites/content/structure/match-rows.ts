import type { Grid } from './grid.ts'

export type Row = Grid['rows'][number]

/**
 * Pairs the rows of two tables, each once: equal ones, then those of the same texts in another arrangement, then those
 * of one label. Where several rows could be meant, none is: a table sorted otherwise is no table gone wrong.
 */
export function matchRows(before: Grid, now: Grid, columns: Map<number, number>): [Row, Row][] {
  const pairs: [Row, Row][] = []
  const open = { before: new Set(before.rows), now: new Set(now.rows) }
  const inverse = new Map([...columns].map(([from, to]) => [to, from]))
  const arranged = (row: Row) => {
    const cells: string[] = []
    row.cells.forEach((text, at) => {
      const column = inverse.get(at)
      if (column !== undefined) cells[column] = text
    })
    return `${row.label}\n${cells.join('\n')}`
  }
  const mapped = ({ label, cells }: Row) =>
    `${label}\n${cells
      .map((text, at) => (columns.has(at) ? text : ''))
      .join('\n')
      .replace(/\n+$/, '')}`

  pairBy(mapped, row => arranged(row).replace(/\n+$/, ''), false)
  pairBy(setOf, setOf, true)
  pairBy(labelOf, labelOf, true)
  return pairs

  function pairBy(nameOf: (row: Row) => string, otherNameOf: (row: Row) => string, alone: boolean) {
    const mine = Map.groupBy(open.before, nameOf)
    const others = Map.groupBy(open.now, otherNameOf)
    for (const [name, rows] of mine) {
      const found = others.get(name) ?? []
      if (alone && (rows.length > 1 || found.length > 1 || name === '')) continue
      rows.slice(0, found.length).forEach((row, at) => {
        pairs.push([row, found[at]!])
        open.before.delete(row)
        open.now.delete(found[at]!)
      })
    }
  }
}

const labelOf = ({ label }: Row) => label
const setOf = ({ label, cells }: Row) => [...new Set([label, ...cells])].filter(Boolean).sort().join('\n')
