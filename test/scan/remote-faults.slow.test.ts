/** What goes wrong with a browser on another machine, and what an earlier scan leaves in it. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectPuppeteer } from 'puppeteer-core'
import { expect, onTestFinished, test } from 'vitest'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { prepareRemote } from '../../server/capture/page/remote-browser.ts'
import { type RemoteBrowser, scanEnvironment } from '../../server/config/index.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { openProxy } from '../../server/scan/open-proxy.ts'
import { probeBrowser } from '../../server/scan/probe.ts'
import { ScanFailure, scan } from '../../server/scan/scan.ts'
import { withMachineLock } from '../../server/worker/machine-lock.ts'
import { tryBrowser } from '../../server/worker/walls.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startStore } from '../mock-store/shopify/index.ts'
import { serve } from '../serve.ts'
import { freePort, sandbox, startRemote } from './remote.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
const guard = createGuard({ allowHosts: [] })
const WALLS = { ownUser: false, ownNetwork: false, sandbox }

/** In the place of a browser. @returns its endpoint, with a token */
async function fakeRemote(answer: () => object): Promise<RemoteBrowser> {
  const server = http.createServer((_, response) => response.end(JSON.stringify(answer())))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/?token=canary`,
    proxy: { host: '127.0.0.1', port: await freePort() },
  }
}

test('pages that are measured go with the connection of whoever measures them', async () => {
  const remote = await startRemote()
  const browser = await openMeasuringBrowser({ proxyUrl: '', remote, sandbox })
  await browser.openPage()
  expect(await remote.pages()).toHaveLength(1)
  // As when its process is killed.
  await browser.close()
  await expect.poll(remote.pages, { timeout: 10_000 }).toEqual([])
})

test('what is left of another scan is gone before a page of it can ask our proxy', async () => {
  const remote = await startRemote()
  const other = await connectPuppeteer({ browserURL: remote.endpoint })
  const page = await (await other.createBrowserContext()).newPage()
  await page.evaluate(() => {
    setInterval(() => fetch('http://tenant.local/', { mode: 'no-cors' }).catch(() => {}), 20)
  })
  await fetch(`${remote.endpoint}/json/new?about:blank`, { method: 'PUT' })
  const proxy = await openProxy(guard, { remote, sandbox })
  onTestFinished(() => proxy.close())
  const browser = await openBrowser({ proxyUrl: proxy.url, remote, sandbox })
  await sleep(300)
  expect(await remote.pages()).toEqual([])
  expect(proxy.refused().map(({ host }) => host)).not.toContain('tenant.local:80')
  await browser.close()
  await other.disconnect()
})

test('a proxy that the browser does not ask is not taken for ours', async () => {
  const remote = await startRemote()
  const address = { ...remote.proxy, admits: () => true }
  // Like ours in every word.
  const asked = await startProxy(guard, { address })
  const ours = await startProxy(guard)
  onTestFinished(() => Promise.all([asked.close(), ours.close()]).then(() => {}))
  await prepareRemote(remote, sandbox, asked, () => {})
  await expect(prepareRemote(remote, sandbox, ours, () => {})).rejects.toThrow('does not reach our proxy')
})

test.each([
  ['SIGSTOP', 'capturing both pages'],
  ['SIGKILL', 'capturing both pages'],
] as const)('a browser with %s while %s is no fault of a page', async (signal, at) => {
  const started = await startRemote()
  const remote = { ...started, endpoint: `${started.endpoint}/?token=canary` }
  const [original, rebuilt] = [await serve(join(SAMPLE, 'original')), await serve(join(SAMPLE, 'rebuilt'))]
  onTestFinished(() => Promise.all([original.close(), rebuilt.close()]).then(() => {}))
  let isWell = true
  const failure = await scan(
    { original_url: `${original.origin}/`, new_url: `${rebuilt.origin}/`, policy: 'regressions', ignore: [] },
    {
      allowHosts: [original.host, rebuilt.host],
      remote,
      sandbox,
      onBrowser() {},
      onProgress(phase) {
        if (phase !== at || !isWell) return
        isWell = false
        remote.signal(signal)
      },
    },
  ).catch(error => error)
  expect(failure).not.toBeInstanceOf(ScanFailure)
  expect(failure.stack).toContain('the remote browser')
  expect(failure.stack).not.toContain('canary')
  // What a worker looks at then, to hand the job back.
  const looking = tryBrowser(WALLS, { environment: scanEnvironment(), remote })
  await expect(looking).rejects.toThrow('the remote browser')
})

test('a scan at work in it is not ended by a look of the worker', async () => {
  const remote = await startRemote()
  const proxy = await openProxy(guard, { remote, sandbox })
  onTestFinished(() => proxy.close())
  const browser = await openBrowser({ proxyUrl: proxy.url, remote, sandbox })
  const page = await browser.playwright.newPage()
  const look = () => tryBrowser(WALLS, { environment: scanEnvironment(), remote })
  // A scan has the machine.
  await withMachineLock(look, () => {}, new AbortController().signal)
  expect(page.isClosed()).toBe(false)
  await browser.close()
  // Then the look is the whole one: its way out is somebody else's still.
  await expect(look()).rejects.toThrow('EADDRINUSE')
})

test('only the host and port that are configured are dialled, and the token is told nowhere', async () => {
  let dialled = 0
  const trap = createServer(socket => {
    dialled++
    socket.destroy()
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void trap.close())
  const { port } = trap.address() as AddressInfo
  const elsewhere = await fakeRemote(() => ({ webSocketDebuggerUrl: `ws://127.0.0.1:${port}/canary` }))
  const other = await fakeRemote(() => ({ webSocketDebuggerUrl: 'http://127.0.0.1/canary' }))
  for (const remote of [elsewhere, other]) {
    const told = await probeBrowser({ remote }).catch(error => `${error.stack}`)
    expect(told).toContain('the remote browser')
    expect(told).not.toContain('canary')
  }
  expect(dialled).toBe(0)
})

test.runIf(process.platform === 'linux')('the token is in no argument of a process', async () => {
  const seen: string[] = []
  const remote = await fakeRemote(() => {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
      try {
        seen.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      } catch {} // It has ended.
    return {}
  })
  await expect(tryBrowser(WALLS, { environment: scanEnvironment(), remote })).rejects.toThrow(
    `the remote browser at ${new URL(remote.endpoint).origin} does not answer: it names no WebSocket`,
  )
  expect(seen.join('\n')).toContain('probe-process')
  expect(seen.join('\n')).not.toContain('token=canary')
})

test('nobody listens for the browser any more while a store is read', async () => {
  const goods = makeGoods({ products: 4 })
  const [original, store] = [await startStore({ goods }), await startStore({ goods })]
  onTestFinished(() => Promise.all([original.close(), store.close()]).then(() => {}))
  const remote = await startRemote()
  let knocked: Promise<string> | undefined
  const ended = scan(
    { original_url: `${original.origin}/`, new_url: `${store.origin}/`, policy: 'regressions', ignore: [] },
    {
      allowHosts: [original.host, store.host],
      remote,
      sandbox,
      onBrowser() {},
      onProgress() {},
      // Nobody reads how fast the pages are: no time is left to measure them.
      deadlineMs: 1,
      onStore() {
        const socket = connect(remote.proxy.port, '127.0.0.1')
        knocked = Promise.race([
          once(socket, 'connect').then(() => 'open'),
          once(socket, 'error').then(() => 'closed'),
        ]).catch(() => 'closed')
        throw new Error('enough')
      },
    },
  )
  await expect(ended).rejects.toThrow('enough')
  expect(await knocked).toBe('closed')
})
