/** Who gets what a form sends. */
import { expect, test } from 'vitest'
import { requestOf } from '../../server/capture/collectors/form-requests.ts'

const MESSAGE = 'text=someone%40example.com'
const to = (url: string) => requestOf([], [url], ['e-mail']).sentTo?.action

test.each([
  [`https://wa.me/4915100000?${MESSAGE}`, 'https://wa.me/4915100000'],
  [`whatsapp://send?phone=%2B49%20151&${MESSAGE}`, 'https://wa.me/49151'],
  [`https://api.whatsapp.com/send?${MESSAGE}`, undefined],
  [`MAILTO:b@x.org,A@x.org?${MESSAGE}`, 'mailto:a@x.org,b@x.org'],
  [`mailto:?to=a%40x.org&${MESSAGE}`, 'mailto:a@x.org'],
  [`mailto:?${MESSAGE}`, undefined],
  [`mailto:%E0%A4?${MESSAGE}`, 'mailto:%e0%a4'],
])('%s goes to %s', (url, receiver) => expect(to(url)).toBe(receiver))

test('of what is cut off nobody knows what else was in it', () => {
  const long = `https://wa.me/49151?${MESSAGE}${'a'.repeat(2000)}`.slice(0, 2000)
  expect(requestOf([], [long], ['e-mail', 'message'])).toEqual({
    sentTo: { action: 'https://wa.me/49151', method: 'get' },
  })
  expect(requestOf([], [`https://wa.me/49151?${MESSAGE}`], ['e-mail', 'message'])).toMatchObject({
    carries: { 'e-mail': true, message: false },
  })
})
