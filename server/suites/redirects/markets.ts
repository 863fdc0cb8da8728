/** Which steps at the beginning of addresses are those of markets: `/en-ca`, `/fr`. Of two letters alone the site has to say it. */
import { urlKey } from '../../lib/url.ts'
import type { UrlTraces } from '../../store/types.ts'
import { landedOf } from './context.ts'

const SHAPE = /^\/([a-z]{2})(?:-([a-z]{2}))?(?=[/?#]|$)/

const CODES = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
}
const isCode = (kind: keyof typeof CODES, code: string): boolean => CODES[kind].of(code) !== undefined

/** Prefixes of markets, in lower case. */
export type Markets = ReadonlySet<string>

/**
 * A language with a country is one by its form. `/tv` is a page of televisions as well as Tuvalu: two letters alone are a
 * market where pages name it as an alternate (hreflang), where a page below it is in that language, where the home page
 * leads to it, or where the same pages stand below another language.
 */
export function marketsOf(sides: readonly UrlTraces[]): Markets {
  const found = new Set<string>()
  for (const side of sides) {
    const places = placesOn(side)
    const alternates = new Set(side.pages.flatMap(({ facts }) => facts?.languages ?? []))
    const languagesAt = new Map<string, Set<string>>()
    for (const { place, language } of places) {
      const [prefix, first = '', region] = SHAPE.exec(place) ?? []
      if (!prefix) continue
      const isMarket = region
        ? isCode('language', first) && isCode('region', region.toUpperCase())
        : language && codesOf(language).includes(first)
      if (isMarket) found.add(prefix)
      else if (!region && isCode('language', first)) {
        const rest = place.slice(prefix.length)
        if (rest.length > 1) languagesAt.set(rest, (languagesAt.get(rest) ?? new Set()).add(prefix))
      }
    }
    for (const prefix of translated(languagesAt)) found.add(prefix)
    const home = homeOf(side)
    const [prefix, first = ''] = SHAPE.exec(home) ?? []
    if (prefix === home && isCode('language', first)) found.add(prefix)
    for (const code of [...alternates].flatMap(codesOf)) found.add(`/${code}`)
  }
  return found
}

/** Languages below which at least two pages stand that stand below another one too. */
function translated(languagesAt: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const counts = new Map<string, number>()
  for (const prefixes of languagesAt.values())
    if (prefixes.size > 1) for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= 2).map(([prefix]) => prefix)
}

/** What a market of a language tag may be called in an address: `en-GB` gives `en`, `gb` and `uk`. */
function codesOf(tag: string): string[] {
  try {
    const { language, region } = new Intl.Locale(tag)
    const country = region?.toLowerCase()
    return [language, ...(country ? [country] : []), ...(country === 'gb' ? ['uk'] : [])]
  } catch {
    return []
  }
}

function placesOn({ pages, targets, origin, origins }: UrlTraces): { place: string; language?: string }[] {
  return [
    ...pages.map(({ url, language }) => ({ place: urlKey(url, origins), ...(language && { language }) })),
    ...targets.map(({ path }) => ({ place: urlKey(origin + path, origins) })),
  ].filter(({ place }) => !place.startsWith('//'))
}

function homeOf({ urls, traces, pages, origins }: UrlTraces): string {
  const trace = traces[urls.findIndex(({ kind }) => kind === 'home')]
  const page = trace && landedOf(trace, pages)
  return page ? urlKey(page.url, origins) : ''
}
