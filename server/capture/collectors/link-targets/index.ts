import type { Http } from '../../../egress/http/index.ts'
import { INLINE, readHtml } from '../../../lib/html.ts'
import { memo } from '../../../lib/memo.ts'
import { headersTo } from '../../page/session-cookies.ts'
import type { SiteSession } from '../../page/site-session.ts'
import type { LinkArtifact } from '../links.ts'
import { links } from '../links.ts'
import { type Answer, askPolitely } from './ask.ts'

export interface LinkTarget {
  /** As linked, without its fragment. */
  href: string
  /** What was asked: on this site's own origin where the link names the other one. */
  url: string
  /** Another site's. */
  external: boolean
  /** Final HTTP status, 0 when there was none. */
  status: number
  /** Where it ended, after redirects. */
  finalUrl: string
  failure: string | null
  /** Content type of the answer, where it has one. */
  type?: string
  /** For pages of the site that its navigation and calls to action lead to: what they say they are. */
  page: { title: string; heading: string } | null
}

export interface LinkTargetsArtifact {
  targets: LinkTarget[]
  /** Not asked, or not answered in time: their number, and which they are as far as 200. */
  skipped: number
  unasked: string[]
}

const MAX_OWN = 300
const MAX_OTHERS = 300
/** Pages of which more than the status is read. */
const MAX_READ = 40
/** ms for all of them, from when the links are known. */
const BUDGET = 10_000

/**
 * Where the links of the page lead, each asked once, and other sites once for both pages. It waits for servers at most
 * ten seconds, beside other collectors; what has not answered by then is said to be unasked.
 */
export const linkTargets = memo(async (session: SiteSession): Promise<LinkTargetsArtifact> => {
  const own = new URL((await session.at(1440)).page.url())
  const found = await links(session)
  const { pages, others, all } = wantedOf(found, own, session.site.origins)
  const read = new Set(pages.filter(({ prominent }) => prominent).slice(0, MAX_READ))
  const budget = AbortSignal.timeout(BUDGET)
  const asked = [
    ...pages.slice(0, MAX_OWN).map(({ href, url }, index) => ({
      href,
      url,
      external: false,
      answer: askOwn(session, url, read.has(pages[index]!), budget),
    })),
    ...others.slice(0, MAX_OTHERS).map(({ href, url }) => ({
      href,
      url,
      external: true,
      answer: askOther(session.http, url, budget),
    })),
  ]
  const targets: LinkTarget[] = []
  for (const { answer, ...about } of asked) {
    const known = await answer
    if (!known) continue
    const { body, ...rest } = known
    targets.push({ ...about, ...rest, page: body === null ? null : pageOf(body) })
  }
  const answered = new Set(targets.map(({ href }) => href))
  const unasked = all.filter(href => !answered.has(href))
  if (unasked.length > 0)
    session.gaps.push(
      `${unasked.length} of the ${all.length} addresses that the page links to were not asked, or did not answer within ${BUDGET / 1000} s`,
    )
  return { targets, skipped: unasked.length, unasked: unasked.slice(0, 200) }
})

interface Wanted {
  href: string
  url: string
  prominent: boolean
}

/** What is prominent first: that is what may be read, and what is asked when there is not time for all. */
function wantedOf(found: LinkArtifact[], own: URL, origins: readonly string[]) {
  const pages = new Map<string, Wanted>()
  const others = new Map<string, Wanted>()
  for (const link of found) {
    if (!URL.canParse(link.href)) continue
    const url = new URL(link.href)
    if (!/^https?:$/.test(url.protocol)) continue
    url.hash = ''
    const isOwn = origins.includes(url.origin) || url.origin === own.origin
    const asked = isOwn ? new URL(url.pathname + url.search, own.origin).href : url.href
    if (asked === own.href.split('#')[0]) continue
    const list = isOwn ? pages : others
    const prominent = /^(navigation|banner)$/.test(link.landmark) || link.looksLikeButton
    const known = list.get(url.href)
    if (known) known.prominent ||= prominent
    else list.set(url.href, { href: url.href, url: asked, prominent })
  }
  const first = (list: Map<string, Wanted>) =>
    [...list.values()].sort((a, b) => Number(b.prominent) - Number(a.prominent))
  return { pages: first(pages), others: first(others), all: [...pages.keys(), ...others.keys()] }
}

const MAX_BYTES = 64 * 1024

async function askOwn(
  { http, site }: SiteSession,
  url: string,
  read: boolean,
  budget: AbortSignal,
): Promise<Answer | null> {
  return askPolitely(http, url, { headers: headersTo(site, url), maxBytes: MAX_BYTES, signal: budget, read })
}

/** Both pages of a pair share the client, and with it what is known of other sites. */
const answersOf = memo((_: Http) => new Map<string, Promise<Answer | null>>())

function askOther(http: Http, url: string, budget: AbortSignal): Promise<Answer | null> {
  const answers = answersOf(http)
  const answer =
    answers.get(url) ?? askPolitely(http, url, { maxBytes: MAX_BYTES, signal: budget, read: false })
  answers.set(url, answer)
  return answer
}

function pageOf(body: string): { title: string; heading: string } {
  const start = body.search(/<h1[\s>]/i)
  const end = start < 0 ? -1 : body.slice(start, start + 4000).search(/<\/h1>/i)
  const heading = end < 0 ? '' : readHtml(body.slice(start, start + end)).text
  return {
    title: readHtml(body).title.slice(0, 200),
    heading: heading.replaceAll(INLINE, '').replace(/\s+/g, ' ').trim().slice(0, 200),
  }
}
