import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventStream } from '../../server/api/event-stream.ts'
import { openPlaces } from '../../server/api/places.ts'
import type { JobEvent } from '../../server/contract.ts'
import type { Listener } from '../../server/jobs/watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const RUNNING: JobEvent = {
  id: 'job',
  status: 'running',
  progress: { value: 0.5, phase: 'judging' },
  finished_at: null,
}
const ENDED: JobEvent = { ...RUNNING, status: 'completed', finished_at: '2026-01-01T00:00:00.000Z' }

function watched() {
  const listeners = new Set<Listener>()
  return {
    listeners,
    watch: (_: JobEvent, listener: Listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (event: JobEvent | null) => {
      for (const listener of listeners) listener(event)
    },
  }
}

const textOf = (stream: NodeJS.ReadableStream) => String(stream.read() ?? '')

test('a stream that has nothing to tell is kept open by heartbeats, and ends in time', async () => {
  const { watch, listeners } = watched()
  const stream = eventStream(watch, RUNNING, { heartbeatMs: 1000, longestMs: 5500 })
  expect(textOf(stream)).toContain('event: progress\n')
  vi.advanceTimersByTime(3000)
  expect(textOf(stream)).toBe(': \n\n'.repeat(3))
  vi.advanceTimersByTime(60_000)
  expect(textOf(stream)).toBe(': \n\n'.repeat(2))
  stream.resume()
  vi.useRealTimers()
  await finished(stream)
  expect(listeners.size).toBe(0)
})

test('after its end nothing is told, whatever happens to the job', async () => {
  const { watch, tell } = watched()
  const errors: Error[] = []
  const stream = eventStream(watch, RUNNING).on('error', error => errors.push(error))
  tell(ENDED)
  tell(null)
  tell(RUNNING)
  vi.advanceTimersByTime(3_600_000)
  const text = textOf(stream)
  expect(text.match(/event: \w+/g)).toEqual(['event: progress', 'event: ended'])
  vi.useRealTimers()
  await new Promise(resolve => setImmediate(resolve))
  expect(errors).toEqual([])
})

test('a client that does not read is told a few states, and the end', () => {
  const { watch, tell } = watched()
  const stream = eventStream(watch, RUNNING)
  for (let n = 0; n < 100_000; n++) tell({ ...RUNNING, progress: { value: n / 1e5, phase: 'judging' } })
  tell(ENDED)
  const text = textOf(stream)
  expect(text.length).toBeLessThan(200_000)
  expect(text.match(/event: ended/g)).toHaveLength(1)
})

test('a stream that is destroyed leaves no listener and no timer', async () => {
  const { watch, listeners } = watched()
  const stream = eventStream(watch, RUNNING)
  expect([listeners.size, vi.getTimerCount()]).toEqual([1, 2])
  const closed = new Promise(resolve => stream.on('close', resolve))
  stream.destroy()
  await closed
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})

test('places are given back, and all together are bounded', () => {
  const places = openPlaces(3)
  const leave = [places.take('a', 2), places.take('a', 2), places.take('b', 2)]
  expect(() => places.take('a', 2)).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => places.take('c', 2)).toThrow(
    expect.objectContaining({ status: 503, headers: { 'Retry-After': '10' } }),
  )
  leave[2]!()
  expect(() => places.take('a', 2)).toThrow(expect.objectContaining({ status: 429 }))
  leave[0]!()
  places.take('a', 2)
  places.take('c', 2)
})
