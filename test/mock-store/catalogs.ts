/** Reads catalogs of test shops with the real readers over real HTTP, and judges pairs of them. */

import type { Capture } from '../../server/capture/artifact.ts'
import type { Policy, SuiteResult } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { createStoreClient } from '../../server/store/access/client.ts'
import { detectStore } from '../../server/store/access/detect.ts'
import { type CatalogRead, readCatalog } from '../../server/store/catalog/read.ts'
import type { CatalogLimits } from '../../server/store/catalog/reader.ts'
import type { Catalog } from '../../server/store/types.ts'
import { catalog as suite } from '../../server/suites/catalog/index.ts'
import { quickClock } from '../store/clock.ts'
import { judgeBy } from '../suites/captures.ts'

/** As the scan does it; `isNew` reads it as the new side. */
export async function readShop(
  url: string,
  options: {
    isNew?: boolean
    hosts?: string[]
    permanentOrigin?: string
    limits?: Partial<CatalogLimits>
  } = {},
): Promise<CatalogRead> {
  const { origin, host } = new URL(url)
  const http = createHttp(createGuard({ allowHosts: [host, ...(options.hosts ?? [])] }), {
    userAgent: USER_AGENT_SUFFIX,
  })
  try {
    const client = createStoreClient(http, {
      origin,
      clock: quickClock(),
    })
    const landing = await client.get(url)
    if (!landing.ok) return { ok: false, reason: landing.detail }
    const seen = options.isNew ? await detectStore(client, url) : undefined
    return await readCatalog({
      client,
      landing: landing.response,
      ...(seen && seen.state !== 'unknown' && { storefront: seen }),
      ...(options.permanentOrigin && { permanentOrigin: options.permanentOrigin }),
      limits: options.limits,
    })
  } finally {
    await http.close()
  }
}

/** The catalog, where the test is about something else than reading it. */
export async function catalogOf(...given: Parameters<typeof readShop>): Promise<Catalog> {
  const read = await readShop(...given)
  if (!read.ok) throw new Error(read.reason)
  return read.catalog
}

export function judgeCatalogs(
  original: Catalog,
  rebuilt: Catalog,
  policy: Policy = 'regressions',
): SuiteResult {
  return judgeBy(suite, captureOf('original', original), captureOf('rebuilt', rebuilt), policy)
}

/** No old address was followed. */
const NOT_ASKED: Capture['artifacts']['urls'] = {
  ok: true,
  value: {
    ...{ origin: 'http://localhost', origins: [], platform: 'original', withCatalog: true },
    ...{ urls: [], traces: [], pages: [], notFoundProbes: [], targets: [] },
    coverage: {
      ...{ found: 0, capped: false, asked: 0, dropped: {}, unknown: 0, outOfTime: false },
      ...{ templates: [], limits: [] },
    },
  },
}

export function captureOf(side: Capture['side'], catalog: Catalog): Capture {
  const none = { ok: false, reason: 'not looked at' } as const
  return {
    side,
    requestedUrl: 'http://localhost/',
    url: 'http://localhost/',
    gaps: [],
    artifacts: new Proxy({ catalog: { ok: true, value: catalog }, urls: NOT_ASKED } as Capture['artifacts'], {
      get: (known, name) => Reflect.get(known, name) ?? none,
    }),
  }
}
