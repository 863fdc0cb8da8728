import type { Scorecard, Submission } from '../contract.ts'

export interface Redactor {
  text(text: string): string
  scorecard(scorecard: Scorecard): Scorecard
}

const SHOWN = '[secret]'
/** A shorter one is part of too many words: taking it out of a report would spoil the report and give it away. */
const SHORTEST_IN_SCORECARD = 5
const SHORTEST_IN_TEXT = 3
/** Values of ours, which a secret may happen to equal. */
const OURS = new Set(['suite', 'policy', 'status', 'severity', 'outcome', 'side', 'check', 'id', 'title'])

/**
 * Takes the secrets of `submission` out of what a scan says, as they are and in the forms in which they travel:
 * a page may echo what it was sent, and an error may quote it.
 */
export function redactor(submission: Submission): Redactor {
  const secrets = [
    submission.storefront_password,
    ...Object.values(submission.original_headers ?? {}),
    ...Object.values(submission.new_headers ?? {}),
  ]
    .filter(secret => secret !== undefined)
    .flatMap(partsOf)
  const hide = replacer(secrets.filter(secret => secret.length >= SHORTEST_IN_TEXT))
  const hideLong = replacer(secrets.filter(secret => secret.length >= SHORTEST_IN_SCORECARD))
  return {
    text: hide,
    scorecard: scorecard => (secrets.length === 0 ? scorecard : deep(scorecard, hideLong)),
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
  return text => forms.reduce((left, form) => left.replaceAll(form, SHOWN), text)
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ]
}

function deep<T>(value: T, hide: (text: string) => string): T {
  if (typeof value === 'string') return hide(value) as T
  if (Array.isArray(value)) return value.map(inner => deep(inner, hide)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, OURS.has(key) ? inner : deep(inner, hide)]),
  ) as T
}
