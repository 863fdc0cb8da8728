/**
 * The way into one site's store: what kind it is, its gate opened where there is one, and the session that the HTTP
 * client, every load in the browser and Lighthouse share.
 */
import { Parser } from 'htmlparser2'
import type { CookieJar } from 'tough-cookie'
import type { FailureCode } from '../../contract.ts'
import type { Http, HttpResponse } from '../../egress/http/index.ts'
import { isGatePath } from '../../lib/gate-page.ts'
import { isAsSafe } from '../../lib/same-host.ts'
import {
  type Answer,
  createStoreClient,
  newJar,
  type StoreClient,
  type StoreClientOptions,
} from './client.ts'
import { detectStore, isPrivatePreview } from './detect.ts'
import { isGate } from './gate-page.ts'
import { DEFAULT_PACE, type Pace, REAL_CLOCK, UNSIGNED_PACE } from './pace.ts'
import { isSameStore } from './same-store.ts'
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
  // One page and its redirects, without the pause that stores need: most sites are none.
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
  const shut = refusalBeforeGate(url, outside, password) ?? (await enter())
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

/** A bot challenge is no refusal: the browser may pass it. */
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

function refusalBeforeGate(
  url: string,
  outside: Storefront,
  password: string | undefined,
): Refusal | undefined {
  const { origin } = outside
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
  if (!isSameStore(url, outside))
    return {
      code: 'password_rejected',
      detail: `${url} leads to ${origin}, which nothing proves to be the same store; the storefront password was not sent there: submit ${origin}/ itself if it is`,
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

/** `detail` tells the reader what to do, and never the password. */
export interface Refusal {
  code: FailureCode
  detail: string
}

/** Patience is short: a scan that waits at the gate has not begun yet, and its deadline runs. */
const AT_GATE = {
  accept: 'text/html',
  maxBytes: 2_000_000,
  tooLarge: 'truncate',
  atGate: true,
  patienceMs: 5000,
  timeoutMs: 10_000,
} as const
const MAX_FORM_FIELDS = 20
const MAX_FIELD_LENGTH = 1000

/**
 * `client` belongs to the host that the store landed on; its jar holds the session afterwards. Undefined once home
 * loads without the gate; until then nothing counts as open.
 */
async function openGate(client: StoreClient, password: string, prefix = ''): Promise<Refusal | undefined> {
  const own = new URL(client.origin)
  const { host } = own
  // The form sets the cookie that the right password has issued anew.
  const form = await client.get(`${prefix}/password`, AT_GATE)
  if (!form.ok) return refusalOf(form, host)
  if (!isAsSafe(form.response.url, own))
    return {
      code: 'password_rejected',
      detail: `${host} leads its password page to ${new URL(form.response.url).origin}, where the password was not sent; submit the store’s primary address`,
    }
  const { action, fields } = readForm(form.response, `${prefix}/password`)
  const posted = await client.get(action, {
    ...AT_GATE,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, password }).toString(),
    maxRedirects: 0,
  })
  if (!posted.ok) return refusalOf(posted, host)
  if (isRejection(posted.response, host)) return rejected(host)
  const home = await client.get(prefix || '/', AT_GATE)
  if (!home.ok) return refusalOf(home, host)
  return isGate(home.response, host) ? rejected(host) : undefined
}

/** Whether the answer is the form once more or a redirect to it. Anything else is checked by loading the home page. */
function isRejection(response: HttpResponse, host: string): boolean {
  if (response.status >= 300 && response.status < 400) {
    const { location } = response.headers
    if (location === undefined || !URL.canParse(location, response.url)) return true
    const to = new URL(location, response.url)
    return to.host !== host || isGatePath(to.href)
  }
  return isGate(response, host)
}

const rejected = (host: string): Refusal => ({
  code: 'password_rejected',
  detail: `${host} did not take the storefront password; check it in the admin under Online Store, Preferences`,
})

function refusalOf(answer: Answer & { ok: false }, host: string): Refusal {
  if (answer.kind === 'throttled')
    return {
      code: 'rate_limited',
      detail: `${answer.detail} at its password page; wait some minutes, make sure that the password is right, and submit again`,
    }
  if (answer.kind === 'blocked')
    return {
      code: 'new_blocked',
      detail: `${answer.detail} before its password page; send the store’s crawler signature in new_headers`,
    }
  return {
    code: 'new_unreachable',
    detail: `the password page of ${host} could not be asked: ${answer.detail}`,
  }
}

/** The form's action and hidden fields; `standing` and Shopify's usual fields where no form can be read. */
function readForm(
  { url, body }: HttpResponse,
  standing: string,
): { action: string; fields: Record<string, string> } {
  const own = new URL(url)
  let form: { action: string; fields: [string, string][]; asks: boolean } | undefined
  let found: typeof form
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'form') form = { action: attributes.action ?? '', fields: [], asks: false }
      if (name !== 'input' || !form) return
      const { name: field = '', value = '', type = '' } = attributes
      if (type.toLowerCase() === 'password') form.asks = true
      else if (type.toLowerCase() === 'hidden' && field && form.fields.length < MAX_FORM_FIELDS)
        form.fields.push([field.slice(0, MAX_FIELD_LENGTH), value.slice(0, MAX_FIELD_LENGTH)])
      if (form.asks && form.fields.some(([field]) => field === 'form_type')) found ??= form
    },
    onclosetag(name) {
      if (name === 'form') form = undefined
    },
  })
  parser.end(body.toString('utf8'))
  const fields = { form_type: 'storefront_password', utf8: '✓', ...Object.fromEntries(found?.fields ?? []) }
  const action = found && URL.canParse(found.action, url) ? new URL(found.action, url) : undefined
  // The password goes nowhere but to the host that asks for it, and by no connection that others can read.
  return {
    action: action && isAsSafe(action, own) && isGatePath(action.href) ? action.href : standing,
    fields,
  }
}
