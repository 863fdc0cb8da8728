/** Addresses that lead a careless server to itself or to its neighbours, in every spelling that we know of. */
import { isIP } from 'node:net'

export interface Payload {
  group: string
  url: string
  /** What its name answers, where it has one that only the DNS gives away. */
  addresses?: readonly string[]
}

/** Own, neighbours', clouds' own services', and what is nobody's. */
const TARGETS = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.5',
  '172.16.3.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '198.18.0.9',
  '240.0.0.9',
]

const bytesOf = (address: string) => address.split('.').map(Number)
const numberOf = (address: string) => bytesOf(address).reduce((sum, byte) => sum * 256 + byte, 0)
const hex = (value: number, width = 0) => value.toString(16).padStart(width, '0')
const octal = (value: number) => `0${value.toString(8)}`
const lastTwo = ([, , c = 0, d = 0]: number[]) => c * 256 + d
const lastThree = ([, b = 0, c = 0, d = 0]: number[]) => (b * 256 + c) * 256 + d
const mapped = (text: string, alphabet: string) =>
  text.replace(/\d/g, digit => [...alphabet][Number(digit)] ?? digit)
/** Of one IPv4 address: two groups of IPv6. */
const groups = ([a = 0, b = 0, c = 0, d = 0]: number[]) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`

/** All that the URL standard, or a C library, reads as one IPv4 address. */
const IPV4: Record<string, (address: string, bytes: number[]) => string> = {
  plain: address => address,
  'trailing dot': address => `${address}.`,
  decimal: address => String(numberOf(address)),
  hexadecimal: address => `0x${hex(numberOf(address))}`,
  'hexadecimal, large': address => `0X${hex(numberOf(address), 8).toUpperCase()}`,
  octal: address => octal(numberOf(address)),
  'octal bytes': (_, bytes) => bytes.map(octal).join('.'),
  'octal bytes with zeros': (_, bytes) => bytes.map(byte => `000${octal(byte)}`).join('.'),
  'hexadecimal bytes': (_, bytes) => bytes.map(byte => `0x${hex(byte)}`).join('.'),
  'three parts': (_, bytes) => `${bytes[0]}.${bytes[1]}.${lastTwo(bytes)}`,
  'two parts': (_, bytes) => `${bytes[0]}.${lastThree(bytes)}`,
  'two parts, mixed': (_, bytes) => `0x${hex(bytes[0]!)}.${octal(lastThree(bytes))}`,
  'circled digits': address => mapped(address, '⓪①②③④⑤⑥⑦⑧⑨'),
  'wide digits': address => mapped(address, '０１２３４５６７８９'),
  'bold digits': address => mapped(address, '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'),
  'ideographic dots': address => address.replaceAll('.', '。'),
  'halfwidth dots': address => address.replaceAll('.', '｡'),
  'percent-encoded': address => [...address].map(character => `%${hex(character.charCodeAt(0))}`).join(''),
  'percent-encoded dots': address => address.replaceAll('.', '%2E'),
  'soft hyphens': address => address.replaceAll('.', '\u00ad.'),
}

/** IPv6 addresses that a host, a router or a translator takes for one of IPv4. */
const EMBEDDINGS: Record<string, (address: string, bytes: number[]) => string> = {
  'IPv4-mapped': address => `[::ffff:${address}]`,
  'IPv4-mapped, groups': (_, bytes) => `[::ffff:${groups(bytes)}]`,
  'IPv4-mapped, in full': (_, bytes) => `[0000:0000:0000:0000:0000:FFFF:${groups(bytes)}]`,
  'IPv4-compatible': address => `[::${address}]`,
  translated: address => `[::ffff:0:${address}]`,
  NAT64: address => `[64:ff9b::${address}]`,
  'local NAT64': (_, bytes) => `[64:ff9b:1::${groups(bytes)}]`,
  '6to4': (_, bytes) => `[2002:${groups(bytes)}::1]`,
  'Teredo server': (_, bytes) => `[2001:0:${groups(bytes)}::]`,
  'Teredo client': (_, bytes) => `[2001:0:808:808:0:0:${groups(bytes.map(byte => 255 - byte))}]`,
  ISATAP: address => `[2600::5efe:${address}]`,
  'ISATAP, global': address => `[2600::200:5efe:${address}]`,
}

const SPECIAL_IPV6 = [
  ...['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::0.0.0.1', '::', '0::0'],
  ...['fe80::1', 'febf::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'fdff::1', 'ff02::1', 'ff0e::1'],
  ...['100::1', '100:0:0:1::1', '2001:db8::1', '3fff::1', '5f00::1', '2001:2::1', '2001:10::1', '2001:20::1'],
  ...['3ffe::1', '4000::1', '1::1', 'e000::1', '::2', '2001::1', '2001:1::1', '64:ff9b::1'],
]

const LOCAL_NAMES = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc%61lhost',
    'local\u00adhost',
  ],
  ...['a.localhost', 'a.b.localhost.', 'localhost.localdomain', 'ip6-localhost', 'localhost6'],
  ...[
    'metadata',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata.goog',
    'instance-data.ec2.internal',
  ],
  ...['metadata.tencentyun.com', 'metadata.packet.net', 'metadata.platformequinix.com'],
  ...[
    'kubernetes.default.svc.cluster.local',
    'host.docker.internal',
    'gateway.docker.internal',
    'postgres',
    'redis',
    'db.internal',
  ],
  ...[
    'printer.local',
    'printer。local',
    'router.lan',
    'wiki.corp',
    'nas.home.arpa',
    'intranet',
    'portal.intranet',
    '.',
    '..',
  ],
]

/** What names answer: private in part or wholly, in forms that are no address, and by embedding. */
const ANSWERS: readonly (readonly string[])[] = [
  ...TARGETS.map(address => [address]),
  ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'fc00::1', 'ff02::1', '2001:db8::1', '3ffe::1'].map(one => [
    one,
  ]),
  ...['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001:0:7f00:1::', '2600::5efe:7f00:1'].map(
    one => [one],
  ),
  ['1.1.1.1', '127.0.0.1'],
  ['127.0.0.1', '1.1.1.1'],
  ['1.1.1.1', '::1'],
  ['1.1.1.1', '2606:4700::1111', '10.0.0.5'],
  ['2606:4700::1111', '::ffff:169.254.169.254'],
  ['fe80::1%lo'],
  ['2130706433'],
  ['127.1'],
]

/** Places within a URL where readers disagree. `at` is a private host, with its port. */
const CONFUSIONS: ((at: string) => string)[] = [
  at => `HTTP://${at}/`,
  at => `hTtP:${at}/`,
  at => `http:/${at}/`,
  at => `http:///${at}/`,
  at => `http:////${at}/`,
  at => `http:\\\\${at}\\`,
  at => `http:/\\${at}/`,
  at => ` http://${at}/ `,
  at => `ht\ntp://${at}/`,
  at => `http://\t${at}/`,
  at => `http://${at.replace('.', '\n.')}/`,
  at => `http://${at}#@example.com/`,
  at => `http://${at}?@example.com/`,
  at => `http://${at}\\@example.com/`,
  at => `http://${at};@example.com/`,
  at => `http://example.com@${at}/`,
  at => `http://example.com:80@${at}/`,
  at => `http://example.com%40${at}/`,
  at => `http://example.com%23@${at}/`,
  at => `http://example.com%2f@${at}/`,
  at => `http://example.com&@${at}#@example.org/`,
  at => `http://@${at}/`,
  at => `http://:@${at}/`,
  at => `http://a:b@c@${at}/`,
  at => `http://${at}/../../example.com/`,
  at => `http://${at}/%2e%2e/`,
  at => `http://${at}\u3000/`,
]

