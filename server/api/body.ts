import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { LIMITS } from '../contract.ts'
import { HttpProblem } from './problem.ts'

/**
 * The JSON value of the request's body.
 * @param list a field that may be a long text: with it the body may be larger, but for that field
 * @throws {HttpProblem} 415 unless it is sent as plain JSON, 413 above 64 KB (6 MB with `list`), 400 unless it is UTF-8 and JSON
 */
export async function readJson(ctx: Context, list?: string): Promise<unknown> {
  checkType(ctx)
  const bytes = await readBytes(ctx.req, list === undefined ? LIMITS.body : LIMITS.bodyWithList)
  if (bytes.length > LIMITS.body && !bytes.includes(`"${list}"`)) throw tooLarge(LIMITS.body)
  const value = parsed(bytes)
  if (bytes.length > LIMITS.body && sizeWithout(value, list!) > LIMITS.body) throw tooLarge(LIMITS.body)
  return value
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpProblem(400, 'malformed_json', 'The body is not valid JSON in UTF-8.')
  }
}

/** Bytes of a value as JSON without one of its fields. */
function sizeWithout(value: unknown, field: string): number {
  if (typeof value !== 'object' || value === null) return Number.POSITIVE_INFINITY
  return Buffer.byteLength(JSON.stringify({ ...value, [field]: undefined }))
}

function checkType(ctx: Context): void {
  const [type, ...parameters] = ctx.get('Content-Type').toLowerCase().split(';')
  const charset = parameters.find(parameter => parameter.trim().startsWith('charset='))
  const plain = !charset || /^\s*charset="?utf-?8"?\s*$/.test(charset)
  if (type?.trim() !== 'application/json' || !plain)
    throw unsupported('Send the body as JSON with the header Content-Type: application/json.')
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  if (encoding && encoding !== 'identity') throw unsupported('Send the body without a Content-Encoding.')
}

/** @throws {HttpProblem} 413 above `most` bytes, 400 when it ends early */
export async function readBytes(request: IncomingMessage, most: number = LIMITS.body): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge(most)
  const chunks: Buffer[] = []
  let size = 0
  // Not `for await`, which destroys the request, and with it the connection, when it is left early.
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) reject(tooLarge(most))
      else chunks.push(chunk)
    })
    request.on('end', resolve)
    const cut = () => reject(new HttpProblem(400, 'malformed_json', 'The body ended before it was complete.'))
    request.on('error', cut)
    request.on('aborted', cut)
  })
  return Buffer.concat(chunks)
}

const unsupported = (detail: string) => new HttpProblem(415, 'unsupported_media_type', detail)

// The rest of the body is not read, so the connection is of no further use.
const tooLarge = (most: number) =>
  new HttpProblem(413, 'payload_too_large', `The body is larger than ${most} bytes.`, {
    headers: { Connection: 'close' },
  })
