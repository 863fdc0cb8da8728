/** What a page and its headers say of Shopify, and how much each of it proves. */
import type { HttpResponse } from '../../../egress/http/index.ts'

export type Weight =
  /** One is enough. */
  | 'decisive'
  /** Needs the word of a probe. */
  | 'strong'
  /** Seen on other sites too; not even worth a probe. */
  | 'weak'

export interface Mark {
  weight: Weight
  /** Finishes "the page …", for the reader. */
  says: string
  /** It comes from an app that renders the pages in Shopify's stead. */
  headless?: boolean
}

/** What of a landed page is looked at. */
export type Landed = Pick<HttpResponse, 'url' | 'headers' | 'body'>

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
export function myshopifyHostOf({ url, body }: Landed): string | undefined {
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
