import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { prepareLaunch } from '../../server/capture/page/launch.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { openNetwork } from '../../server/egress/network/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { readProcess, readProcesses } from '../../server/lib/proc.ts'
import { startOrigin } from './origin.ts'
import { ifNetworkPossible } from './own-network.ts'

async function start() {
  const origin = await startOrigin((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>There</title><h1>There</h1>')
  })
  const network = await openNetwork()
  const proxy = await startProxy(createGuard({ allowHosts: [origin.host] }), { listener: network.listener })
  onTestFinished(async () => {
    await Promise.all([proxy.close(), origin.close()])
    network.close()
  })
  return { origin, launch: { proxyUrl: proxy.url, enter: network.enter } }
}

ifNetworkPossible(
  'both browsers work in a network of their own, and take themselves to be online',
  async () => {
    const { origin, launch } = await start()
    const pids: number[] = []
    const onPid = (pid: number) => pids.push(pid)
    const browser = await openBrowser({ ...launch, onPid })
    const meter = await openMeasuringBrowser({ ...launch, onPid })
    try {
      const page = await browser.playwright.newPage()
      await page.goto(origin.url)
      expect(await page.evaluate('[document.title, navigator.onLine]')).toEqual(['There', true])
      const { page: other } = await meter.openPage()
      await other.goto(origin.url)
      expect(await other.evaluate('[document.title, navigator.onLine]')).toEqual(['There', true])
      const networkOf = (pid: number) => readlinkSync(`/proc/${pid}/ns/net`)
      const all = readProcesses().filter(({ group, zombie }) => pids.includes(group) && !zombie)
      expect(all.length).toBeGreaterThan(4)
      for (const { pid } of all) expect(networkOf(pid), String(pid)).not.toBe(networkOf(process.pid))
    } finally {
      await Promise.all([browser.close(), meter.close()])
    }
    for (const pid of pids) expect(readProcess(pid)?.zombie ?? true).toBe(true)
  },
)

ifNetworkPossible('without its proxy a browser there reaches nothing', async () => {
  let heard = 0
  const canary = createServer(socket => {
    heard++
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>canary</p>')
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  onTestFinished(() => void canary.close())
  const { launch } = await start()
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
  const visit = async (enter: readonly string[]) => {
    const { executablePath, args, env, end } = await prepareLaunch({ ...launch, enter })
    const without = args.filter(arg => !/^--(proxy|host-resolver|remote-debugging|no-startup)/.test(arg))
    const shown = promisify(execFile)(executablePath, [...without, '--no-proxy-server', '--dump-dom', url], {
      env,
    })
    // Where a page does not load one kind of browser ends with an error, and another shows a page that says so.
    await shown.catch(({ stderr }) => expect(stderr).toContain('ERR_CONNECTION_REFUSED'))
    await end(undefined, Promise.resolve())
  }
  await visit(launch.enter)
  expect(heard).toBe(0)
  await visit([])
  expect(heard).toBeGreaterThan(0)
})
