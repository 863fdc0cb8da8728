import type { LinkArtifact } from '../../capture/collectors/links.ts'
import { urlKey } from '../../lib/url.ts'

/** Where the links of a page lead, by their selectors, whatever site it is at; not those to places in it, or to a script. */
export function linkWays(
  links: readonly Pick<LinkArtifact, 'selector' | 'href'>[],
  url: string,
): ReadonlyMap<string, string> {
  const keyOf = (href: string) => urlKey(href, [new URL(url).origin])
  const own = keyOf(url)
  return new Map(
    links
      .map(({ selector, href }) => [selector, keyOf(href)] as const)
      .filter(([, way]) => way !== own && !way.startsWith('javascript:')),
  )
}
