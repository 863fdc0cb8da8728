import type { Table } from '../../../capture/collectors/tables.ts'
import type { Place } from '../../../contract.ts'
import { normalise } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'

/** A table as it is compared: texts normalised, by row and column. */
export interface Grid {
  columns: string[]
  rows: { label: string; cells: string[]; shown: string[]; place: Place }[]
  kind: Table['kind']
  visible: boolean
  place: Place
}

/** A captured table; its rows are labelled by their header, else by their first text. */
export function gridOf({ kind, columns, rows, selector, box, caption, state }: Table, url: string): Grid {
  const place = { url, viewport: 1440, selector }
  return {
    kind,
    columns: columns.map(normalise),
    rows: rows.map(row => {
      const cells = row.cells.map(normalise)
      const label = normalise(row.header) || cells.find(Boolean) || ''
      return { label, cells, shown: row.cells, place: { ...place, box: row.box, text: textOf(row) } }
    }),
    visible: state === 'visible',
    place: { ...place, box, text: caption || columns.filter(Boolean).join(' | ').slice(0, 300) },
  }
}

const textOf = ({ header, cells }: Table['rows'][number]) =>
  [header, ...cells].filter(Boolean).join(' | ').slice(0, 300)

/**
 * The table that a person sees where the markup has none: texts in a line below the column headers of `wanted`, as
 * many as there are headers. Null where these do not stand in one line once.
 */
export function seenGrid(wanted: Grid, passages: Lines, url: string): Grid | null {
  // The corner above the labels of rows may be empty.
  const corner = wanted.columns[0] === ''
  const titles = wanted.columns.slice(corner ? 1 : 0)
  if (titles.length < 2 || titles.some(title => title === '')) return null
  const head = headLine(passages, titles)
  if (!head) return null
  const labels = new Set(wanted.rows.map(row => row.label))
  const [left, right] = [head[0]!.box.x - REACH, head.at(-1)!.box.x + head.at(-1)!.box.width + REACH]
  const rows: Grid['rows'] = []
  for (const label of labels)
    for (const start of passages.byName.get(label) ?? []) {
      if (start.box.y < head[0]!.box.y || rows.length >= MOST_ROWS) continue
      const line = lineOf(passages, start).filter(({ box }) => box.x > left - box.width && box.x < right)
      if (line.length !== wanted.columns.length) continue
      const cells = line.map(({ text }) => normalise(text))
      const shown = line.map(({ text }) => text)
      rows.push({ label, cells, shown, place: { ...start.place, text: shown.join(' | ').slice(0, 300) } })
    }
  if (!rows.length) return null
  const columns = [...(corner ? [''] : []), ...head.map(({ text }) => normalise(text))]
  return { kind: 'table', columns, rows, visible: true, place: { ...head[0]!.place, url } }
}

/** Visible texts by name, and from top to bottom. */
export interface Lines {
  byName: Map<string, Passage[]>
  sorted: Passage[]
}

export function linesOf(passages: Passage[]): Lines {
  const shown = passages.filter(
    ({ visible, place, box }) => visible && place.viewport === 1440 && box.width * box.height > 0,
  )
  return {
    byName: Map.groupBy(shown, ({ text }) => normalise(text)),
    sorted: shown.toSorted((a, b) => middle(a) - middle(b) || a.box.x - b.box.x),
  }
}

/** How far beyond its headers a table may reach, CSS px. */
const REACH = 400
const MOST_ROWS = 300
const MOST_HEADS = 20

function headLine(passages: Lines, titles: string[]): Passage[] | null {
  const wanted = titles.toSorted().join('\n')
  for (const start of (passages.byName.get(titles[0]!) ?? []).slice(0, MOST_HEADS)) {
    const line = lineOf(passages, start).filter(({ text }) => titles.includes(normalise(text)))
    if (
      line
        .map(({ text }) => normalise(text))
        .toSorted()
        .join('\n') === wanted
    )
      return line
  }
  return null
}

/** What stands in a line with a text, from left to right. */
function lineOf({ sorted }: Lines, start: Passage): Passage[] {
  const [y, half] = [middle(start), Math.max(6, start.box.height / 2)]
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const at = (low + high) >> 1
    if (middle(sorted[at]!) < y - half) low = at + 1
    else high = at
  }
  const line: Passage[] = []
  for (let at = low; at < sorted.length && middle(sorted[at]!) <= y + half; at++) line.push(sorted[at]!)
  return line.sort((a, b) => a.box.x - b.box.x)
}

const middle = ({ box }: Passage) => box.y + box.height / 2
