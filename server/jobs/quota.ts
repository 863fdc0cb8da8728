/**
 * Quotas, right across all processes: each is one row, the moment when all of it is there again. What is used moves
 * that moment on, time brings it nearer, steadily (the generic cell rate algorithm); so a whole quota may be used at
 * once, and then as much as comes back.
 */
import type pg from 'pg'

export interface Quota {
  /** As clients see it in `RateLimit`. */
  policy: string
  /** Whose it is; unique among all quotas. */
  key: string
  amount: number
  /** Seconds in which all of it comes back. */
  window: number
}

/** What is left of a quota. `window` and `reset` are absent where nothing comes back by time alone. */
export interface QuotaState {
  policy: string
  amount: number
  window?: number
  remaining: number
  /** Seconds until all of it is there again. */
  reset?: number
}

/** A quota does not have what was asked of it. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded'
  readonly exceeded: QuotaState
  /** Seconds after which asking again makes sense. */
  readonly after: number
  /** All that were asked, `exceeded` among them. */
  readonly states: QuotaState[]

  constructor(exceeded: QuotaState, after: number, states: QuotaState[]) {
    super(`the quota ${exceeded.policy} is used up`)
    this.exceeded = exceeded
    this.after = Math.max(1, Math.ceil(after))
    this.states = states
  }
}

/**
 * Uses `count` of each quota, in a transaction of the caller's that rolls back when this throws: a request that is
 * refused uses nothing. The rows stay locked until its end, in the order given, which all callers keep.
 * @throws {QuotaExceeded} for the first that does not have it
 */
export async function useQuotas(client: pg.ClientBase, quotas: Quota[], count = 1): Promise<QuotaState[]> {
  const { rows } = await client.query<{ key: string; debt: number }>(USE, [
    quotas.map(({ key }) => key),
    quotas.map(({ amount, window }) => (count * window) / amount),
  ])
  const debts = new Map(rows.map(({ key, debt }) => [key, debt]))
  const states = quotas.map(quota => stateOf(quota, debts.get(quota.key)!))
  for (const [index, { key, window }] of quotas.entries()) {
    const over = debts.get(key)! - window
    if (over > ROUNDING) throw new QuotaExceeded(states[index]!, over, states)
  }
  return states
}

/** What is left of each quota, of which nothing is used. */
export async function readQuotas(pool: pg.Pool, quotas: Quota[]): Promise<QuotaState[]> {
  const { rows } = await pool.query<{ key: string; debt: number }>(
    `SELECT key, greatest(extract(epoch FROM full_at - now()), 0)::float8 AS debt FROM quotas WHERE key = ANY($1)`,
    [quotas.map(({ key }) => key)],
  )
  const debts = new Map(rows.map(({ key, debt }) => [key, debt]))
  return quotas.map(quota => stateOf(quota, debts.get(quota.key) ?? 0))
}

/**
 * Gives back one of each quota that was used at `used`, in a transaction of the caller's: what has come back by time
 * since then does not come back twice.
 */
export async function giveBack(client: pg.ClientBase, quotas: Quota[], used: Date): Promise<void> {
  await client.query(GIVE_BACK, [
    quotas.map(({ key }) => key),
    quotas.map(({ amount, window }) => window / amount),
    quotas.map(({ window }) => window),
    used,
  ])
}

const ROUNDING = 1e-4

// Locks row by row in the order of the arrays. `greatest` forgets time in which the quota was full anyway; now() stands
// still while a lock is waited for, so that the wait is no part of the cost.
const USE = `
  INSERT INTO quotas AS q (key, full_at)
  SELECT w.key, now() + make_interval(secs => w.cost)
  FROM unnest($1::text[], $2::float8[]) WITH ORDINALITY AS w(key, cost, place)
  ORDER BY w.place
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(q.full_at, now()) + (excluded.full_at - now())
  RETURNING key, extract(epoch FROM full_at - now())::float8 AS debt`

// Row by row in the order of the arrays, as they are locked when they are used.
const GIVE_BACK = `
  UPDATE quotas q SET full_at = q.full_at - make_interval(secs => w.cost)
  FROM (
    SELECT g.key, g.cost
    FROM unnest($1::text[], $2::float8[], $3::float8[]) WITH ORDINALITY AS g(key, cost, seconds, place)
    JOIN LATERAL (SELECT FROM quotas l WHERE l.key = g.key FOR UPDATE) locked ON true
    WHERE $4::timestamptz > now() - make_interval(secs => g.seconds)
    ORDER BY g.place
  ) w
  WHERE q.key = w.key`

function stateOf({ policy, amount, window }: Quota, debt: number): QuotaState {
  const remaining = Math.floor(((window - debt) * amount) / window + ROUNDING)
  return { policy, amount, window, remaining: Math.max(0, remaining), reset: Math.max(0, Math.ceil(debt)) }
}

/** Deletes the rows of quotas that are full, which need none. */
export async function deleteFullQuotas(pool: pg.Pool): Promise<void> {
  await pool.query(
    `DELETE FROM quotas WHERE key IN (
       SELECT key FROM quotas WHERE full_at < now() - interval '1 minute' FOR UPDATE SKIP LOCKED)`,
  )
}
