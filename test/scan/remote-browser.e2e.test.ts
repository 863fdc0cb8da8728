/** Scans with a browser that runs as if on another machine: started by somebody else, and driven by its DevTools endpoint. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { remoteFlags, wrongSwitches } from '../../server/capture/page/remote-browser.ts'
import type { RemoteBrowser } from '../../server/config/index.ts'
import type { Scorecard } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { proxyAddressFor } from '../../server/egress/remote-peers.ts'
import { probeBrowser } from '../../server/scan/probe.ts'
import { scan } from '../../server/scan/scan.ts'
import type { ScanOptions } from '../../server/scan/types.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { startCanary } from '../egress/canary.ts'
import { serve } from '../serve.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
/** Root, as which tests may run, is refused the sandbox by Chromium. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const sandbox = SANDBOX.length === 0

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** @param change of the switches that it is started with */
async function startRemote(change = (flags: string[]) => flags): Promise<RemoteBrowser> {
  const proxy = { host: '127.0.0.1', port: await freePort() }
  const profile = mkdtempSync(join(tmpdir(), 'cutover-remote-test-'))
  const flags = [...change(remoteFlags({ proxy })), ...SANDBOX]
  const ours = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const child = spawn((await findBrowser())!, [...flags, ...ours], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  onTestFinished(async () => {
    const gone = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  })
  return { endpoint: await endpointOf(child), proxy }
}

async function endpointOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stderr!.setEncoding('utf8')) {
    said += chunk
    const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
    if (!found) continue
    stderr!.resume()
    return found
  }
  throw new Error(`no endpoint: ${said}`)
}

test('a scan by a remote browser comes to the same as one by our own', { timeout: 400_000 }, async () => {
  const [original, rebuilt] = [await serve(join(SAMPLE, 'original')), await serve(join(SAMPLE, 'rebuilt'))]
  onTestFinished(() => Promise.all([original.close(), rebuilt.close()]).then(() => {}))
  const pids: number[] = []
  const run = (more: Partial<ScanOptions>) =>
    scan(
      {
        original_url: `${original.origin}/`,
        new_url: `${rebuilt.origin}/`,
        policy: 'regressions',
        ignore: [],
      },
      {
        allowHosts: [original.host, rebuilt.host],
        onProgress: () => {},
        onBrowser: pid => pids.push(pid),
        ...more,
      },
    )
  const here = await run({})
  expect(pids).toHaveLength(2)
  const there = await run({ remote: await startRemote(), sandbox })
  // It is no process of ours, that could be killed by its number.
  expect(pids).toHaveLength(2)
  const judged = ({ suites }: Scorecard) => suites.filter(({ suite }) => suite !== 'perf')
  expect(judged(there)).toEqual(judged(here))
  const perf = there.suites.find(({ suite }) => suite === 'perf')
  expect(perf?.checks.some(({ outcome }) => outcome === 'assessed')).toBe(true)
})

test('what its pages try comes to our guard, and what an earlier scan left is gone', async () => {
  const canary = await startCanary()
  onTestFinished(() => canary.close())
  const remote = await startRemote()
  const left = await chromium.connectOverCDP(remote.endpoint)
  // As of a scan that hangs: its connection is still there.
  await (await left.newContext()).newPage()
  const proxy = await startProxy(createGuard({ allowHosts: [] }), { address: await proxyAddressFor(remote) })
  const browser = await openBrowser({ proxyUrl: proxy.url, remote, sandbox })
  const session = await browser.playwright.newBrowserCDPSession()
  expect((await session.send('Target.getBrowserContexts')).browserContextIds).toEqual([])
  const page = await browser.playwright.newPage()
  const devtools = new URL(remote.endpoint).host
  const places = [`127.0.0.1:${canary.port}`, `localhost:${canary.port}`, devtools]
  for (const place of places) {
    const answer = await page.goto(`http://${place}/json/version`)
    expect([place, answer?.status()]).toEqual([place, 403])
  }
  await page.evaluate(async places => {
    for (const place of places) await fetch(`http://${place}/`, { mode: 'no-cors' }).catch(() => {})
    for (const place of places)
      await new Promise(done => {
        const socket = new WebSocket(`ws://${place}/`)
        socket.onclose = socket.onerror = () => done(null)
      })
  }, places)
  expect(canary.accepts()).toBe(0)
  expect(proxy.refusals()).toBeGreaterThanOrEqual(3 * places.length)
  await browser.close()
  await proxy.close()
  await left.close()
})

test.each([
  ['none of ours', () => ['--headless=new', '--enable-automation', '--no-startup-window'], '--proxy-server='],
  [
    'another proxy behind ours',
    (flags: string[]) => [...flags, '--proxy-server=direct://'],
    '--proxy-server=',
  ],
  ['no proxy at all', (flags: string[]) => [...flags, '--no-proxy-server'], 'not --no-proxy-server'],
  [
    'loopback beside it',
    (flags: string[]) => flags.filter(text => !text.startsWith('--proxy-bypass')),
    '--proxy-bypass-list',
  ],
  [
    'nothing that tells',
    (flags: string[]) => flags.filter(text => text !== '--enable-automation'),
    'start it with --enable-automation',
  ],
])('a remote browser is not taken that was started with %s', async (_, change, named) => {
  const remote = await startRemote(change)
  await expect(probeBrowser({ remote, sandbox })).rejects.toThrow(named)
})

test('a remote browser that was started as it should be is found good', async () => {
  const remote = await startRemote()
  await probeBrowser({ remote, sandbox })
  if (!sandbox) await expect(probeBrowser({ remote, sandbox: true })).rejects.toThrow('not --no-sandbox')
})

test('a remote browser that does not answer is told in one line', async () => {
  const remote = {
    endpoint: `http://127.0.0.1:${await freePort()}`,
    proxy: { host: '127.0.0.1', port: await freePort() },
  }
  const told = await probeBrowser({ remote }).catch(error => String(error))
  expect(told).toMatch(/^Error: the remote browser does not answer: .*ECONNREFUSED[^\n]*$/)
})

test('its switches are printed as a shell takes them, or why not', async () => {
  const print = (settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../server/browser-flags.ts')], {
      env: { PATH: process.env.PATH, ...settings },
    })
  const settings = { CUTOVER_BROWSER_CDP: 'http://10.0.0.7:9222', CUTOVER_PROXY_ADDRESS: '10.0.0.5:3128' }
  const { stdout } = await print(settings)
  const { stdout: taken } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${stdout.trim()}`])
  expect(taken.trim().split('\n')).toEqual(remoteFlags({ proxy: { host: '10.0.0.5', port: 3128 } }))
  expect(taken).toContain('--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 10.0.0.5')
  await expect(print({ CUTOVER_BROWSER_CDP: 'http://10.0.0.7:9222' })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^CUTOVER_BROWSER_CDP and CUTOVER_PROXY_ADDRESS are set one without/),
  })
})

test('of switches that occur twice the last counts', () => {
  const wanted = ['--a=1', '--b']
  expect(wrongSwitches(['--a=2', '--a=1', '--b', '--c'], wanted, true)).toEqual([])
  expect(wrongSwitches(['--a=1', '--a=2', '--b'], wanted, true)).toEqual(['--a=1'])
  expect(wrongSwitches(['--a=1', '--no-sandbox'], wanted, true)).toEqual(['--b', 'not --no-sandbox'])
})
