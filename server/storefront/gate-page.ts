import type { HttpResponse } from '../egress/http.ts'

/** The password page, below a market's locale prefix too. */
const GATE_PATH = /^(\/[a-z]{2}(-[a-z]{2})?)?\/password\/?$/i
/** In each theme's form; attributes come in any order. */
const GATE_FORM = /<input\b(?=[^>]*\bname=["']?form_type\b)(?=[^>]*\bvalue=["']?storefront_password\b)[^>]*>/i
const LOOKED_AT = 500_000

export const isGatePath = (url: string) => GATE_PATH.test(new URL(url).pathname)

export const hasGateForm = (body: Buffer) => GATE_FORM.test(body.subarray(0, LOOKED_AT).toString('utf8'))

/**
 * Whether `host` answered with its password gate: landed on it, or was sent there by a redirect that was not followed.
 * A page of its own called `/password` without the form counts too where it is where all redirects lead.
 */
export function isGate(response: HttpResponse, host: string): boolean {
  const { url, status, headers, body } = response
  if (new URL(url).host !== host) return false
  const { location } = headers
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
    const to = new URL(location, url)
    return to.host === host && isGatePath(to.href)
  }
  return hasGateForm(body) || (isGatePath(url) && response.chain.length > 0)
}
