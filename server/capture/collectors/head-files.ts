import { HttpFailure, type HttpResponse } from '../../egress/http/index.ts'
import { DESKTOP } from '../../lib/widths.ts'
import { headersTo } from '../page/session-cookies.ts'
import type { SiteSession } from '../page/site-session.ts'
import { head } from './head.ts'

export interface HeadFile {
  /** What it is for; a sitemap is requested at its usual address. */
  purpose: 'og:image' | 'twitter:image' | 'icon' | 'sitemap'
  /** As named by the page, absolute. */
  href: string
  /** Final HTTP status, 0 when there was none. */
  status: number
  /** Whether what came is a picture; null where nothing came. */
  picture: boolean | null
  failure: string | null
}

/** Files that the head of the page names for crawlers and browsers, and those at well-known addresses. */
export async function headFiles(session: SiteSession): Promise<HeadFile[]> {
  const { metas, links } = await head(session)
  const base = (await session.at(DESKTOP)).page.url()
  const named = (...names: string[]) =>
    [...new Set(metas.filter(({ name }) => names.includes(name)).map(({ content }) => content))].filter(
      Boolean,
    )
  const icons = links.filter(
    ({ rel, href }) => /(^|\s)(icon|apple-touch-icon)(\s|$)/.test(rel) && href !== '',
  )
  const wanted: [HeadFile['purpose'], string][] = [
    ...named('og:image', 'og:image:url', 'og:image:secure_url')
      .slice(0, 2)
      .map(href => ['og:image', href] as const),
    ...named('twitter:image', 'twitter:image:src')
      .slice(0, 1)
      .map(href => ['twitter:image', href] as const),
    // The last one is what browsers take; without any they ask for /favicon.ico.
    ...[icons.at(-1)?.href ?? '/favicon.ico'].map(href => ['icon', href] as const),
    ['sitemap', '/sitemap.xml'],
  ].map(([purpose, href]) => [purpose as HeadFile['purpose'], href!])
  return Promise.all(wanted.map(([purpose, href]) => fileOf(session, purpose, href, base)))
}

async function fileOf(
  session: SiteSession,
  purpose: HeadFile['purpose'],
  written: string,
  base: string,
): Promise<HeadFile> {
  if (!URL.canParse(written, base))
    return { purpose, href: written, status: 0, picture: null, failure: 'invalid' }
  const href = new URL(written, base).href
  if (/^data:image\//i.test(href))
    return { purpose, href: href.slice(0, 100), status: 200, picture: true, failure: null }
  const found = await ask(session, purpose, href)
  const { origin, pathname, search } = new URL(href)
  const own = new URL(base).origin
  // Once the new site is live, both origins are one place: either may have the file.
  if (isThere(found) || origin === own || !session.site.origins.includes(origin)) return found
  const there = await ask(session, purpose, own + pathname + search)
  return isThere(there) ? { ...there, href } : found
}

const isThere = ({ purpose, status, picture }: HeadFile) =>
  status >= 200 && status < 300 && (purpose === 'sitemap' || picture === true)

async function ask(
  { http, site }: SiteSession,
  purpose: HeadFile['purpose'],
  href: string,
): Promise<HeadFile> {
  const options = { headers: headersTo(site, href), maxBytes: 64 * 1024, timeoutMs: 6000 }
  try {
    let answer = await http.request(href, { ...options, method: 'HEAD' })
    // Many servers answer HEAD wrongly; only a GET tells.
    if (answer.status >= 400 || (purpose !== 'sitemap' && !isPicture(answer)))
      answer = await http.request(href, options)
    return { purpose, href, status: answer.status, picture: isPicture(answer), failure: null }
  } catch (error) {
    const failure = error instanceof HttpFailure ? error.code : 'protocol_error'
    return { purpose, href, status: 0, picture: null, failure }
  }
}

/** By its type, or by how it begins: some stores send pictures as plain bytes. */
function isPicture({ headers, body }: HttpResponse): boolean {
  const type = headers['content-type'] ?? ''
  if (/^image\//i.test(type)) return true
  if (/^text\/html/i.test(type)) return false
  const start = body.subarray(0, 512).toString('latin1')
  return SIGNATURES.some(signature => start.startsWith(signature)) || SIGNATURE.test(start)
}

/** PNG, JPEG, ICO. */
const SIGNATURES = ['\u0089PNG', '\u00ff\u00d8\u00ff', '\u0000\u0000\u0001\u0000']
const SIGNATURE = /^(GIF8|RIFF....WEBP|....ftypavi|BM)|^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg/s
