import { normalise } from '../../../lib/text.ts'
import { byGravity, type Finding } from '../../core/finding.ts'
import { type Check, notApplicable, type Pair, type Side } from '../../core/suite.ts'
import { deathOf, doubtOf, UNWRITTEN } from './answers.ts'
import { addressOf, type Link, label, type PairedLinks, pairLinks, placesOf } from './link.ts'
import { retargeted } from './retargeted.ts'
import { rules } from './rules.ts'
import { bases, sameTarget, withoutHash } from './targets.ts'

type Needed = 'document' | 'links' | 'linkTargets' | 'layouts' | 'volatile' | 'probes'

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
    const astray = retargeted(pair, paired)
    return [
      ...astray.values(),
      ...lost(pair, paired),
      ...brokenFragments(pair, paired),
      ...deadTargets(pair, paired, astray),
      ...unchecked(pair, paired.now),
    ]
  },
}

/** Links of the original without counterpart, where their loss is not the text's, so the content suite's. */
function lost(
  pair: Pair<'document' | 'layouts' | 'probes'>,
  { before, now, counterparts }: PairedLinks,
): Finding[] {
  const missing = before.filter(link => link.target.kind !== 'placeholder' && !counterparts.has(link))
  if (missing.length === 0) return []
  const reached = new Set(now.flatMap(({ target, end }) => [target.place.toLowerCase(), end]))
  const phones = now.filter(({ target }) => target.kind === 'phone')
  const isReachable = ({ target }: Link) =>
    reached.has(target.place.toLowerCase()) ||
    (target.kind === 'phone' && phones.some(phone => sameTarget(phone.target, target)))
  const texts = shownTexts(pair, now)
  return missing.flatMap((link): Finding[] => {
    const loss = lossOf(link, isReachable(link), texts)
    if (!loss) return []
    return [
      rules.report('lost', {
        place: `${link.name}:${link.target.place}`,
        as: loss.grave ? 'prominent' : undefined,
        cause: `${loss.what} in ${link.link.landmark}`,
        message: `${label(link)} to ${link.target.place} ${loss.what}`,
        fix: `Link to ${addressOf(link)} again`,
        ...placesOf(pair, link, undefined),
      }),
    ]
  })
}

