import type { HttpResponse } from '../../../egress/http/index.ts'

/** ms that `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3); undefined where it is absent or neither. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Without a letter it is no date: Date.parse takes almost any number for a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** 430 is Shopify's own for a request that its security turned down. */
export const isThrottled = ({ status }: Pick<HttpResponse, 'status'>) => status === 429 || status === 430

const CHALLENGE =
  /\/cdn-cgi\/challenge-platform\/|cf-chl-bypass|_cf_chl_opt|<title>just a moment\.\.\.|px-captcha|captcha-delivery\.com|<title>attention required! \| cloudflare|<title>pardon our interruption/i
const MAX_CHALLENGE_BYTES = 100_000

/** A page that wants proof of a person, whatever its status. */
export function isChallenge({ status, headers, body }: Pick<HttpResponse, 'status' | 'headers' | 'body'>) {
  if (headers['cf-mitigated'] === 'challenge') return true
  // A page of 200 may carry such a script beside its own text.
  if (![401, 403, 429, 430, 503].includes(status)) return false
  return CHALLENGE.test(body.subarray(0, MAX_CHALLENGE_BYTES).toString('latin1'))
}
