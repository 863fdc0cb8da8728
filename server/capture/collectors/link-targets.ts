import type { Http } from '../../egress/http/index.ts'
import { hash32 } from '../../lib/hash.ts'
import { INLINE, readHtml } from '../../lib/html.ts'
import { memo } from '../../lib/memo.ts'
import { pooled } from '../../lib/pool.ts'
import { words } from '../../lib/text.ts'
import { isSamePage, isScriptFile } from '../../lib/url.ts'
import { DESKTOP } from '../../lib/widths.ts'
import { wasBlocked } from '../page/blocklist.ts'
import { within } from '../page/isolated-world.ts'
import { headersTo } from '../page/session-cookies.ts'
import type { SiteSession } from '../page/site-session.ts'
import { isUnsafe, UNSAFE_NAME } from '../page/unsafe.ts'
import { changesData } from '../page/writes.ts'
import { type Answer, askOnce, askPolitely, TIMEOUT_MS } from './ask-politely.ts'
import { type LinkArtifact, links } from './links.ts'

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
  /**
   * For pages of the site that its navigation and calls to action lead to: what they say they are, and all that they say as
   * they are served, as far as it is kept; absent in older captures.
   */
  page: { title: string; heading: string; text?: string } | null
  /**
   * The host answers any address with one document, whose scripts decide what is shown. Opened, it showed what a made-up
   * address shows, which may be the front page or a page that still loads, or is neither. Absent where it is a page of its own.
   */
  shell?: 'not opened' | 'unclear' | 'as made up'
}

export interface LinkTargetsArtifact {
  targets: LinkTarget[]
  /** Not asked, or not answered in time: their number, and which they are as far as 200. */
  skipped: number
  unasked: string[]
  /** Of the new page: `askOldAddresses`. Absent where nobody asked. */
  oldAddresses?: LinkTarget[]
  /** Those of them that did not answer in time, as the original links to them. */
  unansweredOldAddresses?: string[]
}

export const MAX_OWN = 300
export const MAX_OTHERS = 300
const MAX_ENDPOINTS = 10
/** Pages of which more than the status is read. */
const MAX_READ = 40
export const MAX_BYTES = 64 * 1024
/** Letters of a page that are kept, and of all of them. */
const MAX_PAGE_TEXT = 20_000
const MAX_TEXT = 300_000
/** For all of them, from when the links are known. */
const BUDGET_MS = 10_000

/** Where the links of the page lead. Where a host answers any address alike, some are opened to see what is there. */
export async function linkTargets(session: SiteSession): Promise<LinkTargetsArtifact> {
  const { bodies, ...found } = await askTargets(session)
  return { ...found, targets: await openShells(session, found.targets, bodies) }
}

/**
 * Each target asked once, the addresses that forms are sent to without what they send, and other sites once for both pages. It
 * waits for servers at most ten seconds, while other collectors run; addresses that have not answered by then are unasked.
 */
export const askTargets = memo(async (session: SiteSession) => {
  const own = new URL((await session.at(DESKTOP)).page.url())
  const found = await links(session)
  const { pages, others, all } = wantedOf(found, own, session.site.origins)
  const endpoints = (await endpointsOf(session, own)).filter(({ href }) => !all.includes(href))
  const read = new Set(pages.filter(({ prominent }) => prominent).slice(0, MAX_READ))
  const budget = AbortSignal.timeout(BUDGET_MS)
  const asked = [
    ...pages.slice(0, MAX_OWN).map(({ href, url }, index) => ({
      href,
      url,
      external: false,
      answer: askOwn(session, url, read.has(pages[index]!), budget),
    })),
    ...endpoints.map(({ href, isRead }) => ({
      href,
      url: href,
      external: false,
      answer: isRead
        ? askOwn(session, href, false, budget)
        : askOnce(session.http, href, {
            headers: headersTo(session.site, href),
            maxBytes: MAX_BYTES,
            signal: budget,
          }),
    })),
    ...others.slice(0, MAX_OTHERS).map(({ href, url }) => ({
      href,
      url,
      external: true,
      answer: askOther(session.http, url, budget),
    })),
  ]
  const targets: LinkTarget[] = []
  const bodies = new Map<LinkTarget, string>()
  let room = MAX_TEXT
  for (const { answer, ...about } of asked) {
    const known = await answer
    if (!known) continue
    const { body, ...rest } = known
    const text = body === null ? '' : textOf(body).slice(0, Math.min(MAX_PAGE_TEXT, room))
    room -= text.length
    const target = {
      ...about,
      ...rest,
      page: body === null ? null : { ...pageOf(body), ...(text && { text }) },
    }
    targets.push(target)
    if (body !== null) bodies.set(target, body)
  }
  const answered = new Set(targets.map(({ href }) => href))
  const unasked = all.filter(href => !answered.has(href))
  if (unasked.length > 0)
    session.gaps.push(
      `${unasked.length} of the ${all.length} addresses that the page links to were not asked, or did not answer within ${BUDGET_MS / 1000} s`,
    )
  return { targets, bodies, skipped: unasked.length, unasked: unasked.slice(0, 200) }
})

