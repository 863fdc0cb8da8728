/** Opens the storefront password: the form as it stands, one POST to the host where it stands, and proof. */
import { Parser } from 'htmlparser2'
import type { FailureCode } from '../../contract.ts'
import type { HttpResponse } from '../../egress/http/index.ts'
import { isGatePath } from '../../lib/gate-page.ts'
import { isAsSafe } from '../../lib/same-host.ts'
import type { Answer, StoreClient } from './client/index.ts'
import { isGate } from './gate-page.ts'

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
export async function openGate(
  client: StoreClient,
  password: string,
  prefix = '',
): Promise<Refusal | undefined> {
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
  const knocked = await client.get(action, {
    ...AT_GATE,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, password }).toString(),
    maxRedirects: 0,
  })
  if (!knocked.ok) return refusalOf(knocked, host)
  if (turnsAway(knocked.response, host)) return rejected(host)
  const home = await client.get(prefix || '/', AT_GATE)
  if (!home.ok) return refusalOf(home, host)
  return isGate(home.response, host) ? rejected(host) : undefined
}

/** The form once more, or the way back to it. Anything else is for home to prove. */
function turnsAway(response: HttpResponse, host: string): boolean {
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

/** Where the form goes and the hidden fields that it wants back; the standing ones where no form can be read. */
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
