/**
 * Everything that crosses HTTP, as zod schemas with inferred types. Imports zod and Node's own modules only, so that
 * the Action can bundle it. Names and values are the published interface: fields are added, never renamed.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'

export const LIMITS = {
  body: 64 * 1024,
  /** Of a body with a list of old addresses. */
  bodyWithList: 6 * 1024 * 1024,
  url: 2048,
  pageName: 200,
  password: 256,
  headers: 20,
  headerName: 100,
  headerValue: 4096,
  ignore: 50,
  selector: 500,
  /** Issues that one submission accepts: about as many as its body holds. */
  accept: 500,
  /** Of an issue. */
  key: 1000,
  reason: 1000,
  /** Characters of the list of old addresses. */
  oldUrls: 5_000_000,
  /** Issues that one list of a comparison with the run before holds. */
  changes: 100,
  /** Pairs of each kind that a scorecard lists. */
  pairs: 200,
  /** Places that one issue lists. */
  members: 100,
} as const

export const TARGETS = {
  responsive: 90,
  seo: 80,
  content: 85,
  perf: 80,
  a11y: 90,
  functional: 90,
  image: 85,
  catalog: 90,
  redirects: 90,
} as const

export type SuiteName = keyof typeof TARGETS
export const SuiteName = z.enum(Object.keys(TARGETS) as [SuiteName, ...SuiteName[]])

export const Policy = z.enum(['regressions', 'absolute'], 'must be regressions or absolute')
export type Policy = z.infer<typeof Policy>

// --- submission -------------------------------------------------------------------------------

