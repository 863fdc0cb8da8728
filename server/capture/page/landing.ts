/** Whether the page that is shown is the one that was asked for: what another site shows says nothing of this one. */
import { subdomainOf } from '../../lib/place.ts'
import { type Refresh, refreshOf } from '../../lib/refresh.ts'
import { isSameSite } from '../../lib/url.ts'
import { CaptureFailure } from './failure.ts'
import type { IsolatedWorld } from './isolated-world.ts'
import type { Site } from './site.ts'

/**
 * The failure of a load of `site` that ended at `url`, however it got there; undefined where that is the host that was
 * submitted, scheme and `www.` aside. A phone may be sent to a subdomain of it, as sites with an `m.` of their own do:
 * the suites judge whether the original's does so as well.
 */
export function landingFailure(url: string, site: Site, mobile: boolean): CaptureFailure | undefined {
  if (!/^https?:/.test(url) || isSameSite(url, [site.url])) return
  const isOthers = isSameSite(url, site.origins)
  if (mobile && !isOthers && subdomainOf(url, site.url) !== undefined) return
  const [code, other] =
    site.side === 'original'
      ? (['original_http_error', 'the new site'] as const)
      : (['new_http_error', 'the original site'] as const)
  const shown = url.length > 300 ? `${url.slice(0, 299)}…` : url
  return new CaptureFailure(
    code,
    isOthers
      ? `${site.url} led to ${shown}, which is ${other} itself, so there was nothing to compare; switch that redirect off for this address and verify again`
      : `${site.url} led to ${shown}, on another host; submit the address that shows the page itself, or, where that is a sign-in, send what lets us in by ${site.side === 'original' ? 'original' : 'new'}_headers`,
  )
}

/**
 * The same for a page that will lead to another host soon: by `<meta http-equiv="refresh">` or the header `Refresh`.
 */
export async function refreshFailure(
  world: IsolatedWorld,
  { url, headers }: { url: string; headers: Record<string, string> },
  site: Site,
  mobile: boolean,
): Promise<CaptureFailure | undefined> {
  const { base, contents } = await world.run(refreshContents, undefined)
  return [refreshOf(headers.refresh ?? '', url), ...contents.map(content => refreshOf(content, base))]
    .filter((refresh): refresh is Refresh => refresh !== undefined)
    .map(({ url }) => landingFailure(url, site, mobile))
    .find(failure => failure !== undefined)
}

/** Runs in the page. */
const refreshContents = () => ({
  base: document.baseURI,
  contents: Array.from(
    document.querySelectorAll('meta[http-equiv="refresh" i]'),
    meta => meta.getAttribute('content') ?? '',
  ),
})
