import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { readProcesses } from '../../server/lib/proc.ts'

/** TCP ports on which a process of the group listens, by proc(5). */
function listeningPorts(group: number): number[] {
  const ports = new Map<string, number>()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      if (state === '0A') ports.set(inode, Number.parseInt(local.split(':')[1]!, 16))
    }
  return readProcesses()
    .filter(one => one.group === group || one.session === group)
    .flatMap(({ pid }) => orNone(() => readdirSync(`/proc/${pid}/fd`).map(fd => `/proc/${pid}/fd/${fd}`)))
    .flatMap(path => orNone(() => [readlinkSync(path)]))
    .flatMap(link => ports.get(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '') ?? [])
}

/** What is read of has ended meanwhile. */
function orNone(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return []
  }
}

test.runIf(process.platform === 'linux')('no browser opens a port: who listens could be driven', async () => {
  const proxy = await startProxy(createGuard({ allowHosts: [] }))
  const pids: number[] = []
  const onPid = (pid: number) => pids.push(pid)
  const browsers = [
    await openBrowser({ proxyUrl: proxy.url, onPid }),
    await openMeasuringBrowser({ proxyUrl: proxy.url, onPid }),
  ]
  // It does see one.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    expect(
      listeningPorts(readProcesses().find(({ pid }) => pid === process.pid)!.group).length,
    ).toBeGreaterThan(0)
    expect(pids.map(listeningPorts)).toEqual([[], []])
  } finally {
    server.close()
    await Promise.all([...browsers, proxy].map(one => one.close()))
  }
})
