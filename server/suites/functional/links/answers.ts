/** What the pages behind links answered, and what they say they are. */
import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import { saysNotFound } from '../../../lib/not-found.ts'
import { similarity, words } from '../../../lib/text.ts'
import { hostnameOf, isSamePage, isUnreachableHost } from '../../../lib/url.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Link } from './link.ts'

/** Answers that tell nothing of the page: who asks is refused, or asks too much. */
const REFUSED = new Set([401, 403, 407, 429, 999])

/**
 * Why the target is dead, or null: alive, or not to be told. Other sites turn away whoever is no browser in many ways;
 * of them only "not found" and "gone" are believed.
 */
export function deathOf(target: LinkTarget): string | null {
  const { status, failure, external, page } = target
  if (external && isUnreachableHost(hostnameOf(target.href))) return 'has no public address'
  if (failure === 'too_many_redirects') return external ? null : 'redirects in a circle'
  const dead = external ? status === 404 || status === 410 : status >= 400 && !REFUSED.has(status)
  if (dead) return `answers with status ${status}`
  if (!external && isPageForFile(target)) return 'answers with a web page instead of the file'
  if (target.shell === 'as made up') return `shows what any made-up address shows${quoted(page)}`
  const said =
    page &&
    ([page.heading, page.title].find(saysNotFound) ??
      [page.heading || page.title].find(text => UNWRITTEN.test(text.trim())))
  return said ? `answers, and says ${quote(said)}` : null
}

const quoted = (page: LinkTarget['page']) => {
  const said = page?.heading || page?.title
  return said ? `, ${quote(said)}` : ''
}

/** Why it could not be told whether the target is alive, or null. */
export function doubtOf(target: LinkTarget): string | null {
  if (target.shell === 'not opened') return 'its server answers any address with one document'
  if (target.shell === 'unclear') return 'it shows what any made-up address shows'
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
const DOWNLOAD = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|rtf|zip|ics|vcf|epub|csv|dmg|exe|apk)$/i

export const isDownload = (url: string) => URL.canParse(url) && DOWNLOAD.test(new URL(url).pathname)

/** An application answers any address with its own page: nobody gets the file. */
function isPageForFile({ href, finalUrl, type }: LinkTarget): boolean {
  return /^text\/html\b/i.test(type ?? '') && isDownload(href) && isDownload(finalUrl)
}

/** All that a page says, or a link to it, which somebody means to write yet. */
export const UNWRITTEN =
  /^(this page is |page |site |website )?(coming soon|under construction|(in|im) (aufbau|kürze)|demnächst( verfügbar)?|seite im aufbau|bientôt( disponible)?|en construction|próximamente|en construcción|in costruzione|prossimamente|em breve|em construção|binnenkort( beschikbaar)?)[\s.!…]*$/i

/** Whether the page was seen to answer as one that is there. */
export const isAlive = (answer: LinkTarget | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 400 && !deathOf(answer)

/** Whether it was read, as what stands at its own address. */
export const isReadItself = (answer: LinkTarget | undefined): boolean =>
  !!answer?.page && answer.shell === undefined && isSamePage(answer.finalUrl, answer.url)

/** Share of words from which two titles or headings are one. */
const MIN_SIMILARITY = 0.5

/**
 * Whether the pages that a link and its counterpart lead to are one: true by their title or heading, false where these
 * share no word and the new ones have none of the link's either, null where that does not tell.
 */
export function pageReader({ original, rebuilt }: Pair<'linkTargets'>) {
  const [before, after] = [pagesOf(original), pagesOf(rebuilt)]
  return (link: Link, counterpart: Link): boolean | null => {
    const [was, now] = [before(link.answer), after(counterpart.answer)]
    if (!now) return null
    const isOfLink = (said: readonly string[]) => said.some(word => words(link.name).includes(word))
    // Of the old page nobody knows: the new one has to be called as the link is, or not at all.
    if (!was) return saidBy(now).length === 0 || isOfLink(saidBy(now)) ? null : false
    if (was.heading && now.heading && similarity(was.heading, now.heading) >= MIN_SIMILARITY) return true
    if (was.title && now.title && similarity(was.title, now.title) >= MIN_SIMILARITY) return true
    const [old, fresh] = [saidBy(was), saidBy(now)]
    if (old.length === 0 || fresh.length === 0) return null
    const known = new Set([...old, ...words(link.name)])
    return fresh.some(word => known.has(word)) ? null : false
  }
}

/** Whether two pages, one of each site, say the same of themselves by title or heading, but for the site's name. */
export function twinReader({ original, rebuilt }: Pair<'linkTargets'>) {
  const [before, after] = [pagesOf(original), pagesOf(rebuilt)]
  return (was: LinkTarget | undefined, now: LinkTarget | undefined): boolean => {
    const [mine, theirs] = [before(was)?.said ?? [], after(now)?.said ?? []]
    return mine.some(text => theirs.includes(text))
  }
}

type Page = NonNullable<LinkTarget['page']>

const saidBy = ({ title, heading }: Page) => words(`${title} ${heading}`)

/** What each page says of itself, without what the titles of most pages of the site say. */
function pagesOf({ linkTargets: { targets } }: Side<'linkTargets'>) {
  const titles = targets.flatMap(({ page }) => (page ? [[...new Set(words(page.title))]] : []))
  const counts = Map.groupBy(titles.flat(), word => word)
  const isBrand = (word: string) => titles.length > 1 && (counts.get(word)?.length ?? 0) * 2 > titles.length
  const own = (text: string) =>
    words(text)
      .filter(word => !isBrand(word))
      .join(' ')
  return (answer: LinkTarget | undefined): (Page & { said: string[] }) | undefined => {
    if (!answer?.page) return undefined
    const { title, heading } = answer.page
    return { title: own(title), heading, said: [own(title), own(heading)].filter(Boolean) }
  }
}
