/** Which addresses are of the site that a page belongs to. */
import { hostnameOf, isPublicHost, isSameSite, pathOf, placeKey } from '../../lib/url.ts'
import type { Pair, Side } from './suite.ts'

/**
 * The origins of a page's site: those that it is served from, and the public one, where the page says under its own
 * path (canonical, og:url) that it is at home there. `base`: the path that the site is mounted at.
 */
export function originsOf({ document, head }: Side<'document' | 'head'>, base = ''): string[] {
  const served = [...document.origins, new URL(document.url).origin]
  const placesOf = (url: string, origins: string[]) =>
    ['', base].map(path => placeKey(pathOf(url, origins, path)))
  const own = placesOf(document.url, served)
  const named = [
    ...head.links.filter(({ rel }) => /\bcanonical\b/i.test(rel)).map(({ href }) => href),
    ...head.metas.filter(({ name }) => name === 'og:url').map(({ content }) => content),
  ]
  const isOwn = (url: string) => placesOf(url, [url]).some(place => own.includes(place))
  const publics = named.filter(url => URL.canParse(url) && isOwn(url)).map(url => new URL(url).origin)
  return [...new Set([...served, ...publics])]
}

/** The origins of both pages: where the one says that it is at home the other one may link to, from wherever it is served. */
export const originsOfBoth = (
  { original, rebuilt }: Pair<'document' | 'head'>,
  [from, to]: readonly [original: string, rebuilt: string],
): string[] => [...new Set([...originsOf(original, from), ...originsOf(rebuilt, to)])]

/**
 * And the public one of an original that is served from where nobody on the internet finds it: the domain that all its
 * mail goes to, the one by which a link of it to itself is called, and that of which the new page has the original's icons.
 */
export function publicOriginsOfBoth(
  pair: Pair<'document' | 'head' | 'links'>,
  bases: readonly [original: string, rebuilt: string],
): string[] {
  const { document, head, links } = pair.original
  const origins = originsOfBoth(pair, bases)
  const served = [...document.origins, document.url]
  if (served.some(url => isPublicHost(hostnameOf(url)))) return origins
  const mails = new Set(links.flatMap(({ href }) => /^mailto:[^@?]+@([^?,;]+)/i.exec(href)?.[1] ?? []))
  const names = links.flatMap(({ href, name }) =>
    isSameSite(href, served) ? (/^(?:https?:\/\/)?([^\s/]+)\/?$/i.exec(name)?.[1] ?? []) : [],
  )
  const iconsOf = (one: Side<'head'>['head']) => one.links.filter(({ rel }) => ICON.test(rel))
  const icons = new Set(iconsOf(head).map(({ href }) => pathOf(href, served, bases[0])))
  const homes = iconsOf(pair.rebuilt.head).flatMap(({ href }) =>
    URL.canParse(href) && icons.has(pathOf(href, [href])) ? hostnameOf(href) : [],
  )
  const hosts = [...(mails.size === 1 ? mails : []), ...names, ...homes].filter(isPublicHost)
  return [...new Set([...origins, ...hosts.map(host => `https://${host.toLowerCase()}`)])]
}

const ICON = /\b(icon|apple-touch-icon)\b/i
