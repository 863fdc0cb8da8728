import http from 'node:http'
import https from 'node:https'
import net, { type Socket } from 'node:net'
import { cert, key } from './certificate.ts'

export interface Origin {
  port: number
  /** `localhost:<port>`, for the allow-list. */
  host: string
  url: string
  connections(): number
  open(): number
  close(): Promise<void>
}

/** A web server on 127.0.0.1. */
export function startOrigin(listener: http.RequestListener): Promise<Origin> {
  return start(http.createServer({ maxHeaderSize: 1024 * 1024, keepAliveTimeout: 60_000 }, listener))
}

/** A web server on 127.0.0.1 with a certificate for `localhost` that nobody trusts unless told to. */
export async function startSecureOrigin(listener: http.RequestListener): Promise<Origin> {
  const origin = await start(https.createServer({ key, cert }, listener))
  return { ...origin, url: `https://${origin.host}` }
}

/** A TCP server on 127.0.0.1, for answers that no web server would give. */
export function startRaw(onConnection: (socket: Socket) => void): Promise<Origin> {
  return start(net.createServer(socket => onConnection(socket.on('error', () => {}).resume())))
}

async function start(server: net.Server): Promise<Origin> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', socket => {
    connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    host: `localhost:${port}`,
    url: `http://localhost:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
