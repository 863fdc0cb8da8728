import { type RobotsFile, robotsRefusal } from '../../../lib/robots.ts'
import { pathOf } from '../../../lib/url.ts'
import { keyOf } from '../inventory/address.ts'
import type { Followed } from './follow.ts'
import type { LandedPage } from './types.ts'

/** What counts of an original: what it answers with 200 and lets be indexed. */
export interface Counting {
  origins: readonly string[]
  robots: RobotsFile | null
  /** Where the home page itself is kept out of the index, such rules are those of a staging host and tell nothing. */
  staging: boolean
}

export type Counted =
  | { counts: true }
  /** `instead` is the address that stands for it, where that is another of the same site. */
  | { counts: false; why: string; instead?: string }
  /** The original would not say. */
  | { counts: null }

/** Feeds, data and parts of pages, at addresses that do not tell. */
const NO_PAGE = /^(image|font|text\/(css|javascript|xml))\b|[/+](json|xml|javascript)$(?<!xhtml\+xml)/

/** Firewalls refuse without a word, and a server in trouble says nothing of what it has. */
const refuses = (status: number) => status === 401 || status === 403 || status >= 500

const AGENT = 'Googlebot'

/** @param url absolute, as asked on the original @param page where it ended */
export function countedOf(
  { origins, robots, staging }: Counting,
  url: string,
  { trace, trouble }: Followed,
  page: LandedPage | undefined,
): Counted {
  if (trouble || refuses(trace.status)) return { counts: null }
  if (trace.end !== 'answer' || trace.status !== 200 || !page)
    return { counts: false, why: trace.end === 'answer' ? `answers ${trace.status}` : 'leads nowhere' }
  if (NO_PAGE.test(page.type)) return { counts: false, why: 'is no page' }
  const key = keyOf(url, origins)
  if (key === '/') return { counts: true }
  if (keyOf(page.url, origins) !== key) return { counts: false, why: 'is a redirect', instead: page.url }
  if (!staging) {
    if (page.noindex) return { counts: false, why: 'is kept out of the index' }
    if (robots && robotsRefusal(robots, url, AGENT)) return { counts: false, why: 'is closed by robots.txt' }
  }
  if (!page.canonical) return { counts: true }
  // The host that it names may be the one that it will have; all pages that name the home page are a mistake of theirs.
  const canonical = keyOf(page.canonical, [...origins, new URL(page.canonical).origin])
  if (canonical === key || canonical === '/' || pathOf(page.canonical) === pathOf(url))
    return { counts: true }
  return { counts: false, why: 'names another address as canonical', instead: page.canonical }
}

export const isStaging = (home: LandedPage | undefined, robots: RobotsFile | null): boolean =>
  Boolean(home?.noindex) ||
  (home !== undefined && robots !== null && robotsRefusal(robots, home.url, AGENT) !== null)
