import { type Http, HttpFailure, type HttpRequest, type HttpResponse } from '../../egress/http/index.ts'
import { hash32 } from '../../lib/hash.ts'
import { INLINE, readHtml } from '../../lib/html.ts'
import { memo } from '../../lib/memo.ts'
import { pooled } from '../../lib/pool.ts'
import { isSamePage } from '../../lib/url.ts'
import { within } from '../page/isolated-world.ts'
import { headersTo } from '../page/session-cookies.ts'
import { DESKTOP, type SiteSession } from '../page/site-session.ts'
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
  /** For pages of the site that its navigation and calls to action lead to: what they say they are. */
  page: { title: string; heading: string } | null
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
}

export const MAX_OWN = 300
export const MAX_OTHERS = 300
const MAX_ENDPOINTS = 10
const SCRIPT_FILE = /\.(php\d?|cgi|pl|aspx?|jsp|cfm)$/i
/** Pages of which more than the status is read. */
const MAX_READ = 40
const MAX_BYTES = 64 * 1024
/** For all of them, from when the links are known. */
const BUDGET_MS = 10_000

/** For one request; a host that is slower than that is asked once more at most. */
const TIMEOUT_MS = 5000
const MAX_TRIES = 3
/** Before the second and the third try. */
const PAUSES_MS = [300, 1200]
/** The longest that a server may ask us to wait. */
const MAX_RETRY_AFTER_MS = 4000
/** Failures that another try may not meet again. */
const TRANSIENT = /^(unreachable|timed_out|protocol_error)$/

/** Where the links of the page lead. Where a host answers any address alike, some are opened to see what is there. */
export async function linkTargets(session: SiteSession): Promise<LinkTargetsArtifact> {
  const { bodies, ...found } = await askTargets(session)
  return { ...found, targets: await openShells(session, found.targets, bodies) }
}

/**
 * Each target asked once, the addresses of the new page's forms among them, and other sites once for both pages. It waits
 * for servers at most ten seconds, while other collectors run; addresses that have not answered by then are unasked.
 */