function lossOf(
  { name, target, prominent }: Link,
  reachable: boolean,
  texts: ReturnType<typeof shownTexts>,
): { what: string; grave: boolean } | null {
  if (/^#(page-?)?top$/i.test(target.place)) return null
  const inPage = target.kind === 'fragment'
  if (name !== '' && texts.isDeadButton(name))
    return { what: 'became a button that does nothing when it is pressed', grave: prominent && !inPage }
  if (name !== '' && texts.becameButton(name))
    // A button scrolls and opens as well as a link does; it is no address that can be followed.
    return inPage ? null : { what: 'became a button', grave: false }
  if (name !== '' && texts.becameText(name)) return { what: 'became plain text', grave: prominent }
  return reachable || !prominent ? null : { what: 'is gone, and nothing else leads there', grave: true }
}

/** Links to a place in the page that the page does not have; several to one place are one cause. */
function brokenFragments(pair: Pair<Needed>, { now, originals }: PairedLinks): Finding[] {
  const findings = now.flatMap((link): Finding[] => {
    const { kind, place: target } = link.target
    if (kind !== 'fragment' || link.link.fragmentFound !== false || target.startsWith('#:~:')) return []
    const old = originals.get(link)
    const place = old?.target.kind === kind ? old.target.place : target
    return [
      rules.report('fragment', {
        place,
        as: (old ?? link).prominent ? 'prominent' : undefined,
        message: `${label(link)} leads to ${target}, which the page does not have`,
        fix: `Give the section its id "${place.slice(1)}" again, or link to the id that it has`,
        ...placesOf(pair, old, link),
      }),
    ]
  })
  return gravestOfEachKey(findings)
}

/**
 * Pages that the rebuilt page links to and that do not answer, one finding for each page. `known` links were already
 * reported as leading elsewhere.
 */
function deadTargets(
  pair: Pair<Needed>,
  { now, originals }: PairedLinks,
  known: ReadonlyMap<Link, Finding>,
): Finding[] {
  const { original, rebuilt } = pair
  const [, base] = bases(pair)
  const { origin } = new URL(rebuilt.document.url)
  const unasked = new Set(original.linkTargets.unasked)
  const findings = now.flatMap((link): Finding[] => {
    const { answer, target } = link
    const death = answer && isPage(link) ? deathOf(answer) : null
    // A link itself named "Coming soon" is a listing, not a placeholder page.
    if (!answer || !death || known.has(link) || UNWRITTEN.test(link.name)) return []
    const old = originals.get(link)
    // Nobody knows whether it was dead before.
    if (unasked.has(withoutHash(old?.link.href ?? ''))) return []
    // Asked on this host without the base path that the site is mounted at: no page of it.
    if (!answer.external && base !== '' && !link.link.href.startsWith(origin)) return []
    return [
      rules.report('dead', {
        place: old?.target.kind === target.kind ? old.target.place : target.place,
        as: (old ?? link).prominent ? 'prominent' : undefined,
        cause: `${answer.external ? 'elsewhere' : 'here'} ${death}`,
        message: `${label(link)} is dead: ${target.place} ${death}`,
        fix: answer.external
          ? `Link to where ${target.place} is now, or take the link away`
          : `Publish the page ${target.place}, or link to where it is now`,
        ...placesOf(pair, old, link),
      }),
    ]
  })
  return gravestOfEachKey(findings)
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
  const all = [...doubts].map(([place, doubt]) => `${place.slice(0, 200)}: ${doubt}`)
  const what = doubts.size === 1 ? 'a link works' : `${doubts.size} links work`
  return [
    rules.report('unchecked', {
      message: `Whether ${what} could not be told: ${all.slice(0, 3).join('; ')}${all.length > 3 ? '; …' : ''}`,
      rebuilt: { url: rebuilt.document.url },
      evidence: all.slice(0, 50),
    }),
  ]
}

/** Searching the running text costs its length each time. */
const MAX_SEARCHES = 200

/** What the rebuilt page shows by the name of a link: plain text or a button, more often than the original does. */
function shownTexts({ original, rebuilt }: Pair<'layouts' | 'probes'>, now: Link[]) {
  const [before, after] = [textsOf(original), textsOf(rebuilt)]
  const linked = new Set(now.map(({ name }) => name))
  // A link with the role of a tab was none to a visitor, and still is there as a tab.
  const wasTab = (name: string) => before.tabs.has(name) && !before.links.has(name) && after.tabs.has(name)
  const becameButton = (name: string) =>
    wasTab(name) || count(after.buttons, name) > count(before.buttons, name)
  const pressed = [...rebuilt.probes.wide.probes, ...rebuilt.probes.narrow.probes].filter(
    ({ role, way }) => role === 'button' && way === 'press',
  )
  let searches = 0
  return {
    becameButton,
    /** And was pressed, in vain. */
    isDeadButton(name: string): boolean {
      const tried = becameButton(name) ? pressed.filter(one => normalise(one.name) === name) : []
      return tried.length > 0 && tried.every(({ effect, stirred }) => effect === 'nothing' && !stirred)
    },
    becameText(name: string): boolean {
      if (before.alone.has(name)) {
        // In a heading or a cell, whose text is not a link's alone.
        const within = !before.linked.has(name) && !linked.has(name)
        return count(after.plain, name) > (within ? 0 : count(before.plain, name))
      }
      // Inside a sentence, or over several blocks.
      const said = plainly(name)
      if (said.length < 4 || linked.has(name) || searches++ >= MAX_SEARCHES) return false
      return ` ${after.running} `.includes(` ${said} `)
    },
  }
}

const count = (groups: ReadonlyMap<string, string[]>, name: string) => groups.get(name)?.length ?? 0

function textsOf({ layouts }: Side<'layouts'>) {
  const layout = layouts.at(-1)
  const blocks = (layout?.blocks ?? []).map(({ kind, text }) => ({ kind, text: normalise(text) }))
  const plain = blocks.flatMap(({ kind, text }) => (kind === 'link' || kind === 'button' ? [] : text))
  const named = (wanted: string) =>
    (layout?.controls ?? []).flatMap(({ role, name }) => (role === wanted ? normalise(name) : []))
  return {
    alone: new Set(blocks.map(({ text }) => text)),
    linked: new Set(blocks.flatMap(({ kind, text }) => (kind === 'link' ? text : []))),
    plain: Map.groupBy(plain, text => text),
    running: plainly(plain.join(' ')),
    buttons: Map.groupBy(named('button'), name => name),
    tabs: new Set(named('tab')),
    links: new Set(named('link')),
  }
}

const plainly = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
