/** What kind of store stands at an address: its landed page, the headers of that, and where they leave doubt a probe. */
import type { HttpResponse } from '../../../egress/http/index.ts'
import type { Answer, StoreClient, Trouble } from '../client/index.ts'
import { isGate } from '../gate-page.ts'
import type { Storefront } from '../state.ts'
import { type Landed, localePrefixOf, type Mark, marksOf, myshopifyHostOf, shownCurrency } from './marks.ts'

/** Nothing came that could be looked at: throttled, out of reach, out of time. */
export interface NotSeen {
  state: 'unknown'
  kind: Trouble
  /** In the reader's words. */
  why: string
}

const MAX_HOPS = 5
const MAX_SIGNALS = 10
/** Below this the whole is an app of the merchant's that Oxygen hosts behind a sign-in of its own. */
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

/** Whatever answers badly here is for the browser to find out, which says so better. */
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
  if (decisive && (status === 402 || status === 423))
    return about('closed', [`the store answers HTTP ${status}`])
  if (
    /this store is unavailable/i.test(response.body.subarray(0, 20_000).toString('utf8')) &&
    (status === 402 || status === 423)
  )
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
    // Where an app renders the pages, those files are usually not there, so that two marks of it must do.
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
