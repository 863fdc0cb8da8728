import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { HttpProblem } from './problem.ts'

export interface Listening {
  port: number
  /** Takes no new connections, waits for the answers under way, then closes what is left. */
  close(): Promise<void>
}

const CLOSE_AFTER_MS = 5_000
/** In which nothing is read or written. */
const SILENT_MS = 60_000

/**
 * Opens `port`, 0 for any that is free.
 * @throws with code EADDRINUSE or EACCES when it cannot be had
 */
export async function listen(app: Koa, port: number, silentMs = SILENT_MS): Promise<Listening> {
  const handle = app.callback()
  // Who names no host asks for nothing else than who does; Node would answer without a body.
  const server = createServer({ requireHostHeader: false }, handle)
  server.on('checkExpectation', handle)
  // An answer that its client does not take is kept in memory as long.
  server.timeout = silentMs
  // A submission is small: who needs longer to send it holds a connection open for its own sake.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.on('clientError', refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve())
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

/** What is no HTTP never reaches the app; it gets the same kind of answer. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new HttpProblem(431, 'headers_too_large', 'The headers of the request are too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new HttpProblem(408, 'request_timeout', 'The request was not sent in time.')
        : new HttpProblem(400, 'malformed_request', 'The request is not valid HTTP.')
  const body = JSON.stringify(problem.body())
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_AFTER_MS)
  await closed
  clearTimeout(timer)
}
