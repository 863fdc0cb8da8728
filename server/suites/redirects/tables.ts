import { propose } from './propose.ts'
import { rowsOf, type StorePair } from './rows.ts'
import { CLASS_NAMES, costOf, isFault, TABLE } from './rules.ts'

/** Shopify's import takes that many redirects of one store. */
const MAX_REDIRECTS = 100_000

export interface RedirectTables {
  /** Every old URL that was asked, with a header. */
  redirects: string[][]
  /** Shopify's own format, with its header: to be imported as it is. */
  shopifyRedirects: string[][]
}

/** The lists behind the suite's issues. */
export function redirectTables(pair: StorePair): RedirectTables {
  const { rows, context } = rowsOf(pair)
  const proposals = propose(rows, context)
  const redirects = rows.map(row => [
    row.url.path,
    row.url.kind,
    row.url.template,
    row.url.source,
    String(row.weight),
    row.class,
    String(costOf(row.class)),
    String(row.status || ''),
    String(row.redirects),
    row.landed,
    row.why,
    proposals.get(row)?.to ?? '',
    proposals.get(row)?.because ?? '',
  ])
  const imported = [...proposals]
    .sort(([a], [b]) => b.weight - a.weight || (a.url.path < b.url.path ? -1 : 1))
    // Whether a store takes `/x/` for `/x` is nowhere said: it gets both.
    .flatMap(([, { from, to }]) =>
      /.\/$/.test(from)
        ? [
            [from.slice(0, -1), to],
            [from, to],
          ]
        : [[from, to]],
    )
  return {
    redirects: [HEADER, ...redirects],
    shopifyRedirects: [['Redirect from', 'Redirect to'], ...imported.slice(0, MAX_REDIRECTS)],
  }
}

const KEPT = { kept: 'answers at the same address', moved: 'leads to the page that took its place' }

/** How many old URLs end in each class, in the order of a report. */
export function redirectCounts(pair: StorePair) {
  const rows = rowsOf(pair).rows.filter(({ url }) => url.kind !== 'image')
  return CLASS_NAMES.map(name => ({
    name,
    says: `the new site ${isFault(name) ? TABLE[name].says : KEPT[name]}`,
    count: rows.filter(row => row.class === name).length,
    isFault: isFault(name) && costOf(name) > 0,
  })).filter(({ count }) => count > 0)
}

const HEADER = [
  ...['old_url', 'kind', 'template', 'found_in', 'weight', 'class', 'penalty', 'status', 'redirects'],
  ...['landed_on', 'because', 'proposed_target', 'proposed_because'],
]
