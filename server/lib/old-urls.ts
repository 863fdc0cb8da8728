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
 * Takes from each row its first cell that is an address: an http(s) URL, a host with a path, or a path from the root. Cells
 * are separated by commas, semicolons or tabs; of a line of an access log the path that was asked for is taken. A first row
 * without an address is a heading.
 */
export function readOldUrls(text: string): OldUrlList {
  const addresses = new Set<string>()
  const wrong: string[] = []
  let wrongRows = 0
  let isFirst = true
  let isCsv = false
  let row = 0
  for (const line of linesOf(text.replace(/^\uFEFF/, ''))) {
    row++
    const shown = line.slice(0, MAX_ROW).trim()
    if (shown === '' || shown.startsWith('#')) continue
    // An address may hold a comma: where the first row has no separator, no other one has.
    if (isFirst) isCsv = /[\t;,]/.test(shown)
    const address = addressIn(shown, isCsv)
    if (address !== null) {
      addresses.add(address)
      if (addresses.size > MAX_OLD_URLS) break
    } else if (!isFirst) {
      wrongRows++
      if (wrong.length < MAX_NAMED)
        wrong.push(`row ${row}, ${JSON.stringify(short(shown))}, holds no address`)
    }
    isFirst = false
  }
  return { addresses: [...addresses], wrong, wrongRows }
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
const HOST_AND_PATH = /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d{1,5})?(?:\/\S*)?$/i

function addressIn(row: string, isCsv: boolean): string | null {
  const logged = LOGGED.exec(row)?.[1]
  for (const cell of logged !== undefined ? [logged] : isCsv ? cellsOf(row) : [unquoted(row)]) {
    if (cell === '' || cell.length > MAX_ADDRESS) continue
    if (/^https?:\/\//i.test(cell)) {
      if (URL.canParse(cell)) return cell
    } else if (/^\/(?!\/)/.test(cell)) return cell
    else if (HOST_AND_PATH.test(cell) && URL.canParse(`https://${cell}`)) return `https://${cell}`
  }
  return null
}

/** By the separator that stands in it; an address may hold the others. Quotation marks around a cell are no part of it. */
function cellsOf(row: string): string[] {
  const separator = ['\t', ';', ','].find(one => row.includes(one))
  if (separator === undefined) return [unquoted(row)]
  const cells: string[] = []
  let [cell, quoted] = ['', false]
  for (const letter of row) {
    if (letter === '"') quoted = !quoted
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
