import { expect, test } from 'vitest'
import { figuresOf, type Run, slower, WHOLE } from '../../bench/scan/results.ts'

const runs = (contestant: string, walls: number[], cpu = 10): Run[] =>
  walls.map(wall => ({
    page: 'typical',
    contestant,
    verdict: '',
    phases: [{ name: WHOLE, wall, cpu, memory: 500 }],
    load: 0,
  }))

test('a figure is the median of its runs, its spread half the distance of the quartiles', () => {
  const [wall, cpu] = figuresOf(runs('scan', [20, 30, 22, 24, 21]))
  expect(wall).toMatchObject({ what: 'wall', median: 22, spread: 1.5 })
  expect(cpu).toMatchObject({ what: 'cpu', median: 10, spread: 0 })
})

test('what has grown by more than the noise of both measurements is named', () => {
  const before = runs('scan', [20, 20.5, 19.5])
  expect(slower(before, runs('scan', [20.9, 20.4, 21]))).toEqual([])
  expect(slower(before, runs('scan', [24, 24.5, 23.5]))).toEqual([
    'typical, scan, whole, wall: 20.0 to 24.0 s, noise 1.0',
  ])
  expect(slower(before, runs('scan', [20, 20.5, 19.5], 12))).toEqual([
    expect.stringContaining('cpu: 10.0 to 12.0 s'),
  ])
})

test('what varies more than it has grown, what is faster and what is new is not named', () => {
  expect(slower(runs('scan', [15, 20, 30]), runs('scan', [18, 24, 34]))).toEqual([])
  expect(slower(runs('scan', [20, 20, 20]), runs('scan', [10, 10, 10]))).toEqual([])
  expect(slower(runs('scan', [20, 20, 20]), runs('another', [90, 90, 90]))).toEqual([])
})
