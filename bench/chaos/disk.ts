/** The disk of the artifacts is full for a while. Needs the right to mount a small file system. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freeBytes } from '../../server/lib/disk.ts'
import { GLANCE, openGround } from './ground.ts'
import { judge, type Outcome } from './table.ts'
import { between, settled, startTraffic, until } from './traffic.ts'
import { closed } from './workers.ts'

const MEGABYTES = 60
const RESERVE_MEGABYTES = 20
const BACK_MS = 15_000

export async function fullDisk(count: number): Promise<Outcome> {
  const ground = await openGround()
  const folder = ground.env.CUTOVER_DATA_DIR!
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder])
  const recoveries: number[] = []
  let refusals = 0
  try {
    const env = { CUTOVER_MIN_FREE_MB: String(RESERVE_MEGABYTES) }
    const api = await ground.api(env)
    for (let n = 0; n < 2; n++) await ground.worker(GLANCE, env)
    const stopTraffic = startTraffic(ground, () => api.port!, 4)
    for (let n = 0; n < count; n++) {
      await sleep(between(3_000, 8_000))
      const ballast = join(folder, 'ballast')
      // To the last byte: what a scan writes at this moment finds no room either.
      await fill(ballast, folder)
      await sleep(between(5_000, 10_000))
      if ((await ground.submit(api.port!)) === undefined) refusals++
      rmSync(ballast)
      const at = Date.now()
      await until('a submission after that', 120_000, () => ground.submit(api.port!))
      await until('a scan to begin', 120_000, async () => {
        const sql = `SELECT FROM jobs WHERE status = 'running' AND phase LIKE 'looking%' AND heartbeat_at > to_timestamp($1)`
        return (await ground.pool.query(sql, [at / 1000])).rowCount
      })
      recoveries.push(Date.now() - at)
    }
    await stopTraffic()
    await settled(ground)
    const outcome = await judge(ground, 'disk of the artifacts full', count, recoveries, BACK_MS)
    if (refusals < count)
      outcome.misses.push(`disk: only ${refusals} of ${count} submissions were refused while it was full`)
    const { rows } = await ground.pool.query(
      `SELECT count(*)::int AS bare FROM jobs WHERE status = 'completed' AND artifact_bytes = 0`,
    )
    if (rows[0].bare > 0) outcome.misses.push(`disk: ${rows[0].bare} results without their pictures`)
    for (const running of ground.running) running.child.kill('SIGTERM')
    await Promise.all([...ground.running].map(({ ended }) => ended))
    execFileSync('umount', [folder])
    return await closed(ground, outcome)
  } catch (error) {
    for (const running of ground.running) console.log(running.said().slice(-6000))
    execFileSync('umount', ['-l', folder])
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
