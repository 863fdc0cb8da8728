/**
 * The processes of one scan: the child, its browser and whatever they started, also what has left its parent or its
 * group behind. They are known by descent, by the groups and sessions that were ever seen in the tree, and at the end
 * by a marker in their environment. Read from /proc; where there is none, only the groups named are known.
 */
import { SCAN_MARK } from '../config/index.ts'
import {
  hasProc,
  killQuietly,
  markerOf,
  type Process,
  proportionalBytes,
  readProcess,
  readProcesses,
  residentBytes,
  userOf,
} from '../lib/proc.ts'

export interface ProcessTree {
  /** The leader of a process group that belongs to the scan. */
  adopt(pid: number): void
  /** Memory of all processes in bytes: shared pages count once when it matters, or null where it cannot be known. */
  memory(ceiling: number): number | null
  /** Kills all of it with SIGKILL, again until nothing is left. @returns pids that would not die */
  kill(): Promise<number[]>
}

const KILL_ROUNDS = 20
const ROUND_MS = 50

/**
 * @param root pid of the child, leader of its group
 * @param mark value of SCAN_MARK in the environment of each process
 * @param user id of the system's user that all of it runs as, and nobody else
 */
export function processTree(root: number, mark: string, user?: number): ProcessTree {
  const groups = new Set([root])
  const born = readProcess(root)?.started

  /** A process can take the mark off itself, and no other user's. */
  const isOurs = (pid: number) =>
    markerOf(pid, SCAN_MARK) === mark || (user !== undefined && userOf(pid) === user)

  /** Those of now; remembers their groups. Nothing older than the child is its offspring: pids are used again. */
  function members(byMarker = false): Process[] {
    const candidates = readProcesses().filter(
      ({ zombie, started }) => !zombie && born !== undefined && started >= born,
    )
    const found = new Map<number, Process>()
    for (let size = -1; size !== found.size; ) {
      size = found.size
      for (const one of candidates) {
        const known =
          one.pid === root || found.has(one.parent) || groups.has(one.group) || groups.has(one.session)
        if (found.has(one.pid) || !(known || (byMarker && isOurs(one.pid)))) continue
        found.set(one.pid, one)
        if (one.group === one.pid) groups.add(one.group)
      }
    }
    return [...found.values()]
  }

  return {
    adopt(pid) {
      const leader = readProcess(pid)
      if (leader && born !== undefined && leader.started >= born) groups.add(pid)
      else if (!hasProc()) groups.add(pid)
    },

    memory(ceiling) {
      if (!hasProc()) return null
      const pids = members().map(({ pid }) => pid)
      // Resident size counts shared pages in each process, so it is never less than the truth, and cheap to read.
      const most = sum(pids, residentBytes)
      return most <= ceiling ? most : sum(pids, pid => proportionalBytes(pid) ?? residentBytes(pid))
    },

    async kill() {
      if (!hasProc()) {
        for (const group of groups) killQuietly(-group)
        return []
      }
      for (let round = 0; round < KILL_ROUNDS; round++) {
        const left = members(true)
        if (left.length === 0) return []
        for (const { group } of left) if (groups.has(group)) killQuietly(-group)
        for (const { pid } of left) killQuietly(pid)
        await new Promise(resolve => setTimeout(resolve, ROUND_MS))
      }
      return members(true).map(({ pid }) => pid)
    },
  }
}

const sum = (pids: number[], bytes: (pid: number) => number) => pids.reduce((all, pid) => all + bytes(pid), 0)
