import { cpus } from 'node:os'
import { expect, test } from 'vitest'
import { allowedCores, coresIn } from '../../server/lib/cores.ts'
import { sizeOf, thisMachine } from '../../server/worker/size.ts'

const machine = (cores: readonly number[], gigabytes: number, more = {}) => ({
  cores,
  parallel: cores.length,
  memory: gigabytes * 2 ** 30,
  canPin: true,
  ...more,
})
const eight = [0, 1, 2, 3, 4, 5, 6, 7]

test.each([
  ['two cores', machine([0, 1], 4), undefined, [undefined], 1],
  ['two cores with memory for a store beside', machine([0, 1], 23), undefined, [undefined], 2],
  ['eight cores', machine(eight, 16), undefined, ['0,1', '2,3', '4,5', '6,7'], 5],
  ['eight cores with memory for two', machine(eight, 7.8), undefined, ['0,1,2,3', '4,5,6,7'], 2],
  [
    'five cores, not the first of the machine',
    machine([3, 4, 9, 10, 11], 64),
    undefined,
    ['3,4', '9,10,11'],
    4,
  ],
  ['less than one scan wants', machine([0], 1), undefined, [undefined], 1],
  ['a quota of two of eight', machine(eight, 16, { parallel: 2 }), undefined, [undefined], 2],
  ['no taskset', machine(eight, 16, { canPin: false }), undefined, [undefined], 2],
  ['one wanted', machine(eight, 16), 1, [undefined], 1],
  ['two wanted', machine(eight, 16), 2, ['0,1,2,3', '4,5,6,7'], 2],
  ['more wanted than there are cores for', machine([0, 1], 4), 3, [undefined], 3],
])('%s', (_, machine, workers, coreSets, scans) => {
  expect(sizeOf(machine, workers)).toEqual({ coreSets, scans })
})

test('this machine has a size', () => {
  const found = thisMachine()
  expect(found.cores.length).toBeGreaterThan(0)
  expect(found.memory).toBeGreaterThan(2 ** 28)
  expect(sizeOf(found).scans).toBeGreaterThanOrEqual(1)
})

test('cores are read as the system lists them', () => {
  expect(coresIn('0-2,7')).toEqual([0, 1, 2, 7])
  expect(coresIn('5')).toEqual([5])
  expect(allowedCores().length).toBeLessThanOrEqual(cpus().length)
})
