/** What scans leave behind: processes, and files in the folders that anybody may write to. */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { proportionalBytes, readProcess, userOf } from '../../server/lib/proc.ts'
import { commandOf, descendants } from '../../test/hostile/processes.ts'

export interface Watch {
  /** The most that the processes of the latest scan had at once, in bytes. Begins anew. */
  takePeak(): number
  /** One line each; `but` are processes that are to be there. */
  left(but?: readonly number[]): string[]
  close(): Promise<void>
}

const SHARED = ['/tmp', '/var/tmp', '/dev/shm']

/**
 * From now on temporary files of this process and of its scans go to a folder of their own. `peaks`: to weigh each process
 * once a second takes a good part of a processor, which who serves pages beside it may not have.
 */
export async function watchTraces({ peaks }: { peaks: boolean }): Promise<Watch> {
  // A short name: below it Chromium makes a socket, whose path may have 107 characters.
  const own = await mkdtemp(join(tmpdir(), 'h-'))
  // Scans may run as users of their own, who have to get through.
  await chmod(own, 0o711)
  process.env.TMPDIR = own
  const users = new Set<number>()
  const downloads = join(homedir(), 'Downloads')
  const before = listing(downloads)
  /** Every process that was ever started, with its start: pids are used again. */
  const seen = new Map<number, number>()
  let peak = 0
  const look = () => {
    const found = descendants()
    const pids = found.map(({ pid }) => pid)
    for (const { pid, started } of found) seen.set(pid, started)
    for (const user of pids.map(userOf))
      if (user !== undefined && user !== process.getuid?.()) users.add(user)
    if (!peaks) return
    peak = Math.max(
      peak,
      pids.reduce((sum, pid) => sum + (proportionalBytes(pid) ?? 0), 0),
    )
  }
  const timer = setInterval(look, 1000)
  return {
    takePeak() {
      const most = peak
      peak = 0
      return most
    },
    left: (but = []) => [
      ...[...seen]
        .filter(([pid, started]) => !but.includes(pid) && isAlive(pid, started))
        .map(([pid]) => `process ${pid} ${commandOf(pid).slice(0, 80)}`),
      ...listing(own).map(name => `file ${join(own, name)}`),
      ...SHARED.flatMap(folder =>
        listing(folder)
          .map(name => join(folder, name))
          .filter(path => users.has(ownerOf(path)))
          .map(path => `file ${path}`),
      ),
      ...listing(downloads)
        .filter(name => !before.includes(name))
        .map(name => `file ${join(downloads, name)}`),
    ],
    async close() {
      clearInterval(timer)
      await rm(own, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number, started: number): boolean {
  const found = readProcess(pid)
  return found !== undefined && !found.zombie && found.started === started
}

const listing = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

function ownerOf(path: string): number {
  try {
    return lstatSync(path).uid
  } catch {
    return -1
  }
}
