import { expect, test } from 'vitest'
import { looksLikeShop, platformOf } from '../../../server/store/catalog/platform.ts'

const landing = (html: string, headers: Record<string, string> = {}) => ({
  url: 'https://shop.example/',
  headers,
  setCookies: [],
  body: Buffer.from(html),
})

test.each([
  ['shopify', '<script>Shopify.shop = "a.myshopify.com"</script>', {}],
  ['shopify', '', { 'powered-by': 'Shopify' }],
  ['woocommerce', '<link href="/wp-content/plugins/woocommerce/assets/a.css">', {}],
  ['woocommerce', '<body class="home theme-x woocommerce-js woocommerce">', {}],
  ['magento', '<script type="text/x-magento-init">{}</script>', {}],
  ['magento', '<link href="/static/version1690/frontend/a/b/en_US/a.css">', {}],
  ['magento', '', { 'x-magento-cache-debug': 'HIT' }],
  ['bigcommerce', '', { 'x-bc-store-id': '100' }],
  ['bigcommerce', '<img src="https://cdn11.bigcommerce.com/s-abc/a.jpg">', {}],
  ['squarespace', '<script>Static.SQUARESPACE_CONTEXT = {}</script>', {}],
  ['squarespace', '', { server: 'Squarespace' }],
  ['wix', '', { server: 'Pepyaka/1.19.0' }],
  ['wix', '', { 'x-wix-request-id': '1' }],
  ['prestashop', '<script>var prestashop = {"cart":{}};</script>', {}],
  ['other', '<p>A blog that writes about WooCommerce, Magento and Wix</p>', {}],
  ['other', '<script src="https://sdks.shopifycdn.com/buy-button/latest/buy-button.js"></script>', {}],
] as const)('%s is told by %s %j', (platform, html, headers) => {
  expect(platformOf(landing(html, headers))).toBe(platform)
})

test('a site without any word of a shop is none', () => {
  expect(looksLikeShop(landing('<h1>Our law firm</h1><a href="/contact">Contact</a>'))).toBe(false)
  expect(looksLikeShop(landing('<a href="/cart">0</a>'))).toBe(true)
  expect(looksLikeShop(landing('<button>Add to cart</button>'))).toBe(true)
})
