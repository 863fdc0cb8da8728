import type { Table } from '../../../capture/collectors/tables.ts'
import type { Place } from '../../../contract.ts'
import { firstWhere } from '../../../lib/binary-search.ts'
import { normalise } from '../../../lib/text.ts'
import { isOnDesktop, type Passage } from '../../../matching/passages.ts'

/** A table as it is compared: texts normalised, by row and column. */
export interface Grid {
  columns: string[]
  rows: { label: string; cells: string[]; shown: string[]; place: Place }[]
  kind: Table['kind']
  visible: boolean
  place: Place
}

/** A captured table; its rows are labelled by their header, else by the first column that tells them apart. */
export function gridOf({ kind, columns, rows, selector, box, caption, state }: Table, url: string): Grid {
  const place = { url, viewport: 1440, selector }
  const texts = rows.map(row => row.cells.map(normalise))
  const labels = columnOfLabels(texts)
  return {
    kind,
    columns: columns.map(normalise),
    rows: rows.map((row, at) => {
      const label = normalise(row.header) || texts[at]![labels] || texts[at]!.find(Boolean) || ''
      return {
        label,
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

/**
 * The table that a person sees where the markup has none: texts in a line below the column headers of `wanted`, one for
 * each of these. Null where the headers do not stand in one line.
 */
export function drawnGrid(wanted: Grid, passages: Lines, url: string): Grid | null {
  // Headers of columns of checkboxes or buttons are often not written.
  const titles = wanted.columns.filter(title => title !== '' && passages.byName.has(title))
  const head = titles.length < 2 ? null : headLine(passages, titles)
  if (!head) return null
  const top = head[0]!.box.y
  // The corner above the labels of rows may be empty.
  const corner = wanted.columns[0] === '' && wanted.rows.some(row => row.cells[0] || row.label)
  const columns = [...(corner ? [''] : []), ...head.map(({ text }) => normalise(text))]
  const [left, right] = [
    head[0]!.box.x - MAX_OVERHANG,
    head.at(-1)!.box.x + head.at(-1)!.box.width + MAX_OVERHANG,
  ]
  const rows: Grid['rows'] = []
  const read = new Set<Passage>()
  for (const row of wanted.rows) {
    const known = new Set([row.label, ...row.cells].filter(Boolean))
    const start = startOf(passages, known, top)
    if (!start || read.has(start)) continue
    const line = lineOf(passages, start).filter(({ box }) => box.x > left - box.width && box.x < right)
    for (const each of line) read.add(each)
    const shown = joinedTexts(line, known)
    if (shown.length !== columns.length) continue
    rows.push({
      label: row.label,
      cells: shown.map(normalise),
      shown,
      place: { ...start.place, text: shown.join(' | ').slice(0, 300) },
    })
  }
  return rows.length
    ? { kind: 'table', columns, rows, visible: true, place: { ...head[0]!.place, url } }
    : null
}

/** A text of the row that stands below the headers once. */
function startOf({ byName }: Lines, known: Set<string>, top: number): Passage | undefined {
  for (const text of known) {
    const found = (byName.get(text) ?? []).filter(({ box }) => box.y > top)
    if (found.length === 1) return found[0]
  }
  return undefined
}

const MAX_TEXTS_PER_CELL = 4

/** Texts side by side that were one cell, such as a picture's initials and a name, are one again. */
function joinedTexts(line: Passage[], known: Set<string>): string[] {
  const texts: string[] = []
  for (let at = 0; at < line.length; at++) {
    let [text, taken] = [line[at]!.text, 1]
    for (let size = 2; size <= MAX_TEXTS_PER_CELL && at + size <= line.length; size++) {
      const whole = line
        .slice(at, at + size)
        .map(each => each.text)
        .join(' ')
      if (known.has(normalise(whole))) [text, taken] = [whole, size]
    }
    texts.push(text)
    at += taken - 1
  }
  return texts
}

/** Visible texts by name, and from top to bottom. */
export interface Lines {
  byName: Map<string, Passage[]>
  sorted: Passage[]
}

export function linesOf(passages: Passage[]): Lines {
  const shown = passages.filter(passage => isOnDesktop(passage) && passage.box.width * passage.box.height > 0)
  return {
    byName: Map.groupBy(shown, ({ text }) => normalise(text)),
    sorted: shown.toSorted((a, b) => middle(a) - middle(b) || a.box.x - b.box.x),
  }
}

/** How far beyond its headers a table may go on, CSS px. */
const MAX_OVERHANG = 400
/** Places of one header that are tried as the head of the table. */
const MAX_HEADS = 20

function headLine(passages: Lines, titles: string[]): Passage[] | null {
  const wanted = titles.toSorted().join('\n')
  for (const start of (passages.byName.get(titles[0]!) ?? []).slice(0, MAX_HEADS)) {
    const line = lineOf(passages, start).filter(({ text }) => titles.includes(normalise(text)))
    const found = line.map(({ text }) => normalise(text)).toSorted()
    if (found.join('\n') === wanted) return line
  }
  return null
}

/** What stands in a line with a text, from left to right. */
function lineOf({ sorted }: Lines, start: Passage): Passage[] {
  const [y, half] = [middle(start), Math.max(6, start.box.height / 2)]
  const from = firstWhere(0, sorted.length, at => middle(sorted[at]!) >= y - half)
  const to = firstWhere(from, sorted.length, at => middle(sorted[at]!) > y + half)
  return sorted.slice(from, to).sort((a, b) => a.box.x - b.box.x)
}

const middle = ({ box }: Passage) => box.y + box.height / 2
