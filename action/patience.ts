/** How often GitHub is asked to write what a step has to say. */
import { sleep } from './backoff.ts'
import { limitedFor, statusOf } from './github.ts'

const TRIES = 3
const LONGEST_WAIT = 60_000

/** What passes by itself may be tried again; a comment is never worth a failed check, nor more than two minutes. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const status = statusOf(error)
      const limited = limitedFor(error)
      const passes = limited === null ? status === undefined || status >= 500 : limited <= LONGEST_WAIT
      if (tries === TRIES || !passes) throw error
      await sleep(Math.max(limited ?? 0, 1000 * tries))
    }
  }
}
