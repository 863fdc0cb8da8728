import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { part } from '../../server/lib/part.ts'

function chunks(...texts: string[]): Readable {
  return Readable.from(
    texts.map(text => Buffer.from(text)),
    { objectMode: false },
  )
}

test.each([
  [0, 0, 'a'],
  [0, 8, 'abcdefghi'],
  [2, 3, 'cd'],
  [3, 5, 'def'],
  [1, 7, 'bcdefgh'],
  [8, 8, 'i'],
  [7, 99, 'hi'],
  [20, 30, ''],
])('bytes %i to %i are %s', async (start, end, text) => {
  expect(String(await buffer(part(chunks('abc', '', 'defg', 'hi'), { start, end })))).toBe(text)
})

test('what comes after it is not waited for, and nobody holds the rest', async () => {
  const source = new Readable({ read() {} })
  source.push('abcdef')
  expect(String(await buffer(part(source, { start: 1, end: 2 })))).toBe('bc')
  expect(source.destroyed).toBe(true)
})

test('whoever leaves it lets go of all of it', async () => {
  const source = chunks('abc', 'def', 'ghi')
  const reader = part(source, { start: 0, end: 8 })
  for await (const _ of reader) break
  expect(source.destroyed).toBe(true)
})

test('a source that breaks off breaks it off', async () => {
  const source = new Readable({ read() {} })
  source.push('abc')
  setImmediate(() => source.destroy(new Error('reset')))
  await expect(buffer(part(source, { start: 0, end: 8 }))).rejects.toThrow('reset')
})
