import { errors, type Response } from 'playwright'
import type { FailureCode } from '../../contract.ts'
import { hasGateForm, isGatePath } from '../../lib/gate-page.ts'
import { CaptureFailure, PageCrashed } from './failure.ts'
import type { NetworkLog } from './network.ts'
import type { Site } from './site.ts'

/** Turns a failed navigation into the failure that tells the reader what to do. */
export function judgeNavigation(error: unknown, site: Site, network: NetworkLog): Error {
  if (error instanceof PageCrashed) return error
  const name = site.side === 'original' ? 'original' : 'new'
  const text = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  const code = /net::(ERR_\w+)/.exec(text)?.[1] ?? ''
  const last = network.entries().findLast(entry => entry.type === 'document')?.url ?? site.url
  const host = new URL(last).host
  const refused = site.failureOf(host)
  if (refused?.code === 'forbidden')
    return new CaptureFailure('target_forbidden', `${host} may not be reached: ${refused.reason}`)
  if (refused?.code === 'over_budget') return tooMuch(site)
  // Of our own making, or of the way to us from another machine.
  if (code === 'ERR_PROXY_CONNECTION_FAILED') return new Error('the browser does not reach our proxy')
  if (error instanceof errors.TimeoutError)
    return new CaptureFailure(
      `${name}_unreachable`,
      `${site.url} sent no answer within 20 s; check that the site is up and not held back by a firewall`,
    )
  if (code === 'ERR_TOO_MANY_REDIRECTS')
    return new CaptureFailure(
      'too_many_redirects',
      `${site.url} redirects in circles; open it in a private window and mend the redirect`,
    )
  if (/ERR_CERT|ERR_SSL|ERR_BAD_SSL/.test(code))
    return new CaptureFailure(
      'tls_error',
      `the certificate of ${host} was not accepted (net::${code}); renew or complete it`,
    )
  if (/Download is starting/.test(text) || code === 'ERR_ABORTED')
    return new CaptureFailure(
      'not_html',
      `${site.url} is a download, not a web page; submit the address of a page`,
    )
  if (/ERR_INVALID_AUTH_CREDENTIALS|ERR_TOO_MANY_RETRIES/.test(code))
    return new CaptureFailure(
      'auth_required',
      `${host} asks for a sign-in; pass an Authorization header in ${name}_headers`,
    )
  if (code === 'ERR_NAME_NOT_RESOLVED' || refused?.code === 'unresolvable')
    return new CaptureFailure(
      `${name}_unreachable`,
      `${host} has no address in the DNS; check the spelling and that the name is public`,
    )
  return new CaptureFailure(
    `${name}_unreachable`,
    `${host} could not be reached (${code ? `net::${code}` : text.slice(0, 200)}); check that the site is up and open to visitors`,
  )
}

export const leadsOn = (url: string) =>
  new CaptureFailure(
    'too_many_redirects',
    `${url} leads on to ever new addresses, by a script or a refresh; submit the address of a page that stays`,
  )

const tooMuch = (site: Site) =>
  new CaptureFailure(
    'body_too_large',
    `both pages together fetched more than a scan may; look for immense files on ${site.url}, such as an animation or a video that loads by itself`,
  )

const CHALLENGE =
  /cf-challenge|challenge-platform|_cf_chl_opt|just a moment\.\.\.|px-captcha|datadome|hcaptcha\.com\/captcha|g-recaptcha-response|Attention Required! \| Cloudflare|Pardon Our Interruption|Access Denied/i

/** Throws when what came is no page that a visitor would get. `response` is the last one of the main frame. */
export async function judgeResponse(response: Response, site: Site): Promise<void> {
  const name = site.side === 'original' ? 'original' : 'new'
  const status = response.status()
  const headers = response.headers()
  const fail = (code: FailureCode, detail: string) => new CaptureFailure(code, detail)
  // Over https the origin could send this header itself; there a refusal never becomes a response.
  const host = new URL(response.url()).host
  const refused =
    response.url().startsWith('http:') && headers['x-cutover-egress'] ? site.failureOf(host) : undefined
  if (refused?.code === 'forbidden')
    throw fail('target_forbidden', `${host} may not be reached: ${refused.reason}`)
  if (refused?.code === 'over_budget') throw tooMuch(site)
  if (refused)
    throw fail(
      `${name}_unreachable`,
      `${host} could not be reached: ${refused.reason}; check that the site is up and open to visitors`,
    )
  if (status === 401 || status === 407)
    throw fail(
      'auth_required',
      `${site.url} asks for a sign-in (HTTP ${status}); pass an Authorization header in ${name}_headers`,
    )
  if (status === 429 || status === 430)
    throw fail(
      'rate_limited',
      `${site.url} answered HTTP ${status}: it limits how often it may be visited; try again later or let our User-Agent pass`,
    )
  if (status >= 400) {
    const body = await response.text().catch(() => '')
    if (
      headers['cf-mitigated'] === 'challenge' ||
      (/^(403|503)$/.test(String(status)) && CHALLENGE.test(body.slice(0, 200_000)))
    )
      throw fail(
        `${name}_blocked`,
        `${site.url} showed a bot challenge (HTTP ${status}); let our User-Agent pass or send a bypass header in ${name}_headers`,
      )
    throw fail(
      `${name}_http_error`,
      `${site.url} answered HTTP ${status}; submit an address that answers 200`,
    )
  }
  const type = headers['content-type'] ?? ''
  if (type && !/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type))
    throw fail(
      'not_html',
      `${site.url} is ${type.split(';')[0]!.slice(0, 60)}, not a web page; submit the address of a page`,
    )
  // With a session of its own the load itself renews it and tries again.
  if (!site.pass && isGatePath(response.url()) && hasGateForm(await response.text().catch(() => '')))
    throw fail(
      'password_required',
      site.side === 'original'
        ? `${site.url} shows the password page of a store; submit an original that visitors can see`
        : `${site.url} shows a password page; send the storefront password in storefront_password`,
    )
  if (status === 204 || status === 205)
    throw fail('not_html', `${site.url} answered HTTP ${status} without a page`)
}
