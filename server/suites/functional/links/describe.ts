import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import type { Place } from '../../../contract.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Link } from './pair.ts'

/** How the reader knows the link. */
export function label({ link, target }: Link): string {
  const where = link.landmark === 'navigation' ? ' in the navigation' : ''
  return link.name
    ? `The link "${link.name.slice(0, 100)}"${where}`
    : `The link${where} without a name (${target.place.slice(0, 100)})`
}

/** What to write into its `href`: on the site itself without the host, which is another one on the rebuilt site. */
export function addressOf({ link, target }: Link): string {
  return /^(#|\/(?!\/))/.test(target.place) ? target.place : link.href
}

export function placesOf(
  { original, rebuilt }: Pair<'document'>,
  before: Link | undefined,
  now: Link | undefined,
): { original?: Place; rebuilt?: Place } {
  return {
    ...(before && { original: placeOf(before.link, original) }),
    rebuilt: now ? placeOf(now.link, rebuilt) : { url: rebuilt.document.url },
  }
}

function placeOf(link: LinkArtifact, { document }: Side<'document'>): Place {
  return {
    url: document.url,
    viewport: 1440,
    text: link.name || link.href,
    selector: link.selector,
    box: link.box,
  }
}
