import type { LinkTarget } from '../../capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../capture/collectors/links.ts'
import { MAX_LINKS } from '../../lib/limits.ts'
import { isNotFoundTitle } from '../../lib/not-found.ts'
import { normalise, words } from '../../lib/text.ts'
import { basesOf, hostnameOf, isSamePage, isSameSite, pathOf, placeKey } from '../../lib/url.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { listed } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { publicOriginsOfBoth } from '../core/site.ts'
import { type Check, inconclusive, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { bothPages } from './page-finding.ts'

type Needed = 'document' | 'head' | 'links' | 'linkTargets' | 'layouts' | 'volatile'

/** Shares of the linked pages from which a site owner would mind, and would not go live. */
const MODERATE_SHARE = 0.05
const SERIOUS_SHARE = 0.2
/** A page that links to fewer is charged as though it linked to so many: the share of one says little. */
const MIN_PAGES = 8
/** Pages that a message names. */
const MAX_NAMED = 5

const rules = defineRules(
  'seo/links',
  {
    why: 'Crawlers find the pages of a site by following links; a page that none leads to drops out of the results.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  },
  {
    lost: {
      severity: 'minor',
      penalty: { of: `the share of linked pages, ${MIN_PAGES} at least`, factor: 2 },
      measures: 'The share of the pages of the site that the original links to and the new page does not.',
      fix: 'Link to them with <a href="…">',
      cases: {
        some: { when: `it is over ${MODERATE_SHARE * 100} %`, severity: 'moderate' },
        unreadable: {
          when: `over ${SERIOUS_SHARE * 100} % of the pages, and at least two, have their words where they were, but no link of this site that a crawler can follow, nor one to a section of the new page that is theirs`,
          severity: 'serious',
        },
      },
    },
    'not-redirected': {
      severity: 'moderate',
      penalty: { of: `the share of linked pages, ${MIN_PAGES} at least`, base: 0.1 },
      measures:
        'Pages of the site that the new page links to under another address, where the new site answers the address that the original links to with 404 or 410, or with a page that says that it is not found. That it is the same page is known by an address that differs in its ending or letter case alone, or by a name that one link target of each page has, and that stands in one of the two addresses.',
      why: 'Search results, bookmarks and links of other sites still lead to the old address: who follows them finds nothing, and what the page has earned is not passed on to the new one.',
      fix: 'Redirect each old address to its new one with status 301',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
    },
    nofollow: {
      severity: 'moderate',
      penalty: { of: 'the share of the linked pages that are kept', base: 0.2 },
      measures:
        'The share of the linked pages that are kept, to which all links became nofollow, ugc or sponsored.',
      fix: 'Remove rel="nofollow" from them',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
      cases: {
        many: {
          when: `it is over ${SERIOUS_SHARE * 100} % of the linked pages that are kept, and at least two of them`,
          severity: 'serious',
        },
      },
    },
  },
)

/** Which pages of the site a crawler can reach from here. Where a link leads is the functional suite's question. */
export const internalLinks: Check<Needed> = {
  id: 'seo/links',
  title: 'Pages of the site stay linked for crawlers',
  weight: 8,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const [before, now] = targetsOf(pair)
    if (before.size === 0) return notApplicable('the original links to no other page of its site')
    const { kept, lost } = match(before, now)
    // Of a page with as many links as a capture takes, nobody knows what else it links to.
    const cut = rebuilt.links.length >= MAX_LINKS
    const newPlacesOf = movedReader(pair, before, now)
    const findings = [
      ...(cut ? [] : lostTargets(original, rebuilt, lost, before.size)),
      ...notRedirected(pair, before, newPlacesOf),
      ...turnedNofollow(original, rebuilt, kept),
    ]
    const unanswered = rebuilt.linkTargets.unansweredOldAddresses ?? []
    const unknown = unanswered.filter(href => newPlacesOf(href).length > 0)
    if (findings.length === 0 && unknown.length > 0)
      return inconclusive(
        `whether old addresses are redirected is not known, as the new site did not answer in time: ${listed(unknown.map(addressOf), MAX_NAMED)}`,
      )
    return findings
  },
}

/** A page of the site that is linked to, by however many links. */
interface Target {
  place: string
  /** As linked, without fragments. */
  hrefs: Set<string>
  names: Set<string>
  /** By at least one link that crawlers may follow. */
  followed: boolean
  link: LinkArtifact
}

/** Linked pages of both sides by their place, but for the page itself. */
function targetsOf(pair: Pair<Needed>): [Map<string, Target>, Map<string, Target>] {
  const { original, rebuilt } = pair
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  // One page alone may say where the site is at home.
  const origins = publicOriginsOfBoth(pair, [from, to])
  const volatile = new Set(original.volatile.texts.map(normalise))
  // In another folder of the site, the new page is one that the original links to.
  const ownNow = placeKey(pathOf(rebuilt.document.url, origins))
  const read = ({ document, links }: Side<Needed>, base: string) => {
    const keyOf = (href: string) => placeKey(pathOf(href, origins, base))
    const own = keyOf(document.url)
    const found = new Map<string, Target>()
    for (const link of links) {
      if (!/^https?:/i.test(link.href) || !isSameSite(link.href, origins)) continue
      // Crawlers drop fragments, the routes of older applications with them.
      const href = link.href.split('#')[0]!
      const place = keyOf(href)
      const name = normalise(link.name)
      if (place === own || place === ownNow || volatile.has(name) || PICTURE.test(place)) continue
      const followed = !/\b(nofollow|ugc|sponsored)\b/.test(link.rel)
      const known = found.get(place)
      if (!known) found.set(place, { place, hrefs: new Set([href]), names: new Set([name]), followed, link })
      else {
        known.hrefs.add(href)
        known.names.add(name)
        known.followed ||= followed
      }
    }
    return found
  }
  // Pages that are not there on the original cannot be lost.
  const dead = new Set(
    original.linkTargets.targets
      .filter(({ status }) => status === 404 || status === 410)
      .map(({ href }) => href),
  )
  const links = original.links.filter(({ href }) => !dead.has(href.split('#')[0]!))
  return [read({ ...original, links }, from), read(rebuilt, to)]
}

/** By place; then pages that moved, by what links to them say and by the end of the path, each new one for one old. */
function match(before: ReadonlyMap<string, Target>, now: ReadonlyMap<string, Target>) {
  const kept: [Target, Target][] = []
  const left: Target[] = []
  const free = new Set([...now.values()].filter(({ place }) => !before.has(place)))
  for (const target of before.values()) {
    const same = now.get(target.place)
    if (same) kept.push([target, same])
    else left.push(target)
  }
  const lost = [namesOf, slugOf].reduce((missing, keysOf) => {
    const byKey = new Map<string, Target[]>()
    for (const target of [...free].reverse())
      for (const key of keysOf(target)) {
        const queue = byKey.get(key)
        if (queue) queue.push(target)
        else byKey.set(key, [target])
      }
    return missing.filter(target => {
      for (const key of keysOf(target)) {
        const queue = byKey.get(key) ?? []
        while (queue.length && !free.has(queue.at(-1)!)) queue.pop()
        const found = queue.pop()
        if (!found) continue
        free.delete(found)
        kept.push([target, found])
        return false
      }
      return true
    })
  }, left)
  return { kept, lost }
}

/** The file of a picture, which is the picture suite's, wherever it is kept. */
const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i

const namesOf = ({ names }: Target): string[] => [...names].filter(Boolean).slice(0, 20)

/** The last step of the path, in letters and digits alone. */
function slugOf({ place }: Target): string[] {
  const last = place.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? ''
  const slug = last.replace(/\.(html?|php|aspx?|jsp)$/, '').replace(/[^\p{L}\p{N}]/gu, '')
  return slug.length > 1 ? [slug] : []
}

function lostTargets(original: Side<Needed>, rebuilt: Side<Needed>, lost: Target[], all: number): Finding[] {
  if (lost.length === 0) return []
  const share = lost.length / all
  // Words that are still there, and lead to another host or somewhere by script alone.
  const abroad = new Map(
    rebuilt.links.flatMap(({ name, href }) =>
      /^https?:/i.test(href) && !isSameSite(href, rebuilt.document.origins)
        ? [[normalise(name), hostnameOf(href)]]
        : [],
    ),
  )
  const shown = new Set((atWidth(rebuilt.layouts, DESKTOP)?.blocks ?? []).map(({ text }) => normalise(text)))
  for (const { name, href } of rebuilt.links) if (!/^https?:/i.test(href)) shown.add(normalise(name))
  const sections = sectionsOf(lost, rebuilt)
  const scripted = lost.filter(
    target => !sections.has(target) && [...target.names].some(name => name !== '' && shown.has(name)),
  )
  const places = lost.map(({ place }) => place)
  const named = places.slice(0, MAX_NAMED).join(', ')
  const hosts = scripted.flatMap(({ names }) => [...names].flatMap(name => (name && abroad.get(name)) || []))
  const how = scripted.length
    ? `; the words of ${scripted.length === lost.length ? 'all' : scripted.length} of them are there, but ${hosts.length ? `lead to another site (${hosts[0]})` : 'are no link that a crawler can follow'}`
    : ''
  const became = sections.size
    ? `; the links of the same names lead to sections of this page: ${[...sections.values()].slice(0, MAX_NAMED).join(', ')}`
    : ''
  const moved = [...sections].slice(0, MAX_NAMED).map(([{ place }, section]) => `${place} to ${section}`)
  const others = lost.flatMap(target => (sections.has(target) ? [] : target.place)).slice(0, MAX_NAMED)
  const message = `${lost.length} of the ${all} pages of the site that the original links to ${lost.length === 1 ? 'is' : 'are'} not linked any more: ${listed(places, MAX_NAMED)}${how}${became}`
  const isUnreadable = scripted.length / all > SERIOUS_SHARE && scripted.length > 1
  return [
    rules.report('lost', {
      ...bothPages(original, rebuilt, { before: named }),
      as: isUnreadable ? 'unreadable' : share > MODERATE_SHARE ? 'some' : undefined,
      extent: lost.length / Math.max(all, MIN_PAGES),
      message,
      fix: [
        ...(moved.length ? [`Redirect ${moved.join(', ')}`] : []),
        ...(others.length
          ? [`Link to ${moved.length ? 'the others' : 'them'} with <a href="…">: ${others.join(', ')}`]
          : []),
      ].join('; '),
    }),
  ]
}

/**
 * Pages that became sections of the new page, with the place in it: a link of the same name leads there. Each section is
 * one page's: links that all lead to one place tell of no others.
 */
function sectionsOf(lost: readonly Target[], { links }: Side<'links'>): Map<Target, string> {
  const found = new Map<Target, string>()
  const taken = new Set<string>()
  for (const { name, href, raw, fragmentFound } of links) {
    const section = `#${href.split('#')[1]}`
    if (!fragmentFound || taken.has(section) || raw === '#top') continue
    const called = normalise(name)
    const page = lost.find(target => !found.has(target) && called !== '' && target.names.has(called))
    if (!page) continue
    found.set(page, section)
    taken.add(section)
  }
  return found
}

/** Tells where a page of the original is that the new page links to under another address, by a link to the old one. */
function movedReader(
  { original, rebuilt }: Pair<Needed>,
  before: ReadonlyMap<string, Target>,
  now: ReadonlyMap<string, Target>,
): (href: string) => LinkTarget[] {
  const [, base] = basesOf(original.document.url, rebuilt.document.url)
  const answers = new Map(original.linkTargets.targets.map(target => [target.href, target]))
  const targets = new Map(
    [...before.values()].flatMap(target => [...target.hrefs].map(href => [href, target])),
  )
  const counterpartOf = counterpartReader(before, now)
  return href => {
    const target = targets.get(href)
    if (!target || !isThere(answers.get(href))) return []
    const counterpart = counterpartOf(target)
    // The two pages may tell wrongly where the new site is mounted.
    return rebuilt.linkTargets.targets.filter(
      one =>
        counterpart?.hrefs.has(one.href) && isThere(one) && new URL(one.url).pathname.startsWith(`${base}/`),
    )
  }
}

/** Pages whose address is another one now, while the new site says of the old one that nothing is there. */
function notRedirected(
  { original, rebuilt }: Pair<Needed>,
  before: ReadonlyMap<string, Target>,
  newPlacesOf: ReturnType<typeof movedReader>,
): Finding[] {
  const moved = (rebuilt.linkTargets.oldAddresses ?? []).flatMap(old => {
    if (!isGone(old)) return []
    // Of a host that says so with a page, a status tells nothing.
    const page = newPlacesOf(old.href).find(one => old.status >= 400 || one.page !== null)
    return page ? [{ from: addressOf(old.url), to: addressOf(page.url), old }] : []
  })
  if (moved.length === 0) return []
  const one = moved.length === 1
  const signs = moved.map(({ old }) => (old.status < 400 ? 'by what the page says' : `status ${old.status}`))
  const redirects = moved.map(({ from, to }) => `${from} to ${to}`)
  const named = listed(redirects, MAX_NAMED, '; ')
  return [
    rules.report('not-redirected', {
      ...bothPages(original, rebuilt),
      extent: moved.length / Math.max(before.size, MIN_PAGES),
      message: `${moved.length} of the ${before.size} pages of the site that the original links to ${one ? 'has' : 'have'} another address now, and the old one is not found on the new site (${[...new Set(signs)].join(', ')}): ${named}`,
      fix: `Redirect with status 301: ${named}`,
      evidence: redirects,
    }),
  ]
}

/** Whether a page of the site answered at this very address; not where a host answers any address with one document. */
function isThere(answer: LinkTarget | undefined): boolean {
  if (!answer || answer.external || answer.shell || answer.status < 200 || answer.status >= 300) return false
  return isSamePage(answer.url, answer.finalUrl) && !saysGone(answer)
}

const isGone = (answer: LinkTarget): boolean =>
  answer.status === 404 || answer.status === 410 || (answer.status < 400 && saysGone(answer))

const saysGone = ({ page }: LinkTarget): boolean =>
  page !== null && [page.heading, page.title].some(isNotFoundTitle)

const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * The same page on the new side: by its place, else by a name that no other target has on either side, where that name is
 * the page's own and not the place of the link in the page, as “Next” and “Read more” are.
 */
function counterpartReader(before: ReadonlyMap<string, Target>, now: ReadonlyMap<string, Target>) {
  const byName = (targets: ReadonlyMap<string, Target>) => {
    const named = [...targets.values()].flatMap(target => namesOf(target).map(name => ({ name, target })))
    return Map.groupBy(named, ({ name }) => name)
  }
  const [old, fresh] = [byName(before), byName(now)]
  return (target: Target): Target | undefined => {
    const same = now.get(target.place)
    if (same) return same
    const found = namesOf(target).flatMap(name => {
      const others = fresh.get(name) ?? []
      if (old.get(name)!.length > 1 || others.length !== 1) return []
      const other = others[0]!.target
      return !before.has(other.place) && isNamed(name, target, other) ? [other] : []
    })
    return new Set(found).size === 1 ? found[0] : undefined
  }
}

/** Letters from which a word is found in a name or an address by no chance. */
const MIN_WORD = 4

/** Whether an address has a word of the name in it, or the name the end of an address: “Introduction” of `/intro`. */
function isNamed(name: string, ...targets: Target[]): boolean {
  const [whole, places] = [lettersOf(name), targets.map(({ place }) => lettersOf(place))]
  const isLong = (word: string) => word.length >= MIN_WORD
  return (
    [whole, ...words(name).filter(isLong)].some(
      text => /\p{L}/u.test(text) && places.some(place => place.includes(text)),
    ) || targets.flatMap(slugOf).some(slug => isLong(slug) && whole.includes(slug))
  )
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function turnedNofollow(original: Side<Needed>, rebuilt: Side<Needed>, kept: [Target, Target][]): Finding[] {
  const turned = kept.filter(([before, now]) => before.followed && !now.followed)
  if (turned.length === 0) return []
  const share = turned.length / kept.length
  const named = turned
    .slice(0, MAX_NAMED)
    .map(([{ place }]) => place)
    .join(', ')
  return [
    rules.report('nofollow', {
      ...bothPages(original, rebuilt, { now: named }),
      as: share > SERIOUS_SHARE && turned.length > 1 ? 'many' : undefined,
      extent: share,
      message: `${turned.length} of ${kept.length} links into the site tell crawlers not to follow them: ${named}`,
    }),
  ]
}