/**
 * Where forms are sent on the page's own host, beside the page itself, and whether all of them ask for a page by GET. Of the
 * original what is posted is not asked, nor any script in a file: an old one that mails whatever comes in would mail that; nor
 * what is told something by its query.
 */
async function endpointsOf(
  { at, site }: SiteSession,
  own: URL,
): Promise<{ href: string; isRead: boolean }[]> {
  const { world } = await at(DESKTOP)
  const found = await world.run(({ closestMatch }) => {
    const senders = document.querySelectorAll('form[action], form [formaction]')
    return Array.from(senders, one => {
      const action = one.getAttribute('formaction') ?? one.getAttribute('action')!
      const method = one.getAttribute('formmethod') ?? closestMatch(one, 'form')!.getAttribute('method')
      const href = URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : ''
      return { href: href.split('#')[0]!, isRead: !/^(post|dialog)$/i.test(method ?? '') }
    })
  }, undefined)
  return [...Map.groupBy(found, ({ href }) => href)]
    .map(([href, senders]) => ({ href, isRead: senders.every(({ isRead }) => isRead) }))
    .filter(({ isRead }) => isRead || site.side === 'rebuilt')
    .filter(({ href }) => URL.canParse(href) && new URL(href).origin === own.origin)
    .filter(({ href }) => href !== own.href.split('#')[0] && !isScriptFile(new URL(href).pathname))
    .filter(({ href }) => !href.includes('?') && !isUnsafe(href))
    .slice(0, MAX_ENDPOINTS)
}

interface Wanted {
  href: string
  url: string
  prominent: boolean
}

/** Prominent links first: those may be read, and are asked when there is not time for all. */
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

/** What a page says that it is. */
export function pageOf(body: string): { title: string; heading: string } {
  const start = body.search(/<h1[\s>]/i)
  const end = start < 0 ? -1 : body.slice(start, start + 4000).search(/<\/h1>/i)
  const heading = end < 0 ? '' : readHtml(body.slice(start, start + end)).text
  return {
    title: readHtml(body).title.slice(0, 200),
    heading: heading.replaceAll(INLINE, '').replace(/\s+/g, ' ').trim().slice(0, 200),
  }
}

/** All that a page says. */
const textOf = (body: string): string =>
  readHtml(body).text.replaceAll(INLINE, '').replace(/\s+/g, ' ').trim()

/** Pages that are opened on a host that answers any address alike, in the order of the links; and at once. */
const MAX_OPENED = 5
const MAX_OPEN = 2
/** After the first no other is opened, the second is for each of them; they take a second on a machine at rest. */
const OPENING_BUDGET_MS = 10_000
const MAX_OPENING_MS = 5000

/**
 * Single-page applications are served so: status and document tell nothing of what visitors get to see. A page that
 * shows what a made-up address shows, under a heading that the front page has not, is not there.
 */
