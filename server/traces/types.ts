import type { Tier } from '../contract.ts'
import type { ScanMeter } from '../metrics/scans.ts'

export interface Traces {
  /** @param given the header `traceparent` of the request */
  submission(given: string | undefined, tier: Tier): TracedSubmission
  /** Absent where nothing is told. */
  scans?: ScanMeter
  /** Sends what is not sent yet, for seconds at most. Never rejects. */
  close(): Promise<void>
}

export interface TracedSubmission {
  /** To be kept with the job: what happens to it from here on is caused by this. */
  traceparent?: string
  /** With the job that came of it, or with the code by which it was refused. */
  end(outcome: { job: string } | { code: string }): void
}

export interface TraceLog {
  warn(fields: object, message: string): void
}
