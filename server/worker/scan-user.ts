/** The system's users that scans run as where we are root: each has one of its own, which owns nothing else. */
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { createServer } from 'node:net'
import { lockName } from './machine-lock.ts'

export interface ScanUser {
  uid: number
  gid: number
}

/** Numbers that neither Debian nor systemd gives to anybody: https://systemd.io/UIDS-GIDS/ */
const FIRST = 60_706
const COUNT = 478
// Another server on this machine begins elsewhere.
let next = Math.floor(Math.random() * COUNT)

/**
 * Another one than that of the scans before, and than any that another server of this machine has given away: scans may
 * not look into each other's files and memory, and all that runs as a scan's user is killed at its end. Held by a
 * listening socket, which goes with its holder, however that ends.
 */
export async function takeScanUser(): Promise<{ user: ScanUser; release(): void }> {
  for (let tried = 0; tried < COUNT; tried++) {
    const id = FIRST + (next++ % COUNT)
    const server = createServer(socket => socket.destroy()).unref()
    const isFree = await once(server.listen(lockName(`cutover-user-${id}`)), 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) return { user: { uid: id, gid: id }, release: () => void server.close() }
  }
  throw new Error(`all ${COUNT} users for scans are taken`)
}

/** Gives `folder` to `user`, who may then write there. */
export const give = (folder: string, { uid, gid }: ScanUser): Promise<void> => chown(folder, uid, gid)
