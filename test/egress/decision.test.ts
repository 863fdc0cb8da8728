/**
 * The one table of who may be reached. Each row is put to the pure decision, then to every door: the API's intake, the
 * HTTP client directly and after a redirect, and the proxy, by which both navigations and subresources go.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTarget, createGuard, type NameResolver, policyOf } from '../../server/egress/guard.ts'
import { createHttp, HttpFailure } from '../../server/egress/http/index.ts'
import { canonicalHost, portOf, refusalOf } from '../../server/egress/policy.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { startOrigin } from './origin.ts'
import { talk } from './talk.ts'

type Row = [url: string, addresses: string[], refused: RegExp | null]

const TABLE: Row[] = [
  // Forms of addresses that are not public.
  ['http://127.0.0.1/', [], /only public sites/],
  ['http://127.1/', [], /only public sites/],
  ['http://127.0.0.1./', [], /only public sites/],
  ['http://2130706433/', [], /only public sites/],
  ['http://0x7f000001/', [], /only public sites/],
  ['http://0x7f.1/', [], /only public sites/],
  ['http://0177.0.0.1/', [], /only public sites/],
  ['http://017700000001/', [], /only public sites/],
  ['http://0/', [], /only public sites/],
  ['http://0.0.0.0/', [], /only public sites/],
  ['HTTP://127.0.0.1/', [], /only public sites/],
  ['http:127.0.0.1/', [], /only public sites/],
  ['http:\\\\127.0.0.1\\', [], /only public sites/],
  ['http://①②⑦.⓪.⓪.①/', [], /only public sites/],
  ['http://127。0。0。1/', [], /only public sites/],
  ['http://%31%32%37.0.0.1/', [], /only public sites/],
  ['http://[::1]/', [], /only public sites/],
  ['http://[0:0:0:0:0:0:0:1]/', [], /only public sites/],
  ['http://[::]/', [], /only public sites/],
  ['http://[::ffff:127.0.0.1]/', [], /only public sites/],
  ['http://[::ffff:7f00:1]/', [], /only public sites/],
  ['http://[::127.0.0.1]/', [], /only public sites/],
  ['http://[64:ff9b::7f00:1]/', [], /only public sites/],
  ['http://[64:ff9b:1::a00:1]/', [], /only public sites/],
  ['http://[2002:7f00:1::]/', [], /only public sites/],
  ['http://[2001:0:7f00:1::]/', [], /only public sites/],
  ['http://[fc00::1]/', [], /only public sites/],
  ['http://[fd00:ec2::254]/', [], /only public sites/],
  ['http://[fe80::1]/', [], /only public sites/],
  ['http://[fec0::1]/', [], /only public sites/],
  ['http://[ff02::1]/', [], /only public sites/],
  ['http://[100::1]/', [], /only public sites/],
  ['http://[2001:db8::1]/', [], /only public sites/],
  ['http://[3fff::1]/', [], /only public sites/],
  ['http://[5f00::1]/', [], /special-purpose|reserved|unicast/],
  ['http://[2001:2::1]/', [], /special-purpose|reserved|unicast/],
  ['http://[2001:20::1]/', [], /special-purpose|reserved|unicast/],
  ['http://[4000::1]/', [], /special-purpose|reserved|unicast/],
  ['http://[::ffff:0:127.0.0.1]/', [], /only public sites/],
  ['http://10.0.0.1/', [], /only public sites/],
  ['http://172.16.0.1/', [], /only public sites/],
  ['http://172.31.255.255/', [], /only public sites/],
  ['http://192.168.1.1/', [], /only public sites/],
  ['http://100.64.0.1/', [], /only public sites/],
  ['http://100.100.100.200/', [], /only public sites/],
  ['http://169.254.169.254/latest/meta-data/', [], /only public sites/],
  ['http://169。254。169。254/', [], /only public sites/],
  ['http://0xa9fea9fe/', [], /only public sites/],
  ['http://192.0.0.192/', [], /only public sites/],
  ['http://[2600::5efe:7f00:1]/', [], /special-purpose|reserved|unicast/],
  ['http://[2600::5efe:10.0.0.1]/', [], /special-purpose|reserved|unicast/],
  ['http://[2600::200:5efe:a00:1]/', [], /special-purpose|reserved|unicast/],
  ['http://[2600::200:5efe:808:808]/', [], /special-purpose|reserved|unicast/],
  ['http://[2600::5efe:808:808]/', [], /special-purpose|reserved|unicast/],
  ['http://[3ffe::1]/', [], /special-purpose|reserved|unicast/],
  ['http://[3ffe:831f::1]/', [], /special-purpose|reserved|unicast/],
  ['http://192.0.2.1/', [], /only public sites/],
  ['http://192.88.99.1/', [], /only public sites/],
  ['http://198.18.0.1/', [], /only public sites/],
  ['http://198.51.100.1/', [], /only public sites/],
  ['http://203.0.113.1/', [], /only public sites/],
  ['http://224.0.0.1/', [], /only public sites/],
  ['http://240.0.0.1/', [], /only public sites/],
  ['http://255.255.255.255/', [], /only public sites/],
  ['http://168.63.129.16/', [], /cloud provider/],
  ['http://[::ffff:168.63.129.16]/', [], /cloud provider/],
  ['http://localhost/', [], /local name/],
  ['http://LOCALHOST./', [], /local name/],
  ['http://app.localhost/', [], /are local/],
  ['http://printer.local/', [], /are local/],
  ['http://db.internal/', [], /are local/],
  ['http://metadata.google.internal/', [], /are local/],
  ['http://metadata.google.internal./', [], /are local/],
  ['http://metadata.goog/', [], /metadata service/],
  ['http://router.home.arpa/', [], /are local/],
  ['http://postgres/', [], /local name/],
  ['http://./', [], /local name/],
  ['http://../', [], /empty part/],
  ['http://a..example/', [], /empty part/],
  ['http://.example.com/', [], /empty part/],
  // Names that lead to such, in part or wholly.
  ['http://a.example/', ['10.0.0.1'], /private/],
  ['http://a.example/', ['8.8.4.4', '10.0.0.1'], /private/],
  ['http://a.example/', ['8.8.4.4', '::1'], /loopback/],
  ['http://a.example/', ['8.8.4.4', '::ffff:10.0.0.1'], /private/],
  ['http://a.example/', ['127.0.0.1', '2606:4700::1111'], /loopback/],
  ['http://a.example/', ['169.254.169.254'], /link-local/],
  ['http://a.example/', ['168.63.129.16'], /cloud provider/],
  ['http://a.example/', ['64:ff9b::7f00:1'], /NAT64/],
  ['http://a.example/', ['2600::5efe:7f00:1'], /special-purpose/],
  ['http://a.example/', ['fe80::1%lo'], /not an IP address/],
  ['http://a.example/', ['2130706433'], /not an IP address/],
  ['https://127.0.0.1.nip.example/', ['127.0.0.1'], /loopback/],
  // This service itself.
  ['https://9.9.9.9/', [], /this service/],
  ['https://[::ffff:9.9.9.9]/', [], /this service/],
  ['https://cutover.example.com/', [], /this service/],
  ['https://CUTOVER.example.com./', [], /this service/],
  ['https://a.example/', ['9.9.9.9'], /this service/],
  ['https://a.example/', ['1.1.1.1', '9.9.9.10'], /this service/],
  ['https://9.9.9.10/', ['9.9.9.10'], /this service/],
  // Ports, schemes and what else a URL may hold.
  ['http://a.example:22/', [], /port 22 /],
  ['http://a.example:25/', [], /port 25 /],
  ['http://a.example:0/', [], /port 0 /],
  ['https://a.example:5432/', [], /port 5432 /],
  ['http://8.8.8.8:6379/', [], /port 6379 /],
  [`http://${'a.'.repeat(130)}com/`, [], /longer than 253/],
  ['ftp://a.example/', [], /scheme ftp: /],
  ['file:///etc/passwd', [], /scheme file: /],
  ['javascript:alert(1)', [], /scheme javascript: /],
  ['data:text/html,x', [], /scheme data: /],
  ['view-source:http://a.example/', [], /scheme view-source: /],
  ['http://user:canary@a.example/', [], /user name or password/],
  ['https://user@a.example/', [], /user name or password/],
  ['not a url', [], /not a URL/],
  ['http://[fe80::1%25eth0]/', [], /not a URL/],
  ['http://256.1/', [], /not a URL/],
  // Public sites, however they are written.
  ['https://example.com/', ['1.1.1.1'], null],
  ['http://example.com:8080/a?b=c#d', ['1.1.1.1'], null],
  ['https://example.com:8443/', ['1.1.1.1'], null],
  ['https://example.com./', ['1.1.1.1'], null],
  ['https://bücher.example/', ['1.1.1.1'], null],
  ['https://xn--bcher-kva.example/', ['1.1.1.1'], null],
  ['https://my_shop.example.co.uk/', ['1.1.1.1'], null],
  ['https://8.8.8.8/', ['1.1.1.1'], null],
  ['https://[2606:4700::1111]/', ['1.1.1.1'], null],
  ['https://local.example.com/', ['1.1.1.1'], null],
  ['https://internal-tools.example.com/', ['1.1.1.1'], null],
  ['https://metadata.example.com/', ['1.1.1.1'], null],
  ['https://172.32.0.1/', ['1.1.1.1'], null],
  ['https://[2600::1:5efe:808:808]/', ['1.1.1.1'], null],
  ['https://[2600::5eff:808:808]/', ['1.1.1.1'], null],
  ['https://[3ffd:ffff::1]/', ['1.1.1.1'], null],
  ['https://100.128.0.1/', ['1.1.1.1'], null],
  ['https://a.example/', ['8.8.8.8', '2606:4700::1111'], null],
  ['https://10.0.0.1.example/', ['1.1.1.1'], null],
  ['https://localhost.example/', ['1.1.1.1'], null],
  ['https://shop.cutover.example.com/', ['1.1.1.1'], null],
  ['https://1.1.1.1:8443/?next=http://127.0.0.1/', ['1.1.1.1'], null],
]

const OWN = {
  publicUrl: 'https://cutover.example.com/app',
  interfaceAddresses: ['9.9.9.9', '127.0.0.1', '10.0.0.5'],
}
let answers: string[] = []
const resolver: NameResolver = {
  resolve4: async name => (name === 'cutover.example.com' ? ['9.9.9.10'] : answers),
  resolve6: async () => [],
}
let to = ''
const open = async () => {
  const origin = await startOrigin(
    (_request, response) => void response.writeHead(302, { location: to }).end(),
  )
  const guard = createGuard({ allowHosts: [origin.host], resolver, cacheMs: 0, ...OWN })
  return { origin, guard, http: createHttp(guard, { userAgent: 'Test/1' }), proxy: await startProxy(guard) }
}
let doors: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  doors = await open()
})
afterAll(() => Promise.all([doors.http.close(), doors.proxy.close(), doors.origin.close()]))

/** What each door says to `text`: a sentence where it refuses. Only to be asked of what must be refused. */
async function refusals(text: string): Promise<Record<string, string>> {
  const { origin, http, proxy } = doors
  const client = (asked: string) =>
    http.request(asked).then(
      () => 'answered',
      error => (error instanceof HttpFailure && error.code === 'forbidden' ? error.message : String(error)),
    )
  // As bytes of UTF-8.
  to = Buffer.from(text).toString('latin1')
  const said: Record<string, string> = { client: await client(text) }
  if (!URL.canParse(text)) return said
  const url = new URL(text)
  // Without slashes it is a path of the origin's.
  if (new URL(text, origin.url).href === url.href) said.redirect = await client(`${origin.url}/`)
  if (!/^https?:$/.test(url.protocol) || url.username) return said
  const place = `${url.hostname}:${portOf(url)}`
  said.navigation = await talk(
    proxy.url,
    `GET http://${place}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  said.tunnel = await talk(proxy.url, `CONNECT ${place} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return said
}

test.each(TABLE)('%s leading to %j', async (text, addresses, refused) => {
  answers = addresses
  const policy = policyOf({ allowHosts: [], ...OWN })
  const full = { ...policy, own: new Set([...policy.own, '9.9.9.10']) }
  const pure = URL.canParse(text) ? refusalOf(new URL(text), full, addresses) : 'the target is not a URL'
  const intake = checkTarget(text, policy)
  if (refused === null) {
    expect([pure, intake]).toEqual([null, null])
    const { guard } = doors
    const url = new URL(text)
    expect(guard.check(text).href).toBe(url.href)
    const resolved = await guard.resolve(url.hostname, portOf(url))
    const dialled = resolved.map(({ address }) => address)
    const literal = canonicalHost(url.hostname)!.replace(/^\[|\]$/g, '')
    expect([addresses, [literal]]).toContainEqual(dialled)
    return
  }
  expect(pure).toMatch(refused)
  // Without a look-up the intake knows nothing of addresses.
  if (addresses.length === 0) expect(intake).toMatch(refused)
  const said = await refusals(text)
  for (const [door, sentence] of Object.entries(said)) {
    expect(sentence, door).toMatch(refused)
    if (door === 'navigation' || door === 'tunnel') expect(sentence, door).toMatch(/^HTTP\/1\.1 403 /)
    expect(sentence, door).not.toContain('canary')
  }
})