async function openShells(
  session: SiteSession,
  targets: LinkTarget[],
  bodies: ReadonlyMap<LinkTarget, string>,
): Promise<LinkTarget[]> {
  const shell = await shellOf(session, bodies)
  if (shell === null) return targets
  const isOfShell = (target: LinkTarget) => {
    const body = bodies.get(target)
    if (body !== undefined) return shapeOf(body) === shell.shape
    return !target.external && target.status === 200 && /^text\/html\b/i.test(target.type ?? '')
  }
  const end = Date.now() + OPENING_BUDGET_MS
  const own = (await session.at(DESKTOP)).page.url()
  const [front, madeUp] = await Promise.all([open(session, own), open(session, shell.madeUp)])
  const byHref = Map.groupBy(await links(session), ({ href }) => href.split('#')[0]!)
  const namesOf = ({ href }: LinkTarget) => (byHref.get(href) ?? []).map(({ name }) => name)
  const isSafe = (target: LinkTarget) =>
    !isUnsafe(target.url) && !namesOf(target).some(name => UNSAFE_NAME.test(name))
  const chosen =
    front && madeUp ? targets.filter(one => isOfShell(one) && isSafe(one)).slice(0, MAX_OPENED) : []
  const waiting = [...chosen]
  const opened = pooled(
    () => waiting.shift(),
    MAX_OPEN,
    async ({ url }) => (Date.now() < end ? open(session, url) : null),
  )
  const shown = new Map<LinkTarget, Shown | null>()
  for await (const one of opened) shown.set(chosen[shown.size]!, one)
  return targets.map(target => {
    const seen = shown.get(target)
    return seen ? asShown(target, seen) : isOfShell(target) ? { ...target, shell: 'not opened' } : target
  })

  function asShown(target: LinkTarget, seen: Shown): LinkTarget {
    const { url, text, title, heading } = seen
    const opened = { ...target, finalUrl: url, page: { title, heading } }
    // Some repeat the address that they do not have.
    const isAlike =
      text === madeUp!.text || without(text, target.url) === without(madeUp!.text, shell!.madeUp)
    if (!isAlike || !isSamePage(url, target.url)) return opened
    // What still loads shows the same everywhere, and the front page may have a part of that name.
    const isFront = heading === front!.heading || text === front!.text
    // A page behind a sign-in or a request by POST, which was stopped, shows the same as any other of those.
    const isHeld = [seen, madeUp!].some(({ asksPassword, isStopped }) => asksPassword || isStopped)
    const always = new Set(words(`${front!.title} ${front!.heading}`))
    const said = new Set(words(`${title} ${heading}`).filter(word => word.length > 3 && !always.has(word)))
    const isNamed = namesOf(target).some(name => words(name).some(word => said.has(word)))
    const isTold = heading !== '' && !isFront && !isHeld && !isNamed
    return { ...opened, shell: isTold ? 'as made up' : 'unclear' }
  }
}

const without = (text: string, url: string): string => text.replaceAll(new URL(url).pathname, '')

const shapeOf = (body: string): string => JSON.stringify([body.length, pageOf(body)])

/** The document that several pages without a heading have in common, and a made-up address that is answered with it. */
async function shellOf(
  session: SiteSession,
  bodies: ReadonlyMap<LinkTarget, string>,
): Promise<{ shape: string; madeUp: string } | null> {
  const bare = [...bodies].filter(([, body]) => !/<h1[\s>]/i.test(body))
  const groups = [...Map.groupBy(bare, ([, body]) => shapeOf(body))].sort((a, b) => b[1].length - a[1].length)
  const [shape, alike] = groups[0] ?? []
  if (!shape || !(alike!.length > 1 || bodies.size === 1)) return null
  const madeUp = new URL(alike![0]![0].url)
  const name = `never-was-${hash32(madeUp.href, 1).toString(36)}`
  madeUp.pathname = madeUp.pathname.replace(/[^/]*\/?$/, name)
  madeUp.search = ''
  const answer = await askOwn(session, madeUp.href, true, AbortSignal.timeout(TIMEOUT_MS))
  return answer?.body && shapeOf(answer.body) === shape ? { shape, madeUp: madeUp.href } : null
}

interface Shown {
  url: string
  title: string
  heading: string
  text: string
  asksPassword: boolean
  /** What it asked for by POST and the like was stopped. */
  isStopped: boolean
}

/** What a visitor of an address of the site gets to see; null where that cannot be told. */
async function open(session: SiteSession, url: string): Promise<Shown | null> {
  const opened = session.open(url)
  try {
    const pageLoad = await within(opened, MAX_OPENING_MS)
    const shown = pageLoad.world.run(readShown, undefined)
    const read = await within(Promise.race([shown, pageLoad.crashed]), 1000)
    const isStopped = pageLoad.network
      .entries()
      .some(entry => changesData(entry.method) && entry.type !== 'ping' && !wasBlocked(entry))
    return { ...read, isStopped }
  } catch {
    return null
  } finally {
    opened.then(
      pageLoad => pageLoad.close(),
      () => {},
    )
  }
}

/** Runs in the page. */
function readShown(): Omit<Shown, 'isStopped'> {
  const said = (element: HTMLElement | null) => element?.innerText.replace(/\s+/g, ' ').trim() ?? ''
  // Another heading may be the footer's, or of a part that stands on every page.
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main h2')
  return {
    url: location.href,
    title: document.title.slice(0, 200),
    heading: said(heading).slice(0, 200),
    text: said(document.body).slice(0, 20_000),
    asksPassword: document.querySelector('input[type=password]') !== null,
  }
}
