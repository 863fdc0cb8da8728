import type { JobEvent } from '../contract.ts'
import type { Queue } from './queue.ts'
import { type JobRow, toProgress } from './view.ts'

/** Told of each change of a job, and null once it is deleted. */
export type Listener = (event: JobEvent | null) => void

/** Follows a job that was `known` to be like this. @returns stops it */
export type Watch = (known: JobEvent, listener: Listener) => () => void

/** Progress is written some times a second at most, and people read phases. */
const EVERY_MS = 1000

/**
 * Looks at all jobs that somebody follows with one query a second, however many follow them; with none while nobody
 * does. While the database is away, nothing changes.
 */
export function watchJobs({ pool, log }: Pick<Queue, 'pool' | 'log'>, everyMs = EVERY_MS): Watch {
  const followed = new Map<string, Map<Listener, string>>()
  let looking = false

  async function loop(): Promise<void> {
    looking = true
    while (followed.size > 0) {
      await look().catch(error => log.warn({ err: error }, 'jobs that are followed could not be read'))
      if (followed.size > 0) await new Promise(resolve => setTimeout(resolve, everyMs))
    }
    looking = false
  }

  async function look(): Promise<void> {
    const ids = [...followed.keys()]
    const { rows } = await pool.query<Row>(LOOK, [ids])
    const events = new Map(rows.map(row => [row.id, toEvent(row)]))
    for (const id of ids) tell(id, events.get(id) ?? null)
  }

  function tell(id: string, event: JobEvent | null): void {
    const text = JSON.stringify(event)
    const listeners = followed.get(id) ?? new Map<Listener, string>()
    for (const [listener, last] of listeners) {
      if (last === text) continue
      listeners.set(listener, text)
      listener(event)
    }
  }

  return (known, listener) => {
    const { id } = known
    const listeners = followed.get(id) ?? new Map<Listener, string>()
    followed.set(id, listeners.set(listener, JSON.stringify(known)))
    if (!looking) void loop()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && followed.get(id) === listeners) followed.delete(id)
    }
  }
}

type Row = Pick<JobRow, 'id' | 'status' | 'phase' | 'progress' | 'finished_at'>

const LOOK = 'SELECT id, status, phase, progress, finished_at FROM jobs WHERE id = ANY($1)'

const toEvent = (row: Row): JobEvent => ({
  id: row.id,
  status: row.status,
  progress: toProgress(row),
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** What of a job is told while it goes on. */
export const eventOf = ({ id, status, progress, finished_at }: JobEvent): JobEvent => ({
  id,
  status,
  progress,
  finished_at,
})
