/** The system's users that scans run as where we are root: each has one of its own, which owns nothing else. */
import { chown } from 'node:fs/promises'

export interface ScanUser {
  uid: number
  gid: number
}

/** Numbers that neither Debian nor systemd gives to anybody: https://systemd.io/UIDS-GIDS/ */
const FIRST = 60_706
const COUNT = 478
// Another server on this machine begins elsewhere.
let next = Math.floor(Math.random() * COUNT)

/** Another one than that of the scans before: they may not look into each other's files and memory. */
export function nextScanUser(): ScanUser {
  const id = FIRST + (next++ % COUNT)
  return { uid: id, gid: id }
}

/** Gives `folder` to `user`, who may then write there. */
export const give = (folder: string, { uid, gid }: ScanUser): Promise<void> => chown(folder, uid, gid)
