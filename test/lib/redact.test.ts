import { expect, test } from 'vitest'
import { redactor } from '../../server/lib/redact.ts'

const PASSWORD = `pä55 wörd+"&'<7>/\\`
const NONE = new Set<string>()

test.each<[what: string, form: string]>([
  ['as it is', PASSWORD],
  ['in an address', encodeURIComponent(PASSWORD)],
  ['in a form', new URLSearchParams({ a: PASSWORD }).toString()],
  ['in JSON', JSON.stringify({ a: PASSWORD })],
  [
    'in JSON within a script',
    JSON.stringify(PASSWORD).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'),
  ],
  ['in markup', PASSWORD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  [
    'in an attribute',
    PASSWORD.replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  ],
  ['in base64', Buffer.from(PASSWORD).toString('base64')],
  ['in hex', Buffer.from(PASSWORD).toString('hex')],
])('a secret is taken out %s', (_, form) => {
  const redact = redactor({ storefront_password: PASSWORD })
  const value = { deep: [{ text: `before ${form} after` }] }
  const hidden = redact.deep(value, NONE)
  expect(hidden.deep[0]!.text).toMatch(/^before .*\[secret\].* after$/)
  expect(JSON.stringify(hidden)).not.toMatch(/w(ö|%C3%B6|\\u00f6)rd/)
  expect(redact.text(`x ${form}`)).toContain('[secret]')
})

test('what holds no secret is the very same, and fields of ours stay', () => {
  const redact = redactor({
    storefront_password: 'image',
    new_headers: { authorization: 'Basic dXNlcjpzM2NyM3Q=' },
  })
  const clean = { a: [1, null, 'text'], b: { c: true } }
  expect(redact.deep(clean, NONE)).toBe(clean)
  const mixed = { kind: 'image', text: 'an image', more: clean, said: 's3cr3t' }
  const hidden = redact.deep(mixed, new Set(['kind']))
  expect(hidden).toEqual({ kind: 'image', text: 'an [secret]', more: clean, said: '[secret]' })
  expect(hidden.more).toBe(clean)
  expect(redactor({}).deep(mixed, NONE)).toBe(mixed)
})

test('a short one stays in values, where it is part of too many words, and leaves sentences', () => {
  const redact = redactor({ storefront_password: 'abc' })
  expect(redact.deep({ text: 'abc' }, NONE)).toEqual({ text: 'abc' })
  expect(redact.text('tried abc')).toBe('tried [secret]')
})

const SHORT_PARTS = 'theme=dark; sid=s3ss10n-v4lu3; lang="de-AT"; cart=a%2Fb%20c9'

test.each<[header: string, inPage: string, left: string]>([
  [SHORT_PARTS, 'sid is s3ss10n-v4lu3.', 'sid is [secret].'],
  [SHORT_PARTS, 'cart is a/b c9.', 'cart is [secret].'],
  [SHORT_PARTS, 'dark, de-AT', 'dark, de-AT'],
  ['a=1; sid=s3ss10n, v4lu3 m0re; b=2', 'sid is s3ss10n, v4lu3 m0re.', 'sid is [secret].'],
  ['sid=s3ss10n%2Cv4lu3,m0re', 's3ss10n,v4lu3,m0re', '[secret]'],
  ['Bearer S3cr3t/töken', 'S3CR3T/TÖKEN s3cr3t/töken', '[secret] [secret]'],
  ['Token token="t0k3n/v4lue", realm="shop"', 'a shop, t0k3n/v4lue', 'a shop, [secret]'],
  ['Token token="t0k3n\\"q"', 't0k3n"q', '[secret]'],
  ['Signature keyId=key1,signature=aGVsbG8gd29ybGQ=', 'aGVsbG8gd29ybGQ=', '[secret]'],
  ['Bearer s3cr3t/t0k3n', 'code%2fs3cr3t%2ft0k3n%2f', 'code%2f[secret]%2f'],
  ['Bearer s3cr3t/t0k3n', '?to=s3cr3t%252Ft0k3n', '?to=[secret]'],
  ['Bearer s3cr3t/t0k3n', '"s3cr3t\\/t0k3n"', '"[secret]"'],
  ['Bearer s3cr3t+t0k3n', 's3cr3t&#x2b;t0k3n s3cr3t&amp;#43;t0k3n', '[secret] [secret]'],
  ['Bearer s3cr3t/t0k3n', 's3cr3t\\2f t0k3n s3cr3t\\x2Ft0k3n', '[secret] [secret]'],
  [
    'Bearer s3cr3t/t0k3n',
    [...Buffer.from('s3cr3t/t0k3n')].map(byte => `%${byte.toString(16)}`).join(''),
    '[secret]',
  ],
])('of the header %s a page that says %s shows %s', (header, inPage, left) => {
  const redact = redactor({ new_headers: { 'x-any': header } })
  expect(redact.deep([inPage], NONE)).toEqual([left])
})

test('in base64 and hex of a longer text, wherever it begins there', () => {
  const secret = 's3cr3t->?~t0k3n'
  const redact = redactor({ storefront_password: secret })
  for (let before = 0; before < 6; before++)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const text = Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(before)}`).toString(encoding)
      for (const form of [text, encodeURIComponent(text), text.replaceAll('/', '\\/')]) {
        const rest = redact.text(`(${form})`).replace('[secret]', '').replace(/%3D/g, '').slice(1, -1)
        const shown = Buffer.from(rest, encoding).toString()
        expect(shown, `${encoding} after ${before}`).not.toMatch(/s3|3c|r3|t0|0k|k3|3n/)
        expect(redact.text(form), form).toContain('[secret]')
      }
    }
  expect(redact.text(Buffer.from(secret).toString('hex').toUpperCase())).toBe('[secret]')
})

test('a long one is found whole, and where its end was cut off', () => {
  const secret = Array.from({ length: 400 }, (_, at) => `${at % 7}/`).join('')
  const redact = redactor({ new_headers: { cookie: secret } })
  expect(redact.text(`<${encodeURIComponent(secret)}>`)).toBe('<[secret]>')
  expect(redact.text(`<${Buffer.from(`ab${secret}`).toString('base64')}>`)).toMatch(/^<.{0,3}\[secret\]>$/)
  const cut = redact.text(`<${secret.slice(0, 300)}>`)
  expect(cut.length).toBeLessThan(60)
})

test('a setting that a cookie holds leaves sentences, as short secrets do', () => {
  const redact = redactor({ new_headers: { cookie: 'theme=dark' } })
  expect(redact.text('not accepted: dark')).toBe('not accepted: [secret]')
})
