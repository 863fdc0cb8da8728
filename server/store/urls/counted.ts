/** Which addresses of an original count: those whose loss a visitor or a search engine would notice. */
import { type RobotsFile, robotsRefusal } from '../../lib/robots.ts'
import { pathOf, urlKey } from '../../lib/url.ts'
import type { LandedPage, UrlKind } from '../types.ts'
import type { Followed } from './follow.ts'

/** What counts of an original: what it answers with 200 and lets be indexed. */
export interface Counting {
  origins: readonly string[]
  robots: RobotsFile | null
  /** The home page itself is kept out of the index, as on a staging host: noindex and robots.txt do not count then. */
  staging: boolean
}

export type Counted =
  | { counts: true }
  /** `instead` is the address that stands for it, where that is another of the same site. */
  | { counts: false; why: string; instead?: string }
  /** Unknown: the original refused to answer. */
  | { counts: null }

/** Media types of feeds, data and parts of pages, whose addresses look like those of pages. */
const NO_PAGE = /^(image|font|text\/(css|javascript|xml))\b|[/+](json|xml|javascript)$(?<!xhtml\+xml)/

/** A refusal by a firewall and an error of the server say nothing of whether the page exists. */
const refuses = (status: number) => status === 401 || status === 403 || status >= 500

const CRAWLER = 'Googlebot'

/** @param url absolute, as asked on the original @param page where it ended */
export function countedOf(
  { origins, robots, staging }: Counting,
  url: string,
  { trace, trouble }: Followed,
  page: LandedPage | undefined,
  kind: UrlKind,
): Counted {
  if (trouble || refuses(trace.status)) return { counts: null }
  if (trace.end !== 'answer' || trace.status !== 200 || !page)
    return { counts: false, why: trace.end === 'answer' ? `answers ${trace.status}` : 'leads nowhere' }
  if (kind === 'image')
    return /^image\//.test(page.type) ? { counts: true } : { counts: false, why: 'is no picture' }
  if (NO_PAGE.test(page.type)) return { counts: false, why: 'is no page' }
  const key = urlKey(url, origins)
  if (key === '/') return { counts: true }
  if (urlKey(page.url, origins) !== key) return { counts: false, why: 'is a redirect', instead: page.url }
  if (!staging) {
    if (page.noindex) return { counts: false, why: 'is kept out of the index' }
    if (robots && robotsRefusal(robots, url, CRAWLER))
      return { counts: false, why: 'is closed by robots.txt' }
  }
  if (!page.canonical) return { counts: true }
  // A staging host may name the host that it will have. A canonical that is the home page is a known mistake of themes.
  const canonical = urlKey(page.canonical, [...origins, new URL(page.canonical).origin])
  if (canonical === key || canonical === '/' || pathOf(page.canonical) === pathOf(url))
    return { counts: true }
  return { counts: false, why: 'names another address as canonical', instead: page.canonical }
}

export const isStaging = (home: LandedPage | undefined, robots: RobotsFile | null): boolean =>
  Boolean(home?.noindex) ||
  (home !== undefined && robots !== null && robotsRefusal(robots, home.url, CRAWLER) !== null)
