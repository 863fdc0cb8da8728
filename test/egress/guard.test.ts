import { expect, test } from 'vitest'
import {
  checkTarget,
  createGuard,
  Forbidden,
  type GuardOptions,
  type NameResolver,
  policyOf,
  Unresolvable,
} from '../../server/egress/guard.ts'

const NONE = policyOf({ allowHosts: [] })

const LOCAL_FORMS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'HTTP://127.0.0.1/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://[2001:2::1]/',
  'http://[2001:20::1]/',
  'http://[4000::1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169。254。169。254/',
  'http://0xa9fea9fe/',
  'http://192.0.0.192/',
  'http://[2600::5efe:7f00:1]/',
  'http://[2600::5efe:10.0.0.1]/',
  'http://[2600::200:5efe:a00:1]/',
  'http://[2600::200:5efe:808:808]/',
  'http://[2600::5efe:808:808]/',
  'http://[3ffe::1]/',
  'http://[3ffe:831f::1]/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://168.63.129.16/',
  'http://[::ffff:168.63.129.16]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://app.localhost/',
  'http://printer.local/',
  'http://db.internal/',
  'http://metadata.google.internal/',
  'http://metadata.google.internal./',
  'http://metadata.goog/',
  'http://router.home.arpa/',
  'http://postgres/',
  'http://./',
]

test.each(LOCAL_FORMS)('%s is refused at intake, by check and by resolve', async text => {
  const guard = createGuard({ allowHosts: [], resolver: never })
  expect(checkTarget(text, NONE)).toMatch(/\w+ \w+/)
  expect(() => guard.check(text)).toThrow(Forbidden)
  await expect(guard.resolve(new URL(text).hostname, 80)).rejects.toThrow(Forbidden)
})

test.each([
  ['ftp://example.com/', /scheme ftp: /],
  ['file:///etc/passwd', /scheme file: /],
  ['javascript:alert(1)', /scheme javascript: /],
  ['view-source:http://example.com/', /scheme view-source: /],
  ['http://user:secret@example.com/', /user name or password/],
  ['https://user@example.com/', /user name or password/],
  ['http://example.com:22/', /port 22 /],
  ['http://example.com:25/', /port 25 /],
  ['http://example.com:0/', /port 0 /],
  ['https://example.com:5432/', /port 5432 /],
  [`http://${'a.'.repeat(130)}com/`, /longer than 253/],
  ['not a url', /not a URL/],
  ['http://[fe80::1%25eth0]/', /not a URL/],
  ['http://256.1/', /not a URL/],
])('%s is refused with a sentence', (text, sentence) => {
  const reason = checkTarget(text, NONE)
  expect(reason).toMatch(sentence)
  expect(reason).not.toContain('secret')
})

test.each([
  'https://example.com/',
  'http://example.com:8080/a?b=c#d',
  'https://example.com:8443/',
  'https://example.com./',
  'https://bücher.example/',
  'https://xn--bcher-kva.example/',
  'https://my_shop.example.co.uk/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://local.example.com/',
  'https://internal-tools.example.com/',
  'https://metadata.example.com/',
  'https://172.32.0.1/',
  'https://[2600::1:5efe:808:808]/',
  'https://[2600::5eff:808:808]/',
  'https://[3ffd:ffff::1]/',
  'https://100.128.0.1/',
])('%s may be visited', text => {
  expect(checkTarget(text, NONE)).toBeNull()
  expect(createGuard({ allowHosts: [], resolver: never }).check(text).href).toBe(new URL(text).href)
})

test('an allowed host is that host and port, written in whatever way, and nothing else', async () => {
  const allowHosts = ['LocalHost:4001', '127.0.0.1:4001', '[0:0::1]:4001']
  for (const ok of ['http://localhost:4001/', 'http://0x7f.1:4001/', 'https://[::1]:4001/x'])
    expect(checkTarget(ok, policyOf({ allowHosts }))).toBeNull()
  for (const no of [
    'http://localhost:4002/',
    'http://localhost/',
    'http://localhost.:4001/',
    'http://x.localhost:4001/',
    'http://127.0.0.2:4001/',
    'http://[::ffff:127.0.0.1]:4001/',
    'http://user@localhost:4001/',
    'ftp://localhost:4001/',
  ])
    expect(checkTarget(no, policyOf({ allowHosts })), no).not.toBeNull()
  const guard = createGuard({ allowHosts, resolver: never })
  const v4 = { address: '127.0.0.1', family: 4 }
  const v6 = { address: '::1', family: 6 }
  expect(await guard.resolve('localhost', 4001)).toEqual([v4, v6])
  expect(await guard.resolve('127.1', 4001)).toEqual([v4])
  expect(await guard.resolve('::1', 4001)).toEqual([v6])
  expect(await guard.resolve('[::1]', 4001)).toEqual([v6])
})

test.each([
  'localhost',
  'localhost:',
  'localhost:0',
  'localhost:70000',
  'http://localhost:80',
  '*:80',
  'a b:80',
  '::1:80',
])('the allow-list entry %s is refused by name', entry => {
  expect(() => createGuard({ allowHosts: [entry] })).toThrow(JSON.stringify(entry))
})

