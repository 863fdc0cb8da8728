import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ArtifactStore, openArtifacts } from '../../server/storage/artifacts.ts'

const job = 'abcdefghijklmnopqrstuv'
let dataDir: string
let artifacts: ArtifactStore

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cutover-artifacts-'))
  artifacts = openArtifacts({ dataDir })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = async (name: string) => buffer((await artifacts.open(job, name))!.stream())

test('what was put is got, byte for byte, and replaced by what is put next', async () => {
  await artifacts.put(job, '1/crops/header.png', Buffer.from([0, 255, 10, 13]))
  expect(await read('1/crops/header.png')).toEqual(Buffer.from([0, 255, 10, 13]))
  await artifacts.put(job, '1/crops/header.png', 'second')
  expect(String(await read('1/crops/header.png'))).toBe('second')
  expect(readdirSync(join(artifacts.folder(job), '1/crops'))).toEqual(['header.png'])
})

test('artifacts are for our user alone, also where an older version left them open', async () => {
  await artifacts.put(job, '1/crops/header.png', 'x')
  const modeOf = (path: string) => statSync(join(dataDir, 'artifacts', path)).mode & 0o777
  const modes = ['', job, `${job}/1`, `${job}/1/crops`, `${job}/1/crops/header.png`].map(modeOf)
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o700, 0o600])
  chmodSync(join(dataDir, 'artifacts'), 0o755)
  openArtifacts({ dataDir })
  expect(modeOf('')).toBe(0o700)
})

test('a part of it is read, and what it is tells when it was replaced', async () => {
  await artifacts.put(job, '1/tables/a.csv', '0123456789')
  const first = (await artifacts.open(job, '1/tables/a.csv'))!
  expect(first.bytes).toBe(10)
  expect(String(await buffer(first.stream({ start: 3, end: 5 })))).toBe('345')
  const again = (await artifacts.open(job, '1/tables/a.csv'))!
  expect(again.version).toBe(first.version)
  await again.close()
  await artifacts.put(job, '1/tables/a.csv', '01234567890')
  const replaced = (await artifacts.open(job, '1/tables/a.csv'))!
  expect(replaced.version).not.toBe(first.version)
  await replaced.close()
})

test('what lies in a folder is listed by name, and nothing that open would not give', async () => {
  for (const name of ['1/tables/b.csv', '1/original/375.webp', '2/original/375.webp', '1/top.json'])
    await artifacts.put(job, name, name)
  const folder = artifacts.folder(job)
  writeFileSync(join(folder, '1/original/.hidden'), 'x')
  writeFileSync(join(folder, '1/original/a b'), 'x')
  symlinkSync('/etc/passwd', join(folder, '1/original/link.webp'))
  symlinkSync('/etc', join(folder, '1/etc'))
  linkSync(join(folder, '2/original/375.webp'), join(folder, '1/original/hard.webp'))
  expect(await artifacts.list(job, '1')).toEqual([
    { name: 'original/375.webp', bytes: 19 },
    { name: 'tables/b.csv', bytes: 14 },
    { name: 'top.json', bytes: 10 },
  ])
  expect(await artifacts.list(job, '3')).toEqual([])
  expect(await artifacts.list('ABCDEFGHIJKLMNOPQRSTUV', '1')).toEqual([])
})

test('of very many files a thousand are listed', async () => {
  await artifacts.put(job, '1/evidence/x', 'x')
  for (let n = 0; n < 1100; n++) writeFileSync(join(artifacts.folder(job), `1/evidence/${n}`), 'x')
  expect(await artifacts.list(job, '1')).toHaveLength(1000)
})

test.each(['file', 'folder', 'attempt', 'job'])('a link in place of the %s leads nowhere', async part => {
  const outside = mkdtempSync(join(tmpdir(), 'cutover-outside-'))
  mkdirSync(join(outside, '1/original'), { recursive: true })
  writeFileSync(join(outside, '1/original/375.webp'), 'not for you')
  const [at, inner] = {
    file: ['1/original/375.webp', '1/original/375.webp'],
    folder: ['1/original', '1/original'],
    attempt: ['1', '1'],
    job: ['', ''],
  }[part]!
  const link = join(artifacts.folder(job), at!)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(outside, inner!), link)
  expect(await artifacts.open(job, '1/original/375.webp')).toBeUndefined()
  expect(await artifacts.list(job, '1')).toEqual([])
  rmSync(outside, { recursive: true })
})

test('a second name of another file, a pipe and a socket are not there', async () => {
  await artifacts.put(job, '1/original/375.webp', 'x')
  const folder = join(artifacts.folder(job), '1/original')
  writeFileSync(join(dataDir, 'elsewhere'), 'not for you')
  linkSync(join(dataDir, 'elsewhere'), join(folder, 'hard'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const server = createServer().listen(join(folder, 'socket'))
  await once(server, 'listening')
  for (const name of ['hard', 'pipe', 'socket'])
    expect(await artifacts.open(job, `1/original/${name}`)).toBeUndefined()
  expect(await artifacts.list(job, '1')).toEqual([{ name: 'original/375.webp', bytes: 1 }])
  server.close()
})

test('what is not there is undefined, and so is a folder', async () => {
  await artifacts.put(job, '1/report.html', '<!doctype html>')
  for (const name of ['none.json', '1', '1/report.html/x'])
    expect(await artifacts.open(job, name)).toBeUndefined()
})

test('deleting a job deletes all of its artifacts and no others', async () => {
  const other = 'ABCDEFGHIJKLMNOPQRSTUV'
  await artifacts.put(job, 'a/b/c', 'x')
  await artifacts.put(other, 'a', 'x')
  await artifacts.deleteJob(job)
  await artifacts.deleteJob(job)
  expect(readdirSync(join(dataDir, 'artifacts'))).toEqual([other])
  expect(await artifacts.jobs()).toEqual([other])
})

test('artifacts are deleted also while a scan still writes some', async () => {
  const until = performance.now() + 500
  let written = 0
  const writing = Array.from({ length: 4 }, async () => {
    while (performance.now() < until)
      await artifacts.put(job, `1/crops/${written++}.png`, 'x').catch(() => {})
  })
  for (let n = 0; n < 5; n++) await artifacts.deleteJob(job)
  await Promise.all(writing)
  await artifacts.deleteJob(job)
  expect(readdirSync(join(dataDir, 'artifacts'))).toEqual([])
})

test.each([
  ...[
    '',
    '.',
    '..',
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    'a/',
    '.hidden',
    'a/.hidden',
    'a\\b',
    'a b',
    'a\0b',
    'ä',
  ],
  ...['a/b/c/d', 'x'.repeat(101), 'a\n', 'C:x', '%2e%2e/x'],
])('the name %j is refused', async name => {
  await expect(artifacts.put(job, name, 'x')).rejects.toThrow(RangeError)
  await expect(artifacts.open(job, name)).rejects.toThrow(RangeError)
  expect(readdirSync(dataDir)).toEqual([])
})

test.each(['', '..', '../../etc', 'short', `${job}/x`, `${job}\n`, 'x'.repeat(65)])(
  'the job id %j is refused',
  async id => {
    writeFileSync(join(dataDir, 'keep'), '')
    expect(() => artifacts.folder(id)).toThrow(RangeError)
    await expect(artifacts.put(id, 'a', 'x')).rejects.toThrow(RangeError)
    await expect(artifacts.deleteJob(id)).rejects.toThrow(RangeError)
    expect(readdirSync(dataDir)).toEqual(['keep'])
  },
)
