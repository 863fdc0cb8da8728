import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { countEach } from '../../../lib/count.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { placeKey } from '../../../lib/url.ts'
import type { Finding } from '../../core/finding.ts'
import { isEdited } from '../../core/made-anew.ts'
import { firstCase } from '../../core/rules.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isMap, isOtherPlace } from '../embeds/source.ts'
import { accountOf, accountReader, hostOf, isChatWith, isNobodys, isSample } from './accounts.ts'
import { pageReader } from './answers.ts'
import { legalReader } from './legal.ts'
import { addressOf, CONTENT, type Link, label, type PairedLinks, placesOf, shownPlace } from './link.ts'
import { reachReader } from './moved.ts'
import { enlargedReader, nowhereReader, selfReader } from './offered.ts'
import { rules } from './rules.ts'
import {
  isFront,
  isPictureFile,
  isTop,
  lastStepOf,
  lettersOf,
  sameFile,
  samePath,
  sameSlug,
  sameTarget,
  slugOf,
  type Target,
} from './targets.ts'
import { workedReader } from './worked.ts'

/**
 * Links that lead elsewhere than their original, by the link of the rebuilt page. A link to a dead page is a dead link,
 * wherever it led, unless its visitors were to book or pay there.
 */
export function retargeted(
  pair: Pair<'document' | 'head' | 'images' | 'links' | 'linkTargets' | 'layouts' | 'volatile' | 'probes'>,
  paired: PairedLinks,
  deathOfLink: (link: Link) => string | null,
): Map<Link, Finding> {
  const { before, counterparts } = paired
  const volatile = new Set(pair.original.volatile.texts.map(normalise))
  const known = new Set(before.map(({ target }) => placeKey(target.place)))
  const isOneAnother = pageReader(pair)
  const isAstray = leadsAstray(pair, before, known, isOneAnother)
  const redirected = redirectedLinks(known, isOneAnother)
  const landed = landsElsewhere(pair)
  const [isNowhere, isSelf] = [nowhereReader(pair), selfReader(pair)]
  const isLegal = legalReader(paired)
  const leadsToSection = sectionReader(paired)
  const [isHead, isReached] = [menuHeads(pair.rebuilt), reachReader(pair, paired)]
  const isWorked = workedReader(pair.rebuilt)
  const isEnlarged = enlargedReader(pair.rebuilt)
  const leadsToKnown = ({ target }: Link) => target.kind === 'page' && known.has(placeKey(target.place))
  const isFrontTarget = ({ kind, place }: Target) => kind === 'page' && isHome(place)
  const namesakes = countEach(before.map(({ name }) => name))
  const reachedNow = new Set(paired.now.flatMap(({ target, end }) => [placeKey(target.place), end ?? '']))
  // The cards of a list: one leads where another one led, and no link leads to its own page.
  const isUnreached = (link: Link, counterpart: Link) =>
    link.target.kind === 'page' &&
    CONTENT.test(link.link.landmark) &&
    link.link.state === 'visible' &&
    (namesakes.get(link.name) === 1 || similarity(link.near, counterpart.near) >= MIN_SIMILARITY) &&
    leadsToKnown(counterpart) &&
    !reachedNow.has(placeKey(link.target.place))
  const isFrontLinked = paired.now.some(({ target }) => isFrontTarget(target))
  // Who edits a page leads visitors elsewhere by intent: not nowhere, nor to what another link of the original led to.
  const isMeant = ({ target: { kind } }: Link, now: Link) =>
    !/^(mail|phone)$/.test(kind) && now.target.kind !== 'placeholder' && !leadsToKnown(now) && isEdited(pair)
  const places = new Map(
    before.flatMap(({ name, target }) => (isPictureFile(target) ? [[`${name} ${target.place}`, name]] : [])),
  )
  const pictures = countEach(places.values())
  // “More” below another heading, to a page that was linked to nowhere: a card of a list that was filled anew.
  const isOfOtherCard = (link: Link, { near, target }: Link) =>
    namesakes.get(link.name)! > 1 &&
    link.near !== '' &&
    near !== '' &&
    similarity(link.near, near) < MIN_SIMILARITY &&
    /^(page|external)$/.test(target.kind) &&
    target.kind === link.target.kind &&
    !known.has(placeKey(target.place))
  const isOfGallery = ({ name, target }: Link) => isPictureFile(target) && pictures.get(name)! > 1
  const hosts = new Set(before.map(({ target }) => hostOf(target)))
  const findings = new Map<Link, Finding>()
  for (const link of before) {
    const counterpart = counterparts.get(link)
    if (!counterpart || volatile.has(link.name)) continue
    // A gallery that was filled anew: that is told of its pictures.
    if (isOfGallery(link) && isPictureFile(counterpart.target)) continue
    // What led nowhere may lead anywhere; what led to the page itself, to none that the original has another link to.
    if (isNowhere(link) && !(isSelf(link.target) && leadsToKnown(counterpart))) continue
    if (isOfOtherCard(link, counterpart) || isEnlarged(link.target, counterpart)) continue
    // What begins at the top of the page is reached by `#` as well.
    if (link.link.landing?.y === 0 && isTop(counterpart.target)) continue
    // The head of a menu, now, which may hold what it led to.
    const opensMenu = counterpart.target.kind === 'placeholder' && isHead(counterpart)
    if (opensMenu && isReached(link)) continue
    const isMended = isAsSaid(counterpart) && !isAsSaid(link)
    // Visitors were to book, chat or pay there, and nothing answers them.
    const isUnanswered =
      counterpart.target.kind === 'placeholder' &&
      accountOf(link.target)?.takesOrders === true &&
      !isReached(link) &&
      !isWorked(counterpart)
    const verdict = isUnanswered ? 'orders' : isAstray(link, counterpart)
    if (verdict !== 'orders' && deathOfLink(counterpart) !== null) continue
    const redirect = verdict === null ? redirected(link, counterpart) : null
    const lands = verdict === null && redirect === null ? landed(link, counterpart) : null
    if (verdict === null && redirect === null && lands === null) continue
    // The front page may be reached otherwise, as by the logo.
    const isFrontKept = isFrontLinked && isFrontTarget(link.target)
    // Who leads visitors from a page to another site means to, unless nobody has that account, or it is a theme's.
    const isSure =
      counterpart.target.kind !== 'external' ||
      !/^(page|external)$/.test(link.target.kind) ||
      isNobodys(counterpart.target) ||
      isSample(link.target, counterpart.target, hosts)
    const isGrave = redirect ? redirect.home : verdict !== 'new-address' && !isFrontKept && isSure
    const { kind, place } = counterpart.target
    const target = redirect?.place ?? (kind === 'placeholder' ? 'nowhere' : place)
    const where =
      kind === 'external' ? elsewhere(link, counterpart) : kind === 'placeholder' ? 'nowhere' : null
    const isOwed = kind === 'placeholder' && isLegal(link)
    // Who pressed “Contact” for the end of the page comes to the owner's account, which the page links to as well.
    const isKnownAccount =
      link.target.kind === 'fragment' && kind === 'external' && known.has(placeKey(counterpart.target.place))
    const isPlain =
      link.prominent &&
      isGrave &&
      !opensMenu &&
      !isMeant(link, counterpart) &&
      !leadsToSection(link, counterpart)
    findings.set(
      counterpart,
      rules.report('retargeted', {
        place: `${link.name}:${link.target.place}`,
        as: firstCase({
          orders: verdict === 'orders',
          said: isMended,
          legal: isOwed,
          known: isKnownAccount,
          prominent: isPlain,
          unreached: isGrave && !redirect && isUnreached(link, counterpart),
          folded: link.folded,
          section: link.target.kind === 'fragment',
        }),
        // One address was set for all of a menu, or none; what led to one place leads to another one.
        cause: isOwed
          ? 'legal'
          : redirect?.home
            ? 'home'
            : where !== null
              ? `${where} in ${link.link.landmark}`
              : `${link.target.place} to ${target}`,
        message: lands
          ? `${label(link)} leads to “${lands.now}” (${shownPlace(target)}); it led to “${lands.was}”`
          : `${label(link)} ${redirect ? 'is redirected' : 'leads'} ${target === 'nowhere' ? target : `to ${shownPlace(target)}`}; it led to ${shownPlace(link.target.place)}`,
        fix: lands
          ? `Give the id "${place.slice(1)}" to the section “${lands.was}”`
          : redirect
            ? `Publish ${link.target.place}, or redirect it to what became of it`
            : `Let it lead to ${addressOf(link)}`,
        ...placesOf(pair, link, counterpart),
      }),
    )
  }
  return findings
}

