/** What kind of store stands at an address: its landed page, the headers of that, and where they leave doubt a probe. */
import type { HttpResponse } from '../../egress/http/index.ts'
import type { Answer, StoreClient, Trouble } from './client.ts'
import { isGate } from './gate-page.ts'
import type { Storefront } from './state.ts'

/** Nothing came that could be looked at: throttled, out of reach, out of time. */
export interface NotSeen {
  state: 'unknown'
  kind: Trouble
  /** In the reader's words. */
  why: string
}

const MAX_HOPS = 5
const MAX_SIGNALS = 10
/** Hosts of private previews on Oxygen, which stand behind a sign-in of their own. */
const PRIVATE_PREVIEW_HOST = /\.myshopify\.dev$/

/** Asks for `url` once, and for two files of JSON at most. `client` may belong to the address as it was submitted. */
export async function detectStore(client: StoreClient, url: string): Promise<Storefront | NotSeen> {
  const answer = await client.get(url, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    maxRedirects: MAX_HOPS,
    maxBytes: 2_000_000,
    tooLarge: 'truncate',
    ...SHORT_PATIENCE,
  })
  if (!answer.ok && answer.kind === 'blocked') return blocked(url, answer.detail)
  if (!answer.ok) return { state: 'unknown', kind: answer.kind, why: answer.detail }
  const seen = judgeLanding(answer.response, url)
  if (seen !== 'doubtful') return seen
  const { origin } = new URL(answer.response.url)
  const [catalog, meta] = [
    await client.get(`${origin}/products.json?limit=1`, PROBE),
    await client.get(`${origin}/meta.json`, PROBE),
  ]
  return judgeProbes(answer.response, url, catalog, meta)
}

/** Not worth waiting for: the browser asks the same page next and reports what is wrong with it. */
const SHORT_PATIENCE = { atGate: true, patienceMs: 2500, timeoutMs: 10_000 } as const
const PROBE = { accept: 'application/json', maxBytes: 1_000_000, ...SHORT_PATIENCE } as const

/** Pure: what the landed page says by itself, or 'doubtful' where only a probe can tell. */
export function judgeLanding(response: HttpResponse, requested: string): Storefront | 'doubtful' {
  const { url, status, headers } = response
  const marks = marksOf(response)
  const about = (state: Storefront['state'], more: string[] = []): Storefront => ({
    ...landingFacts(response, requested),
    state,
    signals: [...more, ...marks.map(mark => `the page ${mark.says}`)].slice(0, MAX_SIGNALS),
  })
  if (isGate(response, new URL(url).host)) return about('gated', ['the page asks for a storefront password'])
  const decisive = marks.some(({ weight }) => weight === 'decisive')
  const saysClosed = () =>
    /this store is unavailable/i.test(response.body.subarray(0, 20_000).toString('utf8'))
  if ((status === 402 || status === 423) && (decisive || saysClosed()))
    return about('closed', [`the store answers HTTP ${status}`])
  if (decisive) return about(isHeadless(marks) ? 'headless' : 'online_store')
  if (headers['content-type'] !== undefined && !/html/i.test(headers['content-type']))
    return about('not_shopify')
  return marks.some(({ weight }) => weight === 'strong') ? 'doubtful' : about('not_shopify')
}

/** Pure: the landed page with what the probes gave. */
export function judgeProbes(
  response: HttpResponse,
  requested: string,
  catalog: Answer,
  meta: Answer,
): Storefront {
  const marks = marksOf(response)
  const listed = Array.isArray(jsonOf(catalog)?.products)
  const host = jsonOf(meta)?.myshopify_domain
  const named = typeof host === 'string' && /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/i.test(host)
  const headless = isHeadless(marks)
  const signals = [
    ...(listed ? ['products.json lists products'] : []),
    ...(named ? ['meta.json names the shop'] : []),
    ...marks.map(mark => `the page ${mark.says}`),
  ]
  return {
    ...landingFacts(response, requested),
    ...(named && { myshopifyHost: host.toLowerCase() }),
    // A headless store's host usually lacks both files: two strong marks are enough there.
    state:
      listed || named
        ? headless
          ? 'headless'
          : 'online_store'
        : headless && marks.filter(({ weight }) => weight === 'strong').length > 1
          ? 'headless'
          : 'not_shopify',
    signals: signals.slice(0, MAX_SIGNALS),
  }
}

