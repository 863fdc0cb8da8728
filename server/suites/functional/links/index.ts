import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import { normalise } from '../../../lib/text.ts'
import { hostnameOf, isUnreachableHost } from '../../../lib/url.ts'
import { byGravity, type Finding } from '../../core/finding.ts'
import { withoutTurns } from '../../core/path.ts'
import { firstCase } from '../../core/rules.ts'
import { type Check, notApplicable, type Pair } from '../../core/suite.ts'
import { deathOf, doubtOf, isAlive, isDownload, UNWRITTEN } from './answers.ts'
import { contradicted } from './contradicted.ts'
import { emptied } from './emptied.ts'
import { hiddenLandings } from './hidden-landings.ts'
import { idleMenu } from './idle-menu.ts'
import {
  addressOf,
  CONTENT,
  type Link,
  label,
  type PairedLinks,
  pairLinks,
  placesOf,
  shownPlace,
} from './link.ts'
import { lost } from './lost.ts'
import { nowhereReader, selfReader } from './offered.ts'
import { retargeted } from './retargeted.ts'
import { rules } from './rules.ts'
import { bases, isTop, withoutHash } from './targets.ts'
import { unfilled } from './unfilled.ts'
import { listOf, workedReader } from './worked.ts'

type Needed =
  | 'document'
  | 'head'
  | 'health'
  | 'images'
  | 'links'
  | 'linkTargets'
  | 'layouts'
  | 'volatile'
  | 'probes'

/** Links into the same site and to others, e-mail addresses, phone numbers and places in the page. */
export const links: Check<Needed> = {
  id: 'functional/links',
  title: 'Links lead where they led, and work',
  weight: 20,
  rules,
  judge(pair) {
    const paired = pairLinks(pair)
    if ([...paired.before, ...paired.now].every(({ target }) => target.kind === 'placeholder'))
      return notApplicable('the pages have no links')
    const deathOfLink = deathReader(pair, paired)
    const together = emptied(pair, paired)
    const astray = retargeted(pair, paired, deathOfLink)
    for (const link of astray.keys()) if (together.links.has(paired.originals.get(link)!)) astray.delete(link)
    const blank = unfilled(pair, paired, astray)
    return [
      ...astray.values(),
      ...gravestOfEachKey([...blank.values()]),
      ...contradicted(pair, paired, astray),
      ...(together.finding ? [together.finding] : []),
      ...lost(pair, paired, together.links),
      ...idleMenu(pair, paired),
      ...hiddenLandings(pair, paired),
      ...brokenFragments(pair, paired),
      ...deadTargets(pair, paired, deathOfLink, new Map([...astray, ...blank])),
      ...unchecked(pair, paired.now),
    ]
  },
}

/**
 * Links to a place in the page that the page does not have; several to one place, and those of one list, are one cause.
 */
function brokenFragments(pair: Pair<Needed>, { now, originals }: PairedLinks): Finding[] {
  const isNowhere = nowhereReader(pair)
  const isWorked = workedReader(pair.rebuilt)
  const routed = new Set(pair.rebuilt.probes.wide.routed)
  const there = new Set(now.flatMap(({ link, target }) => (link.fragmentFound ? target.place : [])))
  const findings = now.flatMap((link): Finding[] => {
    const { kind, place: target } = link.target
    if (kind !== 'fragment' || link.link.fragmentFound !== false || target.startsWith('#:~:')) return []
    if (isWorked(link) || routed.has(link.link.href)) return []
    const old = originals.get(link)
    // It led to no place before: who follows it stays where he is, as he did.
    if (old && old.target.kind !== kind && isNowhere(old)) return []
    // What the original's link led to may be there, and another link lead to it.
    const place = old?.target.kind === kind && !there.has(old.target.place) ? old.target.place : target
    const top = isTop(old?.target ?? link.target)
    // Where a script took the original's to its page, one may take this one as well.
    const wasRouted = old !== undefined && /#!?\//.test(old.link.href)
    return [
      rules.report('fragment', {
        place,
        as: top || !old ? 'idle' : old.prominent && link.prominent && !wasRouted ? 'prominent' : undefined,
        cause: top || !old ? 'idle' : (listOf(link.link.selector) ?? withoutTurns(link.link.selector)),
        message: `${label(link)} leads to ${target}, which the page does not have`,
        fix: `Give the section its id "${place.slice(1)}" again, or link to the id that it has`,
        ...placesOf(pair, old, link),
      }),
    ]
  })
  return gravestOfEachKey(findings)
}

