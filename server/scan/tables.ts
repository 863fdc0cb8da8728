/** The lists behind the findings on a store, as CSV in the artifacts: `tables/*.csv`. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Matching } from '../matching/matching.ts'
import { catalogTable, redirectTables } from '../suites/index.ts'
import type { CapturedPair } from './types.ts'

/** Writes what there is; a side that could not be read has no table. `redact` takes secrets out of a cell. */
export async function saveTables(
  artifactsDir: string,
  { original, rebuilt }: CapturedPair,
  matching: Matching,
  redact: (text: string) => string = text => text,
): Promise<void> {
  const folder = join(artifactsDir, 'tables')
  await mkdir(folder, { recursive: true })
  const [before, after] = [original.artifacts, rebuilt.artifacts]
  if (before.catalog.ok && after.catalog.ok) {
    const urls = before.urls.ok && after.urls.ok ? [before.urls.value, after.urls.value] : null
    const pair = {
      original: { catalog: before.catalog.value, ...(urls && { urls: urls[0]! }) },
      rebuilt: { catalog: after.catalog.value, ...(urls && { urls: urls[1]! }) },
    }
    await save(join(folder, 'catalog.csv'), catalogTable({ ...pair, matching }), cell =>
      harmless(redact(cell)),
    )
  }
  if (before.urls.ok && after.urls.ok) {
    const { redirects, shopifyRedirects, candidates } = redirectTables({
      original: { urls: before.urls.value, catalog: before.catalog.ok ? before.catalog.value : null },
      rebuilt: { urls: after.urls.value, catalog: after.catalog.ok ? after.catalog.value : null },
      matching,
    })
    await save(join(folder, 'redirects.csv'), redirects, cell => harmless(redact(cell)))
    await save(join(folder, 'redirect-candidates.csv'), candidates, cell => harmless(redact(cell)))
    // Its format is not ours.
    await save(join(folder, 'shopify-redirects.csv'), shopifyRedirects, redact, { bom: false })
  }
}

async function save(
  path: string,
  rows: Iterable<string[] | object>,
  cell: (text: string) => string,
  { bom = true } = {},
): Promise<void> {
  // Rows that are objects bring the names of their columns. Without the mark spreadsheets take UTF-8 for Windows-1252.
  const csv = stringify({ header: !Array.isArray(rows), bom, cast: { string: text => cell(text) } })
  await pipeline(Readable.from(rows), csv, createWriteStream(path))
}

/**
 * Spreadsheets take a cell that begins like this for a formula; pages and shops write what they like. Where lists are
 * separated by semicolons, a cell begins behind each of those.
 */
const harmless = (cell: string): string => cell.replace(/(^|;)(?=[=+\-@\t\r])/g, "$1'")
