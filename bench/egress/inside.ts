/** Within the namespace that index.ts makes. */
import { connect } from 'node:net'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { canonicalAddress } from '../../server/egress/address.ts'
import { dial } from '../../server/egress/dial.ts'
import { checkTarget, createGuard, policyOf } from '../../server/egress/guard.ts'
import { portOf } from '../../server/egress/policy.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { agreement } from '../../test/egress/agreement.ts'
import { startOrigin } from '../../test/egress/origin.ts'
import { benignUrls, payloads, resolverOf } from '../../test/egress/payloads.ts'
import { type Canaries, startCanaries } from './canaries.ts'
import { channels } from './channels.ts'
import { rebinding } from './rebinding.ts'
import { redirects } from './redirects.ts'
import { sinks } from './sinks.ts'
import { newTable } from './table.ts'

const OPTIONS = { urls: 1_000_000, runs: 1000, seed: Date.now() % 1e9, browser: 1, payloads: 1 }
/** One in so many of the generated URLs that may be visited is really connected to. */
const DIALLED = 50
const SINKS = ['intake', 'HTTP client', 'navigation', 'subresource']

for (const arg of process.argv.slice(2)) {
  const [name = '', value = ''] = arg.split('=')
  if (!(name in OPTIONS) || !/^\d+$/.test(value))
    throw new Error(`${arg} is not one of urls=, runs=, seed=, browser=, payloads=`)
  OPTIONS[name as keyof typeof OPTIONS] = Number(value)
}

const canaries = await startCanaries()
const misses: string[] = []
await hear(canaries)
const all = payloads()
const origin = await startOrigin((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [code, to] = [Number(url.searchParams.get('code')), url.searchParams.get('to') ?? '']
  if (url.pathname === '/redirect') return void response.writeHead(code, { location: to }).end()
  const text = decodeURIComponent(url.search.slice(1))
  if (url.pathname === '/sw.js')
    return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
  const report = url.searchParams.get('csp')
  response.setHeader('content-type', 'text/html')
  if (report) response.setHeader('content-security-policy', `img-src 'none'; report-uri ${report}`)
  response.end(report ? '<img src="/x.png">' : text)
})
const guard = createGuard({
  allowHosts: [origin.host],
  cacheMs: 0,
  resolver: resolverOf(all),
  publicUrl: 'https://cutover.example.com/',
})
const proxy = await startProxy(guard)
const browser = OPTIONS.browser ? await openBrowser({ proxyUrl: proxy.url }) : undefined
const doors = { guard, canaries, origin, browser }
const started = canaries.sent()

const table = newTable(SINKS)
const matrix = newTable(SINKS.slice(1))
if (OPTIONS.payloads) {
  await sinks(all, doors, table)
  table.print(`${all.length} payloads`)
  await redirects(doors, matrix)
  matrix.print('Redirects to six places')
}
misses.push(...table.misses, ...matrix.misses)
const asked = canaries.sent() - started
console.log(`UDP that left meanwhile, DNS included: ${asked}`)
if (asked > 0)
  misses.push(
    `${asked} datagrams left while payloads and redirects were tried: ${canaries.datagrams.map(one => JSON.stringify(one.slice(0, 60))).join(' ')}`,
  )

if (browser) {
  const { rows, sent } = await channels(doors)
  console.log(`\n${'Channel'.padEnd(28)}${'plain browser'.padEnd(26)}ours`)
  for (const { channel, plain, ours, isReached } of rows) {
    console.log(`${channel.padEnd(28)}${plain.padEnd(26)}${ours}`)
    if (isReached) misses.push(`${channel}: ${ours}`)
  }
  console.log(`UDP that left our browser, by whatever port: ${sent}`)
  if (sent > 0) misses.push(`${sent} datagrams left our browser`)
}
await browser?.close()

