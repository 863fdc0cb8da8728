/** What a submission keeps secret. */
export interface Secrets {
  storefront_password?: string
  original_headers?: Record<string, string>
  new_headers?: Record<string, string>
}

export interface Redactor {
  text(text: string): string
  /**
   * Every text within `value`, but for names of fields and for the values of those in `ours`, which are no page's and
   * which a secret may happen to equal. What holds no secret comes back as it is.
   */
  deep<T>(value: T, ours: ReadonlySet<string>): T
}

const SHOWN = '[secret]'
/** A shorter one is part of too many words: taking it out of a report would spoil the report and give it away. */
const SHORTEST_IN_VALUES = 5
const SHORTEST_IN_TEXT = 3

/**
 * Takes secrets out of what a scan says, as they are and in the forms in which they travel: a page may echo what it
 * was sent, and an error may quote it.
 */
export function redactor(given: Secrets): Redactor {
  const secrets = [
    given.storefront_password,
    ...Object.values(given.original_headers ?? {}),
    ...Object.values(given.new_headers ?? {}),
  ]
    .filter(secret => secret !== undefined)
    .flatMap(partsOf)
  const hide = replacer(secrets.filter(secret => secret.length >= SHORTEST_IN_TEXT))
  const hideLong = replacer(secrets.filter(secret => secret.length >= SHORTEST_IN_VALUES))
  return {
    text: hide,
    deep: (value, ours) => (secrets.length === 0 ? value : deep(value, ours, hideLong)),
  }
}

/** A credential is secret without its scheme too, and Basic's also decoded. */
function partsOf(secret: string): string[] {
  const [, scheme, token] = /^(\S+) +(\S+)$/.exec(secret) ?? []
  if (!token) return [secret]
  if (!/^basic$/i.test(scheme!)) return [secret, token]
  const [user, ...password] = Buffer.from(token, 'base64').toString().split(':')
  return [secret, token, `${user}:${password.join(':')}`, password.join(':')]
}

function replacer(secrets: string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  if (forms.length === 0) return text => text
  // The longest come first, so that none is left in part; one pass for all of them, since stores have long captures.
  const any = new RegExp(forms.map(form => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
  const shortest = Math.min(...forms.map(form => form.length))
  return text => (text.length < shortest ? text : text.replace(any, SHOWN))
}

/** As it is in text, addresses, forms, JSON (within scripts too), markup, and in the encodings of credentials. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    // Browsers escape apostrophes in a query; some escape all that RFC 3986 reserves.
    encodeURIComponent(secret.toWellFormed()).replaceAll("'", '%27'),
    encodeURIComponent(secret.toWellFormed()).replace(
      /[!'()*]/g,
      letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
    encodeURI(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    json,
    json.replace(/[<>&]/g, letter => `\\u00${letter.charCodeAt(0).toString(16)}`),
    // Markup must escape the first two of them; whether the others are is each writer's choice.
    ...['&<', '&<>', '&<>"', `&<>"'`].flatMap(letters => [
      escaped(secret, letters, letter => NAMED[letter]!),
      escaped(secret, letters, letter => `&#${letter.charCodeAt(0)};`),
    ]),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ]
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string, letters: string, entity: (letter: string) => string) =>
  [...text].map(letter => (letters.includes(letter) ? entity(letter) : letter)).join('')

/** Most of a large value is no secret's business: what did not change is kept, and not copied. */
function deep<T>(value: T, ours: ReadonlySet<string>, hide: (text: string) => string): T {
  if (typeof value === 'string') return hide(value) as T
  if (value === null || typeof value !== 'object') return value
  const before = Object.entries(value)
  const after = before.map(([key, inner]) => (ours.has(key) ? inner : deep(inner, ours, hide)))
  if (before.every(([, inner], at) => inner === after[at])) return value
  if (Array.isArray(value)) return after as T
  return Object.fromEntries(before.map(([key], at) => [key, after[at]])) as T
}
