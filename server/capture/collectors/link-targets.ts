import { HttpFailure } from '../../egress/http.ts'
import type { Eyes } from '../eyes.ts'
import { links } from './links.ts'

export interface LinkTarget {
  /** As linked, without its fragment. */
  href: string
  /** What was asked: on this site's own origin where the link names the other one. */
  url: string
  /** Final HTTP status, 0 when there was none. */
  status: number
  /** Where it ended, after redirects. */
  finalUrl: string
  failure: string | null
}

const MAX_TARGETS = 100

/** The pages of the same site that this page links to, each asked once: HEAD, then GET where HEAD is refused. */
export async function linkTargets(eyes: Eyes): Promise<{ targets: LinkTarget[]; skipped: number }> {
  const own = new URL((await eyes.at(1440)).page.url())
  const wanted = new Map<string, string>()
  for (const link of await links(eyes)) {
    if (!URL.canParse(link.href)) continue
    const url = new URL(link.href)
    url.hash = ''
    if (!eyes.site.origins.includes(url.origin) && url.origin !== own.origin) continue
    const asked = new URL(url.pathname + url.search, own.origin).href
    if (asked !== own.href.split('#')[0]) wanted.set(url.href, asked)
  }
  const all = [...wanted]
  const targets = await Promise.all(all.slice(0, MAX_TARGETS).map(([href, url]) => ask(eyes, href, url)))
  const skipped = Math.max(0, all.length - MAX_TARGETS)
  if (skipped > 0)
    eyes.gaps.push(`${skipped} of the ${all.length} pages of the site that it links to were not asked for`)
  return { targets, skipped }
}

async function ask({ http, site }: Eyes, href: string, url: string): Promise<LinkTarget> {
  const headers = new URL(url).host === new URL(site.url).host ? site.headers : {}
  const options = { headers, maxBytes: 64 * 1024, timeoutMs: 8000 }
  try {
    let answer = await http.request(url, { ...options, method: 'HEAD' })
    // Many servers answer HEAD wrongly; only a GET tells.
    if (answer.status >= 400) answer = await http.request(url, options)
    return { href, url, status: answer.status, finalUrl: answer.url, failure: null }
  } catch (error) {
    const failure = error instanceof HttpFailure ? error.code : 'protocol_error'
    return { href, url, status: 0, finalUrl: url, failure }
  }
}
