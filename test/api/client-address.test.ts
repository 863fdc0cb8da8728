import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from '../../server/api/client-address.ts'

const asked = (trusted: string[], remote: string | undefined, forwarded?: string) =>
  clientAddress(trusted)({
    socket: { remoteAddress: remote },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']

test.each<[string, string[], string | undefined, string | undefined, string]>([
  ['nothing is trusted', [], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a proxy is trusted', PROXIES, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [
    'what the client itself sent does not count',
    PROXIES,
    '10.1.2.3',
    '6.6.6.6, 198.51.100.1',
    '198.51.100.1',
  ],
  ['two proxies', PROXIES, '10.1.2.3', '6.6.6.6, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  ['only proxies', PROXIES, '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ['a proxy that adds nothing', PROXIES, '10.1.2.3', undefined, '10.1.2.3'],
  ['nonsense', PROXIES, '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
  ['a number is no address', PROXIES, '10.1.2.3', '3232235521', '10.1.2.3'],
  ['with a port', PROXIES, '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6 with a port', PROXIES, '10.1.2.3', '[2a00:1:2:3:4:5:6:7]:80', '2a00:1:2:3::/64'],
  ['IPv4 in IPv6', PROXIES, '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['an IPv6 network', [], '2a00:1:2:3:ffff::1', undefined, '2a00:1:2:3::/64'],
  ['no address at all', PROXIES, undefined, '198.51.100.1', 'unknown'],
])('%s', (_, trusted, remote, forwarded, address) => {
  expect(asked(trusted, remote, forwarded)).toBe(address)
})
