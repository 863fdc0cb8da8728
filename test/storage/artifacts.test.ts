/** What keeps artifacts, whichever it is: one table for the folder and for the bucket, then what each has for itself. */
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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bucketArtifacts } from '../../server/storage/artifact-bucket.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import { type ArtifactStore, StoreUnavailable } from '../../server/storage/artifacts.ts'
import { openArtifacts } from '../../server/storage/open-artifacts.ts'
import { CREDENTIALS, type TestBucket, testBucket } from './bucket.ts'
import { keepFiles } from './keep-files.ts'

const job = 'abcdefghijklmnopqrstuv'
const other = 'ABCDEFGHIJKLMNOPQRSTUV'
let dataDir: string
let root: string
let bucket: TestBucket
let artifacts: ArtifactStore

beforeAll(async () => {
  bucket = await testBucket()
})
afterAll(() => bucket.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cutover-artifacts-'))
  root = join(dataDir, 'artifacts')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const keep = (attempt: number, files: Record<string, Uint8Array | string>, id = job) =>
  keepFiles(artifacts, id, attempt, files)
const read = async (name: string, range?: { start: number; end: number }) =>
  buffer(await (await artifacts.open(job, name))!.stream(range))

const STORES: Record<string, () => ArtifactStore> = {
  folder: () => folderArtifacts(root),
  bucket: () => bucketArtifacts(bucket.storage, CREDENTIALS),
  'bucket without ranges': () => {
    bucket.be('no ranges')
    return bucketArtifacts(bucket.storage, CREDENTIALS)
  },
  'bucket without a prefix': () => bucketArtifacts({ ...bucket.storage, prefix: '' }, CREDENTIALS),
}

const MAIN = ['folder', 'bucket']
const VARIANTS = Object.keys(STORES).filter(kind => !MAIN.includes(kind))
describe.each(MAIN)('%s', everyStore)
describe.each(VARIANTS)('%s', { tags: 'variant' }, everyStore)

function everyStore(kind: string) {
  beforeEach(() => {
    artifacts = STORES[kind]!()
  })
  afterEach(async () => {
    bucket.be('well')
    for (const id of [job, other]) await artifacts.delete(id)
    if (kind !== 'folder') expect(await bucket.keys()).toEqual([])
  })

  test('it can be used, and nothing is left of trying that', async () => {
    await artifacts.check()
    expect(await artifacts.jobs()).toEqual([])
    if (kind === 'folder') expect(readdirSync(root)).toEqual([])
    else expect(await bucket.keys()).toEqual([])
  })

  test('what was kept is got, byte for byte, and what is kept next takes its place', async () => {
    const bytes = Buffer.from([0, 255, 10, 13])
    expect(await keep(1, { 'crops/header.png': bytes, 'top.json': '{}', 'tables/none.csv': '' })).toEqual([
      { name: 'crops/header.png', bytes: 4 },
      { name: 'tables/none.csv', bytes: 0 },
      { name: 'top.json', bytes: 2 },
    ])
    expect(await read('1/crops/header.png')).toEqual(bytes)
    expect(await read('1/tables/none.csv')).toEqual(Buffer.alloc(0))
    await keep(1, { 'crops/header.png': 'second' })
    expect(String(await read('1/crops/header.png'))).toBe('second')
  })

  test('a large one is kept whole', async () => {
    const large = Buffer.alloc(9_000_001, 'large')
    await keep(1, { 'original/capture.json': large })
    expect((await read('1/original/capture.json')).equals(large)).toBe(true)
  })

  test('a part of it is read, and what it is tells when it was replaced', async () => {
    const large = Buffer.alloc(200_000, 'abcdefg')
    await keep(1, { 'tables/a.csv': '0123456789', 'tables/b.csv': large })
    const first = (await artifacts.open(job, '1/tables/a.csv'))!
    expect(first.bytes).toBe(10)
    expect(String(await buffer(await first.stream({ start: 3, end: 5 })))).toBe('345')
    expect(await read('1/tables/b.csv', { start: 70_001, end: 140_000 })).toEqual(
      large.subarray(70_001, 140_001),
    )
    expect(String(await read('1/tables/a.csv', { start: 9, end: 9 }))).toBe('9')
    const again = (await artifacts.open(job, '1/tables/a.csv'))!
    expect(again.version).toBe(first.version)
    await again.close()
    await keep(1, { 'tables/a.csv': '01234567890' })
    const replaced = (await artifacts.open(job, '1/tables/a.csv'))!
    expect(replaced.version).not.toBe(first.version)
    await replaced.close()
  })

  test('what an attempt has is listed by name', async () => {
    await keep(1, { 'tables/b.csv': 'abc', 'original/375.webp': 'ab', 'top.json': '{}', 'tables/B.csv': '' })
    await keep(2, { 'original/375.webp': 'x' })
    await keep(11, { 'original/375.webp': 'x' })
    expect(await artifacts.list(job, 1)).toEqual([
      { name: 'original/375.webp', bytes: 2 },
      { name: 'tables/B.csv', bytes: 0 },
      { name: 'tables/b.csv', bytes: 3 },
      { name: 'top.json', bytes: 2 },
    ])
    expect(await artifacts.list(job, 3)).toEqual([])
    expect(await artifacts.list(other, 1)).toEqual([])
    expect((await artifacts.attempts(job)).sort((a, b) => a - b)).toEqual([1, 2, 11])
    expect(await artifacts.attempts(other)).toEqual([])
  })

  test('what takes several pages to list is listed and deleted whole', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `evidence/${10 + n}.webp`)
    await keep(1, Object.fromEntries(names.map(name => [name, 'x'])))
    expect((await artifacts.list(job, 1)).map(({ name }) => name)).toEqual(names)
    await artifacts.delete(job)
    expect(await artifacts.jobs()).toEqual([])
  })

  test('what is not there is undefined, and so is a folder', async () => {
    await keep(1, { 'report.html': '<!doctype html>' })
    for (const name of ['none.json', '1', '1/report.html/x', '2/report.html', '1/report'])
      expect(await artifacts.open(job, name)).toBeUndefined()
    expect(await artifacts.open(other, '1/report.html')).toBeUndefined()
  })

  test('of a folder, regular files with names of artifacts are kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cutover-left-'))
    mkdirSync(join(folder, 'original/deep/er'), { recursive: true })
    for (const name of ['375.webp', '.hidden', 'a b', 'deep/er/x', 'second.webp'])
      writeFileSync(join(folder, 'original', name), 'x')
    linkSync(join(folder, 'original/second.webp'), join(folder, 'original/hard.webp'))
    symlinkSync('/etc/passwd', join(folder, 'original/link.webp'))
    symlinkSync('/etc', join(folder, 'etc'))
    execFileSync('mkfifo', [join(folder, 'original/pipe')])
    expect(await artifacts.keep(job, 1, folder)).toEqual([{ name: 'original/375.webp', bytes: 1 }])
    expect(await artifacts.list(job, 1)).toEqual([{ name: 'original/375.webp', bytes: 1 }])
    rmSync(folder, { recursive: true })
    expect(await artifacts.keep(job, 2, folder)).toEqual([])
    expect(await artifacts.attempts(job)).toEqual([1])
  })

  test.runIf(kind === 'folder')('of very many files a thousand are kept', async () => {
    const many = Object.fromEntries(Array.from({ length: 1050 }, (_, n) => [`evidence/${10_000 + n}`, 'x']))
    expect(await keep(1, many)).toHaveLength(1000)
    expect((await artifacts.list(job, 1)).at(-1)?.name).toBe('evidence/10999')
  })

  test('what is kept once more, since it failed, is there whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cutover-left-'))
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), name)
    const signal = AbortSignal.abort()
    await expect(artifacts.keep(job, 1, folder, signal)).rejects.toThrow()
    expect(await artifacts.keep(job, 1, folder)).toHaveLength(3)
    expect(await artifacts.keep(job, 1, folder)).toHaveLength(3)
    rmSync(folder, { recursive: true })
  })

  test('deleting a job deletes all of its artifacts and no others', async () => {
    await keep(1, { 'b/c': 'x', 'b/d': 'x' })
    await keep(2, { a: 'x' })
    await keep(1, { a: 'x' }, other)
    expect((await artifacts.jobs()).sort()).toEqual([other, job])
    await artifacts.delete(job)
    await artifacts.delete(job)
    expect(await artifacts.jobs()).toEqual([other])
    expect(await artifacts.list(other, 1)).toHaveLength(1)
  })

  test('deleting an attempt deletes that one', async () => {
    await keep(1, { a: 'x' })
    await keep(11, { a: 'x' })
    await artifacts.delete(job, 1)
    await artifacts.delete(job, 7)
    expect(await artifacts.attempts(job)).toEqual([11])
    await artifacts.delete(job, 11)
    expect(await artifacts.jobs()).toEqual([])
  })

  test.each([
    ...['', '.', '..', '../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', '.hidden', 'a/.hidden', 'a\\b'],
    ...['a b', 'a\0b', 'ä', 'a/b/c/d', 'x'.repeat(101), 'a\n', 'C:x', '%2e%2e/x'],
  ])('the name %j is refused', async name => {
    await expect(artifacts.open(job, name)).rejects.toThrow(RangeError)
  })

  test.each(['', '..', '../../etc', 'short', `${job}/x`, `${job}\n`, 'x'.repeat(65)])(
    'the job id %j is refused',
    async id => {
      writeFileSync(join(dataDir, 'keep'), '')
      await expect(artifacts.keep(id, 1, dataDir)).rejects.toThrow(RangeError)
      await expect(artifacts.open(id, '1/a')).rejects.toThrow(RangeError)
      await expect(artifacts.list(id, 1)).rejects.toThrow(RangeError)
      await expect(artifacts.attempts(id)).rejects.toThrow(RangeError)
      await expect(artifacts.delete(id)).rejects.toThrow(RangeError)
      await expect(artifacts.delete(id, 1)).rejects.toThrow(RangeError)
      expect(readdirSync(dataDir)).toEqual(['keep'])
    },
  )
}

