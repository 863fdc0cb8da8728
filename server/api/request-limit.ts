/**
 * How often one asks: an account, or an address without a valid key. Right across processes, and still no query for each
 * request: a process takes some of a quota at once and has that many requests before it asks for more. What it does not
 * use within seconds is lost, so that all together never allow more; so it takes one at first, and more only as it is
 * used.
 */
import type pg from 'pg'
import { type Quota, QuotaExceeded, type QuotaState, useQuotas } from '../jobs/quota.ts'
import { transaction } from '../storage/transaction.ts'

const LEASE_MS = 5_000
/** A lease is at most this part of the quota. */
const PART = 20
/** For a process that hangs while it counts the same quota; the request is answered without being counted then. */
const PATIENCE_MS = 1_000
/** Quotas that are remembered. */
const MAX_LEASES = 10_000

interface Lease {
  /** With which it began. */
  count: number
  left: number
  until: number
  state: QuotaState
  /** Set while nothing is to be had. */
  refusal?: QuotaExceeded
}

/** Counts one request. Rejects with {QuotaExceeded}. */
export type CountRequest = (quota: Quota) => Promise<QuotaState>

/** @param now milliseconds of a clock that nobody sets back */
export function requestLimit(pool: pg.Pool, now: () => number = () => performance.now()): CountRequest {
  const leases = new Map<string, Lease>()
  const asking = new Map<string, Promise<Lease>>()

  return async quota => {
    const { key } = quota
    for (;;) {
      const lease = leases.get(key)
      if (lease && lease.until > now()) {
        if (lease.refusal) throw again(lease.refusal, (lease.until - now()) / 1000)
        if (lease.left > 0) {
          lease.left -= 1
          return { ...lease.state, remaining: lease.state.remaining + lease.left }
        }
      }
      let request = asking.get(key)
      if (!request) {
        request = take(quota).finally(() => asking.delete(key))
        asking.set(key, request)
      }
      remember(key, await request)
    }
  }

  async function take(quota: Quota): Promise<Lease> {
    const most = Math.max(1, Math.floor(quota.amount / PART))
    const count = Math.min(most, wanted(leases.get(quota.key)))
    const lease = await lend(quota, count)
    return lease.refusal && count > 1 ? lend(quota, 1) : lease
  }

  /** As much as was used of the last lease; twice as much when that was used up before its end. */
  function wanted(last: Lease | undefined): number {
    if (!last) return 1
    return last.left === 0 && last.until > now()
      ? Math.max(1, 2 * last.count)
      : Math.max(1, last.count - last.left)
  }

  async function lend(quota: Quota, count: number): Promise<Lease> {
    try {
      const [state] = await transaction(pool, client => useQuotas(client, [quota], count), PATIENCE_MS)
      return { count, left: count, until: now() + LEASE_MS, state: state! }
    } catch (error) {
      if (!(error instanceof QuotaExceeded)) throw error
      return { count: 0, left: 0, until: now() + error.after * 1000, state: error.exceeded, refusal: error }
    }
  }

  /** The one that was not asked for the longest time is forgotten first. */
  function remember(key: string, lease: Lease): void {
    if (leases.get(key) === lease) return
    leases.delete(key)
    leases.set(key, lease)
    if (leases.size > MAX_LEASES) leases.delete(leases.keys().next().value!)
  }
}

const again = ({ exceeded, states }: QuotaExceeded, after: number) =>
  new QuotaExceeded(exceeded, after, states)
