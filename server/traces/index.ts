/**
 * One trace for each job, from its submission through the queue to its scan, told to the collector that the operator
 * names. Without one nothing is loaded, and a trace that a client has begun is handed on all the same, for a worker that
 * tells. What a span says: the job's id, its tier, the phase and what came of it. No address, nothing of a page, no secret.
 */
import type { TraceSettings } from '../config/traces.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'
import type { TraceLog, Traces } from './types.ts'

export type { TracedSubmission, Traces } from './types.ts'

/** @param version of this program */
export async function openTraces(
  settings: TraceSettings | undefined,
  version: string,
  log: TraceLog,
): Promise<Traces> {
  if (!settings) return SILENT
  const { exportTraces } = await import('./export.ts')
  return exportTraces(settings, version, log)
}

const SILENT: Traces = {
  submission(given) {
    const parent = readTraceparent(given)
    return { ...(parent && { traceparent: writeTraceparent(parent) }), end() {} }
  },
  async close() {},
}