/** Pure: from a page alone, as a browser was served it; where only a probe could tell it is no store. */
export function storefrontOf(
  { url, headers, setCookies, body }: Landed & { setCookies: string[] },
  requested: string,
): Storefront {
  const response = { url, status: 200, headers, setCookies, body, truncated: false, chain: [] }
  const seen = judgeLanding(response, requested)
  if (seen !== 'doubtful') return seen
  return {
    ...landingFacts(response, requested),
    state: 'not_shopify',
    signals: ['the page has signs of Shopify that prove nothing'],
  }
}

/** Private previews of Oxygen lead to a sign-in that is not the store's. */
export const isPrivatePreview = (requested: string, landed: string): boolean =>
  PRIVATE_PREVIEW_HOST.test(new URL(requested).hostname) &&
  new URL(landed).hostname === 'accounts.shopify.com'

const isHeadless = (marks: Mark[]) => marks.some(({ headless }) => headless)

function landingFacts(response: HttpResponse, requested: string): Omit<Storefront, 'state' | 'signals'> {
  const { origin } = new URL(response.url)
  const passed = [requested, ...response.chain.map(({ url }) => url)].map(url => new URL(url).origin)
  const myshopifyHost = myshopifyHostOf(response)
  const currency = shownCurrency(response, response.setCookies)
  return {
    origin,
    aliases: [...new Set(passed)].filter(alias => alias !== origin),
    localePrefix: localePrefixOf(response),
    ...(myshopifyHost !== undefined && { myshopifyHost }),
    ...(currency !== undefined && { currency }),
  }
}

const blocked = (url: string, detail: string): Storefront => ({
  state: 'blocked',
  origin: new URL(url).origin,
  aliases: [],
  localePrefix: '',
  signals: [detail],
})

