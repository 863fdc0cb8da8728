import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import { saysNotFound } from '../../../lib/not-found.ts'
import { basesOf, pathOf } from '../../../lib/url.ts'
import type { Finding, Pair, Side } from '../../core/suite.ts'
import { label, placesOf } from './describe.ts'
import type { Link } from './pair.ts'
import { prominence } from './prominence.ts'

/** Answers that tell nothing of the page: who asks is refused, or asks too much. */
const REFUSED = new Set([401, 403, 407, 429, 999])

/**
 * Why the target is dead, or null: alive, or not to be told. Other sites turn away whoever is no browser in many ways;
 * of them only "not found" and "gone" are believed.
 */
function deathOf(target: LinkTarget): string | null {
  const { status, failure, external, page } = target
  if (failure === 'too_many_redirects') return external ? null : 'redirects in a circle'
  const dead = external ? status === 404 || status === 410 : status >= 400 && !REFUSED.has(status)
  if (dead) return `answers with status ${status}`
  if (!external && isPageForFile(target)) return 'answers with a web page instead of the file'
  const said =
    page &&
    ([page.heading, page.title].find(saysNotFound) ??
      [page.heading || page.title].find(text => UNWRITTEN.test(text.trim())))
  return said ? `answers, and says “${said.slice(0, 80)}”` : null
}

/** Why it could not be told whether the target is alive, or null. */
export function doubtOf(target: LinkTarget): string | null {
  if (target.status > 0 && target.status < 400) return null
  if (deathOf(target)) return null
  return target.status > 0 ? `status ${target.status}` : (FAILURES[target.failure ?? ''] ?? 'no answer')
}

const FAILURES: Record<string, string> = {
  forbidden: 'not a public address',
  unresolvable: 'the name has no address',
  unreachable: 'no connection',
  tls_error: 'no secure connection',
  timed_out: 'no answer in time',
  too_many_redirects: 'redirects in a circle',
}

/** What is never a page, whatever says so at its end. */
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|rtf|zip|ics|vcf|epub|csv|dmg|exe|apk)$/i

/** An application answers any address with its own page: nobody gets the file. */
function isPageForFile({ href, finalUrl, type }: LinkTarget): boolean {
  const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : '')
  return /^text\/html\b/i.test(type ?? '') && FILE.test(pathOf(href)) && FILE.test(pathOf(finalUrl))
}

/** All that a page says which somebody means to write yet. */
const UNWRITTEN =
  /^(this page is |page |site |website )?(coming soon|under construction|(in|im) (aufbau|kürze)|demnächst( verfügbar)?|seite im aufbau|bientôt( disponible)?|en construction|próximamente|en construcción|in costruzione|prossimamente|em breve|em construção|binnenkort( beschikbaar)?)[\s.!…]*$/i

const withoutHash = (href: string) => href.split('#')[0]!

export const bases = ({ original, rebuilt }: Pair<'document'>) =>
  basesOf(original.document.url, rebuilt.document.url)

/** Where the redirects of a link ended, as comparable places; none where nothing answered. */
export function endsOf(
  { document, linkTargets }: Side<'document' | 'linkTargets'>,
  base: string,
): (href: string) => string[] {
  const ends = new Map(
    linkTargets.targets
      .filter(({ status }) => status > 0 && status < 400)
      .map(({ href, finalUrl }) => [href, [pathOf(finalUrl, document.origins, base).toLowerCase()]]),
  )
  return href => ends.get(withoutHash(href)) ?? []
}

/** Whether the page that a link of the side leads to was seen to answer. */
export function isAlive({ linkTargets }: Side<'linkTargets'>): (href: string) => boolean {
  const alive = new Set(
    linkTargets.targets
      .filter(target => target.status >= 200 && target.status < 400 && !deathOf(target))
      .map(({ href }) => href),
  )
  return href => alive.has(withoutHash(href))
}

/**
 * Pages that the rebuilt page links to and that do not answer, one finding for each page. `known` links were already
 * reported as leading elsewhere.
 */
export function deadTargets(
  pair: Pair<'document' | 'links' | 'linkTargets'>,
  now: Link[],
  paired: ReadonlyMap<Link, Link>,
  known: ReadonlySet<Link>,
): Finding[] {
  const { original, rebuilt } = pair
  const [, base] = bases(pair)
  const origin = new URL(rebuilt.document.url).origin
  const back = new Map([...paired].map(([old, counterpart]) => [counterpart, old]))
  const targets = new Map(rebuilt.linkTargets.targets.map(target => [target.href, target]))
  const [prominentBefore, prominentNow] = [prominence(original), prominence(rebuilt)]
  const found = new Map<string, Finding>()
  const unasked = new Set(original.linkTargets.unasked)
  for (const link of now) {
    const target = /^(page|external)$/.test(link.target.kind)
      ? targets.get(withoutHash(link.link.href))
      : undefined
    const death = target && deathOf(target)
    // A cinema means it.
    if (!death || known.has(link) || UNWRITTEN.test(link.name)) continue
    // Nobody knows whether it was dead before.
    if (unasked.has(withoutHash(back.get(link)?.link.href ?? ''))) continue
    // Asked on this host without the base path that the site is mounted at: no page of it.
    if (!target.external && base !== '' && !link.link.href.startsWith(origin)) continue
    const old = back.get(link)
    const place = old?.target.kind === link.target.kind ? old.target.place : link.target.place
    const key = `functional/links:dead:${place}`
    const serious = old ? prominentBefore(old) : prominentNow(link)
    if (found.get(key)?.severity === 'serious' || (found.has(key) && !serious)) continue
    found.set(key, {
      key,
      severity: serious ? 'serious' : 'moderate',
      penalty: serious ? 0.34 : 0.1,
      message: `${label(link)} is dead: ${link.target.place} ${death}`,
      fix: target.external
        ? `Link to where ${link.target.place} is now, or take the link away`
        : `Publish the page ${link.target.place}, or link to where it is now`,
      ...placesOf(pair, old, link),
    })
  }
  return [...found.values()]
}
