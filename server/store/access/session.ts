/**
 * The way into one site's store: what kind it is, its gate opened where there is one, and the session that the HTTP
 * client, every load in the browser and Lighthouse share.
 */
import type { CookieJar } from 'tough-cookie'
import type { Http } from '../../egress/http/index.ts'
import { isGatePath } from '../../lib/gate-page.ts'
import { isAsSafe } from '../../lib/same-host.ts'
import { REAL_CLOCK } from './client/clock.ts'
import { newJar } from './client/cookies.ts'
import { createStoreClient, type StoreClient, type StoreClientOptions } from './client/index.ts'
import { DEFAULT_PACE, type Pace, UNSIGNED_PACE } from './client/pace.ts'
import { detectStore, isPrivatePreview } from './detect/index.ts'
import { openGate, type Refusal } from './gate.ts'
import { isSigned, signatureGaps } from './signature.ts'
import type { Storefront } from './state.ts'

export interface StoreSession {
  /** Absent where nothing could be seen. Never `gated` or `closed`: those end in a refusal. */
  storefront?: Storefront
  client: StoreClient
  /** What a browser needs to be let in; undefined where there is no gate. */
  pass?: BrowserPass
  /** In the reader's words. */
  gaps: string[]
}

/** The session as a browser takes it. */
export interface BrowserPass {
  /** Where the gate stands, with its port where it has one. */
  host: string
  /** As they are now: a session may have been renewed. */
  cookies(): PassCookie[]
  /** The page that stands before everything. */
  isGate(url: string): boolean
  /** Opens the gate once more, once in a scan. @returns whether it is open */
  renew(): Promise<boolean>
}

/** Host-only where `domain` has no dot before it. */
export interface PassCookie {
  name: string
  value: string
  domain: string
  path: string
  secure: boolean
  httpOnly: boolean
}

export interface SessionOptions extends Pick<StoreClientOptions, 'budget' | 'clock'> {
  url: string
  /** Of the submission, for the submitted host alone. */
  headers?: Record<string, string>
  password?: string
  /** For a store that knows us, and for any other site. */
  pace?: Pace
}

/** A store that cannot be judged at all is a refusal, with the code that its job ends with. */
export async function openSession(http: Http, options: SessionOptions): Promise<StoreSession | Refusal> {
  const { url, headers = {}, password, pace = DEFAULT_PACE, budget, clock = REAL_CLOCK } = options
  const { origin: submitted, host } = new URL(url)
  const jar = newJar()
  const own = { headers, headersFor: submitted, jar, budget, clock }
  const signed = isSigned(headers, clock.now())
  const gaps = signatureGaps(headers, clock.now(), 'new_headers')
  // One page and its redirects: nobody minds them in a row, and most sites are no store.
  const first = createStoreClient(http, { ...own, origin: submitted, pace: { concurrency: 1, pauseMs: 0 } })
  const outside = await detectStore(first, url)
  first.setPace(signed ? pace : UNSIGNED_PACE)
  if (outside.state === 'unknown')
    return password !== undefined && outside.kind === 'throttled'
      ? { code: 'rate_limited', detail: `${outside.why}; wait some minutes, then submit it again` }
      : { client: first, gaps }
  const { origin, localePrefix } = outside
  // Headers stay with the host that was submitted: where it leads to another one, requests there are not signed.
  const known = signed && isAsSafe(origin, submitted)
  if (signed && !known && outside.state !== 'not_shopify')
    gaps.push(
      `the crawler signature in new_headers was given for ${host} and is not sent to ${new URL(origin).host}, where it leads; submit that address to be let in faster`,
    )
  let renewed: Promise<boolean> | undefined
  const renew = () => {
    renewed ??= enter().then(refusal => refusal === undefined)
    return renewed
  }
  const client = createStoreClient(http, {
    ...own,
    origin,
    pace: outside.state === 'not_shopify' || known ? pace : UNSIGNED_PACE,
    ...(outside.state === 'gated' && { relogin: renew }),
  })
  const enter = () => openGate(client, password!, localePrefix)

  if (outside.state !== 'gated') {
    if (password !== undefined)
      gaps.push('the storefront password was not used: the new site is open to visitors')
    return refusalFor(outside, url) ?? { storefront: outside, client, gaps }
  }
  const shut = mayKnock(url, origin, password) ?? (await enter())
  if (shut) return shut
  const inside = await detectStore(client, url)
  if (inside.state === 'unknown')
    return { code: 'new_unreachable', detail: `${host} let us in and then gave no page: ${inside.why}` }
  return (
    refusalFor(inside, url) ?? {
      // The gate is Shopify's own, whatever the page behind it says of itself.
      storefront: inside.state === 'not_shopify' ? { ...inside, state: 'online_store' } : inside,
      client,
      pass: {
        host: new URL(origin).host,
        cookies: () => passCookies(jar, origin),
        isGate: isGatePath,
        renew,
      },
      gaps,
    }
  )
}

/** A challenge is left to the browser, which may pass where we do not. */
function refusalFor({ state, origin, signals }: Storefront, url: string): Refusal | undefined {
  if (isPrivatePreview(url, origin))
    return {
      code: 'auth_required',
      detail: `${url} is a private preview that leads to Shopify’s sign-in; make its environment public, or submit another address`,
    }
  if (state === 'closed')
    return {
      code: 'new_blocked',
      detail: `${signals[0]}: it is frozen or not open yet; open it in the admin, then submit it again`,
    }
  if (state === 'gated')
    return {
      code: 'password_rejected',
      detail: `${new URL(origin).host} took the storefront password and asked for it again`,
    }
  return undefined
}

function mayKnock(url: string, origin: string, password: string | undefined): Refusal | undefined {
  if (password === undefined)
    return {
      code: 'password_required',
      detail: `${url} shows a password page; send the storefront password in storefront_password`,
    }
  if (url.startsWith('https:') && !origin.startsWith('https:'))
    return {
      code: 'password_rejected',
      detail: `${url} leads to ${origin}, which is not encrypted; the storefront password was not sent there`,
    }
  return undefined
}

function passCookies(jar: CookieJar, origin: string): PassCookie[] {
  return jar.getCookiesSync(origin, { http: true }).map(cookie => ({
    name: cookie.key,
    value: cookie.value,
    domain: cookie.hostOnly === false ? `.${cookie.domain}` : new URL(origin).hostname,
    path: cookie.path ?? '/',
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
  }))
}
