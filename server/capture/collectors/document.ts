import { DESKTOP } from '../../lib/widths.ts'
import type { Overlay } from '../page/page-load.ts'
import type { SiteSession } from '../page/site-session.ts'

export interface DocumentArtifact {
  /** Where it ended after redirects. */
  url: string
  requestedUrl: string
  /** Every answer on the way, the last one included. */
  chain: { url: string; status: number; location?: string }[]
  status: number
  headers: Record<string, string>
  /** The HTML as served, before any script ran. */
  html: string
  htmlCut: boolean
  /** Origins that are the same place as this site's. */
  origins: readonly string[]
  /** The banner by which it asked for consent; without words where it was closed by what is known of its maker. */
  consentBanner?: Overlay
  /** Addresses of the scripts that it had asked for before that was answered; absent without a banner, and in older captures. */
  scriptsBeforeConsent?: string[]
  /** Addresses of the scripts and frames that it asked for as that was refused; absent where it was not, and in older captures. */
  askedWhenRefused?: string[]
  /** The popup that opened when the page was scrolled through. */
  popup?: Overlay
  /** The popup that came by itself before; absent where none did, or it has no control to close it, and in older captures. */
  arrival?: Overlay
}

export const MAX_HTML = 2 * 1024 * 1024

export async function servedDocument({ at, site, gaps }: SiteSession): Promise<DocumentArtifact> {
  const pageLoad = await at(DESKTOP)
  const { response, served, consentBanner, scriptsBeforeConsent, askedWhenRefused, popup, arrival } = pageLoad
  const chain: DocumentArtifact['chain'] = []
  for (let request = response.request().redirectedFrom(); request; request = request.redirectedFrom()) {
    const answer = await request.response()
    chain.unshift({ url: request.url(), status: answer?.status() ?? 0, location: answer?.headers().location })
  }
  const html = await served()
  if (html.length > MAX_HTML) gaps.push('the served HTML is longer than 2 MiB; what follows was not read')
  return {
    url: response.url(),
    requestedUrl: site.url,
    chain: [...chain, { url: response.url(), status: response.status() }],
    status: response.status(),
    headers: Object.fromEntries(
      Object.entries(response.headers()).map(([name, value]) => [name, value.slice(0, 4096)]),
    ),
    html: html.slice(0, MAX_HTML),
    htmlCut: html.length > MAX_HTML,
    origins: site.origins,
    ...(consentBanner && { consentBanner, scriptsBeforeConsent }),
    ...(askedWhenRefused && { askedWhenRefused }),
    ...(popup && { popup }),
    ...(arrival && { arrival }),
  }
}
