/** Limits towards a client: the fields of draft-ietf-httpapi-ratelimit-headers, and the refusal with 429. */
import type { QuotaExceeded, QuotaState } from '../jobs/quota.ts'
import { HttpProblem } from './problem.ts'
import type { ProblemCode } from './problem-codes.ts'

/** `RateLimit-Policy: "minute";q=300;w=60` and `RateLimit: "minute";r=299;t=1`; nothing for no quotas. */
export function quotaHeaders(states: QuotaState[]): Record<string, string> {
  if (states.length === 0) return {}
  const policies = states.map(
    ({ policy, amount, window }) => `"${policy}";q=${amount}${window === undefined ? '' : `;w=${window}`}`,
  )
  const left = states.map(
    ({ policy, remaining, reset }) => `"${policy}";r=${remaining}${reset === undefined ? '' : `;t=${reset}`}`,
  )
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: left.join(', ') }
}

const REFUSALS: Record<string, [code: ProblemCode, sentence: (amount: number) => string]> = {
  minute: ['too_many_requests', amount => `This account may submit ${amount} jobs a minute.`],
  day: ['daily_limit', amount => `This account may submit ${amount} jobs a day.`],
  'in-flight': [
    'too_many_jobs',
    amount =>
      `This account may have ${amount} jobs queued and running. Wait for some to end, or cancel them.`,
  ],
  artifacts: [
    'storage_full',
    amount =>
      `What was captured for jobs of this account takes more than ${amount} MB. Delete jobs that are no longer needed.`,
  ],
  'own-target': [
    'target_busy',
    amount => `This account may submit a host that this submission names ${amount} times a minute.`,
  ],
  target: [
    'target_busy',
    amount => `A host that this submission names is submitted more than ${amount} times a minute.`,
  ],
  requests: ['too_many_requests', amount => `This account may ask ${amount} times a minute.`],
  streams: [
    'too_many_requests',
    amount =>
      `An address may follow ${amount} jobs at a time. Poll, or close other pages that show progress.`,
  ],
  anonymous: [
    'too_many_requests',
    amount => `Without a valid API key an address may ask ${amount} times a minute.`,
  ],
}

/** Told only when they refuse: there is one for each host, and what others submit for a host is nobody's business. */
const UNTOLD = new Set(['own-target', 'target'])

/** The refusal of a request for which a quota has nothing left. */
export function tooMany({ exceeded, states, after }: QuotaExceeded): HttpProblem {
  const [code, sentence] = REFUSALS[exceeded.policy]!
  const told = states.filter(state => state === exceeded || !UNTOLD.has(state.policy))
  const detail = `${sentence(exceeded.amount)} Try again in ${after} s.`
  return new HttpProblem(429, code, detail, {
    headers: { 'Retry-After': String(after), ...quotaHeaders(told) },
  })
}