/** What holds all of a page, or begins it: nobody is led to a section by it. */
const WHOLE = /^#(main|(main|page)?[-_]?content|root|app|wrapper|home|hero|header|start|top)$/i

/**
 * Whether a link leads to a section of the page, for what had a page of its own or for a call to action in the text:
 * whoever presses it is shown something of the site. In a menu each section has its entry: one that leads to another's, or
 * to what does not say what the entry does, is wrong; so are links to several pages that lead to one place.
 */
function sectionReader({ counterparts }: PairedLinks): (link: Link, counterpart: Link) => boolean {
  const pages = Map.groupBy(
    [...counterparts].filter(([from, to]) => from.target.kind === 'page' && to?.target.kind === 'fragment'),
    ([, to]) => placeKey(to!.target.place),
  )
  const countPages = (place: string) =>
    new Set(pages.get(placeKey(place))?.map(([from]) => placeKey(from.target.place))).size
  return ({ link, name, target: from }, { link: other, target: to }) => {
    if (to.kind !== 'fragment' || other.fragmentFound === false || isTop(to) || WHOLE.test(to.place))
      return false
    const { landing } = other
    if (landing && landing.y < HEADING_WINDOW) return false
    if (from.kind === 'page' && countPages(to.place) > 1) return false
    if (link.landmark !== 'navigation' && link.landmark !== 'banner')
      return from.kind === 'page' || from.kind === 'fragment'
    const says = () => similarity(name, landing?.heading ?? '') >= MIN_NAMED
    return from.kind === 'page' && (likeness(name, to) >= MIN_NAMED || says())
  }
}