/** An absolute http(s) URL without credentials, kept in its parsed, canonical form. */
const PageUrl = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(LIMITS.url, `must be at most ${LIMITS.url} characters`)
  .transform((text, context) => {
    const problem = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
    if (!/^[a-z][a-z0-9+.-]*:/i.test(text))
      return problem(`${shown} has no scheme; write it as https://example.com/page`)
    if (!URL.canParse(text)) return problem(`${shown} is not a URL; write it as https://example.com/page`)
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return problem(`the scheme ${url.protocol} is not supported; use http: or https:`)
    if (url.username || url.password)
      return problem('must not contain a user name or password; send them in original_headers or new_headers')
    if (url.port === '0') return problem('port 0 cannot be connected to')
    // Of the fragment a page sees what is a route; the rest is a place within it.
    if (!/^#!?\/./.test(url.hash)) url.hash = ''
    if (url.href.length > LIMITS.url) return problem(`must be at most ${LIMITS.url} characters when encoded`)
    return url.href
  })

const HeaderMap = z
  .record(
    z
      .string()
      .min(1, 'must not be empty')
      .max(LIMITS.headerName, `must be at most ${LIMITS.headerName} characters`)
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a header name'),
    z
      .string()
      .max(LIMITS.headerValue, `must be at most ${LIMITS.headerValue} characters`)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must not contain control characters or line breaks'),
  )
  .refine(map => Object.keys(map).length <= LIMITS.headers, `must hold at most ${LIMITS.headers} headers`)
  .refine(
    map =>
      !Object.keys(map).some(name =>
        /^(host|content-length|transfer-encoding|connection|upgrade|proxy-.*|te|trailer|keep-alive|sec-.*)$/i.test(
          name,
        ),
      ),
    'must not hold headers that belong to the connection (Host, Content-Length, Connection, Proxy-*, Sec-*)',
  )

export const Severity = z.enum(['critical', 'serious', 'moderate', 'minor'])
export type Severity = z.infer<typeof Severity>

/** The gravest first. */
export const RANK: Readonly<Record<Severity, number>> = { critical: 0, serious: 1, moderate: 2, minor: 3 }

/** One issue of the page that is as it should be: listed as ever, and not charged. */
export const AcceptedKey = z.strictObject({
  /** Exactly this one. */
  key: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(LIMITS.key, `must be at most ${LIMITS.key} characters`),
  reason: z
    .string('must be a string')
    .trim()
    .min(10, 'must say why in at least 10 characters')
    .max(LIMITS.reason, `must be at most ${LIMITS.reason} characters`),
  /** The last day on which it holds, in UTC. */
  expires: z.iso.date('must be a date such as 2027-01-31').optional(),
  /** How grave it was when it was accepted, and its penalty: a graver or larger one of this key is charged. */
  severity: Severity.optional(),
  penalty: z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').optional(),
})
export type AcceptedKey = z.infer<typeof AcceptedKey>

export const Submission = z.strictObject({
  original_url: PageUrl,
  new_url: PageUrl,
  page_name: z
    .string()
    .min(1, 'must not be empty')
    .max(LIMITS.pageName, `must be at most ${LIMITS.pageName} characters`)
    .optional(),
  storefront_password: z
    .string()
    .min(1, 'must not be empty')
    .max(LIMITS.password, `must be at most ${LIMITS.password} characters`)
    .optional(),
  policy: Policy.default('regressions'),
  original_headers: HeaderMap.optional(),
  new_headers: HeaderMap.optional(),
  /** CSS selectors of volatile regions, masked on both sides. */
  ignore: z
    .array(
      z
        .string()
        .min(1, 'must not be empty')
        .max(LIMITS.selector, `must be at most ${LIMITS.selector} characters`),
    )
    .max(LIMITS.ignore, `must hold at most ${LIMITS.ignore} selectors`)
    .default([]),
  accept: z
    .array(AcceptedKey)
    .max(LIMITS.accept, `must hold at most ${LIMITS.accept} issues`)
    .refine(list => new Set(list.map(({ key }) => key)).size === list.length, 'must not name a key twice')
    .optional(),
  /** Addresses that the original had, as a list or a CSV file: the first address of each row. For stores. */
  old_urls: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(LIMITS.oldUrls, `must be at most ${LIMITS.oldUrls} characters`)
    .optional(),
  /** Whether a page may be compared with itself: two submitted addresses that are one are refused otherwise. */
  allow_same_page: z.boolean().optional(),
  /** Whether the original is captured anew, however short a while ago it was for another job. */
  fresh: z.boolean().optional(),
})
export type Submission = z.infer<typeof Submission>

export const JobId = z.string().regex(/^[0-9A-Za-z]{22,64}$/)

export const Accepted = z.object({ job_id: z.string(), status: z.literal('queued'), poll: z.string() })
export type Accepted = z.infer<typeof Accepted>

// --- keys for workflows -----------------------------------------------------------------------

/** An OpenID token of GitHub Actions, made for this server's address, and the account whose key is wanted. */
export const TokenExchange = z.strictObject({
  token: z.string().min(1, 'must not be empty').max(16_384, 'must be at most 16384 characters'),
  account: z.uuid('must be the id of an account, as its keys page shows it').toLowerCase(),
})
export type TokenExchange = z.infer<typeof TokenExchange>

export const ExchangedKey = z.object({ api_key: z.string(), expires_at: z.string() })
export type ExchangedKey = z.infer<typeof ExchangedKey>

// --- scorecard --------------------------------------------------------------------------------

/** Rectangle in CSS px from the top left corner of the page. */
export const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Box = z.infer<typeof Box>

/** Where something is on one side. `selector` is for a developer's tools only and is part of no key. */
export const Place = z.object({
  url: z.string().optional(),
  selector: z.string().optional(),
  box: Box.optional(),
  /** Width of the viewport in CSS px in which `box` was measured. */
  viewport: z.number().optional(),
  /** What a person reads there. */
  text: z.string().optional(),
})
export type Place = z.infer<typeof Place>

export const IssueStatus = z.enum(['introduced', 'inherited', 'fixed'])
export type IssueStatus = z.infer<typeof IssueStatus>

/** Who accepted an issue, when and why. */
export const Acceptance = z.object({
  /** A person's name, the repository whose workflow said so, or "the submission". */
  by: z.string(),
  reason: z.string(),
  at: z.string(),
  /** The last day on which it holds, in UTC. */
  expires: z.string().optional(),
})
export type Acceptance = z.infer<typeof Acceptance>

/** An acceptance with the issue that it is of, as a scan is given it. */
export type AcceptedIssue = Acceptance & Pick<AcceptedKey, 'key' | 'severity' | 'penalty'>

/** Against the last completed run of the page: it was not there then, or it was. */
export const IssueChange = z.enum(['new', 'still'])
export type IssueChange = z.infer<typeof IssueChange>

/** One of several places of an issue that one cause made. */
export const IssueMember = z.object({
  key: z.string(),
  /** Id of the rule that is broken, such as `seo/title/missing`. */
  rule: z.string(),
  severity: Severity,
  /** Share of the check's weight, 0 to 1, before the policy. */
  penalty: z.number(),
  /** What the policy charges of it. */
  charged: z.number(),
  message: z.string(),
  fix: z.string(),
  original: Place.optional(),
  rebuilt: Place.optional(),
  /** Absent where it is not known. */
  change: IssueChange.optional(),
})
export type IssueMember = z.infer<typeof IssueMember>

export const Issue = IssueMember.extend({
  check: z.string(),
  /** The rule's documentation: a server makes it an address of its own. */
  help_url: z.string(),
  status: IssueStatus,
  /** Names of image crops and other exhibits in the artifacts. */
  evidence: z.array(z.string()).optional(),
  /** All places, where one cause made several; the issue speaks of the gravest, and charges the sum. */
  members: z.array(IssueMember).optional(),
  /** Places beyond the number that is listed. */
  members_omitted: z.number().optional(),
  /** It is not charged, nor is any of its members. */
  accepted: Acceptance.optional(),
  /** `new` as soon as one of its members is. Absent where it is not known, as without an earlier run. */
  change: IssueChange.optional(),
})
export type Issue = z.infer<typeof Issue>

/** The fragment of `report_url` that leads to the issue of a key, whatever run it is of. */
export const issueAnchor = (key: string): string =>
  `i-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`

export const CheckResult = z.object({
  id: z.string(),
  title: z.string(),
  weight: z.number(),
  outcome: z.enum(['assessed', 'not-applicable', 'inconclusive']),
  reason: z.string().optional(),
  /** Share of the weight that was kept, 0 to 1; null unless assessed. */
  worth: z.number().nullable(),
})
export type CheckResult = z.infer<typeof CheckResult>

export const SuiteResult = z.object({
  suite: SuiteName,
  score: z.number(),
  target: z.number(),
  pass: z.boolean(),
  checks: z.array(CheckResult),
  issues: z.array(Issue),
  /** Issues beyond the number that is listed. */
  issues_omitted: z.number().optional(),
  inconclusive: z.boolean(),
  /** The new site's score as it stands, and the original's own. */
  absolute: z.number(),
  baseline: z.number(),
})
export type SuiteResult = z.infer<typeof SuiteResult>

/** One element on both pages, by the box of what is seen of it. */
const BoxPair = z.object({ original: Box, rebuilt: Box })

/** Which element was taken for which, for drawing it over the screenshots of that viewport. */
export const Pairing = z.object({
  viewport: z.number(),
  texts: z.array(BoxPair),
  pictures: z.array(BoxPair),
  controls: z.array(BoxPair),
  /** Pairs beyond the number that is listed. */
  omitted: z.number(),
})
export type Pairing = z.infer<typeof Pairing>

/** An acceptance that is of no use: no issue has its key any more, or one that is graver or larger than what was accepted. */
export const StaleAcceptance = Acceptance.extend({ key: z.string(), graver: z.boolean().optional() })
export type StaleAcceptance = z.infer<typeof StaleAcceptance>

export const Scorecard = z.object({
  pageName: z.string(),
  allPass: z.boolean(),
  suites: z.array(SuiteResult),
  policy: Policy,
  /** Places that were accepted, each by its key. They are listed, and not charged. */
  accepted: z.number().optional(),
  /** Acceptances without an issue; none of a suite in which something could not be assessed. */
  stale: z.array(StaleAcceptance).optional(),
  /** What could not be captured or was left out, in the reader's words. */
  gaps: z.array(z.string()),
  /** Places that differ from themselves between two loads; their values were not compared. */
  volatile: z.array(z.object({ side: z.enum(['original', 'rebuilt']), text: z.string() })),
  pairing: Pairing.optional(),
  /** Where the original was found unchanged since it was captured for another job: when that was. */
  original_captured_at: z.string().optional(),
})
export type Scorecard = z.infer<typeof Scorecard>

// --- the run before ---------------------------------------------------------------------------

/** An issue in a comparison of two runs. */
export const ChangedIssue = z.object({
  suite: SuiteName,
  key: z.string(),
  rule: z.string(),
  severity: Severity,
  message: z.string(),
})
export type ChangedIssue = z.infer<typeof ChangedIssue>

const ChangedIssues = z.object({
  issues: z.array(ChangedIssue),
  /** Beyond the number that is listed. */
  omitted: z.number(),
})

/** A suite's score then and now. */
const ScoreChange = z.object({ suite: SuiteName, before: z.number(), now: z.number() })

/** A completed job against the last completed run of the same page. Of what was not assessed both times nothing is said. */
export const Since = z.object({
  /** When that run ended. */
  finished_at: z.string(),
  all_pass: z.boolean(),
  scores: z.array(ScoreChange),
  /** Places that the new page broke, by what became of them. */
  new: z.number(),
  still: z.number(),
  fixed: ChangedIssues,
  /** What changed on the original, which the new page is not answerable for. */
  original: z.object({
    /** Its own scores, where they are others now. */
    scores: z.array(ScoreChange),
    /** What it suffers now as well, so that it is inherited. */
    worse: ChangedIssues,
    /** What it suffers no more, so that it is inherited no more. */
    better: ChangedIssues,
  }),
})
export type Since = z.infer<typeof Since>

// --- job --------------------------------------------------------------------------------------

export const JobStatus = z.enum(
  ['queued', 'running', 'completed', 'failed'],
  'must be queued, running, completed or failed',
)
export type JobStatus = z.infer<typeof JobStatus>

export const Tier = z.enum(['free', 'paid'])
export type Tier = z.infer<typeof Tier>

/** Why a job failed. The list is closed. */
export const FailureCode = z.enum([
  'original_unreachable',
  'new_unreachable',
  'original_http_error',
  'new_http_error',
  'original_blocked',
  'new_blocked',
  'password_required',
  'password_rejected',
  'auth_required',
  'not_html',
  'tls_error',
  'too_many_redirects',
  'rate_limited',
  'body_too_large',
  'page_unresponsive',
  'page_crashed',
  'target_forbidden',
  'timed_out',
  'cancelled',
  'internal_error',
])
export type FailureCode = z.infer<typeof FailureCode>

/** RFC 9457. `code` is the stable, machine readable name. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>

export const Progress = z.object({ value: z.number(), phase: z.string() })
export type Progress = z.infer<typeof Progress>

export const Job = z.object({
  id: z.string(),
  tier: Tier.optional(),
  status: JobStatus,
  original_url: z.string(),
  new_url: z.string(),
  progress: Progress,
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The page that shows this job to people, from its first moment on. A server tells it; the command line has no such page. */
  report_url: z.string().optional(),
  /** Of a completed job: where its `ArtifactList` is. */
  artifacts_url: z.string().optional(),
  scorecard: Scorecard.optional(),
  /** Of a completed job whose page was verified before. */
  since: Since.optional(),
  error: Problem.extend({ code: FailureCode }).optional(),
})
export type Job = z.infer<typeof Job>

