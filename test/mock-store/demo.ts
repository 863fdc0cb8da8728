/**
 * `npm run demo:store`: a WooCommerce shop and the gated Shopify store that it moved to, with some honest mistakes,
 * verified from the command line. `--serve` only serves both; `--products N` sets their size; `--out DIR` says where
 * the result goes.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withExtras } from './extras.ts'
import { brandsIn, type Goods, makeGoods, slugOf } from './goods.ts'
import { startStore, type TestStore } from './shopify/index.ts'
import { startWoo } from './woocommerce/index.ts'

const PASSWORD = 'open sesame'
/** What a store's admin makes for crawlers; this store takes any. */
const SIGNED = {
  Signature: 'sig1=:ZGVtbw==:',
  'Signature-Input': 'sig1=("@authority" "signature-agent");keyid="demo"',
  'Signature-Agent': '"https://shopify.com"',
}
const HEADERS = Object.entries(SIGNED).flatMap(([name, value]) => ['--new-header', `${name}: ${value}`])
const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '120' },
    serve: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, '.data/demo-store') },
  },
})

if (!/^[1-9]\d{0,4}$/.test(values.products))
  throw new Error(
    `--products is ${JSON.stringify(values.products)}; it must be a whole number from 1 to 99999`,
  )
const goods = withExtras(makeGoods({ products: Number(values.products) }))
const original = await startWoo({ goods })
const store = await startStore({
  goods: moved(goods),
  password: PASSWORD,
  locales: goods.markets!.map(({ code }) => `/${code}`),
})
store.redirects.import(someRedirects(goods))

console.error(`The original, WooCommerce:     ${original.origin}/
The new store, Shopify, gated: ${store.origin}/   (password: ${PASSWORD})
`)
if (values.serve) {
  console.error(
    `npm run verify -- ${original.origin}/ ${store.origin}/ --storefront-password '${PASSWORD}' ${HEADERS.map(
      word => (word.startsWith('--') ? word : `'${word}'`),
    ).join(' ')}\n\nCtrl+C ends both.`,
  )
} else {
  process.exitCode = await verify(original.origin, store)
  await Promise.all([original.close(), store.close()])
  console.error(`
In ${join(values.out, 'tables')}:
  catalog.csv              every product, and what became of it
  redirects.csv            every old address, and where it leads
  redirect-candidates.csv  those that nobody can be sure of, with the pages most like them
  shopify-redirects.csv    what is missing, as the store's admin imports it`)
}

/**
 * What goes wrong on the way: a product forgotten, one without its variants' prices, a sale without its old price, and
 * what no export of products holds: tabs, a review, the prices of a market.
 */
function moved(before: Goods): Goods {
  const after = structuredClone(before)
  const [lost] = after.products.splice(17, 1)
  for (const group of after.groups) group.members = group.members.filter(id => id !== lost!.id)
  const variable = after.products.filter(
    ({ variants }) => new Set(variants.map(({ price }) => price)).size > 1,
  )
  for (const { variants } of variable.slice(0, 5))
    for (const variant of variants) variant.price = variants[0]!.price
  const reduced = after.products.filter(({ variants }) =>
    variants.some(({ compareAt }) => compareAt !== null),
  )
  for (const { variants } of reduced.slice(0, 3)) for (const variant of variants) variant.compareAt = null
  for (const good of after.products.filter(({ care }) => care).slice(0, 4)) delete good.care
  delete after.products.find(({ reviews }) => reviews)!.reviews
  after.markets![0]!.factor *= 1.2
  return after
}

/** All pages and most products; what is missing is in the file that the verification makes. */
function someRedirects(all: Goods): string {
  const { products, groups, pages, posts, policies = [] } = all
  const rows = [
    ...products
      .slice(0, Math.ceil(products.length * 0.9))
      .map(({ slug }) => [`/product/${slug}/`, `/products/${slug}`]),
    ...groups.map(({ slug }) => [`/product-category/${slug}/`, `/collections/${slug}`]),
    ...pages.map(({ slug }) => [`/${slug}/`, `/pages/${slug}`]),
    ...posts.map(({ slug }) => [`/${slug}/`, `/blogs/news/${slug}`]),
    ...policies.map(({ slug }) => [`/${slug}/`, `/policies/${slug}`]),
    ...brandsIn(all).map(brand => [
      `/brand/${slugOf(brand)}/`,
      `/collections/vendors?q=${encodeURIComponent(brand)}`,
    ]),
  ]
  return ['Redirect from,Redirect to', ...rows.map(row => row.join(','))].join('\n')
}

function verify(originalOrigin: string, { origin }: TestStore): Promise<number> {
  const order = [
    `${originalOrigin}/`,
    `${origin}/`,
    '--storefront-password',
    PASSWORD,
    '--out',
    values.out,
    ...HEADERS,
  ]
  const child = spawn(process.execPath, [join(ROOT, 'server/cli.ts'), ...order], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 2))
  })
}
