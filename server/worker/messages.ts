/** What passes between the worker and a scan process. Everything from the child is parsed: it has seen hostile pages. */
import * as z from 'zod'
import { FailureCode, Scorecard } from '../contract.ts'
import type { ScanOptions, ScanRequest, StoreLimits } from '../scan/types.ts'

/** Sent once, over IPC only: the submission carries secrets, which must be in no argument and no environment. */
export interface ScanOrder {
  submission: ScanRequest
  allowHosts: readonly string[]
  publicUrl?: string
  sandbox?: boolean
  ownNetwork?: boolean
  hidden?: readonly string[]
  chromePath?: string
  remote?: ScanOptions['remote']
  artifactsDir?: string
  deadlineMs?: number
  /** What a store may cost. */
  store?: StoreLimits
  reuse?: ScanOptions['reuse']
}

export const ScanMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), phase: z.string().max(200), value: z.number().min(0).max(1) }),
  /** The new site is a store: reading that takes its own time. */
  z.object({ type: z.literal('store') }),
  /** What was captured of the original may be taken over by other scans. */
  z.object({ type: z.literal('reusable') }),
  z.object({ type: z.literal('browser'), pid: z.int().min(2) }),
  z.object({ type: z.literal('done'), scorecard: Scorecard }),
  z.object({ type: z.literal('failed'), code: FailureCode, detail: z.string() }),
  /** The browser of another machine does not answer. `detail` is for the log. */
  z.object({ type: z.literal('browser-gone'), detail: z.string() }),
  /** An error that the scan did not foresee: our own fault. `detail` is for the log. */
  z.object({ type: z.literal('crashed'), detail: z.string() }),
])
export type ScanMessage = z.infer<typeof ScanMessage>
