import { expect, test } from 'vitest'
import { nothingWithheld } from '../../server/capture/page/blocklist.ts'
import { judgeNavigation } from '../../server/capture/page/navigation.ts'
import { recordNetwork } from '../../server/capture/page/network.ts'
import type { EgressFailure } from '../../server/egress/proxy/index.ts'

const network = recordNetwork({ on() {} } as never, 'https://shop.example/', nothingWithheld())

test.each<[string, Pick<EgressFailure, 'code' | 'reason'> | undefined, string]>([
  ['page.goto: net::ERR_EMPTY_RESPONSE', { code: 'over_budget', reason: 'spent' }, 'body_too_large'],
  [
    'page.goto: net::ERR_TUNNEL_CONNECTION_FAILED',
    { code: 'forbidden', reason: 'private' },
    'target_forbidden',
  ],
  ['page.goto: net::ERR_EMPTY_RESPONSE', undefined, 'new_unreachable'],
  ['page.goto: net::ERR_CERT_DATE_INVALID', undefined, 'tls_error'],
])('%s with %j is %s', (message, failure, code) => {
  const site = { side: 'rebuilt', url: 'https://shop.example/', failureOf: () => failure }
  expect(judgeNavigation(new Error(message), site as never, network)).toMatchObject({ code })
})

test('a browser that does not reach our proxy is no fault of the page', () => {
  const site = { side: 'rebuilt', url: 'https://shop.example/', failureOf: () => undefined }
  const error = new Error('page.goto: net::ERR_PROXY_CONNECTION_FAILED at https://shop.example/')
  expect(judgeNavigation(error, site as never, network)).not.toHaveProperty('code')
})

test('a stack that a page wrote itself holds nothing up', () => {
  const tell = new Map<string, (told: never) => void>()
  const page = { on: (event: string, told: (one: never) => void) => tell.set(event, told) }
  const { thrownBy } = recordNetwork(page as never, 'https://shop.example/', nothingWithheld())
  const throws = (message: string, stack: string) => tell.get('pageerror')!({ message, stack } as never)
  throws('x is not defined', 'Error: x\n    at load (https://shop.example/late.js:1:20)')
  throws('written', '\n'.repeat(400_000))
  expect([...thrownBy]).toEqual([['x is not defined', 'https://shop.example/late.js']])
}, 30_000)
