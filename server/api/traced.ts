import type { Tier } from '../contract.ts'
import type { Api } from './context.ts'
import { HttpProblem } from './problem.ts'

/**
 * Tells a submission as the first span of its job's trace, with the code where it is refused.
 * @param given the header `traceparent` of its request
 * @param work is given what is to be kept with the job
 */
export async function traced<Accepted extends { id: string }>(
  traces: Api['traces'],
  given: string | undefined,
  tier: Tier,
  work: (traceparent: string | undefined) => Promise<Accepted>,
): Promise<Accepted> {
  const trace = traces?.submission(given, tier)
  try {
    const acceptance = await work(trace?.traceparent)
    trace?.end({ job: acceptance.id })
    return acceptance
  } catch (error) {
    trace?.end({ code: error instanceof HttpProblem ? error.code : 'internal_error' })
    throw error
  }
}
