/** Scans that are to fail, and the end of the browsers that they started. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { scan } from '../../server/scan/scan.ts'
import { page, type servePages } from './pages.ts'

export const GOOD = page('<main><h1>Hello</h1><p>A page that is well and answers at once.</p></main>')

export const attempt = (
  { origin, host }: Awaited<ReturnType<typeof servePages>>,
  original: string,
  rebuilt: string,
) =>
  scan(
    { original_url: origin + original, new_url: origin + rebuilt, policy: 'regressions', ignore: [] },
    { allowHosts: [host], onProgress: () => {}, onBrowser: () => {} },
  )

export const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    error => error,
  )

export function refused(failure: unknown, code: string, detail: RegExp): void {
  expect(failure).toMatchObject({ code, message: expect.stringMatching(detail) })
}

/** By their command line. */
export const RENDERERS = /--type=renderer/
export const BROWSERS = /--remote-debugging-pipe/

/** Those of `command` that this process has started. */
export function kill(command: RegExp): void {
  for (const pid of processes(command)) process.kill(pid, 'SIGKILL')
}

function processes(command: RegExp): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it ended meanwhile
    }
  const ours = (pid: number | undefined): boolean => pid === process.pid || (!!pid && ours(parents.get(pid)))
  return [...parents.keys()].filter(pid => {
    try {
      return ours(pid) && command.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    } catch {
      return false
    }
  })
}