test('a name is public only when every address is', async () => {
  const guard = (v4: string[], v6: string[]) => createGuard({ allowHosts: [], resolver: answers(v4, v6) })
  expect(await guard(['8.8.8.8'], ['2606:4700::1111']).resolve('a.example', 443)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  for (const [v4, v6] of [
    [['8.8.8.8', '10.0.0.1'], []],
    [['8.8.8.8'], ['::1']],
    [['8.8.8.8'], ['::ffff:10.0.0.1']],
    [['127.0.0.1'], ['2606:4700::1111']],
    [['168.63.129.16'], []],
    [['2130706433'], []],
    [[], ['fe80::1%lo']],
  ] as const)
    await expect(guard([...v4], [...v6]).resolve('a.example', 443)).rejects.toThrow(/may not be visited/)
})

test('this service is not reached by its own address: neither as a literal nor through PUBLIC_URL', async () => {
  const resolver: NameResolver = {
    resolve4: async name => (name === 'cutover.example.com' ? ['8.8.4.4'] : ['8.8.4.4', '1.1.1.1']),
    resolve6: async () => [],
  }
  const options: GuardOptions = {
    allowHosts: ['9.9.9.9:8443'],
    resolver,
    publicUrl: 'https://cutover.example.com/app',
    interfaceAddresses: ['8.8.8.8', '9.9.9.9', '2606:4700:0:0::1111'],
  }
  const guard = createGuard(options)
  for (const own of [
    '8.8.8.8',
    '0x8.8.8.8',
    '[2606:4700::1111]',
    '[::ffff:8.8.8.8]',
    'cutover.example.com',
  ]) {
    expect(() => guard.check(`https://${own}/`), own).toThrow(/this service/)
    expect(checkTarget(`https://${own}/`, policyOf(options)), own).toMatch(/this service/)
    await expect(guard.resolve(new URL(`http://${own}`).hostname, 443), own).rejects.toThrow(/this service/)
  }
  // What PUBLIC_URL leads to, as a literal and by another name.
  await expect(guard.resolve('8.8.4.4', 443)).rejects.toThrow(/this service/)
  await expect(guard.resolve('elsewhere.example', 443)).rejects.toThrow(
    /8\.8\.4\.4 is an address of this service/,
  )
  expect(await guard.resolve('1.1.1.1', 443)).toEqual([{ address: '1.1.1.1', family: 4 }])
  // What the operator opened is open.
  expect(await guard.resolve('9.9.9.9', 8443)).toEqual([{ address: '9.9.9.9', family: 4 }])
  await expect(guard.resolve('9.9.9.9', 443)).rejects.toThrow(/this service/)
})

test('a PUBLIC_URL that cannot be looked up keeps nobody else out', async () => {
  const resolver: NameResolver = {
    resolve4: name =>
      name === 'shop.example' ? Promise.resolve(['1.1.1.1']) : Promise.reject(new Error('no answer')),
    resolve6: async () => [],
  }
  for (const publicUrl of ['https://gone.example.com', 'http://localhost:3000', 'http://[::1]:3000'])
    expect(
      await createGuard({ allowHosts: [], resolver, publicUrl }).resolve('shop.example', 443),
    ).toHaveLength(1)
})

test('one answer is kept, a negative one as well, and expires', async () => {
  let asked = 0
  const resolver: NameResolver = {
    resolve4: () => {
      asked++
      return Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    },
    resolve6: async () => [],
  }
  const guard = createGuard({ allowHosts: [], resolver })
  const failures = await Promise.allSettled(
    Array.from({ length: 100 }, () => guard.resolve('dead.example', 80)),
  )
  expect(failures.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(guard.resolve('dead.example', 443)).rejects.toThrow(Unresolvable)
  expect(asked).toBe(1)
  const forgetful = createGuard({ allowHosts: [], resolver, cacheMs: 0 })
  for (let i = 0; i < 3; i++)
    await expect(forgetful.resolve('dead.example', 80)).rejects.toThrow(/does not exist/)
  expect(asked).toBe(4)
})

test('a DNS failure names its code, and one family without an answer is no failure', async () => {
  const servfail = Object.assign(new Error('x'), { code: 'ESERVFAIL' })
  const broken = { resolve4: () => Promise.reject(servfail), resolve6: () => Promise.reject(servfail) }
  await expect(createGuard({ allowHosts: [], resolver: broken }).resolve('a.example', 80)).rejects.toThrow(
    'a.example could not be looked up in the DNS (ESERVFAIL)',
  )
  const half = { ...broken, resolve6: async () => ['2606:4700::1111'] }
  expect(await createGuard({ allowHosts: [], resolver: half }).resolve('a.example', 80)).toHaveLength(1)
})

const answers = (v4: string[], v6: string[]): NameResolver => ({
  resolve4: async () => v4,
  resolve6: async () => v6,
})

const never: NameResolver = {
  resolve4: name => Promise.reject(new Error(`${name} was looked up`)),
  resolve6: name => Promise.reject(new Error(`${name} was looked up`)),
}
