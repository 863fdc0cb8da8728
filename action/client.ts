/** The server's interface over HTTP. Says what went wrong and whether asking again may help; asks once. */
import { HttpClient, type HttpClientResponse } from '@actions/http-client'
import type * as z from 'zod'
import { JobId, type Submission } from '../server/contract.ts'
import { ReadAccepted, ReadJob, ReadProblem } from './answers.ts'
import { retryAfter } from './backoff.ts'
import { Failure } from './failure.ts'
import { clipped } from './log.ts'

export interface Client {
  /** The job's id. @throws {Trouble} when asking again may help @throws {Refusal} of this page @throws {Failure} */
  submit(submission: z.input<typeof Submission>, idempotencyKey: string): Promise<string>
  /** @throws {Trouble} when asking again may help @throws {Failure} */
  poll(id: string): Promise<ReadJob>
  close(): void
}

/** Passes by itself: the network, a server that restarts or is busy. */
export class Trouble extends Error {
  /** Milliseconds that the server wants to be left alone. */
  readonly after: number | null
  constructor(message: string, after: number | null = null) {
    super(message)
    this.after = after
  }
}

/** The server understood and will not verify this page. */
export class Refusal extends Failure {}

const ANSWER_MS = 30_000
/** What Node calls troubles of TLS, none of which passes by itself. */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_|EPROTO$)/
const LONGEST_ANSWER = 32 * 1024 ** 2

interface Answer {
  status: number
  after: number | null
  location: string
  type: string
  /** Undefined when it is not JSON. */
  json: unknown
}

/** @param redact applied to every text that comes from the server, since a page can show what it was sent */
export function createClient(server: string, apiKey: string, redact: (text: string) => string): Client {
  const http = new HttpClient('cutover-action', [], {
    allowRedirects: false,
    socketTimeout: ANSWER_MS,
    keepAlive: true,
  })
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer> => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      // A quoted string, as the header's draft wants it.
      ...(key && { 'idempotency-key': `"${key}"` }),
    }
    const url = `${server}/api/v1/${path}`
    const response = await http
      .request(method, url, body ? JSON.stringify(body) : null, headers)
      .catch(error => {
        if (UNTRUSTED.test(String(error.code)))
          throw new Failure(
            `${server} cannot be trusted (${error.code}): its certificate is not valid for the runner, or it does not speak https`,
          )
        throw new Trouble(`no answer from ${server}: ${error.code ?? clipped(String(error.message), 200)}`)
      })
    return answerOf(response.message, redact)
  }
  return {
    async submit(submission, idempotencyKey) {
      const answer = await ask('POST', 'scorecard', submission, idempotencyKey)
      const read = answer.status === 202 ? ReadAccepted.safeParse(answer.json) : undefined
      if (read?.success) return read.data.job_id
      throw submissionError(server, answer)
    },
    async poll(id) {
      const answer = await ask('GET', `jobs/${encodeURIComponent(id)}`)
      if (answer.status !== 200) throw pollError(server, id, answer)
      const read = ReadJob.safeParse(answer.json)
      if (read.success && read.data.id === id) return read.data
      throw new Unreadable(
        read.success
          ? `${server} answered with another job than was asked for`
          : `${server} answered with what is no job of Cutover: ${wrongField(read.error)}`,
      )
    },
    close: () => http.dispose(),
  }
}

/** An answer that no Cutover server gives. A gateway may do so for a moment, so it is trouble at first. */
export class Unreadable extends Trouble {}

async function answerOf(
  message: HttpClientResponse['message'],
  redact: (text: string) => string,
): Promise<Answer> {
  const text = await bodyOf(message)
  return {
    status: message.statusCode ?? 0,
    after: retryAfter(message.headers['retry-after']),
    location: message.headers.location ?? '',
    type: (message.headers['content-type'] ?? 'without a content type').split(';')[0]!,
    json: parsed(text, redact),
  }
}

function bodyOf(message: HttpClientResponse['message']): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(new Trouble(reason))
      message.destroy()
    }
    const timer = setTimeout(() => fail('the answer of the server did not end'), ANSWER_MS)
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > LONGEST_ANSWER) fail('the answer of the server is too large')
      else chunks.push(chunk)
    })
    message.on('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    message.on('error', () => fail('the connection broke in the middle of an answer'))
    message.on('aborted', () => fail('the connection broke in the middle of an answer'))
  })
}

/** Words of the interface and not of a page; a short secret could be part of them by chance. */
const OURS = new Set(['status', 'suite', 'severity', 'policy', 'outcome', 'report_url'])

function isOurs(key: string, value: string): boolean {
  return OURS.has(key) || ((key === 'id' || key === 'job_id') && JobId.safeParse(value).success)
}

function parsed(text: string, redact: (text: string) => string): unknown {
  try {
    return JSON.parse(text, (key, value) =>
      typeof value === 'string' && !isOurs(key, value) ? redact(value) : value,
    )
  } catch {
    return undefined
  }
}

function submissionError(server: string, answer: Answer): Error {
  const { status } = answer
  const problem = problemOf(answer)
  const said = problem?.detail ? `: ${clipped(problem.detail, 500)}` : ''
  if (status === 401 || status === 403)
    return new Failure(`${server} does not accept the key in api-key (${status})${said}`)
  if (status === 409 || isPassing(status)) return passing(server, answer, said)
  if (problem?.code && (status === 422 || status === 400 || status === 413)) {
    const fields = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`)
    return new Refusal(
      `The server refuses this submission (${clipped(problem.code, 60)})${said}${fields.length ? ` ${clipped(fields.join('; '), 800)}` : ''}`,
    )
  }
  // A path that a server does not have says nothing of the submission.
  if (problem?.code && status >= 400 && status !== 404 && status !== 405)
    return new Failure(
      `${server} does not take this submission (${status}, ${clipped(problem.code, 60)})${said}`,
    )
  if (status >= 300 && status < 400)
    return new Failure(
      `${server} redirects to ${clipped(answer.location, 200)}; write the address that answers itself as server-url`,
    )
  return new Failure(
    `${server} does not answer like a Cutover server (${status}, ${clipped(answer.type, 60)}); check server-url, e.g. "https://cutover.example.com"`,
  )
}

function pollError(server: string, id: string, answer: Answer): Error {
  const said = problemOf(answer)?.detail
  if (isPassing(answer.status)) return passing(server, answer, said ? `: ${clipped(said, 300)}` : '')
  return new Failure(
    answer.status === 404
      ? `${server} does not know job ${id} any more`
      : `${server} does not show job ${id} (${answer.status})${said ? `: ${clipped(said, 500)}` : ''}`,
  )
}

const isPassing = (status: number) => status >= 500 || status === 429 || status === 408 || status === 425

function passing(server: string, { status, after }: Answer, said: string): Trouble {
  return new Trouble(`${server} answers ${status}${said}`, after)
}

function problemOf({ json }: Answer): ReadProblem | undefined {
  return ReadProblem.safeParse(json).data
}

function wrongField({ issues }: z.ZodError): string {
  const [first] = issues
  return first ? clipped(`${first.path.join('.') || 'the answer'}: ${first.message}`, 200) : 'unreadable'
}
