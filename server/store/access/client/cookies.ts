import { CookieJar } from 'tough-cookie'
import type { HttpResponse } from '../../../egress/http/index.ts'

/** As a browser keeps them; one that a page sets wrongly is left out without a word. */
export const newJar = () => new CookieJar(undefined, { looseMode: true })

/** What of a hostile host is kept; each of its pages may have cookies of its own. */
const MAX_COOKIES_PER_PAGE = 100
const MAX_COOKIES = 1000
const cookieCounts = new WeakMap<CookieJar, number>()

export function keepCookies(
  jar: CookieJar,
  { url, setCookies }: Pick<HttpResponse, 'url' | 'setCookies'>,
): void {
  if (setCookies.length === 0) return
  const known = new Set(jar.getCookiesSync(url).map(({ key }) => key))
  for (const text of setCookies.slice(0, MAX_COOKIES_PER_PAGE)) {
    const name = /^[^=;]*/.exec(text)![0].trim()
    const all = cookieCounts.get(jar) ?? 0
    if (!known.has(name) && (known.size >= MAX_COOKIES_PER_PAGE || all >= MAX_COOKIES)) continue
    // Header bytes come as Latin-1 and go back as they came.
    if (!jar.setCookieSync(text, url, { ignoreError: true }) || known.has(name)) continue
    known.add(name)
    cookieCounts.set(jar, all + 1)
  }
}

/** The Cookie header for `url`; empty where there is none. */
export const cookiesFor = (jar: CookieJar, url: string): string => jar.getCookieStringSync(url)
