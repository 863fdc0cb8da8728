/** Two shops as a scan reads them, without a browser: their home pages stand for what it would have captured. */
import type { Capture } from '../../server/capture/artifact.ts'
import type { Submission } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { enterStore, isStorePair, readStores, STORE_LIMITS } from '../../server/scan/stores.ts'
import type { StoreLimits } from '../../server/scan/types.ts'
import { makeCapture } from '../suites/captures.ts'

/** Whoever signs is asked at the pace of any other site. */
export const SIGNED = {
  signature: 'sig1=:AAAA:',
  'signature-input': 'sig1=("@authority");keyid="k"',
  'signature-agent': '"https://shopify.com"',
}

export interface ReadPair {
  original: Capture
  rebuilt: Capture
}

export async function readPair(
  originalUrl: string,
  newUrl: string,
  { limits, hosts = [] }: { limits?: Partial<StoreLimits>; hosts?: string[] } = {},
): Promise<ReadPair> {
  const guard = createGuard({ allowHosts: [new URL(originalUrl).host, new URL(newUrl).host, ...hosts] })
  const all = { ...STORE_LIMITS, ...limits }
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX, perHost: all.requests })
  const request: Submission = {
    original_url: originalUrl,
    new_url: newUrl,
    policy: 'regressions',
    ignore: [],
    new_headers: SIGNED,
    original_headers: SIGNED,
  }
  try {
    const entered = await enterStore(request, http, all)
    const pair = {
      original: await lookAt('original', originalUrl),
      rebuilt: await lookAt('rebuilt', newUrl),
    }
    if (!isStorePair(entered, pair))
      throw new Error(`${newUrl} is no store: ${JSON.stringify(pair.rebuilt.store)}`)
    await readStores(entered, pair, request, { onProgress() {} })
    return pair
  } finally {
    await http.close()
  }

  async function lookAt(side: Capture['side'], target: string): Promise<Capture> {
    const { url, status, headers, body } = await http.request(target, { headers: SIGNED })
    const html = body.toString('utf8')
    const document = { url, requestedUrl: target, chain: [{ url, status }], status, headers, html }
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    return makeCapture(side, {
      document,
      links: linksOf(html, url),
      head: { links: canonical ? [{ rel: 'canonical', href: canonical }] : [] },
    } as Parameters<typeof makeCapture>[1])
  }
}

function linksOf(html: string, base: string) {
  const nav = html.slice(html.indexOf('<nav'), html.indexOf('</nav>'))
  return [...html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([^<]*)/g)].map(([whole, href, name]) => ({
    href: new URL(href!.replaceAll('&amp;', '&'), base).href,
    name,
    landmark: nav.includes(whole)
      ? 'navigation'
      : html.indexOf(whole) > html.indexOf('<footer')
        ? 'contentinfo'
        : 'main',
  }))
}
