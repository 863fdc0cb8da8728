import { basesOf, isLeftLocal, isLocalHost, pathOf } from '../../lib/url.ts'
import type { Side } from '../core/suite.ts'

/**
 * The places that the page may give as its own: itself, and what the original gave (`before`, absolute).
 *
 * @param hosts addresses of the new page whose hosts count as the site's own
 */
export function rightPlaces(
  original: Side<'document'>,
  rebuilt: Side<'document'>,
  before: string[],
  hosts: readonly string[] = [],
) {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  // The host of the original's canonical is the site's real one, whatever host the capture was taken from.
  const origins = [...original.document.origins, ...[...before, ...hosts].map(href => new URL(href).origin)]
  origins.push(new URL(original.document.url).origin, new URL(rebuilt.document.url).origin)
  // Where the original is served from a developer's machine, any host but another such may be the site's real one.
  const isLocal = isLocalHost(new URL(original.document.url).hostname)
  const paths = (href: string) => {
    const isAnywhere = isLocal && !isLeftLocal(href, origins)
    const known = isAnywhere ? [...origins, new URL(href).origin] : origins
    return [from, to].map(base => pathOf(href, known, base).toLowerCase())
  }
  const keyOf = (href: string) => paths(href).sort((a, b) => a.length - b.length)[0]!
  const pages = [
    original.document.url,
    original.document.requestedUrl,
    rebuilt.document.url,
    rebuilt.document.requestedUrl,
  ]
  const right = new Set([...before, ...pages].map(keyOf))
  // Parameters choose a view of the page; the canonical one need not have them.
  for (const url of pages) right.add(keyOf(url.split(/[?#]/)[0]!))
  const releases = new Set([...right].map(withoutVersion))
  return {
    keyOf,
    includes: (place: string) => right.has(place),
    isOtherRelease: (place: string) => !right.has(place) && releases.has(withoutVersion(place)),
  }
}

/** The address of a page of a release without the number of the release: `/docs/5.3/grid` and `/docs/5.2/grid` are one. */
const withoutVersion = (place: string): string => place.replace(/\bv?\d+(\.\d+)+/g, '*')
