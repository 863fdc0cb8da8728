/** What the new site answers at the addresses that the pages of the original have. */
import { reasonOf } from '../../lib/reason.ts'
import { basesOf, isSamePage, pathOf } from '../../lib/url.ts'
import type { Capture } from '../artifact.ts'
import { headersTo } from '../page/session-cookies.ts'
import type { SideName } from '../page/site.ts'
import type { SiteSession } from '../page/site-session.ts'
import { isUnsafe } from '../page/unsafe.ts'
import { askPolitely } from './ask-politely.ts'
import { type LinkTarget, MAX_BYTES, pageOf } from './link-targets.ts'

export const MAX_OLD_ADDRESSES = 50
/** For all of them; what has not answered by then is a gap. */
const BUDGET_MS = 5000

/**
 * Asks the site of the new page for the pages that the original links to under an address that the new page has no link to,
 * and adds the answers to its `linkTargets`, and what did not answer: `href` as the original links to it, `url` what was asked.
 */
export async function askOldAddresses(
  { http, site, gaps }: Pick<SiteSession, 'http' | 'site' | 'gaps'>,
  captures: Record<SideName, Capture>,
  signal = AbortSignal.timeout(BUDGET_MS),
): Promise<void> {
  const { linkTargets } = captures.rebuilt.artifacts
  if (!linkTargets.ok) return
  const ask = async ({ href, url }: Pick<LinkTarget, 'href' | 'url'>): Promise<LinkTarget[]> => {
    const headers = headersTo(site, url)
    const answer = await askPolitely(http, url, { headers, maxBytes: MAX_BYTES, signal, read: true })
    if (!answer) return []
    const { body, ...rest } = answer
    return [{ href, url, external: false, ...rest, page: body === null ? null : pageOf(body) }]
  }
  try {
    const wanted = wantedOf(captures, site.origins)
    const answers = (await Promise.all(wanted.map(ask))).flat()
    const answered = new Set(answers.map(({ href }) => href))
    const unanswered = wanted.flatMap(({ href }) => (answered.has(href) ? [] : href))
    linkTargets.value.oldAddresses = answers
    linkTargets.value.unansweredOldAddresses = unanswered
    if (unanswered.length > 0)
      gaps.push(
        `${unanswered.length} of the ${wanted.length} addresses of the original that the new site was asked for did not answer within ${BUDGET_MS / 1000} s`,
      )
  } catch (error) {
    gaps.push(`the new site could not be asked for addresses of the original: ${reasonOf(error)}`)
  }
}

/** Each path once: of pages that are there on the original, at this very address. */
function wantedOf(
  { original, rebuilt }: Record<SideName, Capture>,
  origins: readonly string[],
): Pick<LinkTarget, 'href' | 'url'>[] {
  const { linkTargets } = original.artifacts
  const { links } = rebuilt.artifacts
  if (!linkTargets.ok || !links.ok || !isMountKnown(original.url, rebuilt.url)) return []
  const [from, to] = basesOf(original.url, rebuilt.url)
  const { origin } = new URL(rebuilt.url)
  const own = [rebuilt.url, ...links.value.map(({ href }) => href)].flatMap(href => {
    const url = URL.parse(href)
    return url && (url.origin === origin || origins.includes(url.origin)) ? [url] : []
  })
  // Nothing of the site is where the two addresses let it seem mounted.
  if (own.every(({ pathname }) => below(to, pathname) === null)) return []
  const linked = new Set(own.map(({ pathname, search }) => (below(to, pathname) ?? pathname) + search))
  const wanted = new Map<string, Pick<LinkTarget, 'href' | 'url'>>()
  for (const { href, url, external, status, finalUrl, type = '' } of linkTargets.value.targets) {
    const { pathname, search } = new URL(url)
    const path = below(from, pathname)
    const isPage = !external && status >= 200 && status < 300 && /\bhtml\b/i.test(type)
    if (!isPage || path === null || wanted.has(path) || linked.has(path + search)) continue
    // What the original redirects is no address of a page, and what may do something by itself is not asked.
    if (!isSamePage(url, finalUrl) || isUnsafe(url)) continue
    wanted.set(path, { href, url: origin + to + path + search })
  }
  return [...wanted.values()].slice(0, MAX_OLD_ADDRESSES)
}

/** Two addresses in different folders that do not end alike tell nothing of where the sites are mounted. */
function isMountKnown(original: string, rebuilt: string): boolean {
  const folderOf = (url: string) => new URL('.', url).pathname
  return (
    basesOf(original, rebuilt).some(base => base !== '') ||
    pathOf(original, [original]) === pathOf(rebuilt, [rebuilt]) ||
    folderOf(original) === folderOf(rebuilt)
  )
}

/** A path as it is below the path that a site is mounted at; null outside of it. */
function below(base: string, path: string): string | null {
  if (base === '') return path
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null
}