/** What a stream of events tells of a job each time that something has changed. */
export const JobEvent = Job.pick({ id: true, status: true, progress: true, finished_at: true })
export type JobEvent = z.infer<typeof JobEvent>

/**
 * Something that was captured or made for a completed job. Names are `folder/file`:
 * `original/375.webp`, `768.webp`, `1440.webp`: the whole page at that width, one px for each CSS px, at most 16,383 high;
 * `rebuilt/…`: the same of the new page; `evidence/<n>-original.webp`, `<n>-rebuilt.webp`: crops that issues name in
 * `evidence`; `film/*.webp`: both pages while they loaded; `tables/*.csv`: of a store; `original/capture.json`,
 * `rebuilt/capture.json`: all that the judges saw; `original/state.json`: how an unchanged original is known;
 * `report/exhibits.json`: what the report draws. Any of them may be
 * missing.
 */
export const Artifact = z.object({
  name: z.string(),
  /** As in Content-Type. */
  type: z.string(),
  bytes: z.number().int(),
  url: z.string(),
})
export type Artifact = z.infer<typeof Artifact>

export const ArtifactList = z.object({ artifacts: z.array(Artifact) })
export type ArtifactList = z.infer<typeof ArtifactList>

/** A job in a list: all but its scorecard. */
export const JobSummary = Job.omit({ scorecard: true, since: true }).extend({
  /** As submitted; once completed, the page's own title where none was. */
  page_name: z.string().nullable(),
  /** Of a completed job. */
  all_pass: z.boolean().optional(),
})
export type JobSummary = z.infer<typeof JobSummary>

export const JobList = z.object({
  jobs: z.array(JobSummary),
  /** For the page after this one; null on the last. */
  next_cursor: z.string().nullable(),
})
export type JobList = z.infer<typeof JobList>

/** The query of a list. */
export const JobQuery = z.strictObject({
  status: JobStatus.optional(),
  page_name: z
    .string()
    .min(1, 'must not be empty')
    .max(LIMITS.pageName, `must be at most ${LIMITS.pageName} characters`)
    .refine(text => !text.includes('\0') && text.isWellFormed(), 'must not contain NUL')
    .optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .default('20')
    .transform(Number),
  cursor: z.string().max(200, 'is not a cursor; take next_cursor of the page before').optional(),
})
export type JobQuery = z.infer<typeof JobQuery>
