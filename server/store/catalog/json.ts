import { reasonOf } from '../../lib/reason.ts'
import type { StoreClient, StoreRequest } from '../access/client.ts'

/**
 * - `absent`: there is no such thing here (404, or a page of HTML in its place)
 * - `refused`: 400, 401 or 403
 * - `broken`: JSON that breaks off, or another status
 * - `large`: more than is read
 * - `stopped`: throttled, blocked, unreachable or out of time; asking for more would not help
 */
export type JsonTrouble = 'absent' | 'refused' | 'broken' | 'large' | 'stopped'

export type JsonAnswer =
  | { ok: true; value: unknown; headers: Record<string, string> }
  /** `detail` is a sentence. */
  | { ok: false; kind: JsonTrouble; status: number; detail: string }

const MAX_BYTES = 12_000_000

/** Asks for JSON; whatever else comes is told apart from an empty list. Never throws for what a host sends. */
export async function getJson(
  client: Pick<StoreClient, 'get'>,
  url: string,
  request: StoreRequest = {},
): Promise<JsonAnswer> {
  const first = await once(client, url, request)
  // An answer that breaks off may have been cut on the way.
  return !first.ok && first.kind === 'broken' && first.status === 200 ? once(client, url, request) : first
}

async function once(
  client: Pick<StoreClient, 'get'>,
  url: string,
  request: StoreRequest,
): Promise<JsonAnswer> {
  const answer = await client.get(url, {
    accept: 'application/json',
    maxBytes: MAX_BYTES,
    tooLarge: 'fail',
    ...request,
  })
  const shown = url.slice(0, 200)
  if (!answer.ok)
    return {
      ok: false,
      kind: answer.kind === 'too-large' ? 'large' : 'stopped',
      status: 0,
      detail: answer.detail,
    }
  const { status, headers, body } = answer.response
  const trouble = (kind: JsonTrouble, detail: string): JsonAnswer => ({ ok: false, kind, status, detail })
  if (status === 404 || status === 410) return trouble('absent', `${shown} answers ${status}`)
  if (status === 400 || status === 401 || status === 403)
    return trouble('refused', `${shown} answers ${status}`)
  if (status !== 200) return trouble('broken', `${shown} answers ${status}`)
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return { ok: true, value: JSON.parse(text), headers }
  } catch (error) {
    if (/^\s*</.test(text)) return trouble('absent', `${shown} answers with a page of HTML instead of JSON`)
    return trouble('broken', `${shown} answers with broken JSON: ${reasonOf(error, 120)}`)
  }
}

export type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of something that JSON gave: its members, or none where it is no object. */
export const fields = (value: unknown): Fields => (isObject(value) ? value : {})

/** Of something that JSON gave: its items, or none where it is no list. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Of something that JSON gave: its items as objects, or none where it is no list. */
export const objects = (value: unknown): Fields[] => list(value).filter(isObject)

/** A text, or '' where it is none. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')
