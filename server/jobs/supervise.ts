/**
 * Finds workers that are gone, by the heartbeats that stay away, and has their jobs run again: pg-boss does that, and is
 * told here when. After a while without the database nobody can tell a worker that died from one that could not say it
 * lives: then all have the time of two heartbeats first. Otherwise a restart of the database would cost each job that
 * runs one of its tries. So would its clock when it steps forward, with which heartbeats are compared; one that is put back
 * would hide jobs until it has caught up.
 */
import { every } from './every.ts'
import { HEARTBEAT_SECONDS, QUEUE, type Queue } from './queue.ts'

const LOOK_MS = 5_000
/** A look that is not answered soon is none; the next one may have a connection that works. */
const LOOK = {
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock',
  query_timeout: 3_000,
}
/** An answer that takes longer comes from a database that was away, as one does that stood still. */
export const SLOW_MS = 2_000
export const LEAVE_MS = 2 * HEARTBEAT_SECONDS * 1000
/** More than the clock of the database seems to go wrong by where both answers are in time. */
const STEP_MS = SLOW_MS + 1_000

/**
 * Pure: from when on heartbeats that are missing tell of workers that are gone; all moments on one clock. What is away
 * between two looks only is back too soon to matter, and who looks late himself tells nothing of the database.
 */
export class Sight {
  private clearFrom: number
  private isAway = false
  private last: { answered: number; clock: number } | undefined
  /** By how much the clock of the database went wrong before the last look; below 0: it was put back. */
  step = 0

  /** Who has just come has seen nothing yet. */
  constructor(now: number) {
    this.clearFrom = now + LEAVE_MS
  }

  /**
   * @param answered null: not at all
   * @param clock of the database, in milliseconds
   * @returns whether who is silent now is gone
   */
  look(asked: number, answered: number | null, clock = answered ?? 0): boolean {
    this.step = 0
    if (answered === null) {
      this.isAway = true
      return false
    }
    const isSlow = answered - asked > SLOW_MS
    if (this.last && !isSlow) {
      const step = clock - this.last.clock - (answered - this.last.answered)
      if (Math.abs(step) > STEP_MS) this.step = step
    }
    // What a slow answer says of the time is not exact enough.
    if (!isSlow) this.last = { answered, clock }
    if (this.isAway || isSlow || this.step !== 0) this.clearFrom = answered + LEAVE_MS
    this.isAway = false
    return answered >= this.clearFrom
  }
}

/** Looks now and every five seconds, as every process does; pg-boss lets one of them act. @returns stops it */
export function startSupervising(queue: Queue): () => Promise<void> {
  const sight = new Sight(performance.now())
  let hasLooked = false
  return every(queue, LOOK_MS, async ({ pool, boss, log }) => {
    const asked = performance.now()
    const { rows } = await pool.query<{ clock: number }>(LOOK).catch(error => {
      sight.look(asked, null)
      throw error
    })
    const mayAct = sight.look(asked, performance.now(), rows[0]!.clock)
    if (sight.step !== 0) log.warn({ ms: Math.round(sight.step) }, 'the clock of the database has stepped')
    // Before we came nobody may have been there to notice.
    if (sight.step < 0) await forgetFuture(queue, 0)
    else if (!hasLooked) await forgetFuture(queue, LONGEST_DELAY_SECONDS)
    hasLooked = true
    if (mayAct) await boss.supervise(QUEUE)
  })
}

/** No job is put off for so long: what lies further ahead was written by a clock that has been put back since. */
const LONGEST_DELAY_SECONDS = 600

/** Has nothing wait until the clock of the database is again where it was. Many may do so at once. */
async function forgetFuture({ pool }: Queue, seconds: number): Promise<void> {
  for (const text of [START_NOW, BEATEN_NOW, WATCHED_NOW]) await pool.query(text, [QUEUE, seconds])
}

const START_NOW = `
  UPDATE pgboss.job SET start_after = now()
  WHERE name = $1 AND state IN ('created', 'retry') AND start_after > now() + make_interval(secs => $2)`
const BEATEN_NOW = `
  UPDATE pgboss.job SET heartbeat_on = now()
  WHERE name = $1 AND state = 'active' AND heartbeat_on > now() + make_interval(secs => $2)`
const WATCHED_NOW = `
  UPDATE pgboss.queue
  SET monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
      maintain_on = least(maintain_on, now())
  WHERE name = $1
    AND greatest(monitor_claim_on, monitor_on, maintain_on) > now() + make_interval(secs => $2)`
