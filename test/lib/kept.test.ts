import { expect, test, vi } from 'vitest'
import { inTime } from '../../server/lib/in-time.ts'
import { kept } from '../../server/lib/kept.ts'

test('who asks meanwhile shares the answer, who asks later gets another', async () => {
  let now = 0
  const work = vi.fn(async () => now)
  const ask = kept(100, work, () => now)
  expect(await Promise.all([ask(), ask()])).toEqual([0, 0])
  now = 99
  expect(await ask()).toBe(0)
  now = 101
  expect(await ask()).toBe(101)
  expect(work).toHaveBeenCalledTimes(2)
})

test('the time counts from the answer on, and a failure is kept as well', async () => {
  let now = 0
  const { promise, reject } = Promise.withResolvers<never>()
  const work = vi.fn(() => promise)
  const ask = kept(100, work, () => now)
  const first = ask()
  now = 1000
  const second = ask()
  reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect(second).rejects.toThrow('no')
  now = 1050
  await expect(ask()).rejects.toThrow('no')
  expect(work).toHaveBeenCalledTimes(1)
})

test('what does not end in time is a failure', async () => {
  expect(await inTime(10_000, Promise.resolve(1))).toBe(1)
  await expect(inTime(10, new Promise(() => {}))).rejects.toThrow('no answer within 0.01 s')
})