const bound = await rebinding(OPTIONS.runs, OPTIONS.seed, canaries)
console.log(
  `\nRebinding: ${bound.runs} runs, ${bound.connections} connections: ${bound.toPublic} to the public address, ${bound.toPrivate.length} to others; looked up otherwise than once: ${bound.lookedUpOtherwise}`,
)
misses.push(...bound.toPrivate.map(one => `rebinding: ${one}`))
if (bound.lookedUpOtherwise > 0)
  misses.push(`rebinding: ${bound.lookedUpOtherwise} connections were not looked up once`)

const fine = benignUrls()
const open = createGuard({ allowHosts: [], cacheMs: 0, resolver: resolverOf([], ['1.1.1.1']) })
const policy = policyOf({ allowHosts: [] })
let refused = 0
for (const url of fine) {
  const { hostname } = new URL(url)
  const before = canaries.accepts.length
  const reason =
    checkTarget(url, policy) ??
    (await dial(open, hostname, portOf(new URL(url))).then(
      async socket => {
        socket.destroy()
        for (let n = 0; n < 100 && canaries.accepts.length === before; n++) await new Promise(setImmediate)
        return canaries.accepts.length > before ? null : 'nothing arrived'
      },
      error => String(error.message),
    ))
  if (reason === null) continue
  refused++
  misses.push(`benign: ${url.slice(0, 100)}: ${reason}`)
}
console.log(`Benign forms of URLs: ${fine.length}, refused ${refused}`)

const beginning = performance.now()
let dialled = 0
const wrong: string[] = []
let allowed = 0
const agreed = await agreement(OPTIONS.urls, OPTIONS.seed, async (by, host, port, addresses) => {
  if (allowed++ % DIALLED) return
  const socket = await dial(by, host, port).catch(() => null)
  const reached = socket?.remoteAddress
  dialled++
  if (!reached || !addresses.map(canonicalAddress).includes(canonicalAddress(reached)))
    wrong.push(`${host}:${port} reached ${reached}`)
  socket?.resetAndDestroy()
})
console.log(
  `Generated URLs (seed ${OPTIONS.seed}): ${agreed.urls} in ${Math.round((performance.now() - beginning) / 1000)} s, ${agreed.allowed} allowed, ${agreed.disagreements.length} disagreements, ${agreed.special.length} allowed that are special; ${dialled} connected to, ${wrong.length} elsewhere`,
)
misses.push(...agreed.disagreements.slice(0, 20), ...agreed.special.slice(0, 20), ...wrong.slice(0, 20))

console.log(`\n${misses.length} misses`)
for (const miss of misses) console.log(`  ${miss}`)
await Promise.all([proxy.close(), origin.close(), canaries.close()])
process.exit(misses.length > 0 ? 3 : 0)

/** Each listener does hear what is sent to it, by whatever address: else it would prove nothing. */
async function hear({ accepts, datagrams }: Canaries): Promise<void> {
  const addresses = [
    '127.0.0.1',
    '::1',
    '10.0.0.5',
    '169.254.169.254',
    'fd00:ec2::254',
    '1.1.1.1',
    '2606:4700::1111',
  ]
  for (const host of addresses)
    await new Promise((resolve, reject) => {
      const socket = connect({ host, port: 80 }, () => socket.end('GET / HTTP/1.1\r\n\r\n'))
      socket.on('error', reject).on('close', resolve).resume()
    })
  const { createSocket } = await import('node:dgram')
  const sender = createSocket('udp4')
  for (const [port, host] of [
    [53, '10.9.9.9'],
    [3478, '127.0.0.1'],
    [5353, '224.0.0.251'],
  ] as const)
    await new Promise(resolve => sender.send('x', port, host, resolve))
  sender.close()
  await new Promise(resolve => setTimeout(resolve, 200))
  const deaf = addresses.filter(address => !accepts.includes(address))
  console.log(
    `canaries hear ${accepts.length} of ${addresses.length} connections, ${datagrams.length} datagrams`,
  )
  if (deaf.length > 0) throw new Error(`the canaries are deaf to ${deaf.join(' ')}`)
}