export const askTargets = memo(async (session: SiteSession) => {
  const own = new URL((await session.at(DESKTOP)).page.url())
  const found = await links(session)
  const { pages, others, all } = wantedOf(found, own, session.site.origins)
  const endpoints = (await endpointsOf(session, own)).filter(href => !all.includes(href))
  const read = new Set(pages.filter(({ prominent }) => prominent).slice(0, MAX_READ))
  const budget = AbortSignal.timeout(BUDGET_MS)
  const asked = [
    ...pages.slice(0, MAX_OWN).map(({ href, url }, index) => ({
      href,
      url,
      external: false,
      answer: askOwn(session, url, read.has(pages[index]!), budget),
    })),
    ...endpoints.map(href => ({
      href,
      url: href,
      external: false,
      answer: askOwn(session, href, false, budget),
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
  for (const { answer, ...about } of asked) {
    const known = await answer
    if (!known) continue
    const { body, ...rest } = known
    const target = { ...about, ...rest, page: body === null ? null : pageOf(body) }
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
 * Where the forms of the new page are sent on its own host, beside the page itself. They are asked as links are, by HEAD
 * and GET. The original's are not, nor any script in a file: an old one that mails whatever comes in would mail that.
 */
async function endpointsOf({ at, site }: SiteSession, own: URL): Promise<string[]> {
  if (site.side !== 'rebuilt') return []
  const { world } = await at(DESKTOP)
  const found = await world.run(() => {
    const senders = document.querySelectorAll('form[action], form [formaction]')
    return Array.from(senders, one => {
      const action = one.getAttribute('formaction') ?? one.getAttribute('action')!
      return URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : ''
    })
  }, undefined)
  const endpoints = found.map(href => href.split('#')[0]!)
  return [...new Set(endpoints)]
    .filter(href => URL.canParse(href) && new URL(href).origin === own.origin)
    .filter(href => href !== own.href.split('#')[0] && !SCRIPT_FILE.test(new URL(href).pathname))
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

function pageOf(body: string): { title: string; heading: string } {
  const start = body.search(/<h1[\s>]/i)
  const end = start < 0 ? -1 : body.slice(start, start + 4000).search(/<\/h1>/i)
  const heading = end < 0 ? '' : readHtml(body.slice(start, start + end)).text
  return {
    title: readHtml(body).title.slice(0, 200),
    heading: heading.replaceAll(INLINE, '').replace(/\s+/g, ' ').trim().slice(0, 200),
  }
}

interface Answer {
  status: number
  finalUrl: string
  failure: string | null
  /** Content type of the answer, where it has one. */
  type?: string
  /** Of an HTML page that was to be read; else null. */
  body: string | null
}

/**
 * Whether an address answers: HEAD, then GET where that is refused (GET at once where the page is to be read); up to
 * three tries where the network or the server fails, after as long as the server asks for. How many go to one host at
 * once is the client's to keep. Null when the budget ended before an answer.
 */
async function askPolitely(
  http: Http,
  url: string,
  { read, signal, ...options }: HttpRequest & { read: boolean; signal: AbortSignal },
): Promise<Answer | null> {
  let known: Answer | null = null
  let method = read ? 'GET' : 'HEAD'
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let wait = PAUSES_MS[tries]
    try {
      const answer = await http.request(url, { ...options, method, timeoutMs: TIMEOUT_MS, signal })
      known = {
        status: answer.status,
        finalUrl: answer.url,
        failure: null,
        type: answer.headers['content-type']?.slice(0, 200),
        body: read ? htmlOf(answer) : null,
      }
      if (answer.status < 400) return known
      if (method === 'HEAD') {
        // Many servers answer HEAD wrongly; only a GET tells.
        method = 'GET'
        tries--
        continue
      }
      const busy = answer.status === 429 || answer.status >= 500
      wait = busy ? waitOf(answer, wait) : undefined
    } catch (error) {
      if (signal.aborted) return known
      if (!(error instanceof HttpFailure)) throw error
      known = { status: 0, finalUrl: url, failure: error.code, body: null }
      if (method === 'HEAD' && error.code === 'protocol_error') {
        method = 'GET'
        tries--
        continue
      }
      if (!TRANSIENT.test(error.code) || (error.code === 'timed_out' && tries > 0)) return known
    }
    if (wait === undefined || !(await pause(wait, signal))) return known
  }
  return known
}

/** ms that the server asks for in Retry-After (RFC 9110, 10.2.3), else our own; undefined when that is too long. */
function waitOf({ headers }: HttpResponse, own: number | undefined): number | undefined {
  const value = headers['retry-after']
  if (own === undefined || value === undefined) return own
  const wanted = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  if (Number.isNaN(wanted)) return own
  return wanted <= MAX_RETRY_AFTER_MS ? Math.max(own, wanted) : undefined
}

function htmlOf({ status, headers, body }: HttpResponse): string | null {
  return status < 400 && /\bhtml\b/i.test(headers['content-type'] ?? '') ? body.toString('utf8') : null
}

/** False when the budget ends first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(false)
    const end = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

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
  const chosen = front && madeUp ? targets.filter(isOfShell).slice(0, MAX_OPENED) : []
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

  function asShown(target: LinkTarget, { url, text, title, heading }: Shown): LinkTarget {
    const opened = { ...target, finalUrl: url, page: { title, heading } }
    // Some repeat the address that they do not have.
    const isAlike =
      text === madeUp!.text || without(text, target.url) === without(madeUp!.text, shell!.madeUp)
    if (!isAlike || !isSamePage(url, target.url)) return opened
    // What still loads shows the same everywhere, and the front page may have a part of that name.
    const isTold = heading !== '' && heading !== front!.heading && text !== front!.text
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
}

/** What a visitor of an address of the site gets to see; null where that cannot be told. */
async function open(session: SiteSession, url: string): Promise<Shown | null> {
  const opened = session.open(url)
  try {
    const pageLoad = await within(opened, MAX_OPENING_MS)
    return await within(Promise.race([pageLoad.world.run(readShown, undefined), pageLoad.crashed]), 1000)
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
function readShown(): Shown {
  const said = (element: HTMLElement | null) => element?.innerText.replace(/\s+/g, ' ').trim() ?? ''
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('h2')
  return {
    url: location.href,
    title: document.title.slice(0, 200),
    heading: said(heading).slice(0, 200),
    text: said(document.body).slice(0, 20_000),
  }
}
