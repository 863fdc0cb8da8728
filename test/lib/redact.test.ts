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
