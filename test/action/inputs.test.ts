import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Failure } from '../../action/failure.ts'
import { readInputs } from '../../action/inputs/index.ts'
import { readPages } from '../../action/pages.ts'
import { SuiteName } from '../../server/contract.ts'
import { runStep } from './run-action.ts'

const RIGHT = {
  'server-url': 'http://127.0.0.1:9/',
  'api-key': 'key-of-the-test',
  'original-url': 'https://www.example.com/',
  'new-url': 'https://preview.example.com/',
  comment: 'off',
  timeout: '1s',
}

/** What could be left to the server. */
const FOR_THE_SERVER = {
  'one page twice': { 'new-url': 'https://www.example.com/' },
  'a selector that is none': { ignore: '.promo[' },
  'a selector of everything': { ignore: 'body' },
  'too many selectors': { ignore: '.x\n'.repeat(51) },
}

/** What the step says of inputs that are wrong, a line for each. */
async function complaints(inputs: Record<string, string>): Promise<string[]> {
  const result = await runStep({ inputs: { ...RIGHT, ...inputs } })
  expect(result.status).toBe(1)
  expect(result.commands).toHaveLength(1)
  expect(result.log).not.toMatch(/\n\s+at |\.js:\d/)
  return result.commands[0]!.text.split('\n')
}

