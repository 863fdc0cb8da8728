import { WIDGETS } from '../capture/page/blocklist.ts'
import type { Site } from '../capture/page/site.ts'
import type { Submission } from '../contract.ts'
import type { EgressProxy } from '../egress/proxy/index.ts'
import type { BrowserPass } from '../store/access/session.ts'

export interface Sites {
  original: Site
  rebuilt: Site
}

/** Both sites as they will be visited: alike in all but address, headers and what opens the new one's gate. */
export function sitesOf(
  request: Submission,
  proxy: Pick<EgressProxy, 'failureOf'>,
  pass?: BrowserPass,
): Sites {
  const origins = [...new Set([request.original_url, request.new_url].map(url => new URL(url).origin))]
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  const shared = { ignore: [...request.ignore, WIDGETS], origins, noon, failureOf: proxy.failureOf }
  return {
    original: {
      ...shared,
      side: 'original',
      url: request.original_url,
      headers: request.original_headers ?? {},
      // Two themes of one store stand behind one gate.
      pass: pass?.host === new URL(request.original_url).host ? pass : undefined,
    },
    rebuilt: { ...shared, side: 'rebuilt', url: request.new_url, headers: request.new_headers ?? {}, pass },
  }
}
