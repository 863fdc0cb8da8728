import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allowedCores, type CoreSet } from '../../server/lib/cores.ts'
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
      name,
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
      name,
    ),
  ).rejects.toThrow('no')
  expect(
    await withMachineLock(
      async () => 'free again',
      () => {},
      never,
      name,
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
      name,
    )
  const first = job('a', true)
  await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([first, job('b', false)])
  expect(events).toEqual(['a in', 'b in', 'a out', 'b out'])
})

/** Holds the lock until it is called. */
async function hold(name: string, coreSets?: () => CoreSet[], answerMs?: number) {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: begun } = Promise.withResolvers<CoreSet | undefined>()
  const work = (_: () => void, cores?: CoreSet) => {
    begun(cores)
    return isOver
  }
  const over = withMachineLock(work, () => {}, never, name, coreSets, answerMs)
  return {
    cores: await isHeld,
    end: async () => {
      end()
      await over
    },
  }
}
const pairs = () => [
  [0, 1],
  [2, 3],
]
const whole = () => [[0, 1, 2, 3]]

test('one at a time on each set of cores, and each is told which it has', async () => {
  const name = ownName()
  const held = new Set<number>()
  const most = { held: 0 }
  const job = () =>
    withMachineLock(
      async (_, cores) => {
        for (const core of cores!) {
          expect(held).not.toContain(core)
          held.add(core)
        }
        most.held = Math.max(most.held, held.size)
        await new Promise(resolve => setTimeout(resolve, 100))
        for (const core of cores!) held.delete(core)
      },
      () => {},
      never,
      name,
      pairs,
    )
  await Promise.all(Array.from({ length: 6 }, job))
  expect(most.held).toBe(4)
})

test.each([0, 1])('who waits has whichever set is free first, be it %i', async free => {
  const name = ownName()
  const holders = [await hold(name, pairs), await hold(name, pairs)]
  const waiting = hold(name, pairs)
  await new Promise(resolve => setTimeout(resolve, 300))
  const started = performance.now()
  await holders[free]!.end()
  const next = await waiting
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(next.cores).toEqual(pairs()[free])
  await Promise.all([next, holders[1 - free]!].map(one => one.end()))
})

test('who is kept on no cores has the machine to itself, and those who come later wait for it', async () => {
  const name = ownName()
  const events: string[] = []
  const kept = [await hold(name, pairs), await hold(name, pairs)]
  const all = hold(name, whole).then(one => {
    events.push('all')
    return one
  })
  await new Promise(resolve => setTimeout(resolve, 200))
  const later = hold(name, pairs).then(one => {
    events.push('later')
    return one
  })
  await kept[0]!.end()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(events).toEqual([])
  await kept[1]!.end()
  const alone = await all
  expect(alone.cores).toBeUndefined()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(events).toEqual(['all'])
  await alone.end()
  await (await later).end()
})

test('who says nothing of cores waits for scans that are kept on any of ours', async () => {
  const name = ownName()
  const kept = await hold(name, () => [...allowedCores(), 4000].map(core => [core]))
  const all = hold(name)
  expect(await Promise.race([all, new Promise(resolve => setTimeout(resolve, 500))])).toBeUndefined()
  await kept.end()
  await (await all).end()
})

test('sets that other processes have made of the same cores are heeded', async () => {
  const name = ownName()
  const first = await hold(name, () => [
    [2, 3],
    [0, 1],
  ])
  const second = await hold(name, () => [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
  ])
  expect([first.cores, second.cores]).toEqual([
    [2, 3],
    [6, 7],
  ])
  await Promise.all([first.end(), second.end()])
})

test('cores that are taken away are no set any more, and scans on what is left take turns', async () => {
  const name = ownName()
  let sets = pairs()
  const holders = [await hold(name, () => sets), await hold(name, () => sets)]
  sets = [[0, 1]]
  const next = hold(name, () => sets)
  await new Promise(resolve => setTimeout(resolve, 200))
  await holders[0]!.end()
  expect((await next).cores).toBeUndefined()
  const after = hold(name, () => sets).then(() => 'begun')
  expect(await Promise.race([after, new Promise(resolve => setTimeout(resolve, 500))])).toBeUndefined()
  await Promise.all([holders[1]!, await next].map(one => one.end()))
  expect(await after).toBe('begun')
})

test('a wait ends when it is called off', async () => {
  const name = ownName()
  const held = await hold(name)
  const calledOff = new AbortController()
  const started = performance.now()
  const waiting = withMachineLock(
    async () => 'ran',
    () => calledOff.abort(),
    calledOff.signal,
    name,
  )
  expect(await waiting).toBe('ran')
  expect(performance.now() - started).toBeLessThan(1_000)
  await held.end()
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
      waiting.push(withMachineLock(async () => void order.push(number), resolve, never, name))
    })
    await waits
  }
  // Somebody who comes and goes leaves no gap.
  const calledOff = new AbortController()
  const gone = withMachineLock(
    async () => {},
    () => calledOff.abort(),
    calledOff.signal,
    name,
  )
  await gone
  await lineOf(name, 12)
  if (how === 'killed') child.kill('SIGKILL')
  else child.send('end')
  await Promise.all(waiting)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

/** After which a holder that gives no answer stands still. */
const SOON_MS = 1_000

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
      name,
      undefined,
      SOON_MS,
    )
  await Promise.all([job('a'), job('b')])
  expect(events.map(event => event.slice(2))).toEqual(['in', 'out', 'in', 'out'])
})

test('who waited at a holder that stands still keeps his place', async () => {
  const name = ownName()
  const child = await holder(name)
  child.kill('SIGSTOP')
  const second = await hold(`${name}-2`)
  const order: string[] = []
  const job = (who: string, name: string) =>
    withMachineLock(
      async () => void order.push(who),
      () => {},
      never,
      name,
      undefined,
      SOON_MS,
    )
  const first = job('first', name)
  await new Promise(resolve => setTimeout(resolve, 500))
  const later = job('later', `${name}-2`)
  // After the silence of the first holder.
  await new Promise(resolve => setTimeout(resolve, SOON_MS + 500))
  await second.end()
  await Promise.all([first, later])
  expect(order).toEqual(['first', 'later'])
})

test('a process that stands still keeps none of its cores', async () => {
  const name = ownName()
  for (const core of [0, 1]) (await holder(`${name}-on-${core}`)).kill('SIGSTOP')
  const started = performance.now()
  const whole = await hold(name, () => [[0, 1]], 3_000)
  // As long as for one of them.
  expect(performance.now() - started).toBeLessThan(5_500)
  await whole.end()
})
