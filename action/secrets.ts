/** What nobody may read, in every form in which it could turn up. */
import * as core from '@actions/core'

export interface Secrets {
  /** `text` with each secret in it replaced by `***`: masks of the log do not reach comments and outputs. */
  redact(text: string): string
  /** Hides what became known later. */
  add(secrets: readonly string[]): void
}

/**
 * Registers masks for `secrets` and their encoded forms; call it before anything else.
 * Header values are secrets too, but only those long enough for one: a mask on `true` or `preview` would swallow words
 * of every sentence.
 */
export function hide(secrets: readonly string[], headerValues: readonly string[]): Secrets {
  const values = [...secrets, ...headerValues.flatMap(value => [value, ...credentials(value)]).filter(isLong)]
  let forms: string[] = []
  const add = (more: readonly string[]) => {
    const made = [...new Set(more.filter(Boolean).flatMap(formsOf))].filter(form => !forms.includes(form))
    for (const form of made) core.setSecret(form)
    forms = [...forms, ...made].sort((a, b) => b.length - a.length)
  }
  add(values)
  return { redact: text => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text), add }
}

/** Names of parameters that let their bearer in. */
const LETS_IN =
  /token|secret|passw|pwd|bypass|signature|^sig$|oauth|authorization|jwt|credential|sess(ion)?_?id/i
/** Names of parameters that may, when the value is no word. */
const MAY_LET_IN = /(^|[_-])(auth|key|share|session|sid|code)$|apikey/i
const NO_WORD = /\d.*\d|[a-z][A-Z]|.{32}/

/** Values in the query of `address` that are as good as a password, e.g. the bypass of a protected preview. */
export function addressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return []
  return [...new URL(address).searchParams]
    .filter(([name, value]) => LETS_IN.test(name) || (MAY_LET_IN.test(name) && NO_WORD.test(value)))
    .map(([, value]) => value)
    .filter(isLong)
}

const SHORTEST_VALUE = 8

const isLong = (value: string) => value.trim().length >= SHORTEST_VALUE && !isCommonplace(value)

const COMMONPLACE = /^(true|false|yes|no|on|off|none|null|samesitenone|\d{1,5}|.{0,3})$/i

function isCommonplace(value: string): boolean {
  return COMMONPLACE.test(value.trim())
}

/** The token of `Bearer …`, the user's password of `Basic …`. */
function credentials(value: string): string[] {
  const [, scheme = '', token = ''] = /^(\S+)\s+(\S+)$/.exec(value.trim()) ?? []
  if (!token) return []
  if (scheme.toLowerCase() !== 'basic') return [token]
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  return [token, decoded, decoded.slice(decoded.indexOf(':') + 1)]
}

const SHORTEST_FRAGMENT = 6

function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter(line => line.length >= SHORTEST_FRAGMENT)
  const bytes = Buffer.from(secret)
  const encoded = [0, 1, 2].flatMap(offset => inBase64(bytes, offset))
  return [
    secret,
    ...lines,
    ...inAddresses(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, mark => ENTITIES[mark]!),
    ...(bytes.length >= SHORTEST_FRAGMENT ? inHex(bytes) : []),
    ...encoded,
  ].filter(form => form.trim() !== '')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function inAddresses(secret: string): string[] {
  return [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
  ].flatMap(form => [form, form.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())])
}

function inHex(bytes: Buffer): string[] {
  const text = bytes.toString('hex')
  return [text, text.toUpperCase()]
}

/** The characters of base64 text that `bytes` alone decide when they stand after `offset` others. */
function inBase64(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const whole = offset === 0 && text.length > SHORTEST_FRAGMENT ? [text, text.replace(/=+$/, '')] : []
  const padded = (offset + bytes.length) % 3
  const inner = text.slice(offset && offset + 1, padded ? text.replace(/=+$/, '').length - 1 : undefined)
  return [...whole, ...(inner.length >= SHORTEST_FRAGMENT ? [inner] : [])].flatMap(form => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ])
}
