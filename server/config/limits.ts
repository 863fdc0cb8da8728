/** How much may be asked for: the one table. `CUTOVER_LIMITS` changes single entries of it. */
import * as z from 'zod'
import type { Tier } from '../contract.ts'

export interface TierLimits {
  readonly submissionsPerMinute: number
  /** Of all kinds, polls above all. */
  readonly requestsPerMinute: number
  readonly jobsPerDay: number
  /** Queued and running. */
  readonly jobsInFlight: number
  /** For which jobs and what was captured for them are kept after their end. */
  readonly retentionDays: number
  /** That what was captured for all its jobs together may take; who has more must delete jobs to submit others. */
  readonly artifactMegabytes: number
}

export interface Limits extends Readonly<Record<Tier, TierLimits>> {
  /**
   * Of one address without a valid key; of an IPv6 address its /64. `eventStreams` are open at once, with a key or
   * without, in each process.
   */
  readonly address: { readonly requestsPerMinute: number; readonly eventStreams: number }
  /**
   * That name one host, from all accounts together: a scanner must not become an attack tool. One account has a part
   * of that, so that it cannot lock the others out.
   */
  readonly target: { readonly submissionsPerMinute: number; readonly accountSubmissionsPerMinute: number }
}

export const LIMITS: Limits = {
  free: {
    submissionsPerMinute: 10,
    requestsPerMinute: 600,
    jobsPerDay: 50,
    jobsInFlight: 5,
    retentionDays: 7,
    artifactMegabytes: 5_000,
  },
  paid: {
    submissionsPerMinute: 300,
    requestsPerMinute: 6_000,
    jobsPerDay: 10_000,
    jobsInFlight: 2_000,
    retentionDays: 30,
    artifactMegabytes: 100_000,
  },
  address: { requestsPerMinute: 600, eventStreams: 20 },
  target: { submissionsPerMinute: 120, accountSubmissionsPerMinute: 60 },
}

type Entry = [group: string, name: string, value: number]
const MAX_VALUE = 1_000_000_000
const MAX_RETENTION_DAYS = 3650

/** `free.jobsPerDay=20, target.submissionsPerMinute=600`: entries of the table and their values, from 1. */
export const limitChanges = z.string().transform((text, context): Entry[] => {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(entryOf)
  if (entries.every(entry => entry !== undefined)) return entries
  context.addIssue({
    code: 'custom',
    message: `a list such as free.jobsPerDay=20, paid.jobsInFlight=50 of ${NAMES.join(', ')}, each a whole number from 1`,
  })
  return z.NEVER
})

const NAMES = Object.entries(LIMITS).flatMap(([group, entries]) =>
  Object.keys(entries).map(name => `${group}.${name}`),
)

function entryOf(text: string): Entry | undefined {
  const [, path = '', digits = ''] = /^([\w.]+)=(\d{1,10})$/.exec(text) ?? []
  const [group = '', name = ''] = path.split('.')
  const value = Number(digits)
  const max = name === 'retentionDays' ? MAX_RETENTION_DAYS : MAX_VALUE
  return NAMES.includes(path) && value >= 1 && value <= max ? [group, name, value] : undefined
}

/** The table with `retentionDays` as the longest retention, then with `changes`. */
export function limitsWith(retentionDays: number, changes: readonly Entry[]): Limits {
  const { free, paid } = LIMITS
  const groups: Record<string, Record<string, number>> = {
    ...structuredClone(LIMITS),
    free: { ...free, retentionDays: Math.min(free.retentionDays, retentionDays) },
    paid: { ...paid, retentionDays },
  }
  for (const [group, name, value] of changes) groups[group]![name] = value
  for (const group of Object.values(groups)) Object.freeze(group)
  return Object.freeze(groups) as unknown as Limits
}
