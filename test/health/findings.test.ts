import { expect, test } from 'vitest'
import { clockFinding } from '../../server/health/database.ts'
import { advice, fault, findingLine, ok } from '../../server/health/finding.ts'
import { type AskFonts, fontsFindings, nodeFinding, sizeFinding } from '../../server/health/machine.ts'
import { egressFindings, vouchersFindings } from '../../server/health/network.ts'
import { serve } from '../serve.ts'

test('a line says how it is, what was found and what to do', () => {
  expect(findingLine(ok('Node', '24.1.0'))).toBe('ok      Node         24.1.0')
  expect(findingLine(advice('Fonts', 'none', 'install some'))).toBe(
    'advice  Fonts        none\n                     -> install some',
  )
  expect(findingLine(fault('Database', 'it is away.'))).toBe('FAULT   Database     it is away.')
})

test.each([
  ['24.21.0', 'ok'],
  ['25.0.0', 'ok'],
  ['22.9.0', 'fault'],
])('Node %s is %s', (version, state) => {
  expect(nodeFinding(version).state).toBe(state)
})

const machine = (count: number, gigabytes: number) => ({
  cores: Array.from({ length: count }, (_, core) => core),
  parallel: count,
  memory: gigabytes * 2 ** 30,
  canPin: true,
})

test.each([
  ['what fits is good', undefined, machine(8, 15.6), 'ok', '4 scans at once, 4 of them measuring'],
  [
    'more than the memory bears',
    64,
    machine(8, 15.6),
    'advice',
    'give it 192.8 GB, or lower CUTOVER_WORKERS',
  ],
  ['too small for one', undefined, machine(2, 2), 'advice', 'give it 3.8 GB'],
  ['one core', undefined, machine(1, 4), 'advice', 'a scan wants 2 cores'],
])('the size of a machine: %s', (_, workers, machine, state, said) => {
  const finding = sizeFinding({ workers }, machine)
  expect(finding.state).toBe(state)
  expect(Object.values(finding).join('; ')).toContain(said)
})

test.each([
  [0, 'ok'],
  [-1_500, 'ok'],
  [10_000, 'advice'],
  [-200_000, 'advice'],
  [400_000, 'fault'],
  [-400_000, 'fault'],
])('clocks %d ms apart are %s', (skew, state) => {
  expect(clockFinding(skew).state).toBe(state)
})

const fonts =
  (has: Record<string, string>): AskFonts =>
  async (_, pattern) =>
    has[pattern] ?? ''
const LATIN = {
  serif: 'Liberation Serif',
  'sans-serif': 'Liberation Sans',
  monospace: 'Liberation Mono',
  Arial: 'Liberation Sans',
}
const ALL = {
  ...LATIN,
  ...Object.fromEntries(
    [':lang=ja', ':lang=ar', ':lang=he', ':lang=hi', ':lang=th', ':charset=1f600'].map(name => [
      name,
      'Noto',
    ]),
  ),
}

test('of a browser on another machine, what this one has for pages is not looked at', async () => {
  const remoteBrowser = { endpoint: 'http://10.0.0.7:9222', proxy: { host: '10.0.0.5', port: 3128 } }
  expect(sizeFinding({ remoteBrowser }, machine(1, 4))).toMatchObject({ state: 'ok' })
  const asked = () => Promise.reject(new Error('asked'))
  expect(await fontsFindings(asked, 'linux', { remoteBrowser })).toMatchObject([
    { state: 'advice', found: expect.stringContaining('of the other machine') },
  ])
})

test('fonts for all that pages are written in are wanted', async () => {
  expect(await fontsFindings(fonts(ALL), 'linux')).toMatchObject([{ state: 'ok' }])
  const [some] = await fontsFindings(fonts({ ...ALL, ':lang=ar': '', ':charset=1f600': '' }), 'linux')
  expect(some!.found).toMatch(/^there is none for Arabic; emoji:/)
  expect(some!.mend).toMatch(/fonts-noto-core.*fonts-noto-color-emoji/)
  const [narrow] = await fontsFindings(
    fonts({ ...ALL, Arial: 'DejaVu Sans', monospace: 'DejaVu Sans' }),
    'linux',
  )
  expect(narrow!.found).toMatch(/monospace; as wide as Arial/)
  const [unknown] = await fontsFindings(() => Promise.reject(new Error('spawn fc-match ENOENT')), 'linux')
  expect(unknown).toMatchObject({ state: 'advice', mend: expect.stringContaining('fontconfig') })
})

test('a site is reached by name, by HTTP and through the proxy, or it is said which fails', async () => {
  const site = await serve('/nonexistent', () => 'hello')
  const config = { allowHosts: [site.host], publicUrl: 'http://localhost:3000' }
  const states = async (more: object, address: string) =>
    (await egressFindings({ ...config, ...more }, address)).map(({ name, state }) => [name, state])
  expect(await states({}, `${site.origin}/`)).toEqual([
    ['Names', 'ok'],
    ['HTTP', 'ok'],
    ['Proxy', 'ok'],
  ])
  expect(await states({ allowHosts: [] }, `${site.origin}/`)).toEqual([['Names', 'fault']])
  await site.close()
  // A port that was free a moment ago may be another process's by now.
  expect(await states({ allowHosts: ['127.0.0.1:1'] }, 'http://127.0.0.1:1/')).toEqual([
    ['Names', 'ok'],
    ['HTTP', 'fault'],
    ['Proxy', 'fault'],
  ])
})

test('who vouches for people is asked, and who is not set is not', async () => {
  const issuer = await serve('/nonexistent', path => ({
    status: 200,
    type: 'application/json',
    body: path.startsWith('/other/') ? '{}' : '{"issuer":"http://issuer.example"}',
  }))
  const google = { clientId: 'id', clientSecret: 'secret', issuer: issuer.origin }
  const found = async (more: object) =>
    (await vouchersFindings({ publicUrl: 'http://localhost:3000', production: true, ...more })).map(
      ({ name, state }) => [name, state],
    )
  expect(await found({ google, actionsIssuer: issuer.origin })).toEqual([
    ['Sign-in', 'ok'],
    ['Workflows', 'ok'],
  ])
  expect(await found({ actionsIssuer: `${issuer.origin}/other` })).toEqual([
    ['Sign-in', 'ok'],
    ['Workflows', 'advice'],
  ])
  await issuer.close()
  expect(await found({ google })).toEqual([
    ['Sign-in', 'advice'],
    ['Workflows', 'advice'],
  ])
})