const SCHEMES = [
  ...[
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'FILE:///proc/self/environ',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_INFO',
  ],
  ...[
    'dict://127.0.0.1:6379/info',
    'ldap://127.0.0.1/',
    'sftp://127.0.0.1/',
    'tftp://127.0.0.1/x',
    'jar:http://127.0.0.1!/x',
  ],
  ...[
    'view-source:http://127.0.0.1/',
    'chrome://version/',
    'devtools://devtools/',
    'about:blank',
    'blob:http://127.0.0.1/x',
  ],
  ...[
    'data:text/html,<iframe src=http://127.0.0.1/>',
    'javascript:fetch("http://127.0.0.1/")',
    'filesystem:http://127.0.0.1/x',
  ],
  ...[
    'ws://127.0.0.1/',
    'wss://127.0.0.1/',
    'netdoc:///etc/passwd',
    'url:http://127.0.0.1/',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  ],
]

/** Ports of what is no web server, on this machine and elsewhere. */
const SERVICES = [22, 25, 3000, 5432, 6379, 9222].flatMap(port =>
  ['127.0.0.1', '[::1]', '1.1.1.1'].map(host => `http://${host}:${port}/`),
)

/** All of them, on a port that may be visited. */
export function payloads(port = 80): Payload[] {
  const suffix = port === 80 ? '' : `:${port}`
  const spelled = (group: string, forms: typeof IPV4) =>
    TARGETS.flatMap(address =>
      Object.values(forms).map(write => ({
        group,
        url: `http://${write(address, bytesOf(address))}${suffix}/`,
      })),
    )
  const all: Payload[] = [
    ...spelled('IPv4 spellings', IPV4),
    ...spelled('IPv4 within IPv6', EMBEDDINGS),
    ...SPECIAL_IPV6.map(address => ({ group: 'special IPv6', url: `http://[${address}]${suffix}/` })),
    ...LOCAL_NAMES.map(name => ({ group: 'local names', url: `http://${name}${suffix}/` })),
    ...ANSWERS.map((addresses, n) => ({
      group: 'names by DNS',
      url: `http://n${n}.rebind.example${suffix}/`,
      addresses,
    })),
    ...ANSWERS.slice(0, 12).map((addresses, n) => ({
      group: 'names by DNS',
      url: `https://${addresses[0]}.n${n}.example/`,
      addresses,
    })),
    ...CONFUSIONS.flatMap(write =>
      ['127.0.0.1', '[::1]'].map(host => ({ group: 'confusing URLs', url: write(host + suffix) })),
    ),
    ...SCHEMES.map(url => ({ group: 'other schemes', url })),
    ...SERVICES.map(url => ({ group: 'other services', url })),
    ...['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://localhost/'].map(
      url => ({
        group: 'over TLS',
        url,
      }),
    ),
  ]
  const seen = new Set<string>()
  return all.filter(({ url }) => !seen.has(url) && seen.add(url))
}

