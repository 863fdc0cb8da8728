import type { Context } from 'koa'
import type * as z from 'zod'
import { Submission } from '../contract.ts'
import { oldUrlsProblem } from '../lib/old-urls.ts'
import { comparesWithItself } from '../lib/same-page.ts'
import { ignoreProblem } from '../lib/selector.ts'
import { readJson } from './body.ts'
import { type FieldError, HttpProblem } from './problem.ts'

/** Why a target may not be visited, as a sentence, or null. */
export type CheckTarget = (url: string) => string | null

/**
 * The submission in the request's body.
 * @throws {HttpProblem} as `readJson`; 422 with a pointer for each field that is wrong, or for each target that is forbidden
 */
export async function readSubmission(ctx: Context, checkTarget: CheckTarget): Promise<Submission> {
  return checkedSubmission(await readJson(ctx, 'old_urls'), checkTarget)
}

/** The same of a body that has been read. @throws {HttpProblem} 422 */
export function checkedSubmission(body: unknown, checkTarget: CheckTarget): Submission {
  const parsed = Submission.safeParse(body)
  if (!parsed.success) throw invalidFields(parsed.error, body)
  const wrong = [
    ...unstorable(parsed.data),
    ...wrongSelectors(parsed.data),
    ...pastDates(parsed.data),
    ...wrongList(parsed.data),
  ]
  if (wrong.length > 0) throw invalid(wrong)
  if (comparesWithItself(parsed.data)) throw invalid([{ pointer: pointer(['new_url']), detail: SAME_PAGE }])
  const forbidden = (['original_url', 'new_url'] as const).flatMap(field => {
    const reason = checkTarget(parsed.data[field])
    return reason === null ? [] : [{ pointer: pointer([field]), detail: reason }]
  })
  if (forbidden.length > 0)
    throw new HttpProblem(422, 'target_forbidden', 'A target of this submission may not be visited.', {
      errors: forbidden,
    })
  return parsed.data
}

/** 422 with a pointer for each field of `body` that its schema refused. */
export const invalidFields = ({ issues }: z.ZodError, body: unknown): HttpProblem =>
  invalid(issues.flatMap(issue => fieldErrors(issue, body)))

const SAME_PAGE =
  'is the address of the original, so that the original would be compared with itself; submit the address of the new page, or set allow_same_page to true'

const MAX_ERRORS = 50

/** 422 with these field errors. */
export const invalid = (errors: FieldError[]) =>
  new HttpProblem(422, 'invalid_fields', 'Fields of this request are not valid; see errors.', {
    errors: errors.slice(0, MAX_ERRORS),
  })

function fieldErrors(issue: z.core.$ZodIssue, body: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ pointer: pointer([...issue.path, key]), detail: 'is not a known field' }))
  if (issue.path.length === 0) return [{ pointer: '', detail: 'must be a JSON object' }]
  const detail = isMissing(issue.path, body) ? 'is required' : detailOf(issue, body)
  return [{ pointer: pointer(issue.path), detail }]
}

function detailOf({ path, ...issue }: z.core.$ZodIssue, body: unknown): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'is not a valid name'
  const value = path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown>)?.[name], body)
  if (issue.code === 'invalid_value' && typeof value === 'string')
    return `is ${JSON.stringify(value.slice(0, 100))}; it ${issue.message}`
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`
  return issue.message
}

const TYPES: Partial<Record<string, string>> = { array: 'an array', object: 'an object', record: 'an object' }

function isMissing(path: PropertyKey[], body: unknown): boolean {
  const [field] = path
  return path.length === 1 && typeof body === 'object' && body !== null && !Object.hasOwn(body, field!)
}

/** Text which Postgres does not take, and which no page, name or password needs. */
function unstorable(submission: Submission): FieldError[] {
  const { page_name, storefront_password, ignore, accept = [] } = submission
  const texts: [PropertyKey[], string | undefined][] = [
    [['page_name'], page_name],
    [['storefront_password'], storefront_password],
    ...ignore.map((selector, index): [PropertyKey[], string] => [['ignore', index], selector]),
    ...accept.flatMap(({ key, reason }, index): [PropertyKey[], string][] => [
      [['accept', index, 'key'], key],
      [['accept', index, 'reason'], reason],
    ]),
  ]
  return texts
    .filter(([, text]) => text !== undefined && !isStorable(text))
    .map(([path]) => ({ pointer: pointer(path), detail: 'must not contain NUL or half a surrogate pair' }))
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** A mask that masks nothing would leave what it was meant for to be judged. */
function wrongSelectors({ ignore }: Submission): FieldError[] {
  return ignore.flatMap((selector, index) => {
    const problem = isStorable(selector) ? ignoreProblem(selector) : null
    return problem === null
      ? []
      : [{ pointer: pointer(['ignore', index]), detail: `${JSON.stringify(selector)} ${problem}` }]
  })
}

/** Rows that are none are told with the result; a list without an address, or with too many, is refused. */
function wrongList({ old_urls }: Submission): FieldError[] {
  const problem = old_urls === undefined ? null : oldUrlsProblem(old_urls)
  return problem === null ? [] : [{ pointer: pointer(['old_urls']), detail: problem }]
}

/** What has expired before it begins accepts nothing. */
const pastDates = ({ accept = [] }: Submission): FieldError[] =>
  accept.flatMap(({ expires }, index) =>
    isPast(expires) ? [{ pointer: pointer(['accept', index, 'expires']), detail: 'is in the past' }] : [],
  )

/** Whether a date such as 2027-01-31 is over, in UTC. */
export const isPast = (date: string | undefined): boolean =>
  date !== undefined && date < new Date().toISOString().slice(0, 10)

/** RFC 6901. */
function pointer(path: PropertyKey[]): string {
  return path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
