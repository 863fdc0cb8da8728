/**
 * For root, whose Postgres runs as another user: cluster and programs that lie where that user cannot go, as in a clone
 * below /root, are kept in a folder that he can enter. He gets no right to pass what is closed to him.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'

export const SHARED = '/var/lib/cutover'
/** Beside a cluster that was moved: the folder that it was moved from, which leads to it by a symbolic link. */
const OWNER = 'moved-from'

/**
 * Moves a cluster's folder, which may be empty, to where everybody can pass, and leaves a link. A link that was copied
 * with its surroundings leads to another's cluster: then that one is copied.
 * @returns where it is now @throws Error while a postmaster uses it
 */
export function movedWithinReach(folder: string, shared = SHARED): string {
  const own = realpathSync(dirname(folder)) + folder.slice(dirname(folder).length)
  const linked = lstatSync(folder).isSymbolicLink()
  const source = linked ? readlinkSync(folder) : folder
  if (linked && isOwner(source, own)) return source
  const pid = linked ? undefined : readPidFile(join(folder, 'data'))?.pid
  if (pid && isPostmasterOf(pid, join(folder, 'data')))
    throw new Error(
      `Postgres (process ${pid}) uses ${folder}, which has to be moved, as its user cannot enter it; end that process.`,
    )
  open(shared)
  const place = mkdtempSync(join(shared, 'postgres-'))
  if (existsSync(source)) cpSync(source, place, { recursive: true, preserveTimestamps: true })
  writeFileSync(join(place, OWNER), own)
  rmSync(folder, { recursive: true, force: true })
  symlinkSync(place, folder)
  return place
}

function isOwner(place: string, own: string): boolean {
  try {
    return readFileSync(join(place, OWNER), 'utf8') === own
  } catch {
    return false
  }
}

/** Copies of the programs, one for each version. */
export function copiedWithinReach(binaries: Binaries, shared = SHARED): Binaries {
  const home = dirname(dirname(binaries.postgres))
  const { version } = JSON.parse(readFileSync(join(dirname(home), 'package.json'), 'utf8'))
  const copy = join(shared, `programs-${version}`)
  if (!existsSync(copy)) {
    open(shared)
    const fresh = mkdtempSync(join(shared, 'new-'))
    cpSync(home, fresh, { recursive: true, verbatimSymlinks: true })
    readable(fresh)
    // Another process may have been first.
    if (existsSync(copy)) rmSync(fresh, { recursive: true })
    else renameSync(fresh, copy)
  }
  const at = (program: string) => join(copy, 'bin', basename(program))
  return {
    postgres: at(binaries.postgres),
    initdb: at(binaries.initdb),
    pg_ctl: at(binaries.pg_ctl),
  }
}

function open(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

function readable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) readable(path)
    else if (entry.isFile())
      chmodSync(path, lstatSync(path).mode | 0o444 | (basename(folder) === 'bin' ? 0o111 : 0))
  }
}
