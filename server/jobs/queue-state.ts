import type pg from 'pg'

/** Jobs that have not ended, for whoever watches over the service. `oldestSeconds` is of the oldest queued, or 0. */
export async function queueState(
  pool: pg.Pool,
): Promise<{ queued: number; running: number; oldestSeconds: number }> {
  const { rows } = await pool.query(STATE)
  return rows[0]
}

// By the index that holds the jobs in flight alone.
const STATE = `
  SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued,
         count(*) FILTER (WHERE status = 'running')::int AS running,
         greatest(0, coalesce(extract(epoch FROM
           clock_timestamp() - min(created_at) FILTER (WHERE status = 'queued')), 0))::float8 AS "oldestSeconds"
  FROM jobs WHERE status IN ('queued', 'running')`
