import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { countEach } from '../../../lib/count.ts'
import { isPurchase } from '../../../lib/purchase.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { placeKey } from '../../../lib/url.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurnsAndIds } from '../../core/path.ts'
import { firstCase } from '../../core/rules.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isMap, isOtherPlace } from '../embeds/source.ts'
import { accountOf, accountReader, hostOf, isChatWith, losesIdentifier, WHENCE } from './accounts.ts'
import { isAlive, isReadItself, pageReader } from './answers.ts'
import { exchangedReader } from './exchanged.ts'
import { legalReader } from './legal.ts'
import { addressOf, type Link, label, type PairedLinks, placesOf, shownPlace } from './link.ts'
import { reachReader } from './moved.ts'
import { isNamed, likeness } from './named.ts'
import { enlargedReader, nowhereReader, selfReader } from './offered.ts'
import { renamedPictures } from './renamed-pictures.ts'
import { rules } from './rules.ts'
import {
  isFront,
  isPictureFile,
  isTop,
  lettersOf,
  sameFile,
  samePath,
  sameSlug,
  sameTarget,
  type Target,
} from './targets.ts'
import { lastWayReader } from './trade.ts'
import { workedReader } from './worked.ts'

/**
 * Links that lead elsewhere than their original, by the link of the rebuilt page. A link to a dead page is a dead link,
 * wherever it led, unless its visitors were to book or pay there.
 */
