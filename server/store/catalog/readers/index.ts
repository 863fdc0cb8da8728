import type { StoreState } from '../../access/state.ts'
import type { Platform } from '../catalog.ts'
import type { Reader } from '../reader.ts'
import { readMagento } from './magento.ts'
import { readPages } from './pages.ts'
import { readShopify } from './shopify.ts'
import { readShopifyOneByOne } from './shopify-sitemap.ts'
import { readSquarespace } from './squarespace.ts'
import { readWooCommerce } from './woocommerce.ts'

/** The ways to a shop's products, the best first: a feed of its own, then what its pages tell search engines. */
export function readersOf(platform: Platform, state?: StoreState): Reader[] {
  // An app that renders the pages knows nothing of Shopify's files, but may hand them through.
  if (state === 'headless') return [readShopify, readPages('shopify')]
  return [...OWN[platform], readPages(platform)]
}

const OWN: Record<Platform, Reader[]> = {
  shopify: [readShopify, readShopifyOneByOne],
  woocommerce: [readWooCommerce],
  magento: [readMagento],
  squarespace: [readSquarespace],
  bigcommerce: [],
  wix: [],
  prestashop: [],
  // Themes and caches can hide all signs of a system; two requests tell of the commonest two.
  other: [readShopify, readWooCommerce],
}
