/** What an answer that is no success means. */
import type * as z from 'zod'
import { ReadProblem } from '../answers.ts'
import { Failure } from '../failure.ts'
import { inputName, inStepWords } from '../inputs/names.ts'
import { clipped } from '../log.ts'
import type { Answer } from './ask.ts'
import { Trouble } from './trouble.ts'

/** The server understood and will not verify this page. */
export class Refusal extends Failure {}

export function submissionError(server: string, answer: Answer): Error {
  const { status } = answer
  const problem = problemOf(answer)
  const said = problem?.detail ? `: ${clipped(problem.detail, 500)}` : ''
  if (status === 401 || status === 403)
    return new Failure(`${server} does not accept the key in api-key (${status})${said}`)
  if (status === 409 || isPassing(status)) return passing(server, answer, said)
  if (problem?.code && (status === 422 || status === 400 || status === 413)) {
    const fields = (problem.errors ?? []).map(
      ({ pointer, detail }) => `${inputOf(pointer)}: ${inStepWords(detail)}`,
    )
    return new Refusal(
      `The server refuses this submission (${clipped(problem.code, 60)})${said}${fields.length ? ` ${clipped(fields.join('; '), 800)}` : ''}`,
    )
  }
  // A path that a server does not have says nothing of the submission.
  if (problem?.code && status >= 400 && status !== 404 && status !== 405)
    return new Failure(
      `${server} does not take this submission (${status}, ${clipped(problem.code, 60)})${said}`,
    )
  return notCutover(server, answer)
}

/** The input of the step that became a field of the submission: `new-headers X-Key` of `/new_headers/X-Key`. */
function inputOf(pointer: string): string {
  const [, field = '', ...rest] = pointer.split('/')
  return [inputName(field), ...rest.filter(part => !/^\d+$/.test(part))].join(' ')
}

/** An answer that comes from something else, or from another address. */
export function notCutover(server: string, answer: Answer): Failure {
  const { status } = answer
  if (status >= 300 && status < 400)
    return new Failure(
      `${server} redirects to ${clipped(answer.location, 200)}; write the address that answers itself as server-url`,
    )
  return new Failure(
    `${server} does not answer like a Cutover server (${status}, ${clipped(answer.type, 60)}); check server-url, e.g. "https://cutover.example.com"`,
  )
}

export function pollError(server: string, id: string, answer: Answer): Error {
  const said = problemOf(answer)?.detail
  if (isPassing(answer.status)) return passing(server, answer, said ? `: ${clipped(said, 300)}` : '')
  return new Failure(
    answer.status === 404
      ? `${server} does not know job ${id} any more`
      : `${server} does not show job ${id} (${answer.status})${said ? `: ${clipped(said, 500)}` : ''}`,
  )
}

export const isPassing = (status: number) =>
  status >= 500 || status === 429 || status === 408 || status === 425

export function passing(server: string, { status, after }: Answer, said: string): Trouble {
  return new Trouble(`${server} answers ${status}${said}`, after)
}

export function problemOf({ json }: Answer): ReadProblem | undefined {
  return ReadProblem.safeParse(json).data
}

export function wrongField({ issues }: z.ZodError): string {
  const [first] = issues
  return first ? clipped(`${first.path.join('.') || 'the answer'}: ${first.message}`, 200) : 'unreadable'
}
