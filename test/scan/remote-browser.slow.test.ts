/** Scans with a browser that runs as if on another machine: started by somebody else, and driven by its DevTools endpoint. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { remoteFlags, wrongSwitches } from '../../server/capture/page/remote-browser.ts'
import type { Scorecard } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { openProxy } from '../../server/scan/open-proxy.ts'
import { probeBrowser } from '../../server/scan/probe.ts'
import { scan } from '../../server/scan/scan.ts'
import type { ScanOptions } from '../../server/scan/types.ts'
import { startCanary } from '../egress/canary.ts'
import { serve } from '../serve.ts'
import { freePort, sandbox, startRemote } from './remote.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')

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
  // Of ours nobody reads how fast it is: no time is left to measure it.
  const here = await run({ deadlineMs: 1 })
  expect(pids).toHaveLength(2)
  const there = await run({ remote: await startRemote(), sandbox })
  // It is no process of ours, that could be killed by its number.
  expect(pids).toHaveLength(2)
  const judged = ({ suites }: Scorecard) => suites.filter(({ suite }) => suite !== 'perf')
  expect(judged(there)).toEqual(judged(here))
  expect(there.gaps).toEqual(here.gaps)
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
  const proxy = await openProxy(createGuard({ allowHosts: [] }), { remote, sandbox })
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
  expect(proxy.refused().map(({ host }) => host)).not.toContainEqual(expect.stringContaining('.local'))
  // And one more, by which the way out was seen.
  expect(proxy.refusals()).toBeGreaterThan(3 * places.length)
  await browser.close()
  await proxy.close()
  await left.close()
})

test.each([
  ['none of ours', () => ['--headless=new', '--enable-automation', '--no-startup-window'], '--proxy-server='],
  [
    'another proxy behind ours',
    (flags: string[]) => [...flags, '--proxy-server=direct://'],
    'not --proxy-server',
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
  expect(told).toMatch(/^Error: the remote browser at http:\S+ does not answer: .*ECONNREFUSED[^\n]*$/)
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

test.each([
  ['all of ours', [], []],
  ['what each has of its own', ['--user-data-dir=/a b', '--remote-debugging-port=9222'], []],
  ['what Chromium and Debian add', ['--noerrdialogs', '--flag-switches-begin', '--load-extension'], []],
  ['one that undoes another', ['--b=2'], ['not --b']],
  ['one dash', ['-no-proxy-server', '-a=2'], ['not --no-proxy-server', 'not --a']],
  ['one process for all', ['--single-process'], ['not --single-process']],
  ['any certificate', ['--ignore-certificate-errors'], ['not --ignore-certificate-errors']],
  ['DevTools for everybody', ['--remote-debugging-address=0.0.0.0'], ['not --remote-debugging-address']],
  ['DevTools for pages', ['--remote-allow-origins=*'], ['not --remote-allow-origins']],
  ['an extension', ['--load-extension=/tmp/x'], ['not --load-extension']],
  ['no sandbox', ['--no-sandbox'], ['not --no-sandbox']],
  ['an end of the switches', ['--', '--c'], ['not --', 'not --c']],
  ['a page', ['http://127.0.0.1/'], ['not http://127.0.0.1/']],
])('of switches those that every browser has, and no others: %s', (_, more, wrong) => {
  const wanted = ['--a=1', '--b']
  expect(wrongSwitches([...more, ...wanted], wanted, true)).toEqual(wrong)
  expect(wrongSwitches([...more, '--a=2'], wanted, true)).toEqual([...wanted, ...wrong, 'not --a'])
})

test('where there is no sandbox to be had, a browser without is taken', () => {
  expect(wrongSwitches(['--a', '--no-sandbox'], ['--a'], false)).toEqual([])
})