/** The same, asked of what reads them: a process for each would take longer than all of the rest. */
function problemsOf(inputs: Record<string, string>): string[] {
  for (const [name, value] of Object.entries({ ...RIGHT, ...inputs }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  try {
    readInputs(false)
    return []
  } catch (error) {
    if (error instanceof Failure) return error.message.split('\n')
    throw error
  } finally {
    vi.unstubAllEnvs()
  }
}

test('inputs that are right are taken; the server that is not there is the next thing', async () => {
  expect((await complaints({}))[0]).toMatch(/^could not be verified\. Not finished within the timeout of 1 s/)
})

test('each wrong input is quoted, with the form that would be right, all at once', async () => {
  const told = await complaints({
    'server-url': 'http://cutover.example.com',
    'original-url': 'www.example.com',
    'new-url': 'ftp://preview.example.com/',
    pages: 'Home: /\nPricing /pricing\nHome: /again\nX: //evil.example.org',
    'wait-for': 'a while',
    'preview-from': 'netlify',
    'page-name': 'Shop',
    policy: 'strict',
    timeout: '10 days',
    'poll-interval': 'often',
    'fail-on': 'seo, looks',
    'on-inconclusive': 'neutral',
    comment: 'yes',
    'check-run': 'on',
    'rerun-button': 'yes',
    'allow-same-page': 'maybe',
    'comment-key': 'a b',
    'new-headers': 'no colon here\nEmpty:\nHost: x',
    'original-headers': 'X Y: 1',
  })
  expect(told).toEqual([
    expect.stringMatching(/^pages: the line "Pricing \/pricing" is not of the form "name: \/path"/),
    expect.stringMatching(/^pages: the name "Home" stands there twice/),
    expect.stringMatching(/^pages: the path in "X: \/\/evil.example.org" must begin with one slash/),
    expect.stringMatching(/^page-name: with "pages"/),
    expect.stringMatching(/^server-url: "http:\/\/cutover.example.com" must begin with https:\/\//),
    expect.stringMatching(/^original-url: "www.example.com" has no scheme; write it as https:\/\//),
    expect.stringMatching(
      /^new-url: "ftp:\/\/preview.example.com\/": the scheme ftp: is not supported; use http: or https:/,
    ),
    expect.stringMatching(/^preview-from: "netlify" is neither "deployment" nor a name such as "status: /),
    expect.stringMatching(/^wait-for: "a while" .*"5m"; at least 1s, at most 6h/),
    expect.stringMatching(/^policy: "strict" is neither "regressions" nor "absolute"/),
    expect.stringMatching(/^new-headers: a line has no colon; .*"Name: value"/),
    expect.stringMatching(/^new-headers: the header "Empty" has no value/),
    expect.stringMatching(/^allow-same-page: "maybe" is neither "true" nor "false"/),
    expect.stringMatching(/^timeout: "10 days" .*"15m"; at least 1s, at most 6h/),
    expect.stringMatching(/^poll-interval: "often" .*"3s"; at least 100ms/),
    expect.stringMatching(/^fail-on: "looks" is no suite; write "any", "never" or some of: responsive, seo/),
    expect.stringMatching(/^on-inconclusive: "neutral" is neither "fail" nor "pass"/),
    expect.stringMatching(/^comment: "yes" is neither "update" nor "off"/),
    expect.stringMatching(/^check-run: "on" is neither "update" nor "off"/),
    expect.stringMatching(/^rerun-button: "yes" is neither "true" nor "false"/),
    expect.stringMatching(/^comment-key: "a b" must be 1 to 64 letters/),
    expect.stringMatching(/^original-headers: "X Y" is not a header name/),
    expect.stringMatching(/^new-headers: must not hold headers that belong to the connection/),
  ])
})

test('what is missing', async () => {
  const told = await complaints({ 'server-url': '', 'original-url': '', 'api-key': '' })
  expect(told).toEqual([
    expect.stringMatching(/^server-url: is required, .*"https:\/\/cutover.example.com"/),
    expect.stringMatching(/^original-url: is required/),
    expect.stringMatching(/^api-key: is empty/),
  ])
})

test.each<[Record<string, string>, RegExp]>([
  [{ 'server-url': 'nonsense' }, /^server-url: "nonsense" is not a URL/],
  [
    { 'server-url': 'https://me:secret@cutover.example.com' },
    /^server-url: must not hold a user name or a password/,
  ],
  [{ 'server-url': 'https://cutover.example.com/?a=b' }, /^server-url: .* must end after its path/],
  [{ 'api-key': 'two words' }, /^api-key: holds spaces/],
  [{ 'storefront-password': 'x'.repeat(300) }, /^storefront-password: must be at most 256 characters/],
  [{ 'page-name': 'x'.repeat(300) }, /^page-name: must be at most 200 characters/],
  [
    { 'check-run': 'off', 'rerun-button': 'true' },
    /^rerun-button: stands below the check run, and check-run is "off"/,
  ],
  [{ 'fail-on': ',' }, /^fail-on: "," is no suite/],
  [
    { 'new-headers': 'X-Env: one\nx-env: two' },
    /^new-headers: the header "x-env" stands there twice; write its values on one line/,
  ],
  [{ pages: 'Cart: /#/cart' }, /^pages: what follows # in "Cart: \/#\/cart" is never sent to a site/],
  [
    { 'new-url': 'https://me:hush-hush@preview.example.com/' },
    /^new-url: "https:\/\/\*\*\*@preview.example.com\/": must not contain a user name or password; send them in original-headers or new-headers$/,
  ],
  [{ 'new-url': 'https://me:hush-hush@pre view/' }, /^new-url: "https:\/\/\*\*\*@pre view\/" is not a URL/],
  [{ 'new-url': 'https://pr-{nr}.example.com/' }, /^new-url: "\{nr\}" is not known; write "\{number\}"/],
  [{ 'new-url': 'pr-{number}.example.com' }, /^new-url: "pr-\{number\}.example.com" is no address, e\.g\./],
  [{ 'preview-from': 'deployment' }, /^preview-from: with new-url nothing is looked for/],
  [{ 'server-url': 'https://me:hush-hush@' }, /^server-url: "https:\/\/\*\*\*@" is not a URL/],
  [
    { 'server-url': 'https://cutover.example.com', 'new-url': 'http://localhost:8080/' },
    /^new-url: http:\/\/localhost:8080\/ is on the runner itself, where the server at cutover.example.com cannot reach it/,
  ],
  [
    { 'server-url': 'https://cutover.example.com', 'original-url': 'http://127.0.0.1:3000/' },
    /^original-url: http:\/\/127\.0\.0\.1:3000\/ is on the runner itself/,
  ],
  [
    { 'original-url': 'https://{branch}.example.com/' },
    /^original-url: "\{branch\}" stands for nothing there; write the address of the site as it is now, e\.g\. "https:/,
  ],
  [{ 'original-url': 'https://' }, /^original-url: "https:\/\/" is not a URL; write it as https:\/\//],
  [
    { 'original-url': `https://www.example.com/${'x'.repeat(2100)}` },
    /^original-url: .*must be at most 2048 characters$/,
  ],
  [
    { 'new-url': 'https://pr-{ number }.example.com/' },
    /^new-url: "\{ number \}" is not known; write "\{number/,
  ],
  [{ 'new-url': 'https://{pull-request}.example.com/' }, /^new-url: "\{pull-request\}" is not known/],
  [{ 'new-url': 'https://example.com/{}' }, /^new-url: "\{\}" is not known/],
  [
    { 'new-url': 'https://www.example.com' },
    /^new-url: is the address of the original, .*; write the address of the new page, or set allow-same-page to true$/,
  ],
  [
    { 'preview-from': 'status:', 'new-url': '' },
    /^preview-from: "status:" is neither "deployment" nor a name/,
  ],
  [
    { 'preview-from': 'check: Pages', environment: 'Preview', 'new-url': '' },
    /^environment: with preview-from no deployment is looked for; leave one of them out/,
  ],
  [
    { 'wait-for': '2m', timeout: '90s' },
    /^wait-for: "2m" is longer than the step may wait; write a longer timeout/,
  ],
  [{ 'poll-interval': '1m', timeout: '30s' }, /^poll-interval: "1m" is longer than the step may wait/],
  [{ timeout: '0' }, /^timeout: "0" is no time that can be waited; write it as "15m"; at least 1s/],
  [{ timeout: '-5m' }, /^timeout: "-5m" is no time/],
  [{ 'wait-for': '7h' }, /^wait-for: "7h" is no time/],
  [{ 'github-token': 'two words' }, /^github-token: holds spaces, line breaks or letters that no token has/],
  [
    { 'fail-on': 'any, seo' },
    /^fail-on: "any, seo" names "any" among others; write "any" alone, or suites only$/,
  ],
  [{ pages: 'Home: pricing' }, /^pages: the line "Home: pricing" is not of the form "name: \/path"/],
  [{ pages: 'Home: /a b' }, /^pages: the line "Home: \/a b" is not of the form/],
  [{ pages: 'Evil: /\\evil.example.org' }, /^pages: the path in .* must begin with one slash/],
  [{ pages: `${'n'.repeat(101)}: /` }, /^pages: the name in .* is longer than 100 characters/],
  [{ ignore: 'x'.repeat(501) }, /^ignore: must be at most 500 characters/],
  [{ ignore: '.x\n'.repeat(51) }, /^ignore: must hold at most 50 selectors/],
  [{ ignore: '.clock\n.promo[' }, /^ignore: ".promo\[" is not a CSS selector: it ends too soon$/],
  [{ ignore: 'body' }, /^ignore: "body" is the whole page; name the regions that change by themselves$/],
  [
    { 'original-headers': Array.from({ length: 21 }, (_, n) => `X-${n}: a`).join('\n') },
    /^original-headers: must hold at most 20 headers/,
  ],
  [
    { 'new-headers': 'X-Key: \u{1f511} hush-hush' },
    /^new-headers: "X-Key" must not contain control characters/,
  ],
  [{ 'comment-key': 'a--b' }, /^comment-key: "a--b" must be 1 to 64 letters, .*without "--"/],
  [{ 'fork-secrets': 'yes' }, /^fork-secrets: "yes" is neither "refuse" nor "send"/],
  [{ 'api-key': '', account: 'octo' }, /^account: "octo" is no account; copy it from the keys page/],
])('%j', (inputs, words) => {
  const [told] = problemsOf(inputs)
  expect(told).toMatch(words)
  expect(told).not.toMatch(/hush/)
})

// Told once the inputs are taken.
test.each<[Record<string, string>, RegExp]>([
  [
    { 'new-url': 'https://pr-{number}.example.com/' },
    /^new-url holds \{number\}, and this run is of no pull/,
  ],
  [{ 'new-url': '', 'github-token': '' }, /^new-url is empty, and so is github-token/],
])('%j', async (inputs, words) => {
  expect((await complaints(inputs))[0]).toMatch(words)
})

test.each(Object.entries(FOR_THE_SERVER))('%s is told before any request', async (_, wrong) => {
  const asked: string[] = []
  const anybody = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(500).end()
  })
  await new Promise<void>(resolve => anybody.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(anybody.address() as AddressInfo).port}`
  const event = {
    name: 'pull_request',
    payload: { pull_request: { number: 7, head: { sha: 'a'.repeat(40) } } },
  }
  const { status } = await runStep({
    inputs: { ...RIGHT, comment: 'update', 'github-token': 'token', 'server-url': url, ...wrong },
    event,
    github: url,
  })
  anybody.close().closeAllConnections()
  expect(status).toBe(1)
  expect(asked).toEqual([])
})

test('selectors of the input and of cutover.yml are too many together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-inputs-'))
  const some = (name: string) => Array.from({ length: 30 }, (_, n) => `.${name}-${n}`)
  await writeFile(join(folder, 'cutover.yml'), JSON.stringify({ ignore: some('file') }))
  const { commands } = await runStep({
    inputs: { ...RIGHT, ignore: some('input').join('\n') },
    environment: { GITHUB_WORKSPACE: folder },
  })
  await rm(folder, { recursive: true })
  expect(commands.map(({ text }) => text)).toEqual([
    'ignore: with those of cutover.yml there are 60 selectors; write at most 50',
  ])
})

test('a secret in a wrong input is not quoted', async () => {
  const result = await runStep({ inputs: { ...RIGHT, 'api-key': 'top secret', 'new-headers': 'hush-hush' } })
  const told = result.log.split('\n').filter(line => !line.startsWith('::add-mask::'))
  expect(told.join('\n') + result.summary).not.toMatch(/top secret|hush/)
})

test('action.yml declares what is read and set, and says what each is', () => {
  const root = join(import.meta.dirname, '../..')
  const yml = readFileSync(join(root, 'action.yml'), 'utf8')
  const block = (name: string) => new RegExp(`^${name}:\\n((?:(?:  .*)?\\n)+)`, 'm').exec(yml)![1]!
  const namesIn = (text: string) =>
    [...text.matchAll(/^ {2}([\w-]+):\n {4}description: (?=\S{3}|.{20})/gm)].map(([, name]) => name)
  const sources = ['inputs/index.ts', 'inputs/fields.ts', 'publish.ts']
    .map(file => readFileSync(join(root, 'action', file), 'utf8'))
    .join('\n')
  const inputs = namesIn(block('inputs'))
  for (const name of inputs) expect(sources).toContain(`'${name}'`)
  for (const [, name] of sources.matchAll(/getInput\('([\w-]+)'/g)) expect(inputs).toContain(name)
  expect(inputs).toHaveLength(28)
  const set = [...sources.matchAll(/setOutput\('([\w-]+)'/g)].map(([, name]) => name)
  expect(namesIn(block('outputs')).sort()).toEqual(
    [...set, ...SuiteName.options.map(name => `score-${name}`)].sort(),
  )
  expect(yml).toMatch(/using: node24\n {2}main: dist\/index\.js\n/)
  // GitHub takes the names of Feather 4.28 and these colours.
  expect(yml).toMatch(
    /branding:\n {2}icon: git-(branch|commit|merge|pull-request)\n {2}color: (green|blue)\n/,
  )
})

test('pages may be written as a list', () => {
  expect(readPages('- Home: /\r\n- A - B: /a-b\r\n')).toEqual({
    pages: [
      { name: 'Home', path: '/' },
      { name: 'A - B', path: '/a-b' },
    ],
    problems: [],
  })
})

test('not every one of a thousand wrong lines is told', async () => {
  const told = await complaints({ pages: 'nonsense\n'.repeat(1000) })
  expect(told).toHaveLength(31)
  expect(told[30]).toMatch(/^and 97\d more$/)
})

test('more pages than one step compares', () => {
  const { problems } = readPages(Array.from({ length: 51 }, (_, n) => `Page ${n}: /${n}`).join('\n'))
  expect(problems).toEqual(['pages: 51 lines; one step compares at most 50 pages'])
})
