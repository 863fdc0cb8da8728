import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { besideBusy } from '../../bench/busy.ts'

/** Processor time that a process has used, in the words of `ps`; empty where there is none. */
const usedBy = (pid: number): Promise<string> =>
  promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )

test('processes use the machine while the work is done, and are gone afterwards', async () => {
  const pids = await besideBusy(2, async pids => {
    for (const pid of pids) await expect.poll(() => usedBy(pid), { timeout: 30_000 }).toMatch(/[1-9]/)
    return pids
  })
  expect(await Promise.all(pids.map(usedBy))).toEqual(['', ''])
})

test('work beside a process that ended says so', async () => {
  const work = besideBusy(1, async ([pid]) => {
    process.kill(pid!)
    await expect.poll(() => usedBy(pid!), { timeout: 30_000 }).toBe('')
  })
  await expect(work).rejects.toThrow('ended by itself')
})
