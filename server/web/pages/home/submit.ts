/** What people submit by a form: one page, or a list of pairs. Told beside the fields what is wrong with it. */
import { createHash } from 'node:crypto'
import type { Session } from '../../../accounts/sessions.ts'
import { accepted, roomForMore } from '../../../api/accepting.ts'
import type { Api } from '../../../api/context.ts'
import { HttpProblem } from '../../../api/problem.ts'
import { checkedSubmission } from '../../../api/submission.ts'
import { traced } from '../../../api/traced.ts'
import type { Submission } from '../../../contract.ts'

export interface Refused {
  status: number
  headers: Record<string, string>
  /** By field; `form` for what is wrong with none. */
  wrong: Record<string, string>
  typed: Record<string, string>
}

const MAX_PAIRS = 50
/** That are filled in again; a password is not. */
const KEPT_FIELDS = ['original_url', 'new_url', 'page_name', 'policy', 'ignore']

export async function submitPage(
  api: Api,
  session: Session,
  form: URLSearchParams,
): Promise<{ id: string } | Refused> {
  const fields = Object.fromEntries(KEPT_FIELDS.map(name => [name, (form.get(name) ?? '').trim()]))
  const password = form.get('storefront_password') ?? ''
  const body = {
    original_url: fields.original_url,
    new_url: fields.new_url,
    ...(fields.page_name && { page_name: fields.page_name }),
    ...(fields.policy && { policy: fields.policy }),
    ...(fields.ignore && { ignore: linesOf(fields.ignore).map(({ text }) => text) }),
    ...(password && { storefront_password: password }),
  }
  try {
    const submission = checkedSubmission(body, api.checkTarget)
    await roomForMore(api)
    return { id: await submit(api, session, form, submission) }
  } catch (error) {
    return refused(error, fields, errors => {
      const wrong: Record<string, string> = {}
      for (const { pointer, detail } of errors) wrong[pointer.split('/')[1]!] ??= inForms(detail)
      return wrong
    })
  }
}

/** All of them or, when one is wrong, none; when a limit is reached, the first ones, and the others stay in the field. */
export async function submitPairs(
  api: Api,
  session: Session,
  form: URLSearchParams,
): Promise<{ count: number } | Refused> {
  const text = form.get('pairs') ?? ''
  const lines = linesOf(text)
  const typed = { pairs: text.slice(0, 100_000) }
  const refuse = (sentence: string): Refused => ({
    status: 422,
    headers: {},
    wrong: { pairs: sentence },
    typed,
  })
  if (lines.length === 0)
    return refuse('Write one pair a line: the original address, the new one, and a name if you like.')
  if (lines.length > MAX_PAIRS)
    return refuse(`There are ${lines.length} lines; at most ${MAX_PAIRS} are taken at once.`)
  const problems: string[] = []
  const submissions = lines.flatMap(({ text, number }) => {
    try {
      const [original_url, new_url, ...name] = text.split(/\s+/)
      if (!new_url) throw new HttpProblem(422, 'invalid_fields', 'the new address is missing')
      const page_name = name.join(' ')
      return [checkedSubmission({ original_url, new_url, ...(page_name && { page_name }) }, api.checkTarget)]
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      const [first] = error.errors ?? []
      const what = first
        ? `${FIELDS[first.pointer.slice(1)] ?? 'it'} ${inForms(first.detail)}`
        : error.message
      problems.push(`Line ${number}: ${what}.`)
      return []
    }
  })
  if (problems.length > 0) return refuse(problems.slice(0, 10).join(' '))
  for (const [index, submission] of submissions.entries())
    try {
      await roomForMore(api)
      await submit(api, session, form, submission, index)
    } catch (error) {
      const rest = lines.slice(index).map(({ text }) => text)
      const done = index > 0 ? `${index} of ${lines.length} are submitted; these are left. ` : ''
      return refused(error, { pairs: rest.join('\n') }, () => ({}), done)
    }
  return { count: submissions.length }
}

/** There is no such field in a form. */
const inForms = (detail: string) => detail.replace(/, or say "allow_same_page": true$/, '')

const FIELDS: Record<string, string> = {
  original_url: 'the original address',
  new_url: 'the new address',
  page_name: 'the name',
}

/** A form that is sent twice makes one job; one that was changed in between makes another. */
async function submit(
  { queue, traces }: Api,
  session: Session,
  form: URLSearchParams,
  submission: Submission,
  index = 0,
): Promise<string> {
  const sent = JSON.stringify([form.get('id'), index, submission])
  const idempotencyKey = `form ${createHash('sha256').update(sent).digest('hex')}`
  const { id } = await traced(traces, undefined, session.tier, traceparent =>
    accepted(queue, submission, { ...session, idempotencyKey, traceparent }),
  )
  return id
}

/** @throws what is no refusal */
function refused(
  error: unknown,
  typed: Record<string, string>,
  fieldsOf: (errors: NonNullable<HttpProblem['errors']>) => Record<string, string>,
  before = '',
): Refused {
  if (!(error instanceof HttpProblem)) throw error
  const { status, headers, message, errors } = error
  const wrong = errors ? fieldsOf(errors) : {}
  return { status, headers, wrong: { ...(!errors && { form: before + message }), ...wrong }, typed }
}

/** Without empty ones, with their number. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '')
