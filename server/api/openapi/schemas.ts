/** The contract as JSON Schema (2020-12), the way OpenAPI 3.1 has it. */
import * as z from 'zod'
import {
  Acceptance,
  Accepted,
  AcceptedKey,
  Artifact,
  ArtifactList,
  Box,
  ChangedIssue,
  CheckResult,
  ExchangedKey,
  FailureCode,
  Issue,
  IssueChange,
  IssueStatus,
  Job,
  JobEvent,
  JobList,
  JobStatus,
  JobSummary,
  Pairing,
  Place,
  Policy,
  Problem,
  Progress,
  Scorecard,
  Severity,
  Since,
  StaleAcceptance,
  Submission,
  SuiteName,
  SuiteResult,
  Tier,
  TokenExchange,
} from '../../contract.ts'

export type JsonSchema = Record<string, unknown>

/** Bodies that clients send; unknown fields are refused. */
const SENT = { AcceptedKey, Submission, TokenExchange }
/** Bodies that clients get; fields may be added. */
const ANSWERED = {
  ...{ Accepted, Artifact, ArtifactList, Box, CheckResult, ExchangedKey, FailureCode, Issue, IssueStatus },
  ...{ Job, JobEvent, JobList, JobStatus, JobSummary, Pairing, Place, Policy },
  ...{ Problem, Progress, Scorecard, Severity, SuiteName, SuiteResult, Tier },
  ...{ Acceptance, ChangedIssue, IssueChange, Since, StaleAcceptance },
}
export type SchemaName = keyof typeof SENT | keyof typeof ANSWERED

export const ref = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** All schemas by name. With `closed` no answer may hold a field that is not described. */
export function schemas(closed: boolean): Record<string, JsonSchema> {
  return { ...convert(SENT, 'input', true), ...convert(ANSWERED, 'output', closed) }
}

/** The parameters of a query. */
export function queryParameters(schema: z.ZodType, about: Record<string, string>): JsonSchema[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    description: about[name],
    schema: property,
  }))
}

function convert(
  named: Record<string, z.ZodType>,
  io: 'input' | 'output',
  closed: boolean,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: id => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      if (!closed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(converted).map(([name, { $id, $schema, ...schema }]) => [name, described(name, schema)]),
  )
}

function described(name: string, schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (!properties || !ABOUT[name]) return schema
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, property]) => {
        const description = ABOUT[name]![field]
        return [field, description ? { ...property, description } : property]
      }),
    ),
  }
}

const ABOUT: Record<string, Record<string, string>> = {
  Submission: {
    original_url: 'The original page: http or https, without user name and password.',
    new_url: 'The new page; a staging address is accepted.',
    page_name: 'Label, echoed as pageName in the scorecard. Default: the title of the new page.',
    storefront_password: 'Of a gated Shopify store. Kept encrypted, and deleted when the job ends.',
    policy: 'regressions charges what got worse, absolute all that is wrong with the new page.',
    original_headers: "Request headers sent to the original page's host only. Secret, like the password.",
    new_headers: "Request headers sent to the new page's host only. Secret, like the password.",
    ignore: 'CSS selectors of regions that change by themselves, masked on both sides.',
    accept: 'Issues that are as they should be: they stay in the list, and are not charged.',
    old_urls:
      'Addresses that the original had, for the redirects of a store: a list or a CSV file as it is, with the first address of each row, up to 50,000. Of the original’s own host; a path stands for one. Kept encrypted, and deleted when the job ends.',
    allow_same_page:
      'Whether both addresses may be one. A page is not compared with itself otherwise, unless request headers tell the two apart.',
    fresh:
      'Whether the original is captured anew. Otherwise, where it is unchanged since it was captured for another job of the account a short while ago, that capture serves; speed is measured anew in any case.',
  },
  AcceptedKey: {
    key: 'The key of an issue, or of one of its members, as a scorecard tells it. Exactly this one is accepted.',
    reason: 'Why, for whoever reads the scorecard.',
    expires: 'The last day on which it holds, in UTC.',
    severity: 'How grave the issue is: a graver one of this key is charged.',
    penalty: 'The penalty of the issue: one of this key with a larger penalty is charged.',
  },
  Acceptance: {
    by: 'A name, the repository whose workflow said so, or "the submission".',
    expires: 'The last day on which it holds, in UTC.',
  },
  Scorecard: {
    accepted: 'How many places were accepted, each by its key.',
    original_captured_at:
      'Where the original was found unchanged since it was captured for another job: when that was.',
    stale: 'Acceptances whose issue is not there any more, or is graver or larger than it was.',
  },
  Since: {
    finished_at: 'When that run ended.',
    new: 'How many places the new page broke that were not broken then.',
    still: 'How many it broke that were broken then as well.',
    original: 'What changed on the original, which the new page is not answerable for.',
  },
  Accepted: { poll: 'Path of the job, to be asked until its status is completed or failed.' },
  Job: {
    tier: 'Of the account; present in a completed job.',
    scorecard: 'Present when the status is completed.',
    since: 'What changed since the last completed job of the same original page and page_name.',
    error: 'Present when the status is failed: why the pages could not be verified.',
    progress: 'The share done, 0 to 1, and what is done now.',
    report_url: 'The page that shows this job to people, from its first moment on.',
    artifacts_url: 'Where what was captured is listed; present when the status is completed.',
  },
  Artifact: {
    name: 'folder/file: screenshots original/375.webp, 768, 1440 and rebuilt/…, crops in evidence/, film/*.webp, tables/*.csv, report/exhibits.json, the captures original/capture.json and rebuilt/capture.json.',
    type: 'As in Content-Type.',
    url: 'Where it is, for whoever may read it.',
  },
  SuiteResult: {
    score: '0 to 100 with one decimal, rounded down.',
    pass: 'Whether score is at least target.',
    inconclusive: 'Less than half of the suite could be assessed; it does not pass then.',
    absolute: 'The score of the new page as it stands.',
    baseline: 'The score of the original page as it stands.',
  },
  Problem: {
    code: 'The stable, machine readable name of what went wrong.',
    detail: 'What went wrong and what would be right, for a person.',
    errors:
      'A pointer (RFC 6901) into the body, or the name of a query parameter, for each field that is wrong.',
  },
}
