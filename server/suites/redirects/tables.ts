import { landedOf } from './context.ts'
import { choices, MAX_CANDIDATES, percent, propose } from './propose.ts'
import { type Row, rowsOf, type StorePair } from './rows.ts'
import { CLASS_NAMES, costOf, isFault, isOpen, TABLE } from './rules.ts'

/** Shopify's import takes that many redirects of one store. */
const MAX_REDIRECTS = 100_000

export interface RedirectTables {
  /** Every old URL that was asked, what is lost first, with a header. */
  redirects: string[][]
  /** Shopify's own format, with its header: to be imported as it is. */
  shopifyRedirects: string[][]
  /** Old URLs that have no sure target, with a header and the new pages that are most like theirs: for a person. */
  candidates: string[][]
}

/** The lists behind the suite's issues. */
export function redirectTables(pair: StorePair): RedirectTables {
  const { rows, context } = rowsOf(pair)
  const proposals = propose(rows, context)
  const redirects = inReadingOrder(rows).map(row => [
    row.url.path,
    row.url.kind,
    row.url.template,
    row.url.source,
    String(row.weight),
    row.accepted ? ACCEPTED : row.class,
    String(costOfRow(row)),
    String(row.status || ''),
    String(row.redirects),
    row.landed,
    row.why,
    proposals.get(row)?.to ?? '',
    proposals.get(row)?.because ?? '',
  ])
  const { before } = context
  const positions = new Map(rows.map((row, index) => [row, index]))
  const titleOf = (row: Row) => {
    const page = landedOf(before.traces[positions.get(row)!]!, before.pages)
    return page?.heading || page?.title || ''
  }
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
    candidates: [
      CANDIDATES_HEADER,
      ...choices(rows, context, proposals).map(({ row, candidates }) => [
        row.url.path,
        titleOf(row),
        row.url.kind,
        row.class,
        row.landed,
        ...Array.from({ length: MAX_CANDIDATES }, (_, at) => candidates[at]).flatMap(one =>
          one ? [one.path, percent(one.alike)] : ['', ''],
        ),
      ]),
    ],
  }
}

/** What costs most first, then what nobody can be sure of and what is told without cost, then what is in order. */
function inReadingOrder(rows: readonly Row[]): Row[] {
  const worth = (row: Row) => costOfRow(row) * row.weight
  const rank = (row: Row) => (worth(row) > 0 ? 0 : isOpen(row.class) ? 1 : isFault(row.class) ? 2 : 3)
  return rows.toSorted((a, b) => rank(a) - rank(b) || worth(b) - worth(a))
}

const ACCEPTED = 'accepted'
const costOfRow = (row: Row) => (row.accepted ? 0 : costOf(row.class))

const KEPT = { kept: 'answers at the same address', moved: 'leads to the page that took its place' }

/** How many old URLs end in each class, in the order of a report. */
export function redirectCounts(pair: StorePair) {
  const rows = rowsOf(pair).rows.filter(({ url }) => url.kind !== 'image')
  const accepted = rows.filter(row => row.accepted).length
  return [
    ...CLASS_NAMES.map(name => ({
      name,
      says: `the new site ${isFault(name) ? TABLE[name].says : KEPT[name]}`,
      count: rows.filter(row => row.class === name && !row.accepted).length,
      isFault: isFault(name) && costOf(name) > 0,
    })),
    {
      name: ACCEPTED,
      says: 'the product is gone, as somebody has accepted',
      count: accepted,
      isFault: false,
    },
  ].filter(({ count }) => count > 0)
}

const HEADER = [
  ...['old_url', 'kind', 'template', 'found_in', 'weight', 'class', 'penalty', 'status', 'redirects'],
  ...['landed_on', 'because', 'proposed_target', 'proposed_because'],
]

const CANDIDATES_HEADER = [
  ...['old_url', 'old_title', 'kind', 'class', 'landed_on'],
  ...Array.from({ length: MAX_CANDIDATES }, (_, at) => [`candidate_${at + 1}`, `alike_${at + 1}`]).flat(),
]
