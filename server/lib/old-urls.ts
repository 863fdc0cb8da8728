/** Lists of old addresses as their owners have them: of Search Console, a log, a crawler, or written by hand. */

export interface OldUrlList {
  /** Absolute URLs and paths as written, each once; `MAX_OLD_URLS` and one more where there are too many. */
  addresses: string[]
  /** Rows that hold none, as sentences; the first few. */
  wrong: string[]
  /** How many such rows there are. */
  wrongRows: number
}

export const MAX_OLD_URLS = 50_000
const MAX_ADDRESS = 2048
const MAX_NAMED = 10
/** Of one row; what is longer is no line of a list. */
const MAX_ROW = 20_000

/**
 * Takes from each row its first cell that is an address: an http(s) URL, a host with a path, or a path from the root; a
 * host alone where there is none of these. Cells are separated by commas, semicolons or tabs, in all rows by the same; of a line of an access log the
 * path that was asked for is taken, by the fields that the log names or as web servers quote it. Rows above the first address
 * are headings, a few of them at most.
 */
export function readOldUrls(text: string): OldUrlList {
  const addresses = new Set<string>()
  let wrong: string[] = []
  let [wrongRows, row] = [0, 0]
  const list = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(list)
  let fields: Fields | null = null
  for (const line of linesOf(list)) {
    row++
    const shown = line.slice(0, MAX_ROW).trim()
    if (shown.startsWith('#')) fields = fieldsOf(shown) ?? fields
    if (shown === '' || shown.startsWith('#')) continue
    const address = fields ? loggedBy(fields, shown) : addressIn(shown, separator)
    if (address !== null) {
      if (addresses.size === 0 && wrongRows < MAX_HEADINGS) [wrong, wrongRows] = [[], 0]
      addresses.add(address)
      if (addresses.size > MAX_OLD_URLS) break
      // What was sent to an address is no page.
    } else if (!fields && (addresses.size > 0 || row > 1)) {
      wrongRows++
      if (wrong.length < MAX_NAMED)
        wrong.push(`row ${row}, ${JSON.stringify(short(shown))}, holds no address`)
    }
  }
  return { addresses: [...addresses], wrong, wrongRows }
}

/** Beside the first row. */
const MAX_HEADINGS = 3
/** A cell that holds a number. */
const COUNTED = /[\t;,]\s*"?\d[\d.,]*%?"?\s*(?:[\t;,]|$)/
/** Rows that tell what separates cells. */
const MAX_TELLING = 20
const SEPARATORS = ['\t', ';', ',']

/**
 * What separates cells in all rows, or null where a row is one address, which may hold a comma. A list has cells where the row
 * above the first address has, or the first one where none is above, or where each row goes on with a number: what stands
 * above is a title then. It is cut by what stands in the most rows, heading included, and makes the most cells of them.
 */
function separatorOf(list: string): string | null {
  let heading: string | undefined
  const rows: string[] = []
  for (const line of linesOf(list)) {
    const shown = line.slice(0, MAX_ROW).trim()
    if (shown === '' || shown.startsWith('#')) continue
    const holdsAddress = [...SEPARATORS, null].some(separator => addressIn(shown, separator) !== null)
    if (rows.length === 0 && !holdsAddress) heading = shown
    else if (rows.push(shown) === MAX_TELLING) break
  }
  const cells = (row: string, separator: string) => cellsOf(row, separator).length
  const isCut = (row: string) => SEPARATORS.some(separator => cells(row, separator) > 1)
  if (!isCut(heading ?? rows[0] ?? '') && !(rows.length > 0 && rows.every(row => COUNTED.test(row))))
    return null
  const all = heading === undefined ? rows : [heading, ...rows]
  const [best] = SEPARATORS.map(separator => {
    const counts = all.map(row => cells(row, separator))
    return {
      separator,
      rows: counts.filter(count => count > 1).length,
      cells: counts.reduce((sum, count) => sum + count, 0),
    }
  }).sort((a, b) => b.rows - a.rows || b.cells - a.cells)
  return best!.separator
}

