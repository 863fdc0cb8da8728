import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockName, withMachineLock } from '../../server/worker/machine-lock.ts'

const never = new AbortController().signal
/** Not that of the machine, which may be at work. */
let names = 0
const ownName = () => lockName(`cutover-test-${process.pid}-${++names}`)

test('one at a time, and the next is told that it waits', async () => {
  const events: string[] = []
  const name = ownName()
  const pause = () => new Promise(resolve => setTimeout(resolve, 150))
  const job = (who: string) =>
    withMachineLock(
      async () => {
        events.push(`${who} in`)
        await pause()
        events.push(`${who} out`)
      },
      () => events.push(`${who} waits`),
      never,
      [name],
    )
  const first = job('a')
  await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([first, job('b')])
  expect(events.indexOf('b waits')).toBeGreaterThan(-1)
  expect(events.indexOf('b in')).toBeGreaterThan(events.indexOf('a out'))
})

test('what fails gives the lock back', async () => {
  const name = ownName()
  await expect(
    withMachineLock(
      () => Promise.reject(new Error('no')),
      () => {},
      never,
      [name],
    ),
  ).rejects.toThrow('no')
  expect(
    await withMachineLock(
      async () => 'free again',
      () => {},
      never,
      [name],
    ),
  ).toBe('free again')
})

test('it can be given back before the work is done', async () => {
  const name = ownName()
  const events: string[] = []
  const job = (who: string, early: boolean) =>
    withMachineLock(
      async release => {
        events.push(`${who} in`)
        if (early) release()
        await new Promise(resolve => setTimeout(resolve, 300))
        events.push(`${who} out`)
      },
      () => {},
      never,
      [name],
    )
  const first = job('a', true)
  await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([first, job('b', false)])
  expect(events).toEqual(['a in', 'b in', 'a out', 'b out'])
})

test('one at a time on each of several names, and each is told which it has', async () => {
  const names = [ownName(), ownName()]
  const held = new Set<number>()
  const most = { held: 0 }
  const job = () =>
    withMachineLock(
      async (_, index) => {
        expect(held).not.toContain(index)
        held.add(index)
        most.held = Math.max(most.held, held.size)
        await new Promise(resolve => setTimeout(resolve, 100))
        held.delete(index)
      },
      () => {},
      never,
      names,
    )
  await Promise.all(Array.from({ length: 6 }, job))
  expect(most.held).toBe(2)
})

test('a wait ends when it is called off', async () => {
  const name = ownName()
  let release = () => {}
  const held = withMachineLock(
    () =>
      new Promise<void>(resolve => {
        release = resolve
      }),
    () => {},
    never,
    [name],
  )
  const calledOff = new AbortController()
  const waiting = withMachineLock(
    async () => 'ran',
    () => calledOff.abort(),
    calledOff.signal,
    [name],
  )
  expect(await waiting).toBe('ran')
  release()
  await held
})

/** A process that holds the lock until it is told, or killed. */
async function holder(name: string) {
  const child = fork(join(import.meta.dirname, 'fixtures/lock-holder.ts'), [name.replace('\0', '@')])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** Waits until so many stand in line, by standing behind them. */
async function lineOf(name: string, length: number): Promise<void> {
  const last = connect(name, () => last.write(`${Number.MAX_SAFE_INTEGER}\n`))
  let told = ''
  while (!told.endsWith(`${length}\n`)) told += String((await once(last, 'data'))[0])
  last.destroy()
}

test.each(['told to end', 'killed'])('who waits longest is next when the holder is %s', async how => {
  const name = ownName()
  const child = await holder(name)
  const order: number[] = []
  const waiting: Promise<void>[] = []
  for (const number of Array.from({ length: 12 }, (_, index) => index)) {
    const waits = new Promise<void>(resolve => {
      waiting.push(withMachineLock(async () => void order.push(number), resolve, never, [name]))
    })
    await waits
  }
  // Somebody who comes and goes leaves no gap.
  const calledOff = new AbortController()
  const gone = withMachineLock(
    async () => {},
    () => calledOff.abort(),
    calledOff.signal,
    [name],
  )
  await gone
  await lineOf(name, 12)
  if (how === 'killed') child.kill('SIGKILL')
  else child.send('end')
  await Promise.all(waiting)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('a holder that stands still keeps nobody waiting, and those who go on do so one at a time', async () => {
  const name = ownName()
  const child = await holder(name)
  child.kill('SIGSTOP')
  const events: string[] = []
  const job = (who: string) =>
    withMachineLock(
      async () => {
        events.push(`${who} in`)
        await new Promise(resolve => setTimeout(resolve, 100))
        events.push(`${who} out`)
      },
      () => {},
      never,
      [name],
    )
  await Promise.all([job('a'), job('b')])
  expect(events.map(event => event.slice(2))).toEqual(['in', 'out', 'in', 'out'])
})
