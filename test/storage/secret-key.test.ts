import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecretKey } from '../../server/storage/secret-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'cutover-key-')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))

test('the configured key is used and nothing is kept', async () => {
  const secretKey = Buffer.alloc(32, 7)
  expect(await loadSecretKey({ secretKey, dataDir })).toBe(secretKey)
  expect(() => readdirSync(dataDir)).toThrow('ENOENT')
})

test('a key is made once, kept, and readable by its owner only', async () => {
  const key = await loadSecretKey({ dataDir })
  expect(key).toHaveLength(32)
  expect(await loadSecretKey({ dataDir })).toEqual(key)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('what cannot be read as a file is named', async () => {
  mkdirSync(join(dataDir, 'secret-key'), { recursive: true })
  await expect(loadSecretKey({ dataDir })).rejects.toThrow(
    /secret-key cannot be read \(EISDIR\): it must be a file/,
  )
})

test('callers and processes at once agree', async () => {
  const module = join(import.meta.dirname, '../../server/storage/secret-key.ts')
  const script = `import { loadSecretKey } from ${JSON.stringify(module)}
    const keys = await Promise.all([1, 2, 3].map(() => loadSecretKey({ dataDir: ${JSON.stringify(dataDir)} })))
    console.log(keys.map(key => key.toString('hex')).join('\\n'))`
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
      const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return output.trim().split('\n')
    }),
  )
  expect(outputs.flat()).toHaveLength(9)
  expect(new Set(outputs.flat()).size).toBe(1)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
})

test.each([
  ['cut', 'abc123', /holds 6 characters/],
  ['emptied', '', /holds 0 characters/],
  ['garbled', 'z'.repeat(64), /wanted are 64 hex digits/],
])('a key that was %s is not replaced, and the sentence says how to go on', async (_, text, words) => {
  await loadSecretKey({ dataDir })
  const path = join(dataDir, 'secret-key')
  writeFileSync(path, text)
  const { message } = await loadSecretKey({ dataDir }).catch(error => error)
  expect(message).toMatch(words)
  expect(message).toMatch(/Restore the file; .* delete it and run npm run -s secrets -- adopt/)
  expect(readFileSync(path, 'utf8')).toBe(text)
})
