/** How a browser and our own requests get past a site's access control: its headers, and the session of a store. */
import type { BrowserContext } from 'playwright'
import { isAsSafe } from '../../lib/same-host.ts'
import type { PassCookie } from '../../store/access/session.ts'
import { CaptureFailure } from './failure.ts'
import type { Site } from './site.ts'

/**
 * The headers of our own request to `url`: those of the site and of its session, each to its own host alone, and over
 * plain HTTP none that were given for an HTTPS address.
 */
export function headersTo({ url: submitted, headers, pass }: Site, url: string): Record<string, string> {
  const { host, protocol } = new URL(url)
  const own = isAsSafe(url, submitted) ? headers : {}
  if (pass?.host !== host) return own
  const cookies = pass
    .cookies()
    .filter(({ secure }) => !secure || protocol === 'https:')
    .map(({ name, value }) => `${name}=${value}`)
  const given = Object.entries(own).find(([name]) => name.toLowerCase() === 'cookie')
  const others = Object.fromEntries(Object.entries(own).filter(([name]) => name !== given?.[0]))
  return { ...others, cookie: [...(given ? [given[1]] : []), ...cookies].join('; ') }
}

/** The site at another of its addresses, which are its own only where its headers may be sent. */
export const siteAt = (site: Site, url: string): Site => ({
  ...site,
  url,
  headers: isAsSafe(url, site.url) ? site.headers : {},
})

/**
 * Sends the site's own headers to its host alone: a third party must never see a bypass token. Each hop of a redirect is
 * paused again, so that they are not carried along.
 */
export async function sendHeaders(cdp: HeaderSession, site: Site): Promise<void> {
  if (Object.keys(site.headers).length === 0) return
  const { host } = new URL(site.url)
  const hasCookie = Object.keys(site.headers).some(name => name.toLowerCase() === 'cookie')
  cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
    const own = isAsSafe(request.url, site.url)
    // A Cookie header replaces all cookies, those of the session included.
    const given = hasCookie ? headersTo(site, request.url) : site.headers
    const headers = Object.entries({ ...lowerCased(request.headers), ...lowerCased(given) })
    cdp
      .send('Fetch.continueRequest', {
        requestId,
        ...(own && { headers: headers.map(([name, value]) => ({ name, value })) }),
      })
      .catch(() => {}) // the page is gone
  })
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: `*://${host}/*` }] })
}

/** What Playwright's and Puppeteer's sessions have in common. */
interface HeaderSession {
  on(
    event: 'Fetch.requestPaused',
    listener: (paused: {
      requestId: string
      request: { url: string; headers: Record<string, string> }
    }) => void,
  ): unknown
  send(method: 'Fetch.enable', options: { patterns: { urlPattern: string }[] }): Promise<unknown>
  send(
    method: 'Fetch.continueRequest',
    options: { requestId: string; headers?: { name: string; value: string }[] },
  ): Promise<unknown>
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Adds the session to a fresh context, before its first load. */
export async function addSessionCookies(context: BrowserContext, { pass }: Site): Promise<void> {
  if (pass) await context.addCookies(pass.cookies().map(cookie => ({ ...cookie, expires: -1 })))
}

/** The part of a DevTools session that is used here, whether Playwright's or Puppeteer's. */
interface CookieSession {
  send(method: 'Network.setCookies', options: { cookies: Cookie[] }): Promise<unknown>
}
type Cookie = Omit<PassCookie, 'domain'> & { url: string; domain?: string }

/** Sets the session in the page's context. A cookie of one host is set without a domain, which would open it to the subdomains. */
export async function setSessionCookies(session: CookieSession, site: Site): Promise<void> {
  const { pass } = site
  if (!pass) return
  const url = `${new URL(site.url).protocol}//${pass.host}/`
  const cookies = pass
    .cookies()
    .map(({ domain, ...cookie }): Cookie => ({ ...cookie, url, ...(domain.startsWith('.') && { domain }) }))
  await session.send('Network.setCookies', { cookies })
}

/** Whether a load ended at the password gate of a store whose gate had been opened. */
export const isAtGate = ({ pass }: Site, landed: string): boolean =>
  pass !== undefined && URL.canParse(landed) && new URL(landed).host === pass.host && pass.isGate(landed)

export const gateClosedAgain = ({ url }: Pick<Site, 'url'>): CaptureFailure =>
  new CaptureFailure(
    'password_rejected',
    `${url} took the storefront password and asked for it again; make sure that nobody changes it meanwhile, then submit it again`,
  )
