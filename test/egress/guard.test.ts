import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { canonicalAddress } from '../../server/egress/address.ts'
import {
  checkTarget,
  createGuard,
  type GuardOptions,
  type NameResolver,
  policyOf,
  Unresolvable,
} from '../../server/egress/guard.ts'

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

test('the addresses of this machine are those of this service, where nothing else is said', () => {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list!.map(({ address }) => address))
  expect(addresses).not.toEqual([])
  const { own } = policyOf({ allowHosts: [] })
  expect([...own].sort()).toEqual([...new Set(addresses.map(canonicalAddress))].sort())
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
