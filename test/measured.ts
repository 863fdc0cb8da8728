import type { Capture } from '../server/capture/artifact.ts'
import type { LighthouseRun } from '../server/capture/lighthouse.ts'

/** `capture` with Lighthouse's runs, where there are any. */
export function measured(capture: Capture, runs: LighthouseRun[] | undefined): Capture {
  if (!runs) return capture
  return { ...capture, artifacts: { ...capture.artifacts, lighthouse: { ok: true, value: runs } } }
}