function jsonOf(answer: Answer): Record<string, unknown> | undefined {
  if (!answer.ok || answer.response.status !== 200) return undefined
  try {
    const value: unknown = JSON.parse(answer.response.body.toString('utf8'))
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

type Weight =
  /** One is enough. */
  | 'decisive'
  /** Needs the word of a probe. */
  | 'strong'
  /** Seen on other sites too; not even worth a probe. */
  | 'weak'

interface Mark {
  weight: Weight
  /** Finishes "the page …", for the reader. */
  says: string
  /** It comes from an app that renders the pages in Shopify's stead. */
  headless?: boolean
}

/** What of a landed page is looked at. */
type Landed = Pick<HttpResponse, 'url' | 'headers' | 'body'>

const MAX_HTML_BYTES = 2_000_000

/** Every mark that the page bears, the telling ones first. */
export function marksOf({ url, headers, body }: Landed): Mark[] {
  const page = {
    host: new URL(url).hostname,
    headers,
    html: body.subarray(0, MAX_HTML_BYTES).toString('utf8'),
  }
  return MARKS.filter(({ seen }) => seen(page)).map(({ seen: _, ...mark }) => mark)
}

interface MarkedPage {
  host: string
  headers: Record<string, string>
  html: string
}

const MARKS: readonly (Mark & { seen(page: MarkedPage): boolean })[] = [
  {
    weight: 'decisive',
    says: 'is served by Hydrogen or Oxygen (powered-by)',
    headless: true,
    seen: ({ headers }) => /\b(hydrogen|oxygen)\b/i.test(headers['powered-by'] ?? ''),
  },
  {
    weight: 'decisive',
    says: 'is powered by Shopify (powered-by)',
    seen: ({ headers }) =>
      /\bshopify\b/i.test(headers['powered-by'] ?? '') && !/hydrogen|oxygen/i.test(headers['powered-by']!),
  },
  {
    weight: 'decisive',
    says: 'comes out of Shopify’s page cache (etag)',
    seen: ({ headers }) => /page_cache:\d+:\w+Controller/.test(headers.etag ?? ''),
  },
  {
    weight: 'decisive',
    says: 'bears the id of a Shopify shop (x-shopid, x-shopify-stage)',
    seen: ({ headers }) => 'x-shopid' in headers || 'x-shopify-stage' in headers,
  },
  {
    weight: 'decisive',
    says: 'lives at myshopify.com',
    seen: ({ host }) => host.endsWith('.myshopify.com'),
  },
  {
    weight: 'decisive',
    says: 'names its shop (Shopify.shop)',
    seen: ({ html }) => SHOP_NAME.test(html),
  },
  {
    weight: 'decisive',
    says: 'lists the features of its shop (shopify-features)',
    seen: ({ html }) =>
      /<script\b[^<>]{0,200}\bid=["']?shopify-features\b[^<>]{0,200}>\s{0,20}\{[^<]{0,2000}"shopId"/i.test(
        html,
      ),
  },
  {
    weight: 'decisive',
    says: 'names the shop’s digital wallet',
    seen: ({ html }) =>
      metas(html).some(
        tag =>
          /\bname=["']?shopify-digital-wallet\b/i.test(tag) && /\/\d+\/digital_wallets\/dialog/.test(tag),
      ),
  },
  {
    weight: 'decisive',
    says: 'has its files below its own /cdn/shop/',
    // The same path on another host is a picture out of somebody else's shop.
    seen: ({ html, host }) =>
      [
        ...html.matchAll(/["'(=\s](?:https?:)?(\/\/[^/"'\s]{1,255})?\/cdn\/shop\/(?:t|files|products)\//g),
      ].some(([, authority]) => authority === undefined || authority.slice(2).replace(/:\d+$/, '') === host),
  },
  {
    weight: 'strong',
    says: 'loads its app from Oxygen',
    headless: true,
    seen: ({ html }) => /https:\/\/cdn\.shopify\.com\/oxygen\b/.test(html),
  },
  {
    weight: 'strong',
    says: 'reports its sales as Hydrogen’s',
    headless: true,
    seen: ({ html }) => /shopifySalesChannel["']?\s*[:,]\s*["']hydrogen["']/.test(html),
  },
  {
    weight: 'strong',
    says: 'is built of theme sections',
    seen: ({ html }) => /\bshopify-section\b/.test(html),
  },
  {
    weight: 'strong',
    says: 'names its theme (Shopify.theme)',
    seen: ({ html }) => /\bShopify\.theme\s*=/.test(html),
  },
  {
    weight: 'strong',
    says: 'reports to ShopifyAnalytics',
    seen: ({ html }) => /\bShopifyAnalytics\.meta\b/.test(html),
  },
  {
    weight: 'strong',
    says: 'names a theme and page type (server-timing)',
    seen: ({ headers }) =>
      /\btheme;desc=/.test(headers['server-timing'] ?? '') &&
      /\bpageType;desc=/.test(headers['server-timing']!),
  },
  {
    weight: 'weak',
    says: 'loads something from cdn.shopify.com, as any page with a buy button does',
    seen: ({ html }) => /\bcdn\.shopify\.com\b|\bsdks\.shopifycdn\.com\b/.test(html),
  },
  {
    weight: 'weak',
    says: 'has an object called Shopify',
    seen: ({ html }) => /\bwindow\.Shopify\b|\bvar Shopify\b/.test(html),
  },
  {
    weight: 'weak',
    says: 'speaks of Shop Pay',
    seen: ({ html }) => /\bshop_pay\b|shopify-payment-button/.test(html),
  },
]

const SHOP_NAME = /\bShopify\.shop\s*=\s*["']([a-z0-9][a-z0-9-]{0,100}\.myshopify\.com)["']/i

const metas = (html: string) => html.match(/<meta\b[^<>]{0,500}>/gi) ?? []

/** The store's permanent name, where its host or page says it. */
function myshopifyHostOf({ url, body }: Landed): string | undefined {
  const { hostname } = new URL(url)
  if (hostname.endsWith('.myshopify.com')) return hostname
  return SHOP_NAME.exec(body.subarray(0, MAX_HTML_BYTES).toString('utf8'))?.[1]?.toLowerCase()
}

/** ISO 4217: of the cart's cookie, else what the theme's script says. */
export function shownCurrency({ body }: Landed, setCookies: string[]): string | undefined {
  const cookies = setCookies.flatMap(cookie => /^cart_currency=([A-Z]{3})\b/.exec(cookie)?.[1] ?? [])
  return (
    cookies[0] ??
    /\bShopify\.currency\s*=\s*\{[^}]{0,100}"active"\s*:\s*"([A-Z]{3})"/.exec(
      body.subarray(0, MAX_HTML_BYTES).toString('utf8'),
    )?.[1]
  )
}

/** As the theme names it; else the first step of the path, where it can be nothing but a locale. */
export function localePrefixOf({ url, body }: Landed): string {
  const said = /\bShopify\.routes\.root\s*=\s*"([^"]{1,20})"/.exec(
    body.subarray(0, MAX_HTML_BYTES).toString('utf8'),
  )?.[1]
  const root = said?.replaceAll('\\/', '/')
  if (root !== undefined && /^\/([a-z]{2}(-[a-z]{2})?\/)?$/i.test(root)) return root.replace(/\/$/, '')
  return /^\/[a-z]{2}(-[a-z]{2})?(?=\/|$)/i.exec(new URL(url).pathname)?.[0] ?? ''
}
