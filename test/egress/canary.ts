import { createServer, type Server, type Socket } from 'node:net'

/** A listener that nothing may reach. */
export interface Canary {
  port: number
  accepts(): number
  close(): Promise<void>
}

/** Listens on 127.0.0.1 and ::1, on one port: a free one, or the first of `ports` that is. */
export async function startCanary(ports: number[] = [0, 0, 0]): Promise<Canary> {
  for (const wanted of ports) {
    let accepts = 0
    const count = (socket: Socket) => {
      accepts++
      socket.destroy()
    }
    const first = createServer(count)
    const second = createServer(count)
    const port = await listen(first, wanted, '127.0.0.1')
    if (!port) continue
    if (!(await listen(second, port, '::1'))) {
      first.close()
      continue
    }
    return {
      port,
      accepts: () => accepts,
      async close() {
        await Promise.all([first, second].map(server => new Promise(done => server.close(done))))
      },
    }
  }
  throw new Error(`none of the ports ${ports.join(', ')} is free on 127.0.0.1 and ::1`)
}

async function listen(server: Server, port: number, host: string): Promise<number | null> {
  return new Promise(resolve => {
    server.once('error', () => resolve(null))
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}
