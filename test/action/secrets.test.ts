import { expect, test } from 'vitest'
import { addressSecrets, hide } from '../../action/secrets.ts'

test.each([
  ['as it is', 'k&y<1>/é "q"'],
  ['in a path', encodeURIComponent('k&y<1>/é "q"')],
  ['in an address that was only made valid', encodeURI('k&y<1>/é "q"')],
  ['with small letters', encodeURIComponent('k&y<1>/é "q"').toLowerCase()],
  ['in a form', 'k%26y%3C1%3E%2F%C3%A9+%22q%22'],
  ['in the source of a page', 'k&amp;y&lt;1&gt;/é &quot;q&quot;'],
  ['in hex', Buffer.from('k&y<1>/é "q"').toString('hex')],
  ['in large hex', Buffer.from('k&y<1>/é "q"').toString('hex').toUpperCase()],
  ['in base64', Buffer.from('k&y<1>/é "q"').toString('base64')],
  ['in JSON', 'k&y<1>/é \\"q\\"'],
])('a secret is found %s', (_, shown) => {
  expect(hide(['k&y<1>/é "q"'], []).redact(`x ${shown} y`)).toBe('x *** y')
})

test('a short secret does not blacken what only looks like it', () => {
  expect(hide(['ab'], []).redact('YWI is ab in base64')).toBe('YWI is *** in base64')
})

test.each<[string, string[]]>([
  [
    'https://p.example.com/?x-vercel-protection-bypass=canary-1&x-vercel-set-bypass-cookie=samesitenone',
    ['canary-1'],
  ],
  ['https://p.example.com/?_vercel_share=canary-22&page=contact-form', ['canary-22']],
  ['https://p.example.com/?preview_key=canaryKey&keyword=sourdough&utm_source=newsletter', ['canaryKey']],
  // Words of a shop and not of a lock: hidden, they would blacken every sentence that holds them.
  ['https://p.example.com/?key=category&author=jane-doe-1999&session=spring&share=facebook&code=welcome', []],
  ['https://p.example.com/?token=', []],
  ['no address', []],
])('what lets in at %s', (address, secrets) => {
  expect(addressSecrets(address)).toEqual(secrets)
})

test('words in a header are words; what could let somebody in is at least eight characters long', () => {
  const { redact } = hide([], ['preview', 'true', 'Bearer abc-def', 'canary-1', 'Basic dTpsb25nLXBhc3N3b3Jk'])
  const sentence = 'The preview is true to the original, abc'
  expect(redact(sentence)).toBe(sentence)
  expect(redact('canary-1, Bearer abc-def, u:long-password, long-password')).toBe('***, ***, ***, ***')
  expect(redact(Buffer.from('canary-1').toString('hex'))).toBe('***')
})
