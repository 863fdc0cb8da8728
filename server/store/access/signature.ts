/** Web Bot Auth (RFC 9421): whether a request is signed, and how long its signature will do. */
const REQUIRED_HEADERS = ['signature', 'signature-input', 'signature-agent']
const DAY_MS = 86_400_000
/** ms before its end at which a signature is worth a word. */
const EXPIRY_WARNING_MS = 7 * DAY_MS

/** Whether `headers` hold a whole signature that is good at `now` (ms since 1970). */
export function isSigned(headers: Record<string, string>, now: number): boolean {
  const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const expiry = expiryOf(headers)
  return REQUIRED_HEADERS.every(name => names.has(name)) && (expiry === undefined || expiry > now)
}

/** What the reader should know of the signature before it fails. */
export function signatureGaps(
  headers: Record<string, string>,
  now: number,
  field: 'original_headers' | 'new_headers',
): string[] {
  const expiry = expiryOf(headers)
  if (expiry === undefined || expiry > now + EXPIRY_WARNING_MS) return []
  const date = new Date(expiry).toISOString().slice(0, 16).replace('T', ' ')
  if (expiry <= now)
    return [`the crawler signature in ${field} expired on ${date} UTC; make a new one in the admin`]
  const days = Math.floor((expiry - now) / DAY_MS)
  return [
    `the crawler signature in ${field} expires on ${date} UTC, in ${days < 1 ? 'less than a day' : days === 1 ? 'one day' : `${days} days`}; make a new one in time`,
  ]
}

/** The earliest `expires` of Signature-Input, in ms; undefined without one. */
function expiryOf(headers: Record<string, string>): number | undefined {
  const input = Object.entries(headers).find(([name]) => name.toLowerCase() === 'signature-input')?.[1]
  // What stands between quotes is a name or a nonce, and no parameter.
  const times = [...(input ?? '').replace(/"[^"]*"/g, '""').matchAll(/;\s*expires=(\d{1,12})(?!\d)/g)]
  return times.length > 0 ? Math.min(...times.map(([, seconds]) => Number(seconds) * 1000)) : undefined
}
