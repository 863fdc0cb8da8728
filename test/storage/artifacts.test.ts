import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('what was put is got, byte for byte, and replaced by what is put next', async () => {
  await artifacts.put(job, '1/crops/header.png', Buffer.from([0, 255, 10, 13]))
  expect(await artifacts.get(job, '1/crops/header.png')).toEqual(Buffer.from([0, 255, 10, 13]))
  await artifacts.put(job, '1/crops/header.png', 'second')
  expect(String(await artifacts.get(job, '1/crops/header.png'))).toBe('second')
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

test('what is not there is undefined, and so is a folder', async () => {
  await artifacts.put(job, '1/report.html', '<!doctype html>')
  for (const name of ['none.json', '1', '1/report.html/x'])
    expect(await artifacts.get(job, name)).toBeUndefined()
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
  await expect(artifacts.get(job, name)).rejects.toThrow(RangeError)
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
