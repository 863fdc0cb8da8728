/** A runner behind a proxy, which alone knows the names of the network. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { scorecard } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld()

test('the server and GitHub are both asked through it', async () => {
  const ports: Record<string, string> = {
    'cutover.localhost:80': new URL(world.cutover.url).port,
    'github.localhost:80': new URL(world.github.url).port,
  }
  const asked = new Set<string>()
  const proxy = createServer()
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.add(`${url} ${headers['proxy-authorization']}`)
    const onward = connect(Number(ports[url!]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const one of [onward, socket]) one.on('error', () => one.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  world.cutover.script = () => scorecard()
  const result = await world.step(
    { 'server-url': 'http://cutover.localhost' },
    {
      github: 'http://github.localhost',
      environment: { http_proxy: `http://me:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    },
  )
  proxy.close().closeAllConnections()
  expect(result).toMatchObject({ status: 0, commands: [], outputs: { 'all-pass': 'true' } })
  const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`
  expect([...asked].sort()).toEqual(Object.keys(ports).map(host => `${host} ${basic}`))
  expect(await world.github.comments()).toHaveLength(1)
})
