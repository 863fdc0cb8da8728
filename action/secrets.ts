/** What nobody may read, in every form in which it could turn up. */
import * as core from '@actions/core'

export interface Secrets {
  /** `text` with each secret in it replaced by `***`: masks of the log do not reach comments and outputs. */
  redact(text: string): string
}

/**
 * Registers masks for `secrets` and their encoded forms; call it before anything else.
 * Header values are secrets too, but not the ones that everybody knows: a mask on `true` would swallow outputs.
 */
export function hide(secrets: readonly string[], headerValues: readonly string[]): Secrets {
  const values = [
    ...secrets,
    ...headerValues.flatMap(value => [value, ...credentials(value)]).filter(value => !isCommonplace(value)),
  ]
  const forms = [...new Set(values.filter(Boolean).flatMap(formsOf))].sort((a, b) => b.length - a.length)
  for (const form of forms) core.setSecret(form)
  return { redact: text => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text) }
}

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
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...encoded,
  ].filter(form => form.trim() !== '')
}

/** The characters of base64 text that `bytes` alone decide when they stand after `offset` others. */
function inBase64(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const whole = offset === 0 ? [text, text.replace(/=+$/, '')] : []
  const padded = (offset + bytes.length) % 3
  const inner = text.slice(offset && offset + 1, padded ? text.replace(/=+$/, '').length - 1 : undefined)
  return [...whole, ...(inner.length >= SHORTEST_FRAGMENT ? [inner] : [])].flatMap(form => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ])
}
