/** URLs by the million: whether what the guard decides of an address is what a connection to it is told. */
import { BlockList, isIP } from 'node:net'
import { canonicalAddress } from '../../server/egress/address.ts'
import type { Guard, NameResolver } from '../../server/egress/guard.ts'
import { createGuard, policyOf } from '../../server/egress/guard.ts'
import { portOf, refusalOf } from '../../server/egress/policy.ts'

export interface Agreement {
  urls: number
  allowed: number
  /** The guard's decision is not the connection's. */
  disagreements: string[]
  /** Allowed, and special by a table that is not the guard's. */
  special: string[]
}

/** A small generator, so that a seed tells all: mulberry32. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
type Random = ReturnType<typeof randomOf>

/** IANA's special-purpose registries, and what else is nobody's, written down apart from the guard. */
const [SPECIAL4, SPECIAL6] = [new BlockList(), new BlockList()]
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    ['168.63.129.16', 32],
  ] as const),
])
  SPECIAL4.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ...([
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3ffe::', 16],
  ] as const),
  ['3fff::', 20] as const,
])
  SPECIAL6.addSubnet(net, bits, 'ipv6')

const isSpecial = (given: string) => {
  const address = canonicalAddress(given)
  return isIP(address) === 4 ? SPECIAL4.check(address, 'ipv4') : SPECIAL6.check(address, 'ipv6')
}

const OWN = { publicUrl: 'https://cutover.example.com/', interfaceAddresses: ['9.9.9.9', '127.0.0.1'] }
const OWN_ADDRESS = '9.9.9.10'

/** `onAllowed` hears of what may be connected to, with the place. */
export async function agreement(
  count: number,
  seed: number,
  onAllowed: (
    guard: Guard,
    host: string,
    port: number,
    addresses: string[],
  ) => Promise<void> | void = () => {},
): Promise<Agreement> {
  const random = randomOf(seed)
  let answers: string[] = []
  const resolver: NameResolver = {
    resolve4: async name => (name === 'cutover.example.com' ? [OWN_ADDRESS] : answers),
    resolve6: async () => [],
  }
  const guard = createGuard({ allowHosts: [], resolver, cacheMs: 0, ...OWN })
  const policy = policyOf({ allowHosts: [], ...OWN })
  const full = { ...policy, own: new Set([...policy.own, OWN_ADDRESS]) }
  const result: Agreement = { urls: 0, allowed: 0, disagreements: [], special: [] }
  while (result.urls < count) {
    const text = urlOf(random)
    if (!URL.canParse(text)) continue
    result.urls++
    answers = Array.from({ length: 1 + random.below(3) }, () => addressOf(random))
    const url = new URL(text)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    const decided = refusalOf(url, full, isIP(literal) ? [] : answers) === null
    const addresses = await guard.resolve(url.hostname, portOf(url)).then(
      found => found.map(({ address }) => address),
      () => null,
    )
    if (decided !== (addresses !== null))
      result.disagreements.push(`${JSON.stringify(text)} ${answers.join(' ')}`)
    if (!addresses) continue
    result.allowed++
    for (const address of addresses)
      if (isSpecial(address)) result.special.push(`${JSON.stringify(text)} leads to ${address}`)
    await onAllowed(guard, url.hostname, portOf(url), addresses)
  }
  return result
}

const byte = ({ below }: Random) => below(256)
const FIRST = [0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255, 8, 1, 9, 93]
const SECOND = [0, 18, 51, 63, 64, 88, 100, 127, 168, 254, 16, 31, 9]
const PREFIX = [
  '::',
  '::ffff:',
  '64:ff9b::',
  '2002:',
  '2001:',
  '2001:db8:',
  'fe80:',
  'fc00:',
  'ff02:',
  '3ffe:',
  '3fff:',
  '2606:',
  '2a00:',
  '2600:',
  '2400:',
  '2600::5efe:',
  '2600::200:5efe:',
  '::ffff:0:',
]

function fourOf(random: Random): number[] {
  const first = random.below(4) ? random.one(FIRST) : byte(random)
  const second = random.below(3) ? random.one(SECOND) : byte(random)
  return [first, second, byte(random), byte(random)]
}

function sixOf(random: Random): string {
  for (;;) {
    const prefix = random.below(5)
      ? random.one(PREFIX)
      : `${byte(random).toString(16)}${byte(random).toString(16)}:`
    const tail = random.below(2)
      ? fourOf(random).join('.')
      : `${(byte(random) * 256 + byte(random)).toString(16)}:${byte(random).toString(16)}`
    const text = prefix.includes('::') || random.below(2) === 0 ? `${prefix}${tail}` : `${prefix}:${tail}`
    const whole = isIP(text) === 6 ? text : `${prefix.replace(/:+$/, '')}::${tail}`
    if (isIP(whole) === 6) return whole
  }
}

const addressOf = (random: Random) => (random.below(3) ? fourOf(random).join('.') : sixOf(random))

const SPELL: ((bytes: number[]) => string)[] = [
  bytes => bytes.join('.'),
  bytes => `${bytes.join('.')}.`,
  bytes => String(bytes.reduce((sum, one) => sum * 256 + one, 0)),
  bytes => `0x${bytes.map(one => one.toString(16).padStart(2, '0')).join('')}`,
  bytes => bytes.map(one => `0${one.toString(8)}`).join('.'),
  bytes => bytes.map(one => `0x${one.toString(16)}`).join('.'),
  bytes => `${bytes[0]}.${bytes[1]! * 65536 + bytes[2]! * 256 + bytes[3]!}`,
  bytes => bytes.join('。'),
  bytes => [...bytes.join('.')].map(one => `%${one.charCodeAt(0).toString(16)}`).join(''),
]
const LABELS = [
  'a',
  'shop',
  'www',
  'localhost',
  'internal',
  'local',
  'xn--bcher-kva',
  'bücher',
  '127',
  '0x7f',
  'metadata',
  '-',
  'a_b',
  'lan',
  'ｌｏｃａｌ',
  '%41',
  'x\u00ad',
]
const ENDS = [
  'com',
  'example',
  'de',
  'localhost',
  'local',
  'internal',
  'lan',
  'corp',
  'home.arpa',
  'goog',
  'com.',
  '例え',
  '1',
  '0x1',
]
const PORTS = ['', '', '', ':80', ':443', ':8080', ':8443', ':22', ':0', ':65535', ':5432', ':08080']
const TAILS = ['/', '', '/a?b=c', '#@127.0.0.1', '?@localhost/', '\\x', '/%2e%2e/', '/ä']
const HEADS = ['http://', 'https://', 'HTTP://', 'http:', 'https:\\\\', 'http:/', ' https://', 'ht\ttp://']

function hostOf(random: Random): string {
  const kind = random.below(10)
  if (kind < 3) return random.one(SPELL)(fourOf(random))
  if (kind < 5) return `[${sixOf(random)}]`
  if (kind === 5)
    return random.one([
      'cutover.example.com',
      'CUTOVER.example.com.',
      'localhost',
      'metadata.goog',
      'postgres',
    ])
  const labels = Array.from({ length: 1 + random.below(3) }, () => random.one(LABELS))
  return [...labels, random.one(ENDS)].join('.')
}

const urlOf = (random: Random) => random.one(HEADS) + hostOf(random) + random.one(PORTS) + random.one(TAILS)
