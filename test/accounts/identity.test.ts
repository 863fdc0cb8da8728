import { expect, test } from 'vitest'
import { type Claims, GOOGLE, identityOf } from '../../server/accounts/sign-in/identity.ts'

const google = (email: string, hd?: string): Claims => ({
  iss: GOOGLE,
  sub: '1',
  email,
  email_verified: true,
  ...(hd && { hd }),
})
const elsewhere = (email: string): Claims => ({ ...google(email), iss: 'https://login.example' })

test.each([
  ['an account of the organisation', google('ann@example.com', 'example.com'), true],
  ['its second domain', google('ann@example.net', 'example.com'), true],
  ['a private account with an address of the organisation', google('ann@example.com'), false],
  ['another organisation', google('ann@example.org', 'example.org'), false],
  ['an address that ends alike', google('ann@notexample.com', 'notexample.com'), false],
  ['Gmail', google('ann@gmail.com'), false],
  ['another provider', elsewhere('ann@EXAMPLE.com'), true],
  ['another domain of another provider', elsewhere('ann@sub.example.com'), false],
  ['two addresses in one', elsewhere('ann@evil.example@example.com'), false],
])('with allowed domains: %s', (_, claims, allowed) => {
  const identify = () => identityOf(claims, ['example.com'])
  if (allowed) expect(identify()).toMatchObject({ subject: '1', issuer: claims.iss })
  else expect(identify).toThrow(/may not sign in here|did not tell/)
})

test('a domain whose letters are merely like those of an allowed one is another', () => {
  expect(() => identityOf(elsewhere('ann@\u212aorp.example'), ['korp.example'])).toThrow(
    /may not sign in here/,
  )
  expect(identityOf(elsewhere('ann@KORP.example'), ['korp.example'])).toMatchObject({ authoritative: true })
})

test.each([
  [google('ann@gmail.com'), true],
  [google('ann@example.com', 'example.com'), true],
  [google('ann@example.com'), false],
  [elsewhere('ann@example.com'), true],
])('%j: the provider is the authority on the address: %s', (claims, authoritative) => {
  expect(identityOf(claims, [])).toMatchObject({ authoritative })
})

test.each([undefined, false, 'false', 0, null, 1])('email_verified %j is not verified', email_verified => {
  expect(() => identityOf({ ...google('ann@example.com'), email_verified }, [])).toThrow(/is not verified/)
})
