import type { Table } from '../../../capture/collectors/tables.ts'
import type { Place } from '../../../contract.ts'
import { normalise } from '../../../lib/text.ts'
import { DESKTOP } from '../../../lib/widths.ts'

/** A table as it is compared: texts normalised, by row and column; `called` and `shown` as they are written. */
export interface Grid {
  columns: string[]
  rows: { label: string; called: string; cells: string[]; shown: string[]; place: Place }[]
  kind: Table['kind']
  visible: boolean
  place: Place
}

/** A captured table; its rows are labelled by their header, else by the first column that tells them apart. */
export function gridOf({ kind, columns, rows, selector, box, caption, state }: Table, url: string): Grid {
  const place = { url, viewport: DESKTOP, selector }
  const texts = rows.map(row => row.cells.map(normalise))
  const labels = columnOfLabels(texts)
  return {
    kind,
    columns: columns.map(normalise),
    rows: rows.map((row, at) => {
      const called = [row.header, row.cells[labels], ...row.cells].find(text => text && normalise(text)) ?? ''
      return {
        label: normalise(called),
        called,
        cells: texts[at]!,
        shown: row.cells,
        place: { ...place, box: row.box, text: textOf(row) },
      }
    }),
    visible: state === 'visible',
    place: { ...place, box, text: caption || columns.filter(Boolean).join(' | ').slice(0, 300) },
  }
}

/** Share of rows whose cells have to differ in a column that labels them. */
const MIN_DIFFERENT = 0.8

function columnOfLabels(rows: string[][]): number {
  const width = Math.max(0, ...rows.map(row => row.length))
  for (let column = 0; column < width; column++) {
    const different = new Set(rows.map(row => row[column] ?? '').filter(Boolean))
    if (different.size >= MIN_DIFFERENT * rows.length) return column
  }
  return 0
}

const textOf = ({ header, cells }: Table['rows'][number]) =>
  [header, ...cells].filter(Boolean).join(' | ').slice(0, 300)