export function retargeted(
  pair: Pair<
    'document' | 'head' | 'health' | 'images' | 'links' | 'linkTargets' | 'layouts' | 'volatile' | 'probes'
  >,
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
  const [isLegal, isLastWay] = [legalReader(paired), lastWayReader(pair, paired)]
  const [isHead, isReached] = [menuHeads(pair.rebuilt), reachReader(pair, paired)]
  const isWorked = workedReader(pair.rebuilt)
  const isExchanged = exchangedReader(paired)
  const isEnlarged = enlargedReader(pair.rebuilt)
  const leadsToKnown = ({ target }: Link) => target.kind === 'page' && known.has(placeKey(target.place))
  const reachedNow = new Set(paired.now.flatMap(({ target, end }) => [placeKey(target.place), end ?? '']))
  const namesakes = countEach(before.map(({ name }) => name))
  const places = new Map(
    before.flatMap(({ name, target }) => (isPictureFile(target) ? [[`${name} ${target.place}`, name]] : [])),
  )
  const pictures = countEach(places.values())
  // “More” below another heading: a card of a list that was filled anew.
  const isOfOtherCard = (link: Link, { near }: Link) =>
    namesakes.get(link.name)! > 1 &&
    link.near !== '' &&
    near !== '' &&
    similarity(link.near, near) < MIN_SIMILARITY
  const isFresh = (link: Link, { target }: Link) =>
    /^(page|external)$/.test(target.kind) &&
    target.kind === link.target.kind &&
    !known.has(placeKey(target.place))
  const isRenamedPicture = renamedPictures(paired)
  // Addresses are written anew with the pages: the name that was kept is all that tells which one it is.
  const isRenamedPage = (link: Link, counterpart: Link) =>
    [link, counterpart].every(({ target }) => target.kind === 'page') &&
    counterpart.name === link.name &&
    isFresh(link, counterpart) &&
    isAlive(counterpart.answer) &&
    isReadItself(counterpart.answer) &&
    isOneAnother(link, counterpart) === null
  const isOfGallery = ({ name, target }: Link) => isPictureFile(target) && pictures.get(name)! > 1
  const findings = new Map<Link, Finding>()
  for (const link of before) {
    const counterpart = counterparts.get(link)
    if (!counterpart || volatile.has(link.name)) continue
    // A gallery that was filled anew: that is told of its pictures.
    if (isOfGallery(link) && isPictureFile(counterpart.target)) continue
    if (isRenamedPicture(link)) continue
    // What led nowhere may lead anywhere; what led to the page itself, to none that the original has another link to.
    if (isNowhere(link) && !(isSelf(link.target) && leadsToKnown(counterpart))) continue
    const isOtherCard = isOfOtherCard(link, counterpart)
    if ((isOtherCard && isFresh(link, counterpart)) || isEnlarged(link.target, counterpart)) continue
    // What begins at the top of the page is reached by `#` as well.
    if (link.link.landing?.y === 0 && isTop(counterpart.target)) continue
    // The head of a menu, now, which may hold what it led to.
    const opensMenu = counterpart.target.kind === 'placeholder' && isHead(counterpart)
    if (opensMenu && isReached(link)) continue
    // What it led to in the page opens over it now.
    const worksNow = counterpart.target.kind === 'placeholder' && isWorked(counterpart)
    if (worksNow && link.target.kind === 'fragment') continue
    const isMended = isAsSaid(counterpart) && !isAsSaid(link)
    // Visitors were to book, chat or pay there, and nothing answers them.
    const isUnanswered =
      counterpart.target.kind === 'placeholder' &&
      accountOf(link.target)?.takesOrders === true &&
      !isReached(link) &&
      !isWorked(counterpart)
    const verdict = isUnanswered ? 'orders' : isAstray(link, counterpart)
    if (verdict !== 'orders' && deathOfLink(counterpart) !== null) continue
    const redirect = verdict ? null : redirected(link, counterpart)
    const lands = verdict || redirect ? null : landed(link, counterpart)
    if (!verdict && !redirect && !lands) continue
    const { kind, place } = counterpart.target
    const target = redirect?.place ?? (kind === 'placeholder' ? 'nowhere' : place)
    const where =
      kind === 'external' ? elsewhere(link, counterpart) : kind === 'placeholder' ? 'nowhere' : null
    const isOwed = kind === 'placeholder' && isLegal(link)
    const isBroken =
      kind === 'placeholder'
        ? !opensMenu && !worksNow && !isHome(link.target.place)
        : lands !== null || redirect?.home === true || /^(mail|phone)$/.test(kind)
    const isRenamed = !redirect && !lands && isRenamedPage(link, counterpart)
    const isMixedUp =
      link.target.kind === 'page' &&
      link.link.state === 'visible' &&
      !isOtherCard &&
      leadsToKnown(counterpart) &&
      !reachedNow.has(placeKey(link.target.place))
    findings.set(
      counterpart,
      rules.report('retargeted', {
        place: `${link.name}:${link.target.place}`,
        as: firstCase({
          orders: verdict === 'orders' || (!opensMenu && !worksNow && isLastWay(link, counterpart)),
          said: isMended,
          renamed: isRenamed,
          legal: isOwed,
          prominent: link.prominent && isBroken,
          unreached: isMixedUp,
          exchanged: link.link.state === 'visible' && isExchanged(link),
          aside: link.folded || link.target.kind === 'fragment',
        }),
        // One address was set for all of a menu, or none; what led to one place leads to another one.
        cause: isOwed
          ? 'legal'
          : isRenamed
            ? 'renamed'
            : redirect?.home
              ? 'home'
              : where !== null
                ? `${where} in ${link.link.landmark}`
                : (wayOf(link, counterpart) ?? `${link.target.place} to ${target}`),
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

/**
 * How an entry of a list leads to something of another kind now, as each picture that opened its file to a page of its own:
 * whoever built the list decided that once. Undefined where it leads to another thing of the same kind.
 */
function wayOf({ link, target }: Link, counterpart: Link): string | undefined {
  const [was, is] = [target, counterpart.target].map(each =>
    isPictureFile(each) ? 'picture' : each.kind,
  ) as [string, string]
  return was === is ? undefined : `${was} to ${is} in ${withoutTurnsAndIds(link.selector)}`
}

/** The profiles of a footer are filled in as one. */
const elsewhere = ({ target }: Link, counterpart: Link): string => {
  const account = accountOf(target)
  return account && !account.takesOrders ? 'another account' : hostOf(counterpart.target)
}

/** Whether a link to a telephone or a mailbox leads to the very one that its text has. */
function isAsSaid({ name, target: { place } }: Link): boolean {
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
 * Whether a link leads elsewhere than its counterpart, by what the two pages say they are where they were read; `orders`
 * where bookings, chats or payments reach somebody else. `known`: the places that the original links to, in lower case.
 */
function leadsAstray(
  pair: Pair<'document' | 'head' | 'links' | 'layouts'>,
  before: readonly Link[],
  known: ReadonlySet<string>,
  isOneAnother: PageReader,
) {
  const leadsHere = selfReader(pair)
  const accountBecame = accountReader(before, pair.original)
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

  return (link: Link, counterpart: Link): boolean | 'orders' => {
    const [from, to] = [link.target, counterpart.target]
    if (sameTarget(from, to) || samePath(from, to)) return false
    const account = accountBecame(link, counterpart)
    if (account !== null) return account === 'orders' ? account : account === 'other'
    if (sameEnd(link, counterpart)) return false
    // Whoever wanted to call reaches the same telephone by a message.
    if (from.place.startsWith('tel:') && isChatWith(to, from.place.slice('tel:'.length))) return true
    const unknown = !known.has(placeKey(to.place))
    // A redirect to the counterpart is the counterpart.
    if (unknown && link.became && [placeKey(to.place), counterpart.end].includes(link.became)) return false
    if (unknown && sameFile(from, to)) return false
    if (from.kind === 'external') return isAwayFromOther(link, counterpart)
    if (from.kind === 'fragment') {
      // A link that was broken cannot be led astray.
      if (link.link.fragmentFound === false) return false
      // “Our day” at #our-day is not #our-day-out, which is another entry's.
      const isNearer = () => isNamed(link, to) && likeness(link.name, to) > likeness(link.name, from)
      if (to.kind === 'fragment') return known.has(placeKey(to.place)) && !isNearer()
      if (leadsHere(to)) return false
    }
    if (leadsHere(from) && (leadsHere(to) || to.place === '#')) return false
    if (isAtHome(from, to)) return false
    if (to.kind !== 'page' && to.kind !== 'fragment') return true
    if (unknown && (sameSlug(from, to) || isNamed(link, to) || isFront(from, to))) return false
    // The original has a page by two addresses, of which this is its proper one: `/contact` beside `/node.php?p=620`.
    if (isNamed(link, to) && before.some(other => other.name === link.name && sameTarget(other.target, to)))
      return false
    const one = from.kind === 'page' && to.kind === 'page' && isOneAnother(link, counterpart) === true
    // The original links to both: what is asked of the page is what tells them apart.
    return !(one && (unknown || !asksOtherwise(from, to)))
  }

  /** Sharing links hold the page's own address, and other sites move as well: the host tells. */
  function isAwayFromOther(link: Link, { target: to, link: { href } }: Link): boolean | 'orders' {
    if (to.kind === 'placeholder') return true
    if (to.kind !== 'external') return !sameSlug(link.target, to) && !isNamed(link, to)
    if (isMap(link.link.href) && isMap(href)) return isOtherPlace(link.link.href, href)
    // The address of a profile became that of the network.
    const isDropped = stepsOf(to) === 0 && stepsOf(link.target) > 0
    if (hostOf(link.target) !== hostOf(to)) return true
    const isOfNobody = losesIdentifier(link.target, to)
    return isOfNobody && isPurchase(link.name) ? 'orders' : isOfNobody || isDropped
  }

  function sameEnd(link: Link, counterpart: Link): boolean {
    const others = [placeKey(counterpart.target.place), counterpart.end]
    return others.includes(placeKey(link.target.place)) || (!!link.end && others.includes(link.end))
  }
}

/** Letters from which a part of a host's name is no common one, as “www” and “shop”. */
const MIN_NAME = 5

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
    (atWidth(layouts, DESKTOP)?.blocks ?? []).filter(
      ({ state, kind, landmark }) => state === 'visible' && kind !== 'link' && landmark !== 'navigation',
    ),
    ({ text }) => normalise(text),
  )
