import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import type { Place } from '../../../contract.ts'
import { countEach } from '../../../lib/count.ts'
import { normalise, words } from '../../../lib/text.ts'
import { pathOf, placeKey } from '../../../lib/url.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Landings } from '../../../matching/products/index.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { placeOf } from '../../core/place.ts'
import { shorten } from '../../core/quote.ts'
import { publicOriginsOfBoth } from '../../core/site.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isMap } from '../embeds/source.ts'
import { serviceOf } from './accounts.ts'
import { bases, slugOf, type Target, targetReader, withoutHash } from './targets.ts'

type Needed = 'document' | 'head' | 'links' | 'linkTargets' | 'layouts'

/** A link with what is compared of it. */
export interface Link {
  link: LinkArtifact
  target: Target
  /** Normalised. */
  name: string
  /** Its words alone, where it has any: an arrow beside them makes no other link of it. */
  called: string
  near: string
  /** An owner would not go live without it: navigation in view, call to action, e-mail or phone. */
  prominent: boolean
  /** Of the navigation, in a part that has to be opened first. */
  folded: boolean
  /** What its page answered; undefined where it was not asked. */
  answer: LinkTarget | undefined
  /** Where redirects end, as a comparable place in lower case, where a page answers there. */
  end: string | undefined
  /** Where the new site redirects this address of the original to, or where its folder is on another host, as `end`. */
  became?: string
}

export interface PairedLinks {
  before: Link[]
  now: Link[]
  /** From links of the original to links of the rebuilt page, and back. */
  counterparts: ReadonlyMap<Link, Link>
  originals: ReadonlyMap<Link, Link>
}

/**
 * One assignment from original to rebuilt links, from the surest evidence to the weakest; equal ones pair in order.
 * Links of one name that stand in one place are the same link even when they lead elsewhere now, before any
 * look for the old target in another place.
 */
export function pairLinks(pair: Pair<Needed>): PairedLinks {
  const [from, to] = bases(pair)
  const redirected = becameReader(pair.matching.landings)
  const origins = publicOriginsOfBoth(pair, [from, to])
  const [was, now] = [linksOf(pair.original, from, origins), linksOf(pair.rebuilt, to, origins)]
  const moved = movedFolders(was, now)
  const before = was.map(link => ({ ...link, became: redirected(link.target) ?? moved(link.target) }))
  const place = ({ target }: Link) => `${target.kind} ${placeKey(target.place)}`
  // A link without a name is known by its target only.
  const named = (rest: (link: Link) => string) =>
    by((link: Link) => (link.called === '' ? null : `${link.called}|${rest(link)}`))
  const counterparts = pairInPasses(before, new Set(now), [
    by(one => `${one.called}|${one.link.landmark}|${one.near}|${place(one)}`),
    named(one => `${one.link.landmark}|${one.near}`),
    named(one => `${one.link.landmark}|${place(one)}`),
    named(one => one.near),
    named(place),
    by(one => (one.called && slugOf(one.target) ? `${one.called}|${slugOf(one.target)}` : null)),
    named(one => one.link.landmark),
    named(() => ''),
    { original: singleOpening(before), rebuilt: singleOpening(now) },
    by(one => `${one.link.landmark}|${place(one)}`),
    by(place),
    {
      original: ({ became }) => became ?? null,
      rebuilt: ({ target }) => placeKey(target.place),
    },
    by(iconOf),
    by(mapOf),
  ])
  return {
    before,
    now,
    counterparts,
    originals: new Map([...counterparts].map(([old, link]) => [link, old])),
  }
}

/** Words by which a card begins, and from which it goes on. */
const OPENING = 3

/** A card that is a link as a whole, by the first of its words where no other begins so: others of them come and go. */
function singleOpening(links: readonly Link[]): (link: Link) => string | null {
  const openingOf = ({ called }: Link) => {
    const words = called.split(' ')
    return words.length > OPENING ? words.slice(0, OPENING).join(' ') : null
  }
  const times = countEach(links.map(openingOf))
  return link => {
    const opening = openingOf(link)
    return times.get(opening) === 1 ? opening : null
  }
}

/** An icon that leads to an account, by the service; those of several people stand below the name of each. */
function iconOf({ target, called, near, link }: Link): string | null {
  const service = serviceOf(target)
  if (!service || (called !== '' && !called.split(' ').includes(service.split('.')[0]!))) return null
  return `${service}|${link.landmark}|${near}`
}

/** An address that leads to a map, by the numbers in it: a picture beside it may have another name, or none. */
function mapOf({ link, called }: Link): string | null {
  const numbers = called.split(' ').filter(word => /\d/.test(word))
  return isMap(link.href) && numbers.length > 0 ? numbers.join(' ') : null
}

/** Where the new site redirects what a link of the original led to; the front page stands for whatever is not there. */
function becameReader(landings: Landings): (target: Target) => string | undefined {
  const placeOfPath = (path: string) => placeKey(pathOf(new URL(path, SITE).href, [SITE]))
  const known = new Map([...landings].map(([path, landed]) => [placeOfPath(path), placeOfPath(landed)]))
  return ({ kind, place }) => {
    const landed = kind === 'page' ? known.get(placeKey(place)) : undefined
    return landed === '/' ? undefined : landed
  }
}

const SITE = 'http://localhost'

/** Steps that two paths end in alike by no chance, and pages of a folder that say together where it is now. */
const MIN_STEPS = 3
const MIN_PAGES = 2

