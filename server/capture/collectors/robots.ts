import { HttpFailure } from '../../egress/http.ts'
import type { Eyes } from '../eyes.ts'

export interface RobotsArtifact {
  url: string
  status: number
  /** Cut at 500 KiB, the least that RFC 9309 asks crawlers to read. */
  body: string
  cut: boolean
}

/** robots.txt of the site's host. @see https://www.rfc-editor.org/rfc/rfc9309 */
export async function robots({ site, http, gaps }: Eyes): Promise<RobotsArtifact> {
  const url = new URL('/robots.txt', site.url).href
  try {
    const answer = await http.request(url, { headers: site.headers, maxBytes: 500 * 1024, timeoutMs: 8000 })
    return { url, status: answer.status, body: answer.body.toString('utf8'), cut: answer.truncated }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    gaps.push(`robots.txt could not be read (${error.code}); it was taken to allow everything`)
    return { url, status: 0, body: '', cut: false }
  }
}
