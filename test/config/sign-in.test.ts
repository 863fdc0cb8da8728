import { expect, test } from 'vitest'
import { readConfig } from '../../server/config/index.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const production = { NODE_ENV: 'production', CUTOVER_SECRET_KEY: '0123456789abcdef'.repeat(4) }

test('without settings everybody may sign in, with tier free, by Google', () => {
  expect(readConfig(google)).toMatchObject({
    google: { issuer: 'https://accounts.google.com' },
    allowedDomains: [],
    defaultTier: 'free',
    actionsIssuer: 'https://token.actions.githubusercontent.com',
  })
})

test('in production workflows get keys only where PUBLIC_URL is set', () => {
  expect(readConfig(production).actionsIssuer).toBeUndefined()
  expect(readConfig({ ...production, PUBLIC_URL: 'https://cutover.example.com' }).actionsIssuer).toBeDefined()
})

test.each([
  [
    { ...google, PUBLIC_URL: 'http://cutover.example.com' },
    /^PUBLIC_URL is "http:\/\/cutover.example.com"; for people to sign in it must be https/,
  ],
  [
    { ...google, PUBLIC_URL: 'http://localhost.evil.example' },
    /^PUBLIC_URL is "http:\/\/localhost.evil.example"; for people/,
  ],
  [
    { ...production, ...google },
    /^PUBLIC_URL is "http:\/\/localhost"; for people to sign in it must be https/,
  ],
  [
    { OIDC_ISSUER: 'http://login.example.com' },
    /^OIDC_ISSUER is "http:\/\/login.example.com"; it must be https/,
  ],
  [{ ...production, OIDC_ISSUER: 'http://localhost:4002' }, /^OIDC_ISSUER is .+ it must be https/],
  [{ GITHUB_OIDC_ISSUER: 'http://ghe.example.com' }, /^GITHUB_OIDC_ISSUER is .+ it must be https/],
  [{ CUTOVER_ALLOWED_DOMAINS: 'ann@example.com' }, /a list of domains such as example.com/],
  [{ CUTOVER_ALLOWED_DOMAINS: '*.example.com' }, /a list of domains such as example.com/],
  [{ CUTOVER_ALLOWED_DOMAINS: 'com' }, /a list of domains such as example.com/],
  [{ CUTOVER_DEFAULT_TIER: 'gold' }, 'CUTOVER_DEFAULT_TIER is "gold"; it must be free or paid.'],
] as [NodeJS.ProcessEnv, string | RegExp][])('%j is refused with a sentence', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test.each([
  { PUBLIC_URL: 'http://cutover.example.com' },
  { ...google, PUBLIC_URL: 'http://localhost:8080' },
  { ...google, PUBLIC_URL: 'http://[::1]:8080' },
  { ...google, OIDC_ISSUER: 'http://localhost:4002' },
  { CUTOVER_ALLOWED_DOMAINS: 'example.co.uk xn--mnchen-3ya.example' },
])('%j is taken', env => {
  expect(readConfig(env).publicUrl).toBeTruthy()
})

test('PUBLIC_URL is kept as clients write it, since tokens are made for it', () => {
  expect(readConfig({ PUBLIC_URL: 'https://Cutover.Example.com:443/' }).publicUrl).toBe(
    'https://cutover.example.com',
  )
})