/** What may be visited: forms that a guard which is too strict would refuse. */
export function benignUrls(): string[] {
  const hosts = [
    ...[
      'example.com',
      'www.example.com',
      'EXAMPLE.com',
      'example.com.',
      'a.b.c.d.e.f.example.org',
      'x.io',
      '1.example.com',
    ],
    ...[
      'bücher.example',
      'xn--bcher-kva.example',
      '例え.テスト',
      'пример.рф',
      'مثال.example',
      'faß.de',
      'shop-1.example.co.uk',
    ],
    ...[
      '10.0.0.1.example.com',
      '127.0.0.1.example.net',
      'localhost.example.com',
      'local.example.com',
      'internal.example.com',
    ],
    ...[
      'metadata.example.com',
      'my_shop.example.com',
      '0x7f.example.com',
      `${'a'.repeat(63)}.example.com`,
      'lan.example',
      'corp.com',
    ],
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '100.128.0.1',
      '169.253.0.1',
      '192.167.1.1',
      '11.0.0.1',
    ],
    ...[
      '0x08080808',
      '134744072',
      '[2606:4700::1111]',
      '[2001:4860:4860::8888]',
      '[2a00:1450:4001::5]',
      '[2600::5eff:808:808]',
    ],
  ]
  const forms: ((host: string) => string)[] = [
    host => `https://${host}/`,
    host => `http://${host}:8080/shop/?page=2#top`,
    host => `https://${host}:8443/ä/%E4?q=a%20b&next=http://127.0.0.1/@x`,
    host => `HTTPS://${host}:443/${'long/'.repeat(300)}`,
    host => `http://${host}/a;b=c/@user/http://localhost/`,
    host => `http:\\\\${host}\\back\\slashes`,
  ]
  return hosts.flatMap(host => forms.map(write => write(host)))
}

/** An answer of the DNS by name, for the payloads that have one; nothing else exists. */
export function resolverOf(all: readonly Payload[], others: readonly string[] = []) {
  const known = new Map<string, readonly string[]>()
  for (const { url, addresses } of all) if (addresses) known.set(new URL(url).hostname, addresses)
  const answer = (name: string) => {
    const found = known.get(name) ?? others
    if (found.length > 0) return found
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  }
  return {
    // What is no address at all comes from here as well.
    resolve4: async (name: string) => answer(name).filter(one => isIP(one) !== 6),
    resolve6: async (name: string) => answer(name).filter(one => isIP(one) === 6),
  }
}
