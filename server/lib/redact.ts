import { type Reading, readings } from './readings.ts'

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
  const headers = [given.original_headers, given.new_headers].flatMap(map => Object.values(map ?? {}))
  const whole = [given.storefront_password ?? '', ...headers, ...headers.flatMap(credentialOf)]
  const parameters = headers.flatMap(header => [...cookiesOf(header), ...parametersOf(header)])
  const hide = replacer([...whole, ...parameters], SHORTEST_IN_TEXT)
  const hideLong = replacer([...whole, ...parameters.filter(isTelling)], SHORTEST_IN_VALUES)
  return { text: hide, deep: (value, ours) => (hideLong === UNCHANGED ? value : deep(value, ours, hideLong)) }
}

/** A credential is secret without its scheme too, and Basic's also decoded. */
function credentialOf(header: string): string[] {
  const [, scheme, token] = /^(\S+) +(\S+)$/.exec(header) ?? []
  if (!token) return []
  if (!/^basic$/i.test(scheme!)) return [token]
  const [user, ...password] = Buffer.from(token, 'base64').toString().split(':')
  return [token, `${user}:${password.join(':')}`, password.join(':')]
}

/** Parameters of credentials and attributes of cookies that say nothing secret. */
const PUBLIC = /^(realm|algorithm|qop|uri|username|q|charset|domain|path|expires|max-age|samesite)$/i

/** The single cookies of a Cookie header. Whoever sets them may leave commas and spaces in their values. */
function cookiesOf(header: string): string[] {
  return header.split(';').flatMap(pair => {
    const [, name, value] = /^\s*([^\s=]+)=(.*?)\s*$/.exec(pair) ?? []
    return name === undefined || PUBLIC.test(name) ? [] : [value!, decoded(value!)]
  })
}

/** The parameters of credentials such as `Token token="…"`. */
function parametersOf(header: string): string[] {
  const found = header.matchAll(/([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,\s]*))/g)
  return [...found].flatMap(([, name, quoted, bare]) => {
    if (PUBLIC.test(name!)) return []
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare!
    return [value, decoded(value)]
  })
}

/** Cookies hold all kinds of settings: `dark` or `de-AT` is part of too many texts. */
const isTelling = (value: string): boolean => value.length >= 8 || (/\d/.test(value) && /\p{L}/u.test(value))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const UNCHANGED = (text: string) => text

/** A secret in one of its encodings. Of it so much is looked for; the rest may have been cut off. */
const LOOKED_FOR = 32

interface Form {
  text: string
  /** The letters beside it, in base64 of a longer text, hold bits of it. */
  begins: boolean
  ends: boolean
}

/** One look for all secrets, since stores have long captures. */
function replacer(all: string[], shortest: number): (text: string) => string {
  const forms = [...new Set(all)].filter(secret => secret.length >= shortest).flatMap(formsOf)
  if (forms.length === 0) return UNCHANGED
  const byHead = Map.groupBy(forms, ({ text }) => text.slice(0, LOOKED_FOR))
  // The longest come first, so that none is left in part.
  const heads = [...byHead.keys()].sort((a, b) => b.length - a.length)
  const any = new RegExp(heads.map(head => head.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
  const least = Math.min(...heads.map(head => head.length))

  const placesIn = ({ text, placeOf }: Reading) =>
    [...text.matchAll(any)].map(({ 0: head, index }): Place => {
      const whole = byHead.get(head)!.map(form => extent(form, text, index))
      return [
        placeOf(Math.min(...whole.map(([start]) => start))),
        placeOf(Math.max(...whole.map(([, end]) => end))),
      ]
    })

  return text => {
    if (text.length < least) return text
    const places: Place[] = []
    for (const reading of readings(text)) if (reading.text.search(any) >= 0) places.push(...placesIn(reading))
    return places.length === 0 ? text : without(text, places)
  }
}

type Place = [start: number, end: number]

/** How far a form whose head is at `index` goes there. */
function extent({ text: form, begins, ends }: Form, text: string, index: number): Place {
  let length = Math.min(form.length, LOOKED_FOR)
  while (length < form.length && text[index + length] === form[length]) length++
  const start = begins && /[\w+/-]/.test(text[index - 1] ?? '') ? index - 1 : index
  const after = text.slice(index + length, index + length + 3)
  const rest = length === form.length && ends ? /^[\w+/-]?={0,2}/.exec(after)![0] : ''
  return [start, index + length + rest.length]
}

function without(text: string, places: Place[]): string {
  let shown = ''
  let done = 0
  for (const [start, end] of places.sort(([a], [b]) => a - b)) {
    // Of two that overlap or touch only the first is shown.
    if (start > done || done === 0) shown += text.slice(done, start) + SHOWN
    done = Math.max(done, end)
  }
  return shown + text.slice(done)
}

/** Fewer letters of base64 are part of too many words. */
const SHORTEST_INSIDE = 6

/** As it is, in forms, and in the encodings of credentials: escapes are undone before it is looked for. */
function formsOf(secret: string): Form[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  // A style sheet shows it in other letters, and so does who reads what is shown.
  const shown = [secret, secret.toUpperCase(), secret.toLowerCase()]
  const plain = new Set([...shown, secret.replaceAll(' ', '+'), hex, hex.toUpperCase()])
  return [
    ...[...plain].map(text => ({ text, begins: false, ends: false })),
    ...[0, 1, 2].flatMap(offset => base64(bytes, offset)),
  ]
}

/** Within base64 of a longer text, in which it begins `offset` bytes after a multiple of three. */
function base64(bytes: Buffer, offset: number): Form[] {
  const letters = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const bits = 8 * (offset + bytes.length)
  const text = letters.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6))
  if (offset > 0 && text.length < SHORTEST_INSIDE) return []
  const url = text.replaceAll('+', '-').replaceAll('/', '_')
  return [text, url].map(each => ({ text: each, begins: offset > 0, ends: bits % 6 > 0 }))
}

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
