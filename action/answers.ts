/**
 * The contract as a client reads it: what the published interface promises must be there, what was added to it since
 * may be missing, and what is not known yet does no harm. A server may be older or newer than this Action.
 */
import * as z from 'zod'
import {
  Acceptance,
  Accepted,
  CheckResult,
  ExchangedKey,
  Issue,
  IssueStatus,
  Job,
  Place,
  Problem,
  Scorecard,
  Severity,
  StaleAcceptance,
  SuiteResult,
} from '../server/contract.ts'

/** Items that cannot be read are left out, the rest stays. */
const readable = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform(items =>
      items.flatMap(one => {
        const read = item.safeParse(one)
        return read.success ? [read.data as z.output<T>] : []
      }),
    )

const WORDS = {
  by: z.string().catch(''),
  reason: z.string().catch(''),
  at: z.string().catch(''),
  expires: z.string().optional().catch(undefined),
}
const ReadStale = StaleAcceptance.extend({ ...WORDS, graver: z.boolean().optional().catch(undefined) })
export type ReadStale = z.output<typeof ReadStale>

const ReadPlace = Place.partial().optional().catch(undefined)

export const ReadIssue = Issue.extend({
  key: z.string().catch(''),
  check: z.string().catch(''),
  rule: z.string().catch(''),
  help_url: z.string().catch(''),
  status: IssueStatus.catch('introduced'),
  severity: Severity.catch('moderate'),
  penalty: z.number().catch(0),
  charged: z.number().catch(0),
  message: z.string(),
  fix: z.string().catch(''),
  original: ReadPlace,
  rebuilt: ReadPlace,
  evidence: z.array(z.string()).optional().catch(undefined),
  members: z.unknown().optional(),
  accepted: Acceptance.extend(WORDS).optional().catch(undefined),
  change: z.unknown().optional(),
})
export type ReadIssue = z.output<typeof ReadIssue>

const ReadCheck = CheckResult.extend({
  title: z.string().catch(''),
  weight: z.number().catch(0),
  outcome: CheckResult.shape.outcome.catch('assessed'),
  worth: z.number().nullable().catch(null),
})

export const ReadSuite = SuiteResult.extend({
  suite: z.string(),
  checks: readable(ReadCheck),
  issues: readable(ReadIssue),
  inconclusive: z.boolean().catch(false),
  absolute: z.number().optional().catch(undefined),
  baseline: z.number().optional().catch(undefined),
}).transform(suite => ({
  ...suite,
  // Of words that contradict each other the worse one counts.
  pass: suite.pass && suite.score >= suite.target && !suite.inconclusive,
}))
export type ReadSuite = z.output<typeof ReadSuite>

export const ReadScorecard = Scorecard.extend({
  suites: z.array(ReadSuite),
  policy: z.string().catch(''),
  gaps: readable(z.string()),
  accepted: z.number().optional().catch(undefined),
  stale: readable(ReadStale).optional(),
  volatile: z.unknown().optional(),
  pairing: z.unknown().optional(),
  original_captured_at: z.string().optional().catch(undefined),
})
export type ReadScorecard = z.output<typeof ReadScorecard>

export const ReadProblem = Problem.partial().extend({
  errors: readable(z.object({ pointer: z.string().catch(''), detail: z.string() })).optional(),
})
export type ReadProblem = z.output<typeof ReadProblem>

export const ReadJob = Job.extend({
  tier: z.unknown().optional(),
  progress: z
    .object({ value: z.number().catch(0), phase: z.string() })
    .optional()
    .catch(undefined),
  created_at: z.unknown().optional(),
  started_at: z.unknown().optional(),
  finished_at: z.unknown().optional(),
  report_url: z.string().optional().catch(undefined),
  since: z.unknown().optional(),
  scorecard: ReadScorecard.nullish().transform(card => card ?? undefined),
  error: ReadProblem.optional().catch(undefined),
})
export type ReadJob = z.output<typeof ReadJob>

export const ReadAccepted = Accepted.extend({ job_id: z.string().min(1).max(200), status: z.string() })

export const ReadExchangedKey = ExchangedKey.extend({ expires_at: z.string().catch('') })
