import { QuotaExceeded } from '../jobs/quota.ts'
import { tooMany } from './limits.ts'
import { HttpProblem } from './problem.ts'

const RETRY_SECONDS = 10

/** Streams that are open in this process: by address, and `max` of all together. */
export function openPlaces(max: number) {
  const taken = new Map<string, number>()
  let all = 0

  return {
    /** @returns gives it back @throws {HttpProblem} 429 when an address has all of its own, 503 when there is none */
    take(address: string, amount: number): () => void {
      const own = taken.get(address) ?? 0
      const quota = { policy: 'streams', amount, remaining: 0 }
      if (own >= amount) throw tooMany(new QuotaExceeded(quota, RETRY_SECONDS, [quota]))
      if (all >= max)
        throw new HttpProblem(
          503,
          'unavailable',
          'Too many follow jobs at the moment. Poll, or try again later.',
          {
            headers: { 'Retry-After': String(RETRY_SECONDS) },
          },
        )
      all += 1
      taken.set(address, own + 1)
      return () => {
        all -= 1
        const left = taken.get(address)! - 1
        if (left > 0) taken.set(address, left)
        else taken.delete(address)
      }
    },
  }
}