/** Why the page behind a link of the rebuilt page is dead, or null: alive, or no fault of the rebuilt page. */
function deathReader(pair: Pair<Needed>, { originals }: PairedLinks): (link: Link) => string | null {
  const { original, rebuilt } = pair
  const [, base] = bases(pair)
  const { origin } = new URL(rebuilt.document.url)
  const unasked = new Set(original.linkTargets.unasked)
  return link => {
    const { answer } = link
    const death = answer && isPage(link) ? deathOf(answer) : null
    // A link itself named "Coming soon" is a listing, not a placeholder page.
    if (!answer || !death || UNWRITTEN.test(link.name)) return null
    // “Open http://localhost:3000” means the reader's own machine.
    if (answer.external && link.name.includes(new URL(answer.href).host)) return null
    const old = originals.get(link)
    // Nobody knows whether it was dead before.
    if (unasked.has(withoutHash(old?.link.href ?? ''))) return null
    // Nor of a page that scripts show; a server that refuses the new one says so by itself.
    if (/^(not opened|unclear)$/.test(old?.answer?.shell ?? '') && answer.status < 400) return null
    // Asked on this host without the base path that the site is mounted at: no page of it.
    return !answer.external && base !== '' && !link.link.href.startsWith(origin) ? null : death
  }
}

/** Dead pages of the site in the text of a page from which its owner would not go live; one may be an old note's. */
const MIN_OF_CONTENT = 3

/**
 * Pages that the rebuilt page links to and that do not answer, one finding for each page. `known` links were already
 * reported as leading elsewhere, or to nobody's address.
 */
function deadTargets(
  pair: Pair<Needed>,
  { now, originals }: PairedLinks,
  deathOfLink: (link: Link) => string | null,
  known: ReadonlyMap<Link, Finding>,
): Finding[] {
  const [, base] = bases(pair)
  const [isNowhere, isSelf] = [nowhereReader(pair), selfReader(pair)]
  const isEntry = newEntries(pair)
  const isOfFew = fewReader(now)
  const routed = new Set(pair.rebuilt.probes.wide.routed)
  const isRouted = ({ link }: Link) => routed.has(withoutHash(link.href))
  // Who pressed a link to the page itself was on a page.
  const isOffered = (old: Link) => isSelf(old.target) || !isNowhere(old)
  // The root of a host belongs to another site where this one is mounted below it.
  const isOutside = ({ link }: Link) => base !== '' && !new URL(link.href).pathname.startsWith(base)
  const dead = now.flatMap(link => {
    const death = known.has(link) ? null : deathOfLink(link)
    if (!death) return []
    const old = originals.get(link)
    const isOfSite = !link.answer!.external && !isOutside(link)
    return [
      {
        link,
        old,
        death,
        isOfSite,
        isOfContent: isOfSite && !isRouted(link) && CONTENT.test(link.link.landmark) && old && isOffered(old),
      },
    ]
  })
  const places = new Set(dead.flatMap(({ link, isOfContent }) => (isOfContent ? link.target.place : [])))
  const findings = dead.map(({ link, old, death, isOfSite, isOfContent }): Finding => {
    const { target } = link
    const isExternal = link.answer!.external
    const led = old && old.target.place !== target.place ? `; it led to ${shownPlace(old.target.place)}` : ''
    const isOfMenu = old ? old.prominent || (isOfFew(link) && isAlive(old.answer)) : isEntry(link)
    const isProminent = isOfMenu && (!old || isOffered(old)) && !isOutside(link)
    return rules.report('dead', {
      // As the original judged by itself names it, which has no base.
      place: old?.target.kind === target.kind ? (old.target.path ?? old.target.place) : target.place,
      as: firstCase({
        routed: isRouted(link),
        prominent: isProminent,
        file: isOfSite && isGone(link.answer!) && isDownload(link.link.href) && isAlive(old?.answer),
        content: isOfContent && places.size >= MIN_OF_CONTENT,
      }),
      cause: `${isExternal ? 'elsewhere' : isRouted(link) ? 'routed' : 'here'} ${death}`,
      message: isRouted(link)
        ? `${label(link)} works when it is pressed, and its page cannot be reloaded or shared: ${target.place} ${death}${led}`
        : `${label(link)} is dead: ${shownPlace(target.place)} ${death}${led}`,
      fix: isRouted(link)
        ? `Have the server answer ${target.place} with the page that its scripts show`
        : isExternal
          ? led
            ? `Let it lead to ${addressOf(old!)}`
            : `Link to where ${target.place} is now, or take the link away`
          : `Publish the page ${target.place}, or link to where it is now`,
      ...placesOf(pair, old, link),
    })
  })
  return gravestOfEachKey(findings)
}

