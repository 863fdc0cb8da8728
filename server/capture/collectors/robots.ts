import { HttpFailure } from '../../egress/http/index.ts'
import { headersTo } from '../page/session-cookies.ts'
import type { SiteSession } from '../page/site-session.ts'

export interface RobotsArtifact {
  url: string
  status: number
  /** Cut at 500 KiB, the least that RFC 9309 asks crawlers to read. */
  body: string
  cut: boolean
}

/** robots.txt of the site's host. @see https://www.rfc-editor.org/rfc/rfc9309 */
export async function robots({ site, http, gaps }: SiteSession): Promise<RobotsArtifact> {
  const url = new URL('/robots.txt', site.url).href
  try {
    const answer = await http.request(url, {
      headers: headersTo(site, url),
      maxBytes: 500 * 1024,
      timeoutMs: 8000,
    })
    const body = answer.body.toString('utf8')
    if (answer.truncated) gaps.push('robots.txt is longer than 500 KiB; as for crawlers, it ends there')
    // A line that is cut in the middle could forbid more than the whole line does.
    const whole = answer.truncated
      ? body.slice(0, Math.max(body.lastIndexOf('\n'), body.lastIndexOf('\r')) + 1)
      : body
    return { url, status: answer.status, body: whole, cut: answer.truncated }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    gaps.push(`robots.txt could not be read (${error.code}); it was taken to allow everything`)
    return { url, status: 0, body: '', cut: false }
  }
}
