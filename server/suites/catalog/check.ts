import { memoBy } from '../../lib/memo.ts'
import type { Finding } from '../core/finding.ts'
import { listed } from '../core/quote.ts'
import type { Rules } from '../core/rules.ts'
import type { Check, Outcome } from '../core/suite.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import type { CatalogRule } from './rules.ts'

/** A check of the catalog, which gives its differences for the table as well. */
export interface CatalogCheck extends Check<'catalog' | 'urls'> {
  /** It compares pages, which were read when old addresses were followed: without those it tells nothing. */
  readsPages?: true
  rules: CatalogRules
  find(pair: StorePair): Compared | Outcome
}

type CatalogRules<Cause extends string = string> = Rules<Record<Cause, CatalogRule>>

/** `find` reports causes of the rules; it is asked twice for one pair, by the suite and for the table. */
export function catalogCheck<Cause extends string>(
  check: Pick<CatalogCheck, 'title' | 'weight' | 'readsPages'> & {
    rules: CatalogRules<Cause>
    find(pair: StorePair): Compared<Cause> | Outcome
  },
): CatalogCheck {
  const find = memoBy(pair => pair.matching.products, check.find)
  const rules: CatalogRules = check.rules
  return {
    ...check,
    id: rules.check,
    rules,
    find,
    judge(pair) {
      const found = find(pair)
      return 'differences' in found ? findingsOf(found, rules) : found
    },
  }
}

export const isCatalogCheck = (check: Check<'catalog' | 'urls'>): check is CatalogCheck => 'find' in check

const MAX_NAMED = 3
const TABLE = 'tables/catalog.csv'

/** One finding a cause, with the first few by name; the table has all. What an acceptance names has one of its own. */
function findingsOf({ applicable, differences }: Compared, rules: CatalogRules): Finding[] {
  const groups = Map.groupBy(differences, ({ cause, named }) =>
    named === undefined ? cause : `${cause}:${named}`,
  )
  return [...groups].map(([key, all]) => {
    const [{ cause, named }] = all as [Difference]
    const could = typeof applicable === 'number' ? applicable : (applicable[cause] ?? all.length)
    const share = all.length / Math.max(could, all.length)
    const { one, many, over, fix } = rules.table[cause]!
    const isWidespread =
      named === undefined && over !== undefined && all.length >= over.count && share > over.share
    const [first] = all as [Difference]
    const head = all.length === 1 ? one : many.replace('%', String(all.length))
    return rules.report(cause, {
      key: `catalog/${key}`,
      ...(isWidespread && { as: 'widespread' }),
      extent: share,
      message: `${head}: ${listed(all.map(told), MAX_NAMED, '; ')}`,
      fix: `${fix}${all.length > 1 ? ` All ${all.length} are in ${TABLE}.` : ''}`,
      ...(first.original && { original: { url: first.original.url, text: shownAs(first, 'original') } }),
      ...(first.rebuilt && { rebuilt: { url: first.rebuilt.url, text: shownAs(first, 'rebuilt') } }),
    })
  })
}

/** What differs, where both sides have something; else which product it is. */
function shownAs(difference: Difference, side: 'original' | 'rebuilt'): string {
  const { part, before, after } = difference
  if (!before || !after) return difference[side]?.title ?? ''
  const value = short(side === 'original' ? before : after, 500)
  return part ? `${short(part, 60)}: ${value}` : value
}

/** `“Red shirt”, M: 25.00 USD → 250.00 USD`. */
function told({ subject, original, rebuilt, part, before, after }: Difference): string {
  const name = subject ?? original?.title ?? rebuilt?.title ?? ''
  const shown = `“${short(name, 80)}”${part ? `, ${short(part, 60)}` : ''}`
  const change = after ? `${short(before, 80)} → ${short(after, 80)}` : short(before, 120)
  return change ? `${shown}: ${change}` : shown
}

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
