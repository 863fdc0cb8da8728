import { expect, test } from 'vitest'
import { allowedCores, canRunOn, coresIn, onlineCores } from '../../server/lib/cores.ts'

test('cores are read as the system lists them', () => {
  expect(coresIn('0-2,7')).toEqual([0, 1, 2, 7])
  expect(coresIn('5')).toEqual([5])
})

/** A system that has these files only. */
const system = (files: Record<string, string>) => (path: string) => {
  if (path in files) return files[path]!
  throw new Error(`ENOENT: ${path}`)
}

test('cores that are switched off, or not ours, are none', () => {
  const read = system({
    '/sys/devices/system/cpu/online': '0-2,5-7\n',
    '/proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t1-6\nMems_allowed_list:\t0\n',
  })
  expect(onlineCores(read)).toEqual([0, 1, 2, 5, 6, 7])
  expect(allowedCores(read)).toEqual([1, 2, 5, 6])
})

test('two that share one piece of silicon are side by side', () => {
  const siblings = Object.fromEntries(
    [0, 1, 2, 3].flatMap(core =>
      [core, core + 4].map(one => [
        `/sys/devices/system/cpu/cpu${one}/topology/thread_siblings_list`,
        `${core},${core + 4}\n`,
      ]),
    ),
  )
  const read = system({ '/sys/devices/system/cpu/online': '0-7\n', ...siblings })
  expect(allowedCores(read)).toEqual([0, 4, 1, 5, 2, 6, 3, 7])
})

test('a system that says nothing has all of its cores', () => {
  expect(allowedCores(system({})).length).toBeGreaterThan(0)
})

test.runIf(process.platform === 'linux')('a set of which one core is gone is known as such', () => {
  const ours = allowedCores()
  expect(canRunOn(ours)).toBe(true)
  expect(canRunOn([...ours, 4000])).toBe(false)
  expect(canRunOn([4000])).toBe(false)
})
