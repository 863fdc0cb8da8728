/** Stands between the service and its database, and can lose a connection as networks do: without a word to either end. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  port: number
  /** What is connected now carries nothing any more; what connects from now on does. @returns how many */
  cut(): number
  close(): void
}

export async function openWire(to: number): Promise<Wire> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer(near => {
    const far = connect(to, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const lost: Socket[] = []
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      const count = pairs.size
      for (const pair of pairs) {
        const [near, far] = pair
        near.unpipe(far)
        far.unpipe(near)
        // What arrives is taken, so that either end believes that it was delivered.
        for (const socket of pair) {
          socket.removeAllListeners('close').removeAllListeners('end').resume()
          lost.push(socket)
        }
      }
      pairs.clear()
      return count
    },
    close() {
      server.close()
      for (const socket of [...lost, ...[...pairs].flat()]) socket.destroy()
    },
  }
}
