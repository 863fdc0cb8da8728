/** Reads, traces and judges one pair of shops, and prints what it cost as JSON. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Capture } from '../../server/capture/artifact.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { spareHeap } from '../../server/lib/spare-heap.ts'
import { makeScorecard } from '../../server/scorecard.ts'
import { createStoreClient, type StoreClient } from '../../server/store/access/client.ts'
import { detectStore } from '../../server/store/access/detect.ts'
import { readCatalog } from '../../server/store/catalog/read.ts'
import { traceUrls } from '../../server/store/urls/traces.ts'
import { catalog } from '../../server/suites/catalog/index.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { redirects } from '../../server/suites/redirects/index.ts'
import { captureOf } from '../../test/mock-store/catalogs.ts'
import { peakRss } from '../memory.ts'
import type { Served } from './shops.ts'

export interface Cost {
  products: number
  variants: number
  urls: number
  /** Seconds. */
  catalogs: number
  traces: number
  judging: number
  /** Peak of the process, and what it took before anything was read; MB. */
  peak: number
  idle: number
  requests: number
  /** Most requests at once to one host. */
  atOnce: number
  scores: Record<string, number>
}

const AT_ONCE = 8
const [products = '1000', original = 'woo', urls = '0'] = process.argv.slice(2)
const shops = fork(join(import.meta.dirname, 'shops.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
shops.send({ products: Number(products), original })
const [served] = (await once(shops, 'message')) as [Served]

const MB = 1024 ** 2
const idle = process.memoryUsage.rss() / MB
const http = createHttp(createGuard({ allowHosts: Object.values(served).map(url => new URL(url).host) }), {
  userAgent: 'bench',
  perHost: AT_ONCE,
})
const clientOf = (origin: string) =>
  createStoreClient(http, { origin, pace: { concurrency: AT_ONCE, pauseMs: 0 } })
const clients = { original: clientOf(served.original), rebuilt: clientOf(served.rebuilt) }

spareHeap()
const clock = () => performance.now() / 1000
const started = clock()
const [before, after] = await Promise.all([
  captured('original', clients.original),
  captured('rebuilt', clients.rebuilt),
])
const read = clock()
if (Number(urls) > 0) {
  const traced = await traceUrls({
    original: {
      client: clients.original,
      origins: [served.original],
      page: { url: `${served.original}/`, canonical: '', links: [] },
      catalog: before.catalog,
    },
    rebuilt: { client: clients.rebuilt, platform: 'online_store', links: [], catalog: after.catalog },
    budget: Number(urls),
  })
  before.capture.artifacts.urls = { ok: true, value: traced.original }
  after.capture.artifacts.urls = { ok: true, value: traced.rebuilt }
}
const traced = clock()
const suites = Number(urls) > 0 ? [catalog, redirects] : [catalog]
const scorecard = makeScorecard(runSuites(suites, before.capture, after.capture), {
  pageName: '',
  policy: 'regressions',
  gaps: [],
  volatile: [],
})
const judged = clock()

const asked = after.capture.artifacts.urls
const cost: Cost = {
  products: before.catalog.products.length,
  variants: before.catalog.products.reduce((sum, { variants }) => sum + variants.length, 0),
  urls: asked?.ok ? asked.value.urls.length : 0,
  catalogs: read - started,
  traces: traced - read,
  judging: judged - traced,
  peak: peakRss() / MB,
  idle,
  requests: clients.original.stats.requests + clients.rebuilt.stats.requests,
  atOnce: Math.max(clients.original.stats.peak, clients.rebuilt.stats.peak),
  scores: Object.fromEntries(scorecard.suites.map(({ suite, score }) => [suite, score])),
}
console.log(JSON.stringify(cost))
await http.close()
shops.disconnect()

async function captured(side: Capture['side'], client: StoreClient) {
  const landing = await client.get('/')
  if (!landing.ok) throw new Error(landing.detail)
  const seen = side === 'rebuilt' ? await detectStore(client, `${client.origin}/`) : undefined
  const found = await readCatalog({
    client,
    landing: landing.response,
    ...(seen && seen.state !== 'unknown' && { storefront: seen }),
  })
  if (!found.ok) throw new Error(found.reason)
  return { catalog: found.catalog, capture: captureOf(side, found.catalog) }
}
