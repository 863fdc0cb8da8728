import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pooled } from '../../server/lib/pool.ts'

const taking = <T>(items: T[]) => {
  let next = 0
  return () => (next < items.length ? items[next++] : undefined)
}

async function collect<R>(results: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = []
  for await (const result of results) all.push(result)
  return all
}

test('results come in the order of the items, so many at once', async () => {
  let [active, peak] = [0, 0]
  const work = async (ms: number) => {
    peak = Math.max(peak, ++active)
    await sleep(ms)
    active--
    return ms
  }
  const items = [20, 1, 10, 1, 1, 5]
  expect(await collect(pooled(taking(items), 3, work))).toEqual(items)
  expect(peak).toBe(3)
})

test('a list may grow while it is worked on', async () => {
  const list = [3]
  const work = async (count: number) => {
    await sleep(1)
    if (count > 0) list.push(count - 1)
    return count
  }
  expect(await collect(pooled(taking(list), 4, work))).toEqual([3, 2, 1, 0])
})

test('no more is taken than is worked on, unless results may wait for a slow one', async () => {
  const begun = async (ahead?: number) => {
    const taken: number[] = []
    const work = async (at: number) => {
      taken.push(at)
      await sleep(at === 0 ? 30 : 0)
      return taken.length
    }
    const results = pooled(taking([0, 1, 2, 3, 4, 5]), 2, work, ahead)
    return (await collect(results))[0]
  }
  expect(await begun()).toBe(2)
  expect(await begun(Number.POSITIVE_INFINITY)).toBe(6)
})

test('whoever has enough ends it, and a failure reaches whoever takes the result', async () => {
  const taken: number[] = []
  const work = async (at: number) => {
    taken.push(at)
    if (at === 2) throw new Error('broken')
    return at
  }
  for await (const result of pooled(taking([0, 1, 3, 4, 5]), 2, work)) if (result === 1) break
  expect(taken).toEqual([0, 1, 3])
  await expect(collect(pooled(taking([0, 1, 2, 3]), 2, work))).rejects.toThrow('broken')
})
