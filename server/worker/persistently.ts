import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../lib/unavailable.ts'

/** Between tries; the last again and again while the database is away. */
const RETRY_MS = [250, 500, 1000]
/** For which an outcome is held then by a worker that is to stop. */
const LAST_TRIES_MS = 5_000

/**
 * Two minutes of work are not thrown away because the database is away at their end: the claim is held until the
 * database says that it is lost, however long that takes. @throws when a worker that is to stop cannot wait for that
 */
export async function persistently(
  write: () => Promise<boolean>,
  lost: AbortSignal,
  stopping: AbortSignal,
): Promise<boolean> {
  let patience: number | undefined
  for (let tried = 0; ; tried++) {
    try {
      return await write()
    } catch (error) {
      if (lost.aborted) return false
      // Said by a database that is there, it is our own fault, and stays so.
      if (!isUnavailable(error) && tried >= RETRY_MS.length) throw error
      if (stopping.aborted) patience ??= performance.now() + LAST_TRIES_MS
      if (patience !== undefined && performance.now() > patience) throw error
      await sleep(RETRY_MS[Math.min(tried, RETRY_MS.length - 1)], undefined, { signal: lost }).catch(() => {})
    }
  }
}
