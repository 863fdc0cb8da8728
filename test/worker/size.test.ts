import { expect, test } from 'vitest'
import { sizeOf, thisMachine } from '../../server/worker/size.ts'

const machine = (cores: readonly number[], gigabytes: number, more = {}) => ({
  cores,
  parallel: cores.length,
  memory: gigabytes * 2 ** 30,
  canPin: true,
  ...more,
})
const eight = [0, 1, 2, 3, 4, 5, 6, 7]

const all = (cores: readonly number[]) => [cores]

test.each([
  ['two cores', machine([0, 1], 4), undefined, all([0, 1]), 1],
  ['two cores and much memory', machine([0, 1], 64), undefined, all([0, 1]), 1],
  ['three cores', machine([0, 1, 2], 16), undefined, all([0, 1, 2]), 1],
  [
    'eight cores',
    machine(eight, 15.6),
    undefined,
    [
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ],
    4,
  ],
  [
    'eight cores with memory for two',
    machine(eight, 7.8),
    undefined,
    [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ],
    2,
  ],
  [
    'five cores, not the first of the machine',
    machine([3, 4, 9, 10, 11], 64),
    undefined,
    [
      [3, 4],
      [9, 10, 11],
    ],
    2,
  ],
  ['less than one scan wants', machine([0], 1), undefined, all([0]), 1],
  ['memory of less than what runs beside the scans', machine(eight, 0.5), undefined, all(eight), 1],
  ['a quota of two of eight', machine(eight, 16, { parallel: 2 }), undefined, all(eight), 1],
  ['no taskset', machine(eight, 16, { canPin: false }), undefined, all(eight), 1],
  ['one wanted', machine(eight, 16), 1, all(eight), 1],
  [
    'two wanted',
    machine(eight, 16),
    2,
    [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ],
    2,
  ],
  [
    'two threads of one piece of silicon are not parted',
    machine([0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13], 64),
    5,
    [
      [0, 8],
      [1, 9],
      [2, 10],
      [3, 11],
      [4, 12, 5, 13],
    ],
    5,
  ],
  ['more wanted than there are cores for', machine([0, 1], 4), 3, all([0, 1]), 3],
])('%s', (_, machine, workers, coreSets, scans) => {
  expect(sizeOf(machine, { workers })).toEqual({ coreSets, scans })
})

test('a browser on another machine works for one scan at a time', () => {
  const remoteBrowser = { endpoint: 'http://10.0.0.7:9222', proxy: { host: '10.0.0.5', port: 3128 } }
  expect(sizeOf(machine(eight, 16), { remoteBrowser })).toEqual({ coreSets: all(eight), scans: 1 })
})

test('this machine has a size', () => {
  const found = thisMachine()
  expect(found.cores.length).toBeGreaterThan(0)
  expect(found.memory).toBeGreaterThan(2 ** 28)
  expect(sizeOf(found).scans).toBeGreaterThanOrEqual(1)
})
