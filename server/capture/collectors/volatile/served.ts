/**
 * The page as its server sends it to several visitors. A text that some of them get and others do not is the server's
 * choice at each visit: a rotating quote, a test of two variants, the time. Two loads in a browser meet the same of
 * two variants every other time.
 */

import { type Http, HttpFailure } from '../../../egress/http/index.ts'
import { decodeHtml, INLINE, readHtml } from '../../../lib/html.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { MAX_HTML } from '../document.ts'

/** What one visitor is sent. */
export interface Served {
  html: string
  /** Its texts, normalised, one after the other, with a space at either end. */
  text: string
}

/** Besides the load itself. Of two variants one stays unseen in one of 32 captures, of three in one of 243. */
const VISITS = 5
/** For all of them. */
const BUDGET_MS = 10_000

/** The load's own HTML first, then each that is another one. Never fails: a visit without a page tells nothing. */
export const servedVersions = memo(async (session: SiteSession): Promise<Served[]> => {
  const { response, served } = await session.at(DESKTOP)
  const own = (await served().catch(() => '')).slice(0, MAX_HTML)
  const pages = new Set([own])
  const request = response.request()
  // After thousands of other requests Playwright has forgotten the whole list.
  const headers = replayed(await request.allHeaders().catch(() => request.headers()))
  const budget = AbortSignal.timeout(BUDGET_MS)
  for (let visit = 0; visit < VISITS; visit++) {
    const html = await visited(session.http, response.url(), headers, budget)
    if (html === null) break
    pages.add(html)
  }
  return [...pages].map(readServed)
})

/** Of `texts`, those that some versions have and others do not. */
export function comeAndGo(texts: readonly string[], versions: readonly Served[]): string[] {
  const [own, ...others] = versions
  if (!own || others.length === 0) return []
  const names = [...new Set(texts)].map(text => ({ text, name: ` ${normalise(text)} ` }))
  const known = names.filter(({ name }) => own.text.includes(name))
  // A visitor who is taken for a robot gets another page: that one tells nothing.
  const comparable = others.filter(
    ({ text }) => known.filter(({ name }) => text.includes(name)).length * 2 >= known.length,
  )
  const all = [own, ...comparable]
  return names
    .filter(({ name }) => {
      const count = all.filter(({ text }) => text.includes(name)).length
      return count > 0 && count < all.length
    })
    .map(({ text }) => text)
}

/** Of `sources`, as written in the markup, those that some versions have and others do not. */
export function sourcesThatComeAndGo(sources: readonly string[], versions: readonly Served[]): string[] {
  const isIn = (source: string, { html }: Served) =>
    html.includes(source) || html.includes(source.replaceAll('&', '&amp;'))
  return sources.filter(source => {
    const count = versions.filter(served => isIn(source, served)).length
    return count > 0 && count < versions.length
  })
}

/** The texts of `html` without markup: as words of one line, and apart, since styles may set them apart. */
export function readServed(html: string): Served {
  const { text } = readHtml(html)
  const [joined, apart] = [normalise(text.replaceAll(INLINE, '')), normalise(text.replaceAll(INLINE, ' '))]
  return { html, text: joined === apart ? ` ${joined} ` : ` ${joined} ${INLINE} ${apart} ` }
}

/** What the connection is for, and what the client decides on its own. */
const OF_THE_CONNECTION =
  /^(:.*|host|connection|keep-alive|proxy-.*|te|upgrade|transfer-encoding|content-length|accept-encoding)$/i

/** The headers of the browser's own request, so that the server has no reason to answer otherwise. */
const replayed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name)))

/** The page's HTML, or null where none came. */
async function visited(
  http: Http,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await http.request(url, { headers, maxBytes: MAX_HTML, maxRedirects: 0, signal })
    const type = answer.headers['content-type'] ?? 'text/html'
    const isPage = answer.status === 200 && /\bhtml\b/i.test(type)
    return isPage ? decodeHtml(answer.body, type).slice(0, MAX_HTML) : null
  } catch (error) {
    if (signal.aborted || error instanceof HttpFailure) return null
    throw error
  }
}
