import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { LIMITS } from '../contract.ts'
import { HttpProblem } from './problem.ts'

/**
 * The JSON value of the request's body.
 * @throws {HttpProblem} 415 unless it is sent as plain JSON, 413 above 64 KB, 400 unless it is UTF-8 and JSON
 */
export async function readJson(ctx: Context): Promise<unknown> {
  checkType(ctx)
  const bytes = await readBytes(ctx.req)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpProblem(400, 'malformed_json', 'The body is not valid JSON in UTF-8.')
  }
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

/** @throws {HttpProblem} 413 above 64 KB, 400 when it ends early */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length']) > LIMITS.body) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // Not `for await`, which destroys the request, and with it the connection, when it is left early.
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > LIMITS.body) reject(tooLarge())
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
const tooLarge = () =>
  new HttpProblem(413, 'payload_too_large', `The body is larger than ${LIMITS.body} bytes.`, {
    headers: { Connection: 'close' },
  })
