import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { createGuard } from '../../server/egress/guard.ts'
import { openNetwork } from '../../server/egress/network/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { readProcess } from '../../server/lib/proc.ts'
import { startOrigin } from './origin.ts'
import { ifNetworkPossible } from './own-network.ts'

/** What code in there may try: each TCP port, each UDP port and each abstract socket, then the proxy. */
const PROGRAM = `
  const [tcp, udp, name, proxy, origin] = process.argv.slice(1)
  const { connect } = require('node:net'), { createSocket } = require('node:dgram'), http = require('node:http')
  const tried = options => new Promise(resolve => {
    const socket = connect(options, () => resolve('reached')).on('error', error => resolve(error.code)).setTimeout(1000, () => resolve('silent'))
  })
  const sent = host => new Promise(resolve => createSocket(host.includes(':') ? 'udp6' : 'udp4').send('x', udp, host, error => resolve(error?.code ?? 'sent')))
  const addresses = tcp.split(' ').filter(Boolean)
  const port = Number(addresses.shift())
  const answers = [...addresses.map(host => tried({ host, port })), tried({ path: '\\0' + name })]
  addresses.forEach(sent)
  Promise.all(answers).then(answers => http.get(proxy, { path: origin }, response => {
    console.log(JSON.stringify({ answers, proxy: response.statusCode }))
    process.exit()
  }))`

ifNetworkPossible('what runs in a network of its own reaches the proxy and nothing else', async () => {
  const heard: string[] = []
  const tcp = createServer(socket => heard.push(`TCP ${socket.localAddress}`)).listen(0, '::')
  const name = `cutover-network-test-${process.pid}`
  const local = createServer(() => heard.push('abstract socket')).listen(`\0${name}`)
  const udp = createSocket('udp6')
    .on('message', () => heard.push('UDP'))
    .bind(0, '::')
  await Promise.all([tcp, local, udp].map(one => once(one, 'listening')))
  let served = 0
  const origin = await startOrigin((_, response) => response.end(`page ${++served}`))
  const network = await openNetwork()
  const proxy = await startProxy(createGuard({ allowHosts: [origin.host] }), { listener: network.listener })
  onTestFinished(async () => {
    network.close()
    for (const one of [tcp, local, udp]) one.close()
    await Promise.all([proxy.close(), origin.close()])
  })
  const addresses = Object.values(networkInterfaces()).flatMap(list =>
    (list ?? []).map(({ address }) => address),
  )
  const run = async ([program, ...first]: readonly [string, ...string[]]) => {
    const given = [
      [(tcp.address() as { port: number }).port, ...addresses, '1.1.1.1'].join(' '),
      String(udp.address().port),
      ...[name, proxy.url, `${origin.url}/`],
    ]
    const { stdout } = await promisify(execFile)(program, [...first, ...given])
    return JSON.parse(stdout)
  }
  const node = [process.execPath, '-e', PROGRAM] as const
  const { answers, proxy: status } = await run([...network.enter, ...node])
  expect(status).toBe(200)
  expect(answers.length).toBeGreaterThan(3)
  expect(answers).not.toContain('reached')
  expect(heard).toEqual([])
  // They do hear who is outside, to whom the proxy is nowhere; another program may have its port there.
  await run(node).catch(() => {})
  expect(served).toBe(1)
  expect([...new Set(heard.map(text => text.split(' ')[0]))].sort()).toEqual(['TCP', 'UDP', 'abstract'])
})

ifNetworkPossible(
  'folders of others and sockets of services are not there, but what is its own is',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cutover-network-'))
    const own = join(folder, 'own')
    mkdirSync(own)
    for (const file of [join(folder, 'secret'), join(own, 'profile')]) writeFileSync(file, '')
    const network = await openNetwork({ folders: [folder], but: own })
    onTestFinished(() => {
      network.close()
      network.listener.close()
      rmSync(folder, { recursive: true })
    })
    const folders = [folder, own, '/run']
    const LIST = 'console.log(JSON.stringify(process.argv.slice(1).map(path => fs.readdirSync(path))))'
    const [program, ...first] = [...network.enter, process.execPath, '-e', LIST, ...folders] as const
    const { stdout } = await promisify(execFile)(program, first)
    const [shown, kept, services] = JSON.parse(stdout)
    expect([shown, kept]).toEqual([['own'], ['profile']])
    // Where mount(8) keeps its own notes.
    expect(services.filter((name: string) => name !== 'mount')).toEqual([])
    expect(readdirSync('/run').filter(name => name !== 'mount')).not.toEqual([])
  },
)

ifNetworkPossible('it goes with whoever made it, and leaves no process', async () => {
  const network = await openNetwork()
  const holder = Number(network.enter.at(-2))
  expect(readProcess(holder)).toMatchObject({ zombie: false })
  network.close()
  network.listener.close()
  await expect.poll(() => readProcess(holder)).toBeUndefined()
})
