import { HttpFailure } from './failure.ts'

/** What one hop sends. */
export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** Header names that tell another host nothing about who asks. All the rest may be a secret. */
const HARMLESS = /^(accept|accept-language|range|if-.*|cache-control|pragma)$/i

/**
 * The request after a redirect, as in the Fetch standard's HTTP-redirect fetch: 303, and 301 and 302 after a POST,
 * turn into a GET. Headers stay with the host they were given for, and off a connection that is no longer secure.
 * @throws {HttpFailure} `forbidden` where a body would go to another host
 */
export function nextHop(sent: Sent, status: number, location: string): Sent {
  const from = new URL(sent.url)
  const to = new URL(location)
  const toGet =
    (status === 303 && sent.method !== 'HEAD') ||
    ((status === 301 || status === 302) && sent.method === 'POST')
  const away = from.host !== to.host || (from.protocol === 'https:' && to.protocol !== 'https:')
  const body = toGet ? undefined : sent.body
  if (away && body !== undefined)
    throw new HttpFailure(
      'forbidden',
      location,
      `${from.host} wants the request's body sent on to ${to.origin}`,
    )
  const entries = Object.entries(sent.headers)
    .filter(([name]) => !away || HARMLESS.test(name))
    .filter(([name]) => !toGet || !/^content-/i.test(name))
  return { url: to.href, method: toGet ? 'GET' : sent.method, headers: Object.fromEntries(entries), body }
}

/**
 * The absolute URL that an answer of `url` leads to, or null where it is no redirect.
 * @throws {HttpFailure} `protocol_error` where its Location is no URL
 */
export function locationOf(
  status: number,
  header: string | string[] | undefined,
  url: string,
): string | null {
  const value = [header ?? []].flat()[0]
  if (![301, 302, 303, 307, 308].includes(status) || value === undefined) return null
  // Header bytes come as Latin-1; browsers read them as UTF-8.
  const text = Buffer.from(value, 'latin1').toString('utf8')
  if (URL.canParse(text, url)) return new URL(text, url).href
  const shown = JSON.stringify(text.slice(0, 200))
  throw new HttpFailure('protocol_error', url, `${url} redirects to ${shown}, which is not a URL`)
}

/** Lower-case names; later ones win. */
export function headersFor(...maps: Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    maps.flatMap(map => Object.entries(map).map(([name, value]) => [name.toLowerCase(), value])),
  )
}

export function joinHeaders(raw: Record<string, string | string[] | undefined>) {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  )
  return { headers, setCookies: [raw['set-cookie'] ?? []].flat() }
}
