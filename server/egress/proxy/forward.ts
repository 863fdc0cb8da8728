import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Guard } from '../guard.ts'
import { MAX_HEADER_SIZE } from '../limits.ts'
import { portOf } from '../policy.ts'
import type { Ledger } from './ledger.ts'
import type { Upstreams } from './upstreams.ts'
import { answerOf, codeOf } from './verdict.ts'

export interface ForwardContext {
  guard: Guard
  upstreams: Upstreams
  ledger: Ledger
  /** Keeps connections to origins for the next request; `fresh` never does. */
  kept: http.Agent
  fresh: http.Agent
  idleMs: number
}

/** A plain HTTP request in absolute form (RFC 9112 section 3.2.2), streamed to its origin and back. */
export function forward(context: ForwardContext, request: IncomingMessage, response: ServerResponse): void {
  response.on('error', () => {})
  request.on('error', () => {})
  const target = request.url ?? ''
  if (!/^http:\/\//i.test(target) || !URL.canParse(target)) {
    response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
    response.end('This is a forward proxy; send the whole URL.\n')
    return
  }
  const url = new URL(target)
  try {
    context.guard.check(url)
  } catch (error) {
    refuse(context, url, response, error)
    return
  }
  try {
    exchange(context, url, request, response, false)
  } catch (error) {
    refuse(context, url, response, error)
  }
}

function exchange(
  context: ForwardContext,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  again: boolean,
): void {
  const { upstreams } = context
  const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers
  const outgoing = http.request({
    // A kept connection may be closed by the origin just now. A request without a body can be sent once more.
    agent: again || hasBody ? context.fresh : context.kept,
    host: url.hostname,
    port: portOf(url),
    method: request.method,
    path: url.pathname + url.search,
    headers: ['Host', url.host, ...endToEnd(request), ...framing(request)],
    setHost: false,
    timeout: context.idleMs,
    maxHeaderSize: MAX_HEADER_SIZE,
  })
  const gone = () => response.writableFinished || outgoing.destroy()
  response.once('close', gone)
  outgoing.once('timeout', () =>
    outgoing.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
  )
  outgoing.once('error', error => {
    if (response.destroyed) return
    if (response.headersSent) response.destroy()
    else if (outgoing.reusedSocket && !again && !hasBody) {
      response.off('close', gone)
      exchange(context, url, request, response, true)
    } else refuse(context, url, response, error)
  })
  // An unasked upgrade would turn a checked exchange into a tunnel.
  outgoing.once('upgrade', (_incoming, socket) => {
    socket.destroy()
    refuse(
      context,
      url,
      response,
      Object.assign(new Error('101 without an upgrade'), { code: 'HPE_UPGRADE' }),
    )
  })
  outgoing.once('response', incoming => {
    const { socket } = incoming
    upstreams.tick(socket)
    try {
      response.sendDate = false
      response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage ?? '', endToEnd(incoming))
    } catch (error) {
      // A status such as 099 passes the parser, but not the writer.
      outgoing.destroy()
      refuse(
        context,
        url,
        response,
        Object.assign(new Error('not HTTP', { cause: error }), { code: 'HPE_HEAD' }),
      )
      return
    }
    incoming.on('data', () => upstreams.tick(socket))
    // Cut off by the origin is cut off for the browser, which must not take a part for the whole.
    incoming.once('error', () => response.destroy())
    incoming.pipe(response)
  })
  if (!hasBody) {
    outgoing.end()
    return
  }
  request.on('data', () => outgoing.socket && upstreams.tick(outgoing.socket))
  request.pipe(outgoing)
}

function refuse({ ledger }: ForwardContext, url: URL, response: ServerResponse, error: unknown): void {
  const code = codeOf(error)
  const reason = sentence(code, url.host, error)
  const place = `${url.hostname}:${portOf(url)}`
  ledger.record(place, code, reason)
  if (response.headersSent) return
  const answer = answerOf(code, place, reason)
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

function sentence(code: string, host: string, error: unknown): string {
  const { message = '', code: detail } = error as Error & { code?: string }
  if (code === 'timed_out' && detail === 'ETIMEDOUT') return `${host} did not answer in time`
  if (code === 'protocol_error') return `${host} answered with something that is not HTTP/1.1 (${detail})`
  if (detail === 'ECONNRESET') return `${host} closed the connection without an answer`
  return message
}

/** Headers that are for the next hop only (RFC 9110 section 7.6.1), ours, and what is rewritten here. */
const HOP_BY_HOP = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'x-cutover-egress',
])

/** A body of unknown length is framed anew for this hop, whatever the method. */
function framing({ headers }: IncomingMessage): string[] {
  return 'transfer-encoding' in headers && !('content-length' in headers)
    ? ['Transfer-Encoding', 'chunked']
    : []
}

/** Raw name and value pairs, in order, without those of one hop. */
function endToEnd({ rawHeaders, headers, method }: IncomingMessage): string[] {
  const named = (headers.connection ?? '').toLowerCase().split(',')
  const dropped = new Set(named.map(name => name.trim()).filter(name => name !== 'content-length'))
  const kept: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (HOP_BY_HOP.has(name) || dropped.has(name)) continue
    // Only a request has a method here. Its Host is the URL's, whatever it says.
    if (name === 'host' && method) continue
    kept.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  return kept
}