describe('a folder', () => {
  beforeEach(() => {
    artifacts = folderArtifacts(root)
  })

  test('is for our user alone, also where an older version left it open', async () => {
    await keep(1, { 'crops/header.png': 'x' })
    const modeOf = (path: string) => statSync(join(root, path)).mode & 0o777
    const modes = ['', job, `${job}/1`, `${job}/1/crops`, `${job}/1/crops/header.png`].map(modeOf)
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o700, 0o600])
    chmodSync(root, 0o755)
    await openArtifacts({ dataDir })
    expect(modeOf('')).toBe(0o700)
  })

  test('lists nothing that open would not give', async () => {
    await keep(1, { 'original/375.webp': 'x' })
    const folder = join(root, job, '1/original')
    writeFileSync(join(dataDir, 'elsewhere'), 'not for you')
    writeFileSync(join(folder, '.hidden'), 'x')
    symlinkSync('/etc/passwd', join(folder, 'link.webp'))
    symlinkSync('/etc', join(root, job, '1/etc'))
    linkSync(join(dataDir, 'elsewhere'), join(folder, 'hard'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    for (const name of ['hard', 'pipe', 'socket', 'link.webp'])
      expect(await artifacts.open(job, `1/original/${name}`)).toBeUndefined()
    expect(await artifacts.list(job, 1)).toEqual([{ name: 'original/375.webp', bytes: 1 }])
    server.close()
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
    const link = join(root, job, at!)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(outside, inner!), link)
    expect(await artifacts.open(job, '1/original/375.webp')).toBeUndefined()
    expect(await artifacts.list(job, 1)).toEqual([])
    rmSync(outside, { recursive: true })
  })

  test('is emptied also while a worker still writes there', async () => {
    const until = performance.now() + 500
    let written = 0
    const writing = Array.from({ length: 4 }, async () => {
      while (performance.now() < until) await keep(1, { [`crops/${written++}.png`]: 'x' }).catch(() => {})
    })
    for (let n = 0; n < 5; n++) await artifacts.delete(job)
    await Promise.all(writing)
    await artifacts.delete(job)
    expect(readdirSync(root)).toEqual([])
  })

  test('that nobody can write to is a sentence', async () => {
    writeFileSync(root, 'no folder')
    await expect(artifacts.check()).rejects.toThrow(
      `Artifacts cannot be kept in ${root}: EEXIST. This user must be able to write there; CUTOVER_DATA_DIR names another folder, CUTOVER_STORAGE a bucket.`,
    )
  })
})

