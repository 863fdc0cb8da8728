/** What a few products cost in the markets that their pages name as alternates (hreflang), on both hosts. */
import { Parser } from 'htmlparser2'
import { currencyCode } from '../../lib/money.ts'
import { pooled } from '../../lib/pool.ts'
import { isSameSite, pathOf } from '../../lib/url.ts'
import type { StoreClient } from '../access/client.ts'
import { readPage } from '../catalog/markup/page.ts'
import { productOfPage } from '../catalog/markup/product.ts'
import type { LandedPage, MarketPrice } from '../types.ts'

/** A product of the original and the page where its address leads now. */
export interface PricedPair {
  /** Of the original. */
  path: string
  before: LandedPage
  after: LandedPage
}

export interface Host {
  client: Pick<StoreClient, 'get' | 'origin'>
  /** That are the same place. */
  origins: readonly string[]
}

/** Each costs a request on either host, and one more a market. */
const MAX_PRODUCTS = 4
const MAX_MARKETS = 4
const CONCURRENCY = 4
const MAX_BYTES = 512 * 1024

/** A language alone says nothing of a country: its prices may be those of the visitor's. */
const MARKET = /^[a-z]{2,3}-[a-z]{2}$/

/** @param pairs in an order of which every beginning is an even sample */
export async function marketPricesOf(
  pairs: Iterable<PricedPair>,
  before: Host,
  after: Host,
): Promise<{ original: MarketPrice[]; rebuilt: MarketPrice[] }> {
  const sample: (PricedPair & { markets: string[] })[] = []
  for (const pair of pairs) {
    const there = new Set(pair.after.facts?.languages)
    const markets = (pair.before.facts?.languages ?? []).filter(code => MARKET.test(code) && there.has(code))
    if (markets.length > 0) sample.push({ ...pair, markets: markets.slice(0, MAX_MARKETS) })
    if (sample.length >= MAX_PRODUCTS) break
  }
  const found = { original: [] as MarketPrice[], rebuilt: [] as MarketPrice[] }
  const waiting = sample.values()
  const read = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    async ({ path, markets, before: old, after: now }) => ({
      original: await pricesAt(before, old.url, path, markets),
      rebuilt: await pricesAt(after, now.url, path, markets),
    }),
  )
  for await (const { original, rebuilt } of read) {
    found.original.push(...original)
    found.rebuilt.push(...rebuilt)
  }
  return found
}

async function pricesAt(
  host: Host,
  url: string,
  path: string,
  markets: readonly string[],
): Promise<MarketPrice[]> {
  const page = await textAt(host, url)
  if (page === null) return []
  const addresses = alternatesOf(page, url)
  const prices: MarketPrice[] = []
  for (const market of markets) {
    const address = addresses.get(market)
    const text = address === undefined ? null : await textAt(host, address)
    const price = text === null ? null : priceOf(text, address!)
    if (price) prices.push({ path, market, ...price })
  }
  return prices
}

/** Null for what is of another host, leads elsewhere, or is no page. */
async function textAt({ client, origins }: Host, url: string): Promise<string | null> {
  if (!isSameSite(url, [client.origin, ...origins])) return null
  const { pathname, search } = new URL(url)
  const answer = await client.get(client.origin + pathname + search, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    maxBytes: MAX_BYTES,
    tooLarge: 'truncate',
  })
  if (!answer.ok || answer.response.status !== 200) return null
  const { url: landed, headers, body } = answer.response
  // Visitors of another country may be led away from a market that is not theirs.
  const own = [client.origin, ...origins, new URL(landed).origin]
  if (pathOf(landed, own) !== pathOf(url, own) || !/html|^$/.test(headers['content-type'] ?? '')) return null
  return body.toString('utf8')
}

/** Absolute addresses by language and market. */
function alternatesOf(html: string, base: string): Map<string, string> {
  const found = new Map<string, string>()
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'body') parser.pause()
    },
    onopentag(name, { rel = '', hreflang = '', href = '' }) {
      const code = hreflang.trim().toLowerCase()
      if (name !== 'link' || !/(^|\s)alternate(\s|$)/i.test(rel) || !MARKET.test(code)) return
      if (!found.has(code) && found.size < 200 && href.length <= 2048 && URL.canParse(href, base))
        found.set(code, new URL(href, base).href)
    },
  })
  parser.write(html)
  return found
}

/** The least that it can be bought for. */
function priceOf(html: string, url: string): { currency: string; price: number } | null {
  const product = productOfPage(readPage(html, url), url)
  const currency = currencyCode(product?.currency)
  const prices = product?.variants.flatMap(({ price }) => price ?? []) ?? []
  return currency && prices.length > 0
    ? { currency, price: prices.reduce((least, price) => Math.min(least, price)) }
    : null
}
