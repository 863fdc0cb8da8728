import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UsageError } from '../../server/verify/arguments.ts'
import { keptText, openFolder } from '../../server/verify/out-folder.ts'

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-out-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is made with those above it, and left empty', async () => {
  const path = join(await temporary(), 'a/b/c')
  expect(await openFolder(path)).toBe(path)
  expect(await openFolder(path)).toBe(path)
  expect(await readdir(path)).toEqual([])
})

test('a path through a file is refused with the path', async () => {
  const file = join(await temporary(), 'file')
  await writeFile(file, '')
  for (const path of [file, join(file, 'below')]) {
    await expect(openFolder(path)).rejects.toThrow(UsageError)
    await expect(openFolder(path)).rejects.toThrow(`--out is ${JSON.stringify(path)}; it must be a folder`)
  }
})

test.runIf(process.platform === 'linux').each(['/proc/cutover/kept', '/proc/cutover', '/proc'])(
  '%s, which takes no folder, is refused at once',
  async path => {
    await expect(openFolder(path)).rejects.toThrow(/^--out is "\/proc.*can be made and written to: E/)
  },
)

test('what was written is named in the order of the scorecard', () => {
  expect(keptText('/kept', ['job.json', 'evidence', 'original', 'rebuilt', 'more'])).toBe(`Kept in /kept:
  job.json    the job with its scorecard, as --format json prints it
  original/   screenshots of the original, and what was captured of it
  rebuilt/    the same of the new page
  evidence/   cuttings of both for the findings, numbered in the order of the scorecard
  more/`)
})