describe('a bucket', () => {
  beforeEach(() => {
    artifacts = bucketArtifacts(bucket.storage, CREDENTIALS)
  })
  afterEach(async () => {
    bucket.be('well')
    await artifacts.delete(job)
  })

  test('has its objects below the prefix, and leaves others alone', async () => {
    await bucket.put('cutover/elsewhere/1', 'x')
    await bucket.put(`cutover/here/${job}-not/1/a`, 'x')
    await keep(1, { 'original/375.webp': 'x' })
    expect(await bucket.keys()).toContain(`cutover/here/${job}/1/original/375.webp`)
    expect(await artifacts.jobs()).toEqual([job])
    await artifacts.delete(job)
    expect((await bucket.keys()).sort()).toEqual(['cutover/elsewhere/1', `cutover/here/${job}-not/1/a`])
  })

  test.each(['busy', 'broken'] as const)('that is %s for a moment is tried again', async mood => {
    bucket.beFor(mood, 2)
    expect(await keep(1, { a: 'x', b: 'y' })).toHaveLength(2)
    bucket.beFor(mood, 2)
    expect(String(await read('1/a'))).toBe('x')
  })

  test.each(['busy', 'broken'] as const)('that is %s is not the same as nothing there', async mood => {
    await keep(1, { a: 'x' })
    const opened = (await artifacts.open(job, '1/a'))!
    bucket.be(mood)
    // Each is tried several times, with pauses: all at once.
    const asked = [
      opened.stream(),
      artifacts.open(job, '1/a'),
      artifacts.open(job, '1/none'),
      artifacts.list(job, 1),
      artifacts.jobs(),
      artifacts.delete(job),
      keep(2, { a: 'x' }),
    ]
    await Promise.all(asked.map(one => expect(one).rejects.toThrow(StoreUnavailable)))
  })

  test.each([
    [
      'no such bucket',
      {},
      { bucket: 'missing' },
      /: there is no such bucket; make it, or set CUTOVER_STORAGE/,
    ],
    [
      'a wrong key',
      { accessKeyId: 'wrong' },
      {},
      /: the credentials are refused \(InvalidAccessKeyId\); they must/,
    ],
    [
      'no server',
      {},
      { endpoint: 'http://127.0.0.1:9' },
      /127\.0\.0\.1:9 does not answer as S3 does \(ECONNREFUSED\); look at/,
    ],
  ])('%s is a sentence', async (_, credentials, storage, sentence) => {
    const wrong = bucketArtifacts({ ...bucket.storage, ...storage }, { ...CREDENTIALS, ...credentials })
    const error = await wrong.check().catch(error => error)
    expect(error.message).toMatch(/^Artifacts cannot be kept in s3:\/\/(artifacts|missing)\/cutover\/here\//)
    expect(error.message).toMatch(sentence)
    expect(error.message).not.toContain(CREDENTIALS.secretAccessKey)
    expect(error.message).toMatch(/^[^\n]+\.$/)
  })
})
