/** A browser that runs as if on another machine: started by somebody else, and driven by its DevTools endpoint. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { remoteFlags } from '../../server/capture/page/remote-browser.ts'
import type { RemoteBrowser } from '../../server/config/index.ts'
import { findBrowser } from '../../server/setup/browser.mjs'

/** Root, as which tests may run, is refused the sandbox by Chromium. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []
export const sandbox = SANDBOX.length === 0

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export interface StartedRemote extends RemoteBrowser {
  /** To all of its processes. */
  signal(name: NodeJS.Signals): void
  /** Addresses of the pages that are open in it. */
  pages(): Promise<string[]>
}

/** @param change of the switches that it is started with */
export async function startRemote(change = (flags: string[]) => flags): Promise<StartedRemote> {
  const proxy = { host: '127.0.0.1', port: await freePort() }
  const profile = mkdtempSync(join(tmpdir(), 'cutover-remote-test-'))
  const flags = [...change(remoteFlags({ proxy })), ...SANDBOX]
  const ours = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const child = spawn((await findBrowser())!, [...flags, ...ours], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const signal = (name: NodeJS.Signals) => process.kill(-child.pid!, name)
  onTestFinished(async () => {
    const gone = child.exitCode ?? child.signalCode ?? once(child, 'exit')
    if (typeof gone === 'object') signal('SIGKILL')
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  })
  const endpoint = await endpointOf(child)
  const pages = async () => {
    const answer = await fetch(`${endpoint}/json/list`)
    return ((await answer.json()) as { url: string }[]).map(({ url }) => url)
  }
  return { endpoint, proxy, signal, pages }
}

async function endpointOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stderr!.setEncoding('utf8')) {
    said += chunk
    const found = /DevTools listening on ws:\/\/([\d.:]+)\//.exec(said)?.[1]
    if (!found) continue
    stderr!.resume()
    return `http://${found}`
  }
  throw new Error(`no endpoint: ${said}`)
}
