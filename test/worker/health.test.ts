import { expect, onTestFinished, test, vi } from 'vitest'
import { type Need, watchHealth } from '../../server/worker/health.ts'

function watched(needs: Need[], pauseMs = [20, 40, 80]) {
  const lines: string[] = []
  const log = (_: object, message: string) => void lines.push(message)
  const health = watchHealth(needs, { debug: log, info: log, warn: log, error: log }, pauseMs)
  onTestFinished(() => health.close())
  return { health, lines }
}
const forTest = () => AbortSignal.timeout(10_000)

test('what is missing pauses until it is there again, and is tried ever less often', async () => {
  const tried: number[] = []
  let isThere = false
  const check = async () => {
    tried.push(performance.now())
    if (!isThere) throw new Error('no')
  }
  // A machine that does much else is late by more than what is between the first two.
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { health, lines } = watched([{ name: 'browser', check }])
  expect(await health.examine()).toBe('browser')
  expect([health.missing(), health.paused()]).toEqual(['browser', 'browser'])
  while (tried.length < 4) await vi.advanceTimersByTimeAsync(1)
  const between = tried.slice(1).map((at, n) => at - tried[n]!)
  expect(between[2]!).toBeGreaterThan(2 * between[0]!)
  isThere = true
  const isBack = health.until(false, forTest())
  await vi.advanceTimersByTimeAsync(10_000)
  await isBack
  expect([health.missing(), health.paused()]).toEqual([undefined, undefined])
  expect([...new Set(lines)]).toEqual([
    'no jobs are taken: this machine cannot do scans',
    'this machine still cannot do scans',
    'this machine can do scans again, jobs are taken again',
  ])
})

test('what may go at any time is looked at before it costs a scan', async () => {
  let isThere = true
  const check = async () => {
    if (!isThere) throw new Error('full')
  }
  const { health } = watched([{ name: 'disk', check, everyMs: 10 }])
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(health.paused()).toBeUndefined()
  isThere = false
  await health.until(true, forTest())
  expect(health.missing()).toBe('disk')
  isThere = true
  await health.until(false, forTest())
})

test('failures in a row, where nothing is missing, pause for ever longer, and are no reason to be unready', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { health } = watched([], [30, 60, 120])
  expect(await health.examine()).toBeUndefined()
  const pauseOf = async () => {
    const at = performance.now()
    health.ended(true)
    expect([health.missing(), health.paused()]).toEqual([undefined, 'failures'])
    while (health.paused()) await vi.advanceTimersByTimeAsync(1)
    return performance.now() - at
  }
  const pauses = [await pauseOf(), await pauseOf(), await pauseOf()]
  expect(pauses[2]!).toBeGreaterThan(2 * pauses[0]!)
  health.ended(false)
  expect(await pauseOf()).toBeLessThan(pauses[2]!)
})
