import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostsOf, readArguments, UsageError } from '../../server/verify/arguments.ts'

const PAIR = ['https://www.example.com', 'http://localhost:4000/new']

test('two addresses and every option', () => {
  const order = readArguments([
    ...PAIR,
    ...['--page-name', 'Home', '--policy', 'absolute', '--json', '--out', 'kept', '--open'],
    ...[
      '--ignore',
      '.ad',
      '--ignore',
      '#clock',
      '--new-header',
      'X-Key:  a: b ',
      '--original-header',
      'Cookie: c=1',
    ],
  ])
  expect(order).toEqual({
    pages: { original_url: 'https://www.example.com/', new_url: 'http://localhost:4000/new' },
    wishes: {
      page_name: 'Home',
      policy: 'absolute',
      ignore: ['.ad', '#clock'],
      new_headers: { 'X-Key': 'a: b' },
      original_headers: { Cookie: 'c=1' },
    },
    format: 'json',
    out: 'kept',
    open: true,
    help: false,
  })
})

test('no address: the sample pair, with the wishes kept', () => {
  expect(readArguments(['--policy', 'absolute'])).toMatchObject({
    pages: null,
    wishes: { policy: 'absolute', ignore: [] },
    format: 'text',
  })
})

test('judging again takes a folder and nothing of a new job', () => {
  expect(readArguments(['--judge', 'kept', '--json'])).toMatchObject({
    judge: 'kept',
    format: 'json',
    pages: null,
  })
})

test.each([
  [['--format', 'html'], '--format is "html"; it must be text, json, markdown, junit.'],
  [['--format', 'junit', '--json'], '--json and --format junit are two formats; give one.'],
  [['--judge', ''], '--judge is empty; it must be a folder'],
  [['--judge', 'kept', ...PAIR], '--judge goes with --format alone: "https://www.example.com"'],
  [['--judge', 'kept', '--out', 'x'], '--judge goes with --format alone: --out is of the job that was kept'],
  [['https://a.example'], '"https://a.example"; the new page\'s is missing'],
  [[...PAIR, 'https://c.example'], '"https://c.example" is too much'],
  [
    ['localhost:3000', 'https://b.example'],
    '"localhost:3000" has no scheme; write it as https://localhost:3000',
  ],
  [['ftp://a.example', 'https://b.example'], 'The original address is "ftp://a.example"; the scheme ftp:'],
  [['https://a.example', 'https://'], 'The new address: "https://" is not a URL'],
  [['https://user:hush@a.example', 'https://b.example'], '"https://…@a.example"'],
  [['https://user:hush@', 'https://b.example'], '"https://…@" is not a URL'],
  [[...PAIR, '--policy', 'strict'], '--policy is "strict"; it must be regressions or absolute.'],
  [[...PAIR, '--ignore', ''], '--ignore is ""; each must be a CSS selector'],
  [
    [...PAIR, '--ignore', '.ad', '--ignore', '.promo['],
    '--ignore: ".promo[" is not a CSS selector: it ends too soon.',
  ],
  [[...PAIR, '--new-header', `${'x'.repeat(101)}: hush`], '--new-header: must be at most 100 characters.'],
  [[...PAIR, '--new-header', 'hush'], "--new-header must be written as 'Name: value'"],
  [[...PAIR, '--new-header', 'Bad name: hush'], '"Bad name", which is no name of a header'],
  [
    [...PAIR, '--new-header', 'Host: hush'],
    '--new-header: must not hold headers that belong to the connection',
  ],
  [[...PAIR, '--new-header', 'A: 1', '--new-header', 'a: hush'], '--new-header gives "a" twice'],
  [[...PAIR, '--new-header', 'A: hush\u0001'], 'must not contain control characters'],
  [[...PAIR, '--storefront-password', ''], '--storefront-password: must not be empty.'],
  [
    [...PAIR, '--storefront-password', 'hush'.repeat(65)],
    '--storefront-password: must be at most 256 characters.',
  ],
  [[...PAIR, '--out', ''], '--out is empty'],
  [[...PAIR, '--colour'], "Unknown option '--colour'."],
  [[...PAIR, '--page-name'], "'--page-name <value>' argument missing."],
])('%j is refused with its reason', (args, message) => {
  const attempt = () => readArguments(args)
  expect(attempt).toThrow(UsageError)
  expect(attempt).toThrow(message)
  expect(attempt).not.toThrow('hush')
})

test('a page is compared with itself only where that is asked for', () => {
  const twice = ['https://a.example.com/', 'http://www.a.example.com']
  expect(() => readArguments(twice)).toThrow(/--allow-same-page/)
  expect(readArguments([...twice, '--allow-same-page']).wishes.allow_same_page).toBe(true)
})

test('the list of old addresses is read of its file, in whatever charset', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'old-urls-')), 'pages.csv')
  await writeFile(file, Buffer.from('\uFEFFTop pages\tClicks\n/über\t3', 'utf16le'))
  expect(readArguments([...PAIR, '--old-urls', file]).wishes.old_urls).toContain('/über\t3')
  await writeFile(file, 'Page\nfoo')
  expect(() => readArguments([...PAIR, '--old-urls', file])).toThrow(
    /pages\.csv" holds no address: row 2, "foo"/,
  )
  expect(() => readArguments([...PAIR, '--old-urls', `${file}.gone`])).toThrow(/cannot be read: ENOENT/)
})

test('the hosts that the operator named, with their ports', () => {
  expect(hostsOf({ original_url: 'https://www.example.com/', new_url: 'http://[::1]:4000/new' })).toEqual([
    'www.example.com:443',
    '[::1]:4000',
  ])
  expect(hostsOf({ original_url: 'http://a.example/', new_url: 'https://b.example:8443/' })).toEqual([
    'a.example:80',
    'b.example:8443',
  ])
})
