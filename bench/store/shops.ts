/** Both shops of the growth bench, in a process of their own: told their size, it tells where they are. */
import { makeGoods } from '../../test/mock-store/goods.ts'
import { startPlain } from '../../test/mock-store/plain.ts'
import { startStore } from '../../test/mock-store/shopify/index.ts'
import { startWoo } from '../../test/mock-store/woocommerce/index.ts'

export interface Served {
  original: string
  rebuilt: string
}

const DELAY_MS = 20

process.on('message', async ({ products, original }: { products: number; original: 'woo' | 'plain' }) => {
  const goods = makeGoods({ products, variants: 3 * products })
  const start = original === 'plain' ? startPlain : startWoo
  const first = await start({ goods, delayMs: DELAY_MS })
  // Of another host name, as stores are: requests at once are counted by name.
  const second = await startStore({ goods, delayMs: DELAY_MS }, { hostname: '127.0.0.2' })
  // Each old address needs its redirect.
  const rows = [
    ...goods.products.map(({ slug }) => `/product/${slug},/products/${slug}`),
    ...goods.groups.map(({ slug }) => `/product-category/${slug},/collections/${slug}`),
  ]
  second.redirects.import(['Redirect from,Redirect to', ...rows].join('\n'))
  process.send!({ original: first.origin, rebuilt: second.origin } satisfies Served)
})
process.on('disconnect', () => process.exit(0))
