/** The disk of the artifacts and the one that scans write on are full for a while, in turn. Needs the right to mount a small file system. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freeBytes } from '../../server/lib/disk.ts'
import { judge, type Outcome } from './table.ts'
import { GLANCE, openTestbed } from './testbed.ts'
import { between, settled, startTraffic, until } from './traffic.ts'
import { closed } from './workers.ts'

const MEGABYTES = 60
/** Browsers keep their profiles there. */
const SCRATCH_MEGABYTES = 400
const RESERVE_MEGABYTES = 20
const BACK_MS = 15_000

export async function fullDisk(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const folder = testbed.env.CUTOVER_DATA_DIR!
  const scratch = testbed.env.TMPDIR!
  mkdirSync(folder)
  const disks = [folder, scratch]
  const mount = (size: number, at: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=711`, 'tmpfs', at])
  mount(MEGABYTES, folder)
  mount(SCRATCH_MEGABYTES, scratch)
  const recoveries: number[] = []
  const wrong: string[] = []
  try {
    const env = { CUTOVER_MIN_FREE_MB: String(RESERVE_MEGABYTES) }
    const api = await testbed.api(env)
    for (let n = 0; n < 2; n++) await testbed.worker(GLANCE, env)
    const stopTraffic = startTraffic(testbed, () => api.port!, 4)
    for (let n = 0; n < count; n++) {
      await sleep(between(3_000, 8_000))
      const disk = disks[n % 2]!
      const ballast = join(disk, 'ballast')
      // To the last byte: what a scan writes at this moment finds no room either.
      await fill(ballast, disk)
      await sleep(between(5_000, 10_000))
      const isTaken = (await testbed.submit(api.port!)) !== undefined
      // Another machine may have room for the scan: only where the result is kept concerns the API.
      if (isTaken !== (disk === scratch))
        wrong.push(`disk: a submission was ${isTaken ? 'taken' : 'refused'} with ${disk} full`)
      rmSync(ballast)
      const at = Date.now()
      await until('a submission after that', 120_000, () => testbed.submit(api.port!))
      await until('a scan to begin', 120_000, async () => {
        const sql = `SELECT FROM jobs WHERE status = 'running' AND phase LIKE 'looking%' AND heartbeat_at > to_timestamp($1)`
        return (await testbed.pool.query(sql, [at / 1000])).rowCount
      })
      recoveries.push(Date.now() - at)
    }
    await stopTraffic()
    await settled(testbed)
    const outcome = await judge(testbed, 'disk of the artifacts or of scans full', count, recoveries, BACK_MS)
    outcome.misses.push(...wrong)
    const { rows } = await testbed.pool.query(
      `SELECT count(*)::int AS bare FROM jobs WHERE status = 'completed' AND artifact_bytes = 0`,
    )
    if (rows[0].bare > 0) outcome.misses.push(`disk: ${rows[0].bare} results without their pictures`)
    for (const running of testbed.running) running.child.kill('SIGTERM')
    await Promise.all([...testbed.running].map(({ ended }) => ended))
    outcome.misses.push(...readdirSync(scratch).map(name => `disk: left ${name}`))
    for (const disk of disks) execFileSync('umount', [disk])
    return await closed(testbed, outcome)
  } catch (error) {
    for (const running of testbed.running) console.log(running.said().slice(-6000))
    for (const disk of disks) execFileSync('umount', ['-l', disk])
    throw error
  }
}

async function fill(file: string, folder: string): Promise<void> {
  for (let free = await freeBytes(folder); free > 0; free = await freeBytes(folder)) {
    try {
      writeFileSync(file, Buffer.alloc(Math.min(free, 1e6)), { flag: 'a' })
    } catch {
      return
    }
  }
}
