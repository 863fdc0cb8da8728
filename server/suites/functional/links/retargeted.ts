import { similarity } from '../../../lib/text.ts'
import { pathOf } from '../../../lib/url.ts'
import type { Pair } from '../../core/suite.ts'
import { bases, endsOf, isAlive } from './dead-links.ts'
import { pageReader } from './pages.ts'
import type { Link } from './pair.ts'
import { sameFile, sameSlug, sameTarget, slugOf, type Target } from './targets.ts'

/**
 * Judges a link against its counterpart: null where it leads to the same place, `new-address` where it leads to a
 * page that answers and that the original linked to by no name at all, which may be the same page moved. What the two
 * pages say they are tells, where they were read.
 */
export function leadsAstray(pair: Pair<'document' | 'linkTargets'>, before: Link[]) {
  const { original, rebuilt } = pair
  const [base, baseNow] = bases(pair)
  const own = pathOf(original.document.url, original.document.origins, base).toLowerCase()
  const domain = new URL(original.document.url).hostname.replace(/^www\./, '')
  const known = new Set(before.map(({ target }) => target.place.toLowerCase()))
  const endsBefore = endsOf(original, base)
  const endsNow = endsOf(rebuilt, baseNow)
  const alive = isAlive(rebuilt)
  const isOneAnother = pageReader(pair)

  return (link: Link, counterpart: Link): 'astray' | 'new-address' | null => {
    const [from, to] = [link.target, counterpart.target]
    if (sameTarget(from, to) || sameEnd(link, counterpart)) return null
    const unknown = !known.has(to.place.toLowerCase())
    if (unknown && sameFile(from, to)) return null
    if (from.kind === 'external') return awayFromOther(link, to)
    if (from.kind === 'fragment') {
      // A link that was broken cannot be led astray.
      if (link.link.fragmentFound === false) return null
      if (to.kind === 'fragment') return known.has(to.place.toLowerCase()) ? 'astray' : null
      if (to.kind === 'page' && to.place.toLowerCase() === own) return null
    }
    if (leadsHere(from) && (leadsHere(to) || to.place === '#')) return null
    // A part of the site may have a host of its own now: shop.example.com.
    if (to.kind === 'external' && hostOf(to).endsWith(`.${domain}`) && alive(counterpart.link.href))
      return 'new-address'
    if (to.kind !== 'page' && to.kind !== 'fragment') return 'astray'
    if (unknown && (sameSlug(from, to) || isNamed(link, to) || isFront(from, to))) return null
    const one = from.kind === 'page' && to.kind === 'page' ? isOneAnother(link, counterpart) : null
    // The original links to both: what is asked of the page is what tells them apart.
    if (one === true && (unknown || !asksOtherwise(from, to))) return null
    return unknown && one === null && to.kind === 'page' && alive(counterpart.link.href)
      ? 'new-address'
      : 'astray'
  }

  /** Sharing links hold the page's own address, and other sites move as well: the host tells. */
  function awayFromOther(link: Link, to: Target): 'astray' | 'new-address' | null {
    if (to.kind === 'placeholder') return 'astray'
    if (to.kind !== 'external') return sameSlug(link.target, to) || isNamed(link, to) ? null : 'new-address'
    // The address of a profile became that of the network.
    const isDropped = stepsOf(to) === 0 && stepsOf(link.target) > 0
    return hostOf(link.target) === hostOf(to) && !isDropped ? null : 'new-address'
  }

  function sameEnd(link: Link, counterpart: Link): boolean {
    const ends = [link.target.place.toLowerCase(), ...endsBefore(link.link.href)]
    const others = [counterpart.target.place.toLowerCase(), ...endsNow(counterpart.link.href)]
    return ends.some(end => others.includes(end))
  }

  function leadsHere({ kind, place }: Target): boolean {
    return kind === 'page' && place.toLowerCase() === own
  }
}

/** Tells the site where on it a link was followed, and nothing of what is asked for. */
const WHENCE = /^(ref|referr?er|src|source|from|via|origin|pos(ition)?|loc(ation)?|placement|cta|campaign)$/i

/** The same page is asked for something else: `?plan=team` and `?plan=starter`. */
function asksOtherwise(from: Target, to: Target): boolean {
  const read = ({ place }: Target) => {
    const [path, query] = place.toLowerCase().split('?')
    const asked = [...new URLSearchParams(query)].filter(([name]) => !WHENCE.test(name))
    return { path, asked: JSON.stringify(asked.sort()) }
  }
  const [was, now] = [read(from), read(to)]
  return was.path === now.path && was.asked !== now.asked
}

const stepsOf = ({ place }: Target) => place.slice(2).split(/[/?#]/).filter(Boolean).length - 1

const hostOf = ({ place }: Target) =>
  place
    .slice(2)
    .split(/[/?#]/)[0]!
    .toLowerCase()
    .replace(/^(m|mobile|[a-z]{2})\./, '')
    .replace(/^twitter\.com$/, 'x.com')

/** The link "Blue shoes" to `/products/blue-shoes` keeps its word, whatever the old address was. */
function isNamed({ name }: Link, to: Target): boolean {
  const slug = to.place.split(/[?#]/)[0]!.split('/').at(-1) ?? ''
  return slugOf(to) !== '' && similarity(name, slug.replace(/[-_.]+/g, ' ')) >= 0.6
}

/** The front page of the original may have an address of its own now: `/home`, `/en`. */
export function isFront(from: Target, to: Target): boolean {
  return (
    from.kind === 'page' &&
    from.place === '/' &&
    /^\/(home|start|index|[a-z]{2}(-[a-z]{2})?)$/i.test(to.place)
  )
}
