/**
 * A renderer that was taken over, and the browser's sandbox with it: a program where the browser runs, as its user, in
 * the place of a scan's browser. It tries what it could want, and tells what it got.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scorecard } from '../../server/contract.ts'
import { openNetwork } from '../../server/egress/network/index.ts'
import { serveScan } from '../../server/worker/serve-scan.ts'

/** What is to be tried; sent as the one entry of `ignore`. */
export interface Targets {
  /** Processes whose environment or memory holds secrets. */
  pids: number[]
  /** Files and folders that are others'. */
  paths: string[]
  /** Ports of this machine's loopback: the database, the API. */
  ports: number[]
  /** Of services, in the file system and without a file (`@name`). */
  sockets: string[]
  addresses: string[]
}

export interface Tried {
  what: string
  reached: boolean
  said: string
}

/** Runs alone: nothing of the project is imported by it. */
const PROGRAM = fileURLToPath(import.meta.resolve('./taken-over-program.ts'))

if (process.send)
  serveScan(async (request, { ownNetwork, hidden = [] }): Promise<Scorecard> => {
    const network = ownNetwork
      ? await openNetwork({ folders: [...hidden, dirname(tmpdir())], but: tmpdir() })
      : undefined
    const [program, ...first] = [...(network?.enter ?? []), process.execPath, PROGRAM]
    try {
      const said = execFileSync(program!, [...first, request.ignore[0]!], { encoding: 'utf8' })
      return {
        pageName: 'taken over',
        allPass: true,
        suites: [],
        policy: 'regressions',
        gaps: [said],
        volatile: [],
      }
    } finally {
      network?.listener.close()
      network?.close()
    }
  })

/** Abstract sockets and ports that somebody on this machine listens on, the browser's DevTools among them. */
export function listening(): { ports: number[]; sockets: string[] } {
  const ports = ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap(table =>
    readFileSync(table, 'utf8')
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[3] === '0A')
      .map(fields => Number.parseInt(fields[1]!.split(':')[1]!, 16)),
  )
  const sockets = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(fields => fields[3] === '00010000' && fields[7])
    .map(fields => fields[7]!)
  return { ports: [...new Set(ports)], sockets: [...new Set(sockets)] }
}