/** The text of a file by its byte order mark; without one UTF-8, or Windows-1252 where that it is not. */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Why a list is of no use, as what it does, or null. */
export function oldUrlsProblem(text: string): string | null {
  const { addresses, wrong } = readOldUrls(text)
  if (addresses.length > MAX_OLD_URLS)
    return `holds more than ${MAX_OLD_URLS} addresses; it must hold at most so many`
  if (addresses.length > 0) return null
  const because = wrong[0] ? `: ${wrong[0]}` : ''
  return `holds no address${because}; each row must hold an http(s) URL or a path such as /old/page`
}

/** One after the other, since a list of a million rows is no array of ours. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g
  let from = 0
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield text.slice(from)
}

/** `1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /old?x=1 HTTP/1.1" 200 2326` */
const LOGGED = /"(?:GET|HEAD) (\S+)(?: HTTP\/[\d.]+)?"/
const HOST = /^(?:[a-z0-9-]{1,63}\.)+([a-z]{2,24})(?::\d{1,5})?$/i
const FILE =
  /\.(html?|php\d?|aspx?|jspx?|cgi|css|js|json|xml|txt|csv|pdf|docx?|xlsx?|jpe?g|png|gif|webp|svg)$/i

/** Never stand in an address: what holds one is more than an address. */
const NO_ADDRESS = /["<>]/

function addressIn(row: string, separator: string | null): string | null {
  const logged = LOGGED.exec(row)?.[1]
  const cells = separator === null ? [unquoted(row)] : cellsOf(row, separator)
  let hostAlone: string | null = null
  for (const cell of logged !== undefined ? [logged] : cells) {
    if (cell === '' || cell.length > MAX_ADDRESS || NO_ADDRESS.test(cell)) continue
    if (/^https?:\/\//i.test(cell)) {
      if (!/\s/.test(cell) && URL.canParse(cell)) return cell
      continue
    }
    if (/^\/(?!\/)/.test(cell)) return cell
    const [host = '', ...path] = cell.split('/')
    if (!HOST.test(host) || /\s/.test(cell) || !URL.canParse(`https://${cell}`)) continue
    if (path.length > 0) return `https://${cell}`
    // Beside a column of hosts stands one of paths, and a name with a dot may be a file's.
    if (!FILE.test(host)) hostAlone ??= `https://${cell}`
  }
  return hostAlone
}

/** Where a log in the extended format of W3C, as IIS and content networks write it, has what was asked for. */
interface Fields {
  stem: number
  query: number
  method: number
}

/** `#Fields: date time cs-method cs-uri-stem cs-uri-query sc-status` @see https://www.w3.org/TR/WD-logfile.html */
function fieldsOf(directive: string): Fields | null {
  const [, list] = /^#Fields:\s*(.*)$/i.exec(directive) ?? []
  const names = list?.toLowerCase().split(/\s+/) ?? []
  const stem = names.findIndex(name => name === 'cs-uri-stem' || name === 'cs-uri')
  return stem < 0 ? null : { stem, query: names.indexOf('cs-uri-query'), method: names.indexOf('cs-method') }
}

function loggedBy({ stem, query, method }: Fields, row: string): string | null {
  const cells = row.split(/\s+/)
  if (method >= 0 && !/^(GET|HEAD)$/.test(cells[method] ?? '')) return null
  const [path = '', asked = '-'] = [cells[stem], cells[query]]
  return addressIn(path + (asked === '-' ? '' : `?${asked}`), null)
}

/** Of a cell that begins with a quotation mark the separators within are its own; the marks are no part of it. */
function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, quoted] = ['', false]
  for (const letter of row) {
    if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    if (letter === separator && !quoted) {
      cells.push(unquoted(cell))
      cell = ''
    } else cell += letter
  }
  return [...cells, unquoted(cell)]
}

const unquoted = (cell: string) => {
  const text = cell.trim()
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
