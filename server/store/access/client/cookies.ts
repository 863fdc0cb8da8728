import { CookieJar } from 'tough-cookie'
import type { HttpResponse } from '../../../egress/http/index.ts'

/** As a browser keeps them; one that a page sets wrongly is left out without a word. */
export const newJar = () => new CookieJar(undefined, { looseMode: true })

/** What of a hostile host is kept; each of its pages may have cookies of its own. */
const MOST_FOR_A_PAGE = 100
const MOST_IN_ALL = 1000
const kept = new WeakMap<CookieJar, number>()

export function keepCookies(
  jar: CookieJar,
  { url, setCookies }: Pick<HttpResponse, 'url' | 'setCookies'>,
): void {
  if (setCookies.length === 0) return
  const known = new Set(jar.getCookiesSync(url).map(({ key }) => key))
  for (const text of setCookies.slice(0, MOST_FOR_A_PAGE)) {
    const name = /^[^=;]*/.exec(text)![0].trim()
    const all = kept.get(jar) ?? 0
    if (!known.has(name) && (known.size >= MOST_FOR_A_PAGE || all >= MOST_IN_ALL)) continue
    // Header bytes come as Latin-1 and go back as they came.
    if (!jar.setCookieSync(text, url, { ignoreError: true }) || known.has(name)) continue
    known.add(name)
    kept.set(jar, all + 1)
  }
}

/** The Cookie header for `url`; empty where there is none. */
export const cookiesFor = (jar: CookieJar, url: string): string => jar.getCookieStringSync(url)
