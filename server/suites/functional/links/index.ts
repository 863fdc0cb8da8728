import { normalise } from '../../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Pair } from '../../core/suite.ts'
import { bases, deadTargets, endsOf } from './dead-links.ts'
import { addressOf, label, placesOf } from './describe.ts'
import { landsElsewhere } from './landing.ts'
import { lostLink, shownTexts } from './lost.ts'
import { type Link, linkOf, pairLinks } from './pair.ts'
import { prominence } from './prominence.ts'
import { redirectedLinks } from './redirected-links.ts'
import { leadsAstray } from './retargeted.ts'
import { sameTarget, targetReaders } from './targets.ts'
import { uncheckedLinks } from './unchecked.ts'

type Needed = 'document' | 'links' | 'linkTargets' | 'layouts' | 'volatile' | 'probes'

/** Links into the same site and to others, e-mail addresses, phone numbers and places in the page. */
export const links: Check<Needed> = {
  id: 'functional/links',
  title: 'Links lead where they led, and work',
  weight: 20,
  judge(pair) {
    const { original, rebuilt } = pair
    const [readOriginal, readRebuilt] = targetReaders(original, rebuilt)
    const before = original.links.map(link => linkOf(link, readOriginal(link)))
    const now = rebuilt.links.map(link => linkOf(link, readRebuilt(link)))
    const judged = before.filter(isJudged)
    if (judged.length === 0 && !now.some(isJudged)) return notApplicable('the pages have no links')
    const paired = pairLinks(before, now)
    const astray = retargeted(pair, judged, before, paired)
    return [
      ...astray.findings.slice(0, MAX_FINDINGS),
      ...lost(pair, judged, now, paired).slice(0, MAX_FINDINGS),
      ...brokenFragments(pair, now, paired).slice(0, MAX_FINDINGS),
      ...deadTargets(pair, now, paired, astray.links),
      ...uncheckedLinks(pair, now),
    ]
  },
}

const SERIOUS = 0.34
const MODERATE = 0.1
/** Of each kind; no reader gets through more. */
const MAX_FINDINGS = 1000

const isJudged = ({ target }: Link) => target.kind !== 'placeholder'

function retargeted(
  pair: Pair<Needed>,
  judged: Link[],
  before: Link[],
  paired: ReadonlyMap<Link, Link>,
): { findings: Finding[]; links: Set<Link> } {
  const found = new Set<Link>()
  const volatile = new Set(pair.original.volatile.texts.map(normalise))
  const isAstray = leadsAstray(pair, before)
  const redirected = redirectedLinks(pair, before)
  const landed = landsElsewhere(pair)
  const prominent = prominence(pair.original)
  const findings = judged.flatMap((link): Finding[] => {
    const counterpart = paired.get(link)
    if (!counterpart || volatile.has(link.name)) return []
    const verdict = isAstray(link, counterpart)
    const on = verdict === null ? redirected(link, counterpart) : null
    const lands = verdict === null && on === null ? landed(link, counterpart) : null
    if (verdict === null && on === null && lands === null) return []
    found.add(counterpart)
    const serious = prominent(link) && (on ? on.home : verdict !== 'new-address')
    const target =
      on?.place ?? (counterpart.target.kind === 'placeholder' ? 'nowhere' : counterpart.target.place)
    return [
      {
        key: `functional/links:retargeted:${link.name}:${link.target.place}`,
        severity: serious ? 'serious' : 'moderate',
        // A link to a section or dialog that a script may open now loses less than an address.
        penalty: serious ? SERIOUS : link.target.kind === 'fragment' ? MODERATE / 2 : MODERATE,
        message: lands
          ? `${label(link)} leads to “${lands.now}” (${target}); it led to “${lands.was}”`
          : `${label(link)} ${on ? 'is redirected' : 'leads'} to ${target}; it led to ${link.target.place}`,
        fix: lands
          ? `Give the id "${counterpart.target.place.slice(1)}" to the section “${lands.was}”`
          : on
            ? `Publish ${link.target.place}, or redirect it to what became of it`
            : `Let it lead to ${addressOf(link)}`,
        ...placesOf(pair, link, counterpart),
      },
    ]
  })
  return { findings, links: found }
}

function lost(pair: Pair<Needed>, judged: Link[], now: Link[], paired: ReadonlyMap<Link, Link>): Finding[] {
  const missing = judged.filter(link => !paired.has(link))
  if (missing.length === 0) return []
  const prominent = prominence(pair.original)
  const ends = endsOf(pair.rebuilt, bases(pair)[1])
  const reached = new Set(now.flatMap(({ link, target }) => [target.place.toLowerCase(), ...ends(link.href)]))
  const phones = now.filter(({ target }) => target.kind === 'phone')
  const texts = shownTexts(pair, now)
  return missing.flatMap((link): Finding[] => {
    const reachable =
      reached.has(link.target.place.toLowerCase()) ||
      (link.target.kind === 'phone' && phones.some(({ target }) => sameTarget(target, link.target)))
    const verdict = lostLink(link, { reachable, prominent: prominent(link), texts })
    if (!verdict) return []
    return [
      {
        key: `functional/links:lost:${link.name}:${link.target.place}`,
        severity: verdict.severity,
        penalty: verdict.severity === 'serious' ? SERIOUS : MODERATE,
        message: `${label(link)} to ${link.target.place} ${verdict.what}`,
        fix: `Link to ${addressOf(link)} again`,
        ...placesOf(pair, link, undefined),
      },
    ]
  })
}

/** Links to a place in the page that the page does not have; several to one place are one cause. */
function brokenFragments(pair: Pair<Needed>, now: Link[], paired: ReadonlyMap<Link, Link>): Finding[] {
  const back = new Map([...paired].map(([old, counterpart]) => [counterpart, old]))
  const prominentBefore = prominence(pair.original)
  const prominentNow = prominence(pair.rebuilt)
  const found = new Map<string, Finding>()
  for (const link of now) {
    if (
      link.target.kind !== 'fragment' ||
      link.link.fragmentFound !== false ||
      link.target.place.startsWith('#:~:')
    )
      continue
    const old = back.get(link)
    const place = old?.target.kind === 'fragment' ? old.target.place : link.target.place
    const key = `functional/links:fragment:${place}`
    const serious = old ? prominentBefore(old) : prominentNow(link)
    if (found.get(key)?.severity === 'serious' || (found.has(key) && !serious)) continue
    found.set(key, {
      key,
      severity: serious ? 'serious' : 'moderate',
      penalty: serious ? SERIOUS : MODERATE,
      message: `${label(link)} leads to ${link.target.place}, which the page does not have`,
      fix: `Give the section its id "${place.slice(1)}" again, or link to the id that it has`,
      ...placesOf(pair, old, link),
    })
  }
  return [...found.values()]
}
