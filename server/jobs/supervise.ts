/**
 * Finds workers that are gone, by the heartbeats that stay away, and has their jobs run again: pg-boss does that, and is
 * told here when. After a while without the database nobody can tell a worker that died from one that could not say it
 * lives: then all have the time of two heartbeats first. Otherwise a restart of the database would cost each job that
 * runs one of its tries.
 */
import { every } from './every.ts'
import { HEARTBEAT_SECONDS, QUEUE, type Queue } from './queue.ts'

const LOOK_MS = 5_000
/** A look that is not answered soon is none; the next one may have a connection that works. */
const LOOK = { text: 'SELECT 1', query_timeout: 3_000 }
/** An answer that takes longer comes from a database that was away, as one does that stood still. */
export const SLOW_MS = 2_000
export const LEAVE_MS = 2 * HEARTBEAT_SECONDS * 1000

/**
 * Pure: from when on heartbeats that are missing tell of workers that are gone; all moments on one clock. What is away
 * between two looks only is back too soon to matter, and who looks late himself tells nothing of the database.
 */
export class Sight {
  private clearFrom: number
  private isAway = false

  /** Who has just come has seen nothing yet. */
  constructor(now: number) {
    this.clearFrom = now + LEAVE_MS
  }

  /** @param answered null: not at all @returns whether who is silent now is gone */
  look(asked: number, answered: number | null): boolean {
    if (answered === null) {
      this.isAway = true
      return false
    }
    if (this.isAway || answered - asked > SLOW_MS) this.clearFrom = answered + LEAVE_MS
    this.isAway = false
    return answered >= this.clearFrom
  }
}

/** Looks now and every five seconds, as every process does; pg-boss lets one of them act. @returns stops it */
export function startSupervising(queue: Queue): () => Promise<void> {
  const sight = new Sight(performance.now())
  return every(queue, LOOK_MS, async ({ pool, boss }) => {
    const asked = performance.now()
    await pool.query(LOOK).catch(error => {
      sight.look(asked, null)
      throw error
    })
    if (sight.look(asked, performance.now())) await boss.supervise(QUEUE)
  })
}
