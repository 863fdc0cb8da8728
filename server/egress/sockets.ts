import type { Socket } from 'node:net'

/** At once; resolves when all of them are closed. */
export async function destroyAll(sockets: Iterable<Socket>): Promise<void> {
  await Promise.all(
    [...sockets].map(
      socket => socket.closed || new Promise(resolve => socket.once('close', resolve).destroy()),
    ),
  )
}
