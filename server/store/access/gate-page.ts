import type { HttpResponse } from '../../egress/http/index.ts'
import { hasGateForm, isGatePath } from '../../lib/gate-page.ts'

export { isGatePath } from '../../lib/gate-page.ts'

/**
 * Whether `host` answered with its password gate: landed on it, or was sent there by a redirect that was not followed.
 * A page of its own called `/password` without the form counts too where it is where a redirect leads.
 */
export function isGate(response: HttpResponse, host: string): boolean {
  const { url, status, headers, body } = response
  if (new URL(url).host !== host) return false
  const { location } = headers
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
    const to = new URL(location, url)
    return to.host === host && isGatePath(to.href)
  }
  if (isGatePath(url) && response.chain.length > 0) return true
  return hasGateForm(body.subarray(0, 500_000).toString('utf8'))
}
