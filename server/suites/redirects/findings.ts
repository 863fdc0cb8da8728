import { urlKey } from '../../lib/url.ts'
import type { LandedPage } from '../../store/types.ts'
import type { Finding } from '../core/finding.ts'
import { listed } from '../core/quote.ts'
import { type Context, landedOf } from './context.ts'
import { shownPath } from './place.ts'
import { propose } from './propose.ts'
import { isLesser, type Row } from './rows.ts'
import {
  type Fault,
  isFault,
  isLost,
  isOpen,
  MAX_LOST,
  MAX_LOST_OF,
  type PageFault,
  rules,
  TABLE,
} from './rules.ts'

/** Lost pages of the navigation that have a finding each. */
const MAX_SINGLE = 30
const MAX_EXAMPLES = 5

/** One finding for each class and kind of page; those of home and navigation that are lost speak for themselves. */
export function findingsOf(rows: readonly Row[], context: Context): Finding[] {
  const assessed = rows.filter(row => !isOpen(row.class) && !row.accepted)
  const total = assessed.reduce((sum, { weight }) => sum + weight, 0)
  const proposed = propose(rows, context)
  const caseOf = gravityOf(assessed)
  const groups = new Map<string, Row[]>()
  let told = 0
  for (const row of rows) {
    if (!isFault(row.class) || row.accepted) continue
    const alone = isLost(row.class) && isPillar(row) && told++ < MAX_SINGLE
    const key = alone
      ? `redirects/lost:${context.urlKey(context.before.origin + row.url.path)}`
      : `redirects/${row.class}:${groupOf(row)}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...[...groups].map(([key, group]) => findingOf(key, group)), ...keptOutOf(assessed, context)].sort(
    (a, b) => b.penalty - a.penalty || (a.key < b.key ? -1 : 1),
  )

  function findingOf(key: string, group: Row[]): Finding {
    const [first] = group as [Row]
    const name = first.class as Fault
    const lost = isLost(name)
    const weight = group.reduce((sum, row) => sum + row.weight, 0)
    const fixes = group.filter(row => proposed.has(row)).length
    return rules.report(name, {
      key,
      ...(lost && { as: caseOf(group.find(row => !isMeant(row)) ?? first) }),
      extent: total === 0 ? 0 : weight / total,
      message: messageOf(group),
      fix: `${TABLE[name].fix}${fixes ? ` tables/shopify-redirects.csv has ${fixes === group.length ? 'it' : `${fixes} of them`} ready to import.` : ''}`,
      original: { url: context.before.origin + first.url.path },
      rebuilt: { url: lost && first.landed ? first.landed : context.after.origin + first.url.path },
    })
  }
}

/** What stands at its right address, and tells search engines to leave it out. */
function keptOutOf(assessed: readonly Row[], context: Context): Finding[] {
  const total = assessed.reduce((sum, { weight }) => sum + weight, 0)
  const pages = assessed.filter(({ url }) => url.kind !== 'image' && !isLesser(url))
  const indices = new Map(context.before.urls.map((url, index) => [url, index]))
  const groups = Map.groupBy(pages, row =>
    isLost(row.class) ? undefined : pageFault(row, indices.get(row.url)!, context),
  )
  return (['kept-out', 'canonical-elsewhere'] as const).flatMap(name => {
    const group = groups.get(name)
    if (!group) return []
    const [first] = group as [Row]
    const says = name === 'kept-out' ? 'noindex' : 'that another address stands for it'
    const examples = listed(
      group.map(({ url }) => url.path),
      MAX_EXAMPLES,
      ', ',
    )
    return [
      rules.report(name, {
        key: `redirects/${name}`,
        ...(group.length > MAX_LOST * pages.length && { as: 'widespread' }),
        extent: group.reduce((sum, { weight }) => sum + weight, 0) / total,
        message:
          group.length === 1
            ? `the page that ${first.url.path} leads to says ${says}`
            : `${group.length} old URLs lead to pages that say ${says}: ${examples}`,
        original: { url: context.before.origin + first.url.path },
        rebuilt: { url: first.landed },
      }),
    ]
  })
}

/** What keeps the page that an old URL leads to out of search results, where the original's is in them. */
function pageFault({ url, trace }: Row, index: number, context: Context): PageFault | undefined {
  const { before, after, home, urlKey: placeOf } = context
  const page = landedOf(trace, after.pages)
  if (!page || PLATFORMS.test(page.pageType ?? '')) return undefined
  const isOut = page.noindex === 'markup' && home?.noindex !== 'markup'
  if (!isOut && !isElsewhere(page, placeOf(page.url), context)) return undefined
  const old = landedOf(before.traces[index]!, before.pages)
  if (!old || old.noindex) return undefined
  if (isOut) return 'kept-out'
  return isElsewhere(old, placeOf(before.origin + shownPath(url)), context)
    ? undefined
    : 'canonical-elsewhere'
}

/** Pages of the platform's own, which it keeps out of the index itself. */
const PLATFORMS = /^(policy|search|cart|password|404)$/

/**
 * A host may name the one that it will have, a product its address without a list, and one of several its main one. What is shown
 * at a domain of its own will not have Shopify's.
 */
function isElsewhere({ canonical, url }: LandedPage, place: string, context: Context): boolean {
  if (!canonical) return false
  if (isShopifys(canonical) && !isShopifys(url) && !PREVIEW.test(new URL(url).hostname)) return true
  const { places, products, origins } = context
  const named = urlKey(canonical, [...origins, new URL(canonical).origin])
  if (places.productPlace(named) === places.productPlace(place)) return false
  return !products.newAt(named) && products.newCollectionAt(named) === undefined
}

const isShopifys = (url: string): boolean => new URL(url).hostname.endsWith('.myshopify.com')
/** Where a theme is shown while it is made, which the store's own address stands for. */
const PREVIEW =
  /^(localhost|127\.[\d.]+|\[::1\])$|\.(local|localhost|shopifypreview\.com|shopify\.com|trycloudflare\.com|ngrok(-free)?\.(app|dev|io))$/

type Kind = keyof typeof MAX_LOST_OF
type Case = Kind | 'pillar' | 'widespread' | 'picture' | undefined

/** How grave the loss of a URL is among all that were assessed. */
function gravityOf(all: readonly Row[]): (row: Row) => Case {
  const rows = all.filter(({ url }) => url.kind !== 'image' && !isLesser(url))
  const isGone = (row: Row) => isLost(row.class) && !isMeant(row)
  const widespread = rows.filter(isGone).length > MAX_LOST * rows.length
  const graver = new Set<string>(
    (Object.keys(MAX_LOST_OF) as Kind[]).filter(kind => {
      const own = rows.filter(({ url }) => url.kind === kind)
      const gone = own.filter(isGone).length
      return gone >= MAX_LOST_OF[kind].lost && gone > MAX_LOST_OF[kind].share * own.length
    }),
  )
  return row => {
    if (row.url.kind === 'image') return 'picture'
    if (isLesser(row.url)) return undefined
    if (isMeant(row)) return undefined
    if (widespread) return 'widespread'
    if (isPillar(row)) return 'pillar'
    return graver.has(row.url.kind) ? (row.url.kind as Kind) : undefined
  }
}

/** Its product is meant to go: that it leads to one that is another's costs, and is no loss of a page. */
const isMeant = (row: Row) => row.mayGo && row.class === 'wrong-target'

/** Home, navigation: the weights say it. */
const isPillar = ({ url }: Row) => url.kind === 'home' || url.source === 'navigation'

const KINDS = {
  home: 'page',
  navigation: 'page',
  product: 'product',
  category: 'category',
  post: 'post',
  archive: 'archive',
  page: 'page',
  file: 'file',
  image: 'picture',
} as const

const groupOf = ({ url }: Row) => KINDS[url.kind]

const MANY = {
  product: 'product URLs',
  category: 'category URLs',
  post: 'URLs of posts',
  archive: 'URLs of lists by tag, author or day, or of later pages of lists',
  page: 'URLs of pages',
  file: 'URLs of files',
  picture: 'URLs of pictures',
} as const

function messageOf(group: readonly Row[]): string {
  const [first] = group as [Row]
  const { says } = TABLE[first.class as Fault]
  const tells = first.why !== `it ${says}`
  if (group.length === 1) {
    const subject = first.url.kind === 'home' ? 'the home page' : first.url.path
    const place = isPillar(first) && first.url.kind !== 'home' ? ', a link of the navigation' : ''
    return `${subject}${place}: the new site ${says}${tells ? ` (${first.why})` : ''}`
  }
  const examples = listed(
    group.map(({ url }) => url.path),
    MAX_EXAMPLES,
    ', ',
  )
  const why = tells ? `. ${capitalised(first.why)} (the first)` : ''
  return `${group.length} ${MANY[groupOf(first)]}: the new site ${says}: ${examples}${why}`.slice(0, 1500)
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
