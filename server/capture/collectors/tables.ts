import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

export type Table = Awaited<ReturnType<typeof readTables>>['tables'][number]

/**
 * Tables with headers, at 1440 px: tables, grids and description lists. Tables without headers are taken for layout and
 * left out.
 */
export async function tables({ at, gaps }: SiteSession): Promise<Table[]> {
  const { world } = await at(DESKTOP)
  const { tables, cut } = await readTables(world)
  if (cut) gaps.push(`tables beyond the limit of 60 tables and 12,000 cells were left out (${cut} rows)`)
  return tables
}

function readTables(world: Awaited<ReturnType<SiteSession['at']>>['world']) {
  return world.run(
    ({ elements, contextOf, visibleBoxOf, selectorOf, contentOf, clean, parentOf, textOf, childrenOf }) => {
      const MAX_TABLES = 60
      const MAX_ROWS = 300
      const MAX_COLUMNS = 30
      const MAX_CELLS = 12_000
      interface Cell {
        element: Element
        span: number
        down: number
        header: '' | 'column' | 'row'
      }
      const found = []
      let cells = 0
      let cut = 0
      for (const element of elements()) {
        const rows = rowsOf(element)
        if (!rows || contextOf(element).ignored) continue
        if (found.length >= MAX_TABLES) {
          cut += rows.length
          continue
        }
        const table = read(rows)
        const { columns, lines } = table
        if (!columns.some(Boolean) && !lines.some(line => line.header)) continue
        if (!lines.some(line => line.cells.some(Boolean))) continue
        found.push({
          kind: element.localName === 'dl' ? ('terms' as const) : ('table' as const),
          caption: captionOf(element).slice(0, 200),
          /** The header texts of each column, '' for none. */
          columns,
          /** A cell that spans columns or rows stands in each of them. */
          rows: lines,
          ...visibleBoxOf(element, [element.getBoundingClientRect()]),
          selector: selectorOf(element),
        })
      }
      return { tables: found, cut }

      function rowsOf(element: Element): Cell[][] | null {
        const role = clean(element.getAttribute('role')).split(' ')[0] ?? ''
        if (element.localName === 'dl') return termsOf(element)
        if (/^(table|grid|treegrid)$/.test(role) && element.localName !== 'table') return rolesOf(element)
        if (element.localName !== 'table' || /^(presentation|none)$/.test(role)) return null
        const rows = Array.from((element as HTMLTableElement).rows)
        const inHead = (row: Element) => row.parentElement?.localName === 'thead'
        return titled(
          rows.map((row, index) => {
            const own = Array.from(row.cells)
            const allHeaders = own.length > 1 && own.every(cell => cell.localName === 'th')
            return own.map(cell => ({
              element: cell,
              span: Math.min(MAX_COLUMNS, Math.max(1, cell.colSpan)),
              down: Math.min(MAX_ROWS, Math.max(1, cell.rowSpan)),
              header: headerOf(cell, inHead(row), allHeaders, index),
            }))
          }),
        )
      }

      /** https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics, common cases. */
      function headerOf(cell: HTMLTableCellElement, inHead: boolean, allHeaders: boolean, row: number) {
        const scope = (cell.getAttribute('scope') ?? '').toLowerCase()
        const role = clean(cell.getAttribute('role'))
        if (cell.localName === 'th' || /^(column|row)header$/.test(role)) {
          if (scope.startsWith('row') || role === 'rowheader') return 'row'
          if (scope.startsWith('col') || role === 'columnheader' || inHead || allHeaders) return 'column'
          return row === 0 && cell.cellIndex > 0 ? 'column' : 'row'
        }
        return inHead ? 'column' : ''
      }

      /** A first row in bold above others that are not is a row of headers, whatever its tags. */
      function titled(rows: Cell[][]): Cell[][] {
        const first = rows[0] ?? []
        if (rows.length < 3 || first.length < 2 || rows.some(row => row.some(cell => cell.header)))
          return rows
        const bold = ({ element }: Cell) => Number(contextOf(innermost(element)).style.fontWeight) >= 600
        const others = rows.slice(1, 6).flat()
        if (!first.every(cell => clean(textOf(cell.element)) !== '' && cell.span === 1 && bold(cell)))
          return rows
        if (others.filter(bold).length * 2 > others.length) return rows
        return [first.map(cell => ({ ...cell, header: 'column' as const })), ...rows.slice(1)]
      }

      function innermost(element: Element): Element {
        let here = element
        for (;;) {
          const [only, another] = childrenOf(here)
          if (!only || another || clean(textOf(here)) !== clean(textOf(only))) return here
          here = only
        }
      }

      function rolesOf(element: Element): Cell[][] {
        const mine = (row: Element) => {
          for (let here = parentOf(row); here; here = parentOf(here))
            if (/^(table|grid|treegrid)$/.test(here.getAttribute('role') ?? '')) return here === element
          return false
        }
        return Array.from(element.querySelectorAll('[role="row"]'))
          .filter(mine)
          .map(row =>
            Array.from(
              row.querySelectorAll('[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]'),
            ).map(cell => {
              const role = cell.getAttribute('role')
              return {
                element: cell,
                span: Math.min(MAX_COLUMNS, Math.max(1, Number(cell.getAttribute('aria-colspan')) || 1)),
                down: 1,
                header:
                  role === 'columnheader'
                    ? ('column' as const)
                    : role === 'rowheader'
                      ? ('row' as const)
                      : ('' as const),
              }
            }),
          )
      }

      /** Terms with their descriptions; each group may be wrapped in a div. */
      function termsOf(element: Element): Cell[][] {
        const rows: Cell[][] = []
        let terms = false
        for (const item of element.querySelectorAll('dt, dd')) {
          if (item.closest('dl') !== element) continue
          const term = item.localName === 'dt'
          if (term && !terms) rows.push([])
          rows.at(-1)?.push({ element: item, span: 1, down: 1, header: term ? 'row' : '' })
          terms = term
        }
        return rows
      }

      function read(rows: Cell[][]) {
        const columns: string[] = []
        const lines: {
          header: string
          cells: string[]
          box: { x: number; y: number; width: number; height: number }
        }[] = []
        const below: (Cell & { text: string; left: number })[] = []
        for (const row of rows) {
          if (lines.length >= MAX_ROWS || cells >= MAX_CELLS) {
            cut++
            continue
          }
          const texts: string[] = []
          const headers: string[] = []
          let data = false
          let at = 0
          const place = (cell: Cell, text: string) => {
            for (let column = at; column < Math.min(MAX_COLUMNS, at + cell.span); column++) {
              if (cell.header === 'column') columns[column] = joined(columns[column], text)
              else if (cell.header === 'row') headers.push(...(headers.includes(text) ? [] : [text]))
              else texts[column] = text
            }
            data ||= cell.header !== 'column'
            at += cell.span
          }
          const skip = () => {
            while (below[at] && below[at]!.left > 0) {
              const above = below[at]!
              above.left--
              if (above.header !== 'column') place({ ...above, span: 1 }, above.text)
              else at++
            }
          }
          for (const cell of row) {
            skip()
            cells++
            const text = wordsOf(cell.element).slice(0, 200)
            const from = at
            place(cell, text)
            if (cell.down > 1)
              for (let column = from; column < Math.min(MAX_COLUMNS, at); column++)
                below[column] = { ...cell, text, left: cell.down - 1 }
          }
          skip()
          const first = row[0]?.element
          if (data && first && (headers.some(Boolean) || texts.some(Boolean)))
            lines.push({
              header: headers.filter(Boolean).join(' ').slice(0, 300),
              cells: Array.from(texts, text => text ?? ''),
              box: visibleBoxOf(first, (first.parentElement ?? first).getClientRects()).box,
            })
        }
        return { columns: Array.from(columns, text => text ?? ''), lines }
      }

      /** Its visible text; the names of its pictures where it has none. */
      function wordsOf(element: Element): string {
        return clean((element as HTMLElement).innerText) || contentOf(element)
      }

      /** Headers in two rows belong together; one that spans rows is read once. */
      function joined(known: string | undefined, text: string): string {
        if (!known || known === text) return text
        return text ? `${known} ${text}`.slice(0, 300) : known
      }

      function captionOf(element: Element): string {
        if (element.localName === 'table')
          return contentOf((element as HTMLTableElement).caption ?? document.createElement('i'))
        return clean(element.getAttribute('aria-label'))
      }
    },
    undefined,
  )
}
