/** One request to the server and its answer, bounded and without secrets. */
import type { HttpClientResponse } from '@actions/http-client'
import { JobId } from '../../server/contract.ts'
import { retryAfter } from '../backoff.ts'
import { Failure } from '../failure.ts'
import { bodyOf, openHttp } from '../http.ts'
import { clipped } from '../log.ts'
import { Absent, Trouble } from './trouble.ts'

/** What Node calls troubles of TLS, none of which passes by itself. */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_|EPROTO$)/
const ABSENT = new Set(['ENOTFOUND', 'ECONNREFUSED'])

export interface Answer {
  status: number
  after: number | null
  location: string
  type: string
  /** Undefined when it is not JSON. */
  json: unknown
}

export interface Server {
  /** Base address, without a slash at its end. */
  address: string
  /**
   * @param path below `/api/v1/`
   * @throws {Trouble} when there is no answer @throws {Failure} when the server cannot be trusted
   */
  ask(
    method: 'GET' | 'POST' | 'HEAD',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer>
  close(): void
}

/** @param redact applied to every text that comes from the server, since a page can show what it was sent */
export function openServer(address: string, redact: (text: string) => string): Server {
  const http = openHttp({ allowRedirects: false, keepAlive: true })
  return {
    address,
    async ask(method, path, headers, body) {
      const response = await http
        .request(method, `${address}/api/v1/${path}`, body ? JSON.stringify(body) : null, {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        })
        .catch(error => {
          if (UNTRUSTED.test(String(error.code)))
            throw new Failure(
              `${address} cannot be trusted (${error.code}): its certificate is not valid for the runner, or it does not speak https`,
            )
          const Kind = ABSENT.has(error.code) ? Absent : Trouble
          throw new Kind(`no answer from ${address}: ${error.code ?? clipped(String(error.message), 200)}`)
        })
      return answerOf(response.message, redact)
    },
    close: () => http.dispose(),
  }
}

async function answerOf(
  message: HttpClientResponse['message'],
  redact: (text: string) => string,
): Promise<Answer> {
  const text = await bodyOf(message).catch(error => {
    throw new Trouble(error.message)
  })
  return {
    status: message.statusCode ?? 0,
    after: retryAfter(message.headers['retry-after']),
    location: message.headers.location ?? '',
    type: (message.headers['content-type'] ?? 'without a content type').split(';')[0]!,
    json: parsed(text, redact),
  }
}

/** Words of the interface and not of a page; a short secret could be part of them by chance. */
const OURS = new Set([
  'status',
  'suite',
  'severity',
  'policy',
  'outcome',
  'report_url',
  'api_key',
  'expires_at',
])

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