/** Nobody gets it, whoever asks: it is not there, or a page is in its place. */
const isGone = ({ status }: LinkTarget): boolean => status === 404 || status === 410 || status < 400

/** Links of a page that are all its navigation. */
const MAX_FEW = 12

/** Tells the links in view, outside of the footer, to pages of a site that marks no navigation and has few of them. */
function fewReader(now: readonly Link[]): (link: Link) => boolean {
  const shown = now.filter(({ link }) => link.state === 'visible')
  const own = shown.filter(({ link, target }) => target.kind === 'page' && link.landmark !== 'contentinfo')
  const isMarked = shown.some(({ link }) => /^(navigation|banner)$/.test(link.landmark))
  const few = new Set(isMarked || own.length > MAX_FEW ? [] : own)
  return link => few.has(link)
}

/** New entries of the main menu, of which each promises a page of the site; what was a button may still work as one. */
function newEntries({ original }: Pair<Needed>): (link: Link) => boolean {
  const known = new Set(
    original.layouts.flatMap(({ controls }) => controls.map(({ name }) => normalise(name))),
  )
  return ({ link, name, prominent, target }) =>
    prominent &&
    link.landmark === 'navigation' &&
    (target.kind === 'page' || isUnreachableHost(hostnameOf(link.href))) &&
    !known.has(name)
}

const isPage = ({ target }: Link) => target.kind === 'page' || target.kind === 'external'

/** The first of equally grave ones speaks for all of its key. */
function gravestOfEachKey(findings: Finding[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const finding of findings) {
    const known = found.get(finding.key)
    if (!known || byGravity(finding, known) < 0) found.set(finding.key, finding)
  }
  return [...found.values()]
}

/** Links of which nobody can tell whether they work: said, and charged nothing. */
function unchecked({ rebuilt }: Pair<Needed>, now: Link[]): Finding[] {
  const unasked = new Set(rebuilt.linkTargets.unasked)
  const doubts = new Map<string, string>()
  for (const { link, target, answer } of now.filter(isPage)) {
    const isUnasked = !answer && unasked.has(withoutHash(link.href))
    const doubt = answer ? doubtOf(answer) : isUnasked ? 'not asked in time' : null
    if (doubt) doubts.set(target.place, doubt)
  }
  if (doubts.size === 0) return []
  const all = [...doubts].map(([place, doubt]) => `${shownPlace(place).slice(0, 200)} (${doubt})`)
  const what = doubts.size === 1 ? 'a link works' : `${doubts.size} links work`
  return [
    rules.report('unchecked', {
      message: `Whether ${what} could not be told: ${all.slice(0, 3).join('; ')}${all.length > 3 ? '; …' : ''}`,
      rebuilt: { url: rebuilt.document.url },
      evidence: all.slice(0, 50),
    }),
  ]
}
