import type { Severity } from '../../contract.ts'
import type { Finding } from '../core/suite.ts'
import { CLASSES, isLost, type RedirectClass } from './class.ts'
import type { Context } from './context.ts'
import { propose } from './propose.ts'
import type { Row } from './rows.ts'

/** Of the URLs of products, and of all: beyond them the loss is serious, and critical. */
const PRODUCTS_LOST = 0.02
const ALL_LOST = 0.1
/** Lost pages of the navigation that are told one by one. */
const TOLD = 30
const EXAMPLES = 5

/** One finding for each class and kind of page; those of home and navigation that are lost speak for themselves. */
export function findingsOf(rows: readonly Row[], context: Context): Finding[] {
  const assessed = rows.filter(row => row.class !== 'throttled')
  const total = assessed.reduce((sum, { weight }) => sum + weight, 0)
  const proposed = propose(rows, context)
  const gravity = gravityOf(assessed)
  const groups = new Map<string, Row[]>()
  let told = 0
  for (const row of rows) {
    if (row.class === 'kept' || row.class === 'moved') continue
    const alone = isLost(row.class) && isPillar(row) && told++ < TOLD
    const key = alone
      ? `redirects/lost:${context.placeOf(context.before.origin + row.url.path)}`
      : `redirects/${row.class}:${groupOf(row)}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups]
    .map(([key, group]) => findingOf(key, group))
    .sort((a, b) => b.penalty - a.penalty || (a.key < b.key ? -1 : 1))

  function findingOf(key: string, group: Row[]): Finding {
    const [first] = group as [Row]
    const name = first.class
    const lost = isLost(name)
    const cost = group.reduce((sum, { weight }) => sum + weight * CLASSES[name].penalty, 0)
    const fixes = group.filter(row => proposed.has(row)).length
    return {
      key,
      severity: severityOf(first, gravity),
      penalty: total === 0 ? 0 : cost / total,
      message: messageOf(group),
      fix: `${FIXES[name]}${fixes ? ` tables/shopify-redirects.csv has ${fixes === group.length ? 'it' : `${fixes} of them`} ready to import.` : ''}`,
      original: { url: context.before.origin + first.url.path },
      rebuilt: { url: lost && first.landed ? first.landed : context.after.origin + first.url.path },
    }
  }
}

interface Gravity {
  products: Severity
  all: Severity
}

function gravityOf(rows: readonly Row[]): Gravity {
  const share = (list: readonly Row[]) =>
    list.filter(row => isLost(row.class)).length / Math.max(1, list.length)
  const all = share(rows) > ALL_LOST ? 'critical' : 'moderate'
  const products = share(rows.filter(({ url }) => url.kind === 'product')) > PRODUCTS_LOST
  return { all, products: all === 'critical' ? all : products ? 'serious' : 'moderate' }
}

/** Home, navigation: the weights say it. */
const isPillar = ({ url }: Row) => url.kind === 'home' || url.source === 'navigation'

function severityOf(row: Row, gravity: Gravity): Severity {
  if (!isLost(row.class)) return CLASSES[row.class].penalty >= 0.3 ? 'moderate' : 'minor'
  if (gravity.all === 'critical') return 'critical'
  if (isPillar(row)) return 'serious'
  return row.url.kind === 'product' ? gravity.products : gravity.all
}

const KINDS = {
  home: 'page',
  navigation: 'page',
  product: 'product',
  category: 'category',
  post: 'post',
  page: 'page',
  file: 'file',
} as const

const groupOf = ({ url }: Row) => KINDS[url.kind]

const MANY = {
  product: 'product URLs',
  category: 'category URLs',
  post: 'URLs of posts',
  page: 'URLs of pages',
  file: 'URLs of files',
} as const

function messageOf(group: readonly Row[]): string {
  const [first] = group as [Row]
  const { says } = CLASSES[first.class]
  const tells = first.why !== `it ${says}`
  if (group.length === 1) {
    const subject = first.url.kind === 'home' ? 'the home page' : first.url.path
    const place = isPillar(first) && first.url.kind !== 'home' ? ', a link of the navigation' : ''
    return `${subject}${place}: the new site ${says}${tells ? ` (${first.why})` : ''}`
  }
  const examples = group.slice(0, EXAMPLES).map(({ url }) => url.path)
  const more = group.length > EXAMPLES ? `, and ${group.length - EXAMPLES} more` : ''
  const why = tells ? `. ${capitalised(first.why)} (the first)` : ''
  return `${group.length} ${MANY[groupOf(first)]}: the new site ${says}: ${examples.join(', ')}${more}${why}`.slice(
    0,
    1500,
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const FIXES: Record<RedirectClass, string> = {
  kept: '',
  moved: '',
  unredirectable:
    'Nothing that Shopify offers can redirect it; where it has visitors, redirect it before they reach Shopify (at the CDN or DNS provider).',
  chain: 'Redirect the old URL to its last target directly.',
  temporary: 'Make the redirect a permanent one (301).',
  'client-redirect': 'Remove the page that redirects by itself, and let the server redirect with 301.',
  'category-fallback': 'Redirect it to the page itself where the new site has it.',
  gone: 'Redirect it to what took its place; 410 is for pages that nothing took the place of.',
  loop: 'Remove the redirects that lead in a circle, and redirect the old URL to its page directly.',
  dead: 'Redirect it to a page that is there.',
  'home-dump':
    'Redirect each old URL to the page that took its place; search engines take the home page for "not found".',
  'wrong-target': 'Redirect it to the page that took its place.',
  'soft-404': 'Answer 404 for what is not there, and redirect the old URL to the page that took its place.',
  missing: 'Redirect it with 301 to the page that took its place.',
  throttled: 'Let our requests pass (Web Bot Auth headers in new_headers), and submit again.',
}