/** Folders of the site that are on another host now, as an API's documentation, by the ends of the paths linked to there. */
function movedFolders(before: readonly Link[], now: readonly Link[]): (target: Target) => string | undefined {
  const known = new Set(before.map(({ target }) => placeKey(target.place)))
  const stepsOf = ({ target: { place } }: Link) => placeKey(place).split('/')
  const tailOf = (steps: readonly string[]) => steps.slice(-MIN_STEPS).join('/')
  const away = new Map(
    now.flatMap(link =>
      link.target.kind === 'external' && !known.has(placeKey(link.target.place))
        ? [[tailOf(stepsOf(link)), stepsOf(link)]]
        : [],
    ),
  )
  const pages = new Map<string, Set<string>>()
  for (const link of before) {
    const [from, to] = [stepsOf(link), away.get(tailOf(stepsOf(link)))]
    if (link.target.kind !== 'page' || from.length <= MIN_STEPS || !to) continue
    const tail = from.toReversed().findIndex((step, at) => step !== to.at(-1 - at))
    // The root of the site is no folder of it.
    if (tail < MIN_STEPS || tail === from.length - 1) continue
    const move = [from, to].map(steps => steps.slice(0, -tail).join('/')).join('\n')
    pages.set(move, (pages.get(move) ?? new Set()).add(from.join('/')))
  }
  const moves = [...pages].flatMap(([move, { size }]) => (size < MIN_PAGES ? [] : [move.split('\n')]))
  return ({ kind, place }) => {
    const path = `${placeKey(place)}/`
    const move = kind === 'page' ? moves.find(([folder]) => path.startsWith(`${folder}/`)) : undefined
    return move && (move[1] + path.slice(move[0]!.length)).slice(0, -1)
  }
}

/** CSS px from the top in which a page without landmarks has its navigation. */
export const HEADER_WINDOW = 160
/** Landmarks of what visitors come to read. */
export const CONTENT = /^(main|region|)$/

/** A logo and a button are no menu yet. */
const MIN_ENTRIES = 3

function linksOf(side: Side<Needed>, base: string, origins: readonly string[]): Link[] {
  const { links, linkTargets } = side
  const targetOf = targetReader(origins, base)
  const answers = new Map(linkTargets.targets.map(target => [target.href, target]))
  const marked = links.some(({ landmark }) => landmark === 'navigation')
  const isOfMenu = ({ landmark }: LinkArtifact) => landmark === 'navigation' || landmark === 'banner'
  const entries = [...links, ...(atWidth(side.layouts, DESKTOP)?.controls ?? [])]
  const shown = Map.groupBy(
    entries.filter(({ state }) => state === 'visible'),
    ({ landmark }) => landmark,
  )
  // Where a menu shows no entries of its own but the way to open it, none of it is of a second level.
  const hasFirstLevel = (landmark: string) =>
    new Set(shown.get(landmark)?.map(({ selector, name }) => `${selector} ${name}`)).size >= MIN_ENTRIES
  const isFolded = (link: LinkArtifact) =>
    isOfMenu(link) && link.state !== 'visible' && hasFirstLevel(link.landmark)
  const isProminent = (link: LinkArtifact, { kind }: Target) => {
    if (kind === 'mail' || kind === 'phone') return true
    // A skip link is there for the keyboard only, and the accessibility suite's.
    if (kind === 'fragment' && link.state !== 'visible') return false
    if (isOfMenu(link)) return !isFolded(link)
    if (link.looksLikeButton && link.landmark !== 'contentinfo') return true
    return !marked && link.landmark === '' && link.state === 'visible' && link.box.y < HEADER_WINDOW
  }
  return links.map(link => {
    const answer = answers.get(withoutHash(link.href))
    // A place in the page, by an address of it at which its server does not have it, is no place in it.
    const target = targetOf(answer && answer.status >= 400 ? { ...link, fragmentFound: null } : link)
    const isThere = answer && answer.status > 0 && answer.status < 400
    return {
      link,
      target,
      name: normalise(link.name),
      called: once(words(link.name)).join(' ') || normalise(link.name),
      near: normalise(link.near),
      prominent: isProminent(link, target),
      folded: isFolded(link) && target.kind !== 'mail' && target.kind !== 'phone',
      answer,
      end: isThere ? placeKey(pathOf(answer.finalUrl, origins, base)) : undefined,
    }
  })
}

/** A card whose picture and caption say the same is called so twice. */
function once(all: readonly string[]): readonly string[] {
  const half = all.slice(0, all.length / 2)
  return all.length === 2 * half.length && half.every((word, at) => word === all[half.length + at])
    ? half
    : all
}

/** How the reader knows the link. */
export function label({ link, target }: Link): string {
  const where = link.landmark === 'navigation' ? ' in the navigation' : ''
  return link.name
    ? `The link "${shorten(link.name, 100)}"${where}`
    : `The link${where} without a name (${shorten(shownPlace(target.place), 100)})`
}

/** Where a link leads, for a reader: of another site without the slashes that stand for any scheme. */
export const shownPlace = (place: string): string => place.replace(/^\/\//, '')

/** What to write into its `href`: on the site itself without the host, which is another one on the rebuilt site. */
export function addressOf({ link, target }: Link): string {
  return /^(#|\/(?!\/))/.test(target.place) ? target.place : link.href
}

/** The link on both pages; where the rebuilt page has none, that page. */
export function placesOf(
  { original, rebuilt }: Pair<'document'>,
  before: Link | undefined,
  now: Link | undefined,
): { original?: Place; rebuilt?: Place } {
  const at = ({ link }: Link, { document }: Pair<'document'>['original']) =>
    placeOf({ ...link, text: link.name || link.href }, document.url)
  return {
    ...(before && { original: at(before, original) }),
    rebuilt: now ? at(now, rebuilt) : { url: rebuilt.document.url },
  }
}
