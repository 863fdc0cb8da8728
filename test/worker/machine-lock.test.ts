import { expect, test } from 'vitest'
import { withMachineLock } from '../../server/worker/machine-lock.ts'

const never = new AbortController().signal

test('one at a time, and the next is told that it waits', async () => {
  const events: string[] = []
  const pause = () => new Promise(resolve => setTimeout(resolve, 150))
  const job = (name: string) =>
    withMachineLock(
      async () => {
        events.push(`${name} in`)
        await pause()
        events.push(`${name} out`)
      },
      () => events.push(`${name} waits`),
      never,
    )
  const first = job('a')
  await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([first, job('b')])
  expect(events.indexOf('b waits')).toBeGreaterThan(-1)
  expect(events.indexOf('b in')).toBeGreaterThan(events.indexOf('a out'))
})

test('what fails gives the lock back', async () => {
  await expect(
    withMachineLock(
      () => Promise.reject(new Error('no')),
      () => {},
      never,
    ),
  ).rejects.toThrow('no')
  expect(
    await withMachineLock(
      async () => 'free again',
      () => {},
      never,
    ),
  ).toBe('free again')
})

test('a wait ends when it is called off', async () => {
  let release = () => {}
  const held = withMachineLock(
    () =>
      new Promise<void>(resolve => {
        release = resolve
      }),
    () => {},
    never,
  )
  const calledOff = new AbortController()
  const waiting = withMachineLock(
    async () => 'ran',
    () => calledOff.abort(),
    calledOff.signal,
  )
  expect(await waiting).toBe('ran')
  release()
  await held
})
