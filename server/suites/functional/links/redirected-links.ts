import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import { pathOf } from '../../../lib/url.ts'
import type { Pair } from '../../core/suite.ts'
import { bases } from './dead-links.ts'
import { pageReader } from './pages.ts'
import type { Link } from './pair.ts'
import { isFront } from './retargeted.ts'
import { sameSlug } from './targets.ts'

/** Where a link's address leads on to by redirects, when that is another page than before. */
export interface RedirectedLink {
  place: string
  /** The front page stands for whatever is not there any more; another page may be what became of it. */
  home: boolean
}

/**
 * For links that kept their address: where the rebuilt site redirects it to another page that the original links to,
 * though the original shows the page itself. A page unknown to the original may be the same one moved.
 */
export function redirectedLinks(pair: Pair<'document' | 'linkTargets'>, before: Link[]) {
  const { original, rebuilt } = pair
  const [from, to] = bases(pair)
  const [targetsBefore, targetsNow] = [targetsOf(original.linkTargets), targetsOf(rebuilt.linkTargets)]
  const known = new Set(before.map(({ target }) => target.place.toLowerCase()))
  const isOneAnother = pageReader(pair)
  const endOf = ({ finalUrl }: LinkTarget, side: 'original' | 'rebuilt') =>
    pathOf(finalUrl, pair[side].document.origins, side === 'original' ? from : to).toLowerCase()

  return (link: Link, counterpart: Link): RedirectedLink | null => {
    if (link.target.kind !== 'page' || counterpart.target.kind !== 'page') return null
    const was = targetsBefore.get(withoutHash(link.link.href))
    const now = targetsNow.get(withoutHash(counterpart.link.href))
    // A place in a page, and a route of the application there, are more than the page.
    if (!was || !now || now.finalUrl.includes('#') || /#!?\//.test(counterpart.link.href)) return null
    const place = endOf(now, 'rebuilt')
    const own = link.target.place.toLowerCase()
    if ([own, counterpart.target.place.toLowerCase(), endOf(was, 'original')].includes(place)) return null
    const home = isHome(place)
    if (isHome(own) || !(home || known.has(place)) || isOneAnother(link, counterpart) === true) return null
    return sameSlug(link.target, { kind: 'page', place }) ? null : { place, home }
  }
}

const FRONT = { kind: 'page', place: '/' } as const
const isHome = (place: string) => place === '/' || isFront(FRONT, { kind: 'page', place })

const withoutHash = (href: string) => href.split('#')[0]!

/** Those that answered. */
const targetsOf = ({ targets }: { targets: LinkTarget[] }) =>
  new Map(targets.filter(({ status }) => status >= 200 && status < 400).map(target => [target.href, target]))