/** The profiles of a footer are filled in as one. */
const elsewhere = ({ target }: Link, counterpart: Link): string => {
  const account = accountOf(target)
  return account && !account.takesOrders ? 'another account' : hostOf(counterpart.target)
}

/** Whether a link to a telephone or a mailbox leads to the very one that its text has. */
export function isAsSaid({ name, target: { place } }: Link): boolean {
  if (place.startsWith('tel:')) {
    const numbers = [place, place.split(';ext=')[0]!].map(digitsOf)
    return numbers[1]!.length >= 6 && numbers.includes(digitsOf(name))
  }
  const address = place.startsWith('mailto:') ? normalise(place.slice('mailto:'.length)) : ''
  return address !== '' && name.split(/[\s<>(),;:]+/).includes(address)
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Whether a link has a menu of links, or says of itself that it opens something. */
function menuHeads({
  layouts,
  probes: { narrow, wide },
}: Side<'layouts' | 'probes'>): (link: Link) => boolean {
  const says = layouts.flatMap(({ controls }) =>
    controls.filter(({ opens, expanded }) => opens || expanded != null),
  )
  const has = [narrow, wide].flatMap(({ probes, rest }) => [...probes, ...rest]).filter(({ menu }) => menu)
  const heads = new Set([...says, ...has].map(({ selector }) => selector))
  return ({ link }) => heads.has(link.selector)
}

/**
 * Judges a link against its counterpart: null where it leads to the same place, `new-address` where it leads to a
 * page that answers and that the original linked to by no name at all, which may be the same page moved. What the two
 * pages say they are tells, where they were read; `orders` where bookings, chats or payments reach somebody else. `known`: the places that the original links to, in lower case.
 */
function leadsAstray(
  pair: Pair<'document' | 'head' | 'links' | 'layouts'>,
  before: readonly Link[],
  known: ReadonlySet<string>,
  isOneAnother: PageReader,
) {
  const leadsHere = selfReader(pair)
  const accountBecame = accountReader(before, phoneFinder(pair.original))
  const domain = new URL(pair.original.document.url).hostname.replace(/^www\./, '')
  const title = lettersOf(pair.original.head.title)

  /** On a host that is called as the site is: a shop, a manual or another edition of the owner's, and no stranger's. */
  const isCalledAsSite = (to: Target): boolean =>
    hostOf(to)
      .split('.')
      .some(label => label.length >= MIN_NAME && title.includes(lettersOf(label)))

  /**
   * The same path, of more than one step, on a domain that is called as the site is: its full public address. The name of
   * a file says as much, in whatever folder the site is published there.
   */
  const isAtHome = (from: Target, to: Target): boolean =>
    from.kind === 'page' &&
    to.kind === 'external' &&
    ((from.place.split('/').length > 2 && placeKey(to.place) === `//${hostOf(to)}${placeKey(from.place)}`) ||
      (/\.\w+$/.test(from.place) && to.place.slice(2).endsWith(from.place))) &&
    isCalledAsSite(to)

  return (link: Link, counterpart: Link): 'astray' | 'new-address' | 'orders' | null => {
    const [from, to] = [link.target, counterpart.target]
    if (sameTarget(from, to) || samePath(from, to)) return null
    const account = accountBecame(link, counterpart)
    if (account === 'same') return null
    // An account may have been given up for another on purpose; a placeholder is nobody's.
    if (account !== null)
      return account === 'orders' ? account : account === 'other' ? 'new-address' : 'astray'
    if (sameEnd(link, counterpart)) return null
    // Whoever wanted to call reaches the same telephone by a message.
    if (from.place.startsWith('tel:') && isChatWith(to, from.place.slice('tel:'.length))) return 'new-address'
    const unknown = !known.has(placeKey(to.place))
    // A redirect to the counterpart is the counterpart.
    if (unknown && link.became && [placeKey(to.place), counterpart.end].includes(link.became)) return null
    if (unknown && sameFile(from, to)) return null
    if (from.kind === 'external') return awayFromOther(link, counterpart)
    if (from.kind === 'fragment') {
      // A link that was broken cannot be led astray.
      if (link.link.fragmentFound === false) return null
      // “Our day” at #our-day is not #our-day-out, which is another entry's.
      const isNearer = () => isNamed(link, to) && likeness(link.name, to) > likeness(link.name, from)
      if (to.kind === 'fragment') return known.has(placeKey(to.place)) && !isNearer() ? 'astray' : null
      if (leadsHere(to)) return null
    }
    if (leadsHere(from) && (leadsHere(to) || to.place === '#')) return null
    if (isAtHome(from, to)) return null
    // A part of the site may have a host of its own now: shop.example.com.
    const isOwnHost = () => hostOf(to).endsWith(`.${domain}`) || isCalledAsSite(to)
    if (to.kind === 'external' && unknown && isOwnHost()) return 'new-address'
    if (to.kind !== 'page' && to.kind !== 'fragment') return 'astray'
    if (unknown && (sameSlug(from, to) || isNamed(link, to) || isFront(from, to))) return null
    // The original has a page by two addresses, of which this is its proper one: `/contact` beside `/node.php?p=620`.
    if (isNamed(link, to) && before.some(other => other.name === link.name && sameTarget(other.target, to)))
      return null
    const one = from.kind === 'page' && to.kind === 'page' ? isOneAnother(link, counterpart) : null
    // The original links to both: what is asked of the page is what tells them apart.
    if (one === true && (unknown || !asksOtherwise(from, to))) return null
    // Where the pages could not be read, nothing says that the new one is another.
    return unknown && one === null && from.kind === 'page' && to.kind === 'page' && !isHome(to.place)
      ? 'new-address'
      : 'astray'
  }

  /** Sharing links hold the page's own address, and other sites move as well: the host tells. */
  function awayFromOther(link: Link, { target: to, link: { href } }: Link): 'astray' | 'new-address' | null {
    if (to.kind === 'placeholder') return 'astray'
    if (to.kind !== 'external') return sameSlug(link.target, to) || isNamed(link, to) ? null : 'new-address'
    if (isMap(link.link.href) && isMap(href)) return isOtherPlace(link.link.href, href) ? 'new-address' : null
    // The address of a profile became that of the network.
    const isDropped = stepsOf(to) === 0 && stepsOf(link.target) > 0
    return hostOf(link.target) === hostOf(to) && !isDropped ? null : 'new-address'
  }

  function sameEnd(link: Link, counterpart: Link): boolean {
    const others = [placeKey(counterpart.target.place), counterpart.end]
    return others.includes(placeKey(link.target.place)) || (!!link.end && others.includes(link.end))
  }
}

/** Whether a page has these digits in one text or behind a link that calls. */
function phoneFinder({ layouts, links }: Side<'layouts' | 'links'>): (digits: string) => boolean {
  const texts = layouts.flatMap(({ blocks }) => blocks.map(({ text }) => text))
  const calls = links.map(({ href }) => href).filter(href => href.startsWith('tel:'))
  return digits => [...calls, ...texts].some(text => digitsOf(text).includes(digits))
}

/** Letters from which a part of a host's name is no common one, as “www” and “shop”. */
const MIN_NAME = 5

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

/** Share of words from which a place is named as a link is. */
const MIN_NAMED = 0.6

/** The link "Blue shoes" to `/products/blue-shoes` keeps its word, whatever the old address was. */
const isNamed = ({ name }: Link, to: Target): boolean => likeness(name, to) >= MIN_NAMED

/** How much of a name the last step of a path says, or a fragment. */
function likeness(name: string, to: Target): number {
  const isPlace = to.kind === 'fragment'
  const slug = isPlace ? to.place.slice(1) : lastStepOf(to.place)
  return isPlace || slugOf(to) !== '' ? similarity(name, slug.replace(/[-_.]+/g, ' ')) : 0
}

type PageReader = ReturnType<typeof pageReader>

/**
 * For links that kept their address: where the rebuilt site redirects it to another page that the original links to,
 * though the original shows the page itself. A page unknown to the original may be the same one moved. `home`: it is the
 * front page, which stands for whatever is not there any more; another page may be what became of it.
 */
function redirectedLinks(known: ReadonlySet<string>, isOneAnother: PageReader) {
  return (link: Link, counterpart: Link): { place: string; home: boolean } | null => {
    if (link.target.kind !== 'page' || counterpart.target.kind !== 'page') return null
    const place = counterpart.end
    // A place in a page, and a route of the application there, are more than the page.
    if (!link.end || !place || counterpart.answer?.finalUrl.includes('#')) return null
    if (/#!?\//.test(counterpart.link.href)) return null
    const own = placeKey(link.target.place)
    if ([own, placeKey(counterpart.target.place), link.end].includes(place)) return null
    const home = isHome(place)
    if (isHome(own) || !(home || known.has(place)) || isOneAnother(link, counterpart) === true) return null
    return sameSlug(link.target, { kind: 'page', place }) ? null : { place, home }
  }
}

const FRONT = { kind: 'page', place: '/' } as const
const isHome = (place: string) => place === '/' || isFront(FRONT, { kind: 'page', place })

/** CSS px below the place where a link lands: one window. */
const LANDING_WINDOW = 900
/** CSS px that a place may lie below the heading of what it is meant to show: the id of a form in its section. */
const HEADING_WINDOW = 500
/** Share of words from which two headings are one. */
const MIN_SIMILARITY = 0.5

/**
 * For links to places in the page: the headings in sight where each lands, when each page has the other's heading and
 * shows it elsewhere.
 */
function landsElsewhere(pair: Pair<'layouts'>) {
  const [before, now] = [blocksOf(pair.original), blocksOf(pair.rebuilt)]
  return ({ link: a }: Link, { link: b }: Link): { was: string; now: string } | null => {
    // Skip links, out of sight until they have the focus, may skip more or less.
    const skips = a.state !== 'visible' && a.landmark !== 'navigation'
    if (!a.landing || !b.landing || skips) return null
    const [was, is] = [normalise(a.landing.heading), normalise(b.landing.heading)]
    if (!was || !is || similarity(was, is) >= MIN_SIMILARITY) return null
    if (!isInSight(before.get(was), a.landing.y) || !isInSight(now.get(is), b.landing.y)) return null
    const [moved, known] = [now.get(was), before.get(is)]
    if (!moved || !known || isInSight(moved, b.landing.y) || isInSight(known, a.landing.y)) return null
    return { was: a.landing.heading, now: b.landing.heading }
  }
}

const isInSight = (blocks: TextBlock[] = [], y: number): boolean =>
  blocks.some(({ box }) => box.y >= y - HEADING_WINDOW && box.y <= y + LANDING_WINDOW)

/** Where each text is seen; the link to a section, which says the same, is not it. */
const blocksOf = ({ layouts }: Side<'layouts'>): Map<string, TextBlock[]> =>
  Map.groupBy(
    (layouts.find(({ width }) => width === 1440)?.blocks ?? []).filter(
      ({ state, kind, landmark }) => state === 'visible' && kind !== 'link' && landmark !== 'navigation',
    ),
    ({ text }) => normalise(text),
  )
