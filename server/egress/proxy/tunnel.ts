import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { parsePlace } from '../policy.ts'
import type { Ledger } from './ledger.ts'
import type { Upstreams } from './upstreams.ts'
import { answerOf, codeOf } from './verdict.ts'

/** CONNECT: opaque bytes both ways. HTTPS and every WebSocket, plain ones too, come this way. */
export async function tunnel(
  { upstreams, ledger, idleMs }: { upstreams: Upstreams; ledger: Ledger; idleMs: number },
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> {
  client.on('error', () => client.destroy())
  const target = parsePlace(request.url ?? '')
  if (!target) {
    client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return
  }
  const place = `${target.host}:${target.port}`
  let origin: Socket
  try {
    origin = await upstreams.open(target.host, target.port)
  } catch (error) {
    const code = codeOf(error)
    const reason = error instanceof Error ? error.message : String(error)
    ledger.record(place, code, reason)
    refuse(client, answerOf(code, place, reason))
    return
  }
  if (client.destroyed) {
    origin.destroy()
    return
  }
  client.setNoDelay(true)
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) origin.write(head)
  client.on('data', () => upstreams.tick(origin))
  origin.on('data', () => upstreams.tick(origin))
  origin.setTimeout(idleMs, () => origin.destroy())
  // What the origin sent last still has to get through; what the client sent last has nowhere to go.
  origin.on('close', hadError => (hadError ? client.destroy() : client.destroySoon()))
  client.on('close', () => origin.destroy())
  client.pipe(origin)
  origin.pipe(client)
}

function refuse(client: Socket, { status, headers, body }: ReturnType<typeof answerOf>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  client.end([`HTTP/1.1 ${status} Refused`, 'connection: close', ...lines, '', body].join('\r\n'))
}
