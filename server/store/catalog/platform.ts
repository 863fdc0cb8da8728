import { marksOf } from '../access/detect.ts'
import type { Platform } from '../types.ts'
import { htmlOf, type Landing } from './reader.ts'

/** Which shop system serves a page, by what it leaves in headers and markup; `other` where nothing tells. Pure. */
export function platformOf(landing: Landing): Platform {
  if (marksOf(landing).some(({ weight }) => weight === 'decisive')) return 'shopify'
  const html = htmlOf(landing)
  const found = SIGNS.find(({ header, markup }) => header?.(landing.headers) || markup?.test(html))
  return found?.platform ?? 'other'
}

/** Whether the page has a word of a shop, such as a cart: a site without any sells nothing. */
export function looksLikeShop(landing: Landing): boolean {
  return SHOP_WORDS.test(htmlOf(landing))
}

const SHOP_WORDS =
  /add[-_ ]?to[-_ ]?(cart|basket|bag)|["'/](cart|basket|checkout|warenkorb|kasse|panier|carrito|carrello|winkelwagen)["'/?#]|schema\.org\/(Product|Offer)\b|"@type"\s*:\s*"(Product|Offer)"|og:type["']\s+content=["']product/i

interface Sign {
  platform: Platform
  header?(headers: Record<string, string>): boolean
  markup?: RegExp
}

const SIGNS: readonly Sign[] = [
  {
    platform: 'woocommerce',
    markup:
      /\/plugins\/woocommerce\/|<body[^>]{0,300}\bclass=["'][^"']{0,500}\bwoocommerce\b|\bwc_(add_to_cart|cart_fragments)_params\b|content=["']WooCommerce /i,
  },
  {
    platform: 'magento',
    header: headers => Object.keys(headers).some(name => name.startsWith('x-magento-')),
    markup: /text\/x-magento-init|\/static\/version\d+\/frontend\/|\bdata-mage-init=|Mage\.Cookies\b/,
  },
  {
    platform: 'bigcommerce',
    header: headers => 'x-bc-store-id' in headers || 'x-bc-storefront-request-id' in headers,
    markup: /\bcdn\d*\.bigcommerce\.com\//i,
  },
  {
    platform: 'squarespace',
    header: headers => /^squarespace\b/i.test(headers.server ?? ''),
    markup: /Static\.SQUARESPACE_CONTEXT\b/,
  },
  {
    platform: 'wix',
    header: headers => 'x-wix-request-id' in headers || /^pepyaka\b/i.test(headers.server ?? ''),
    markup: /\bstatic\.wixstatic\.com\//i,
  },
  {
    platform: 'prestashop',
    header: headers => /\bprestashop\b/i.test(headers['powered-by'] ?? ''),
    markup: /\bvar prestashop\s*=\s*\{|content=["']PrestaShop["']/,
  },
]
