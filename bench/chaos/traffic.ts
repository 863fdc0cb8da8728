/** Submissions that go on whatever happens, and waiting for what comes of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Testbed } from './testbed.ts'

/** Keeps `inFlight` jobs on their way by way of the API on `port()`. @returns stops it */
export function startTraffic(testbed: Testbed, port: () => number, inFlight: number): () => Promise<void> {
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      // While the database is away, nobody knows; submissions go on all the same.
      const open = await unfinished(testbed).catch(() => 0)
      if (open < inFlight) await testbed.submit(port())
      await sleep(200)
    }
  }
  const running = loop()
  return async () => {
    stopped = true
    await running
  }
}

/** Of the acknowledged jobs, those that have not ended. */
async function unfinished({ pool, acknowledged }: Testbed): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(
    'SELECT count(*)::int AS ended FROM jobs WHERE id = ANY($1) AND finished_at IS NOT NULL',
    [[...acknowledged.keys()]],
  )
  return acknowledged.size - rows[0]!.ended
}

/** Until all acknowledged jobs have ended, or none has for `patienceMs`. */
export async function settled(testbed: Testbed, patienceMs = 120_000): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, Date.now()]
  while (Date.now() - since < patienceMs) {
    const open = await unfinished(testbed).catch(() => least)
    if (open === 0) return
    if (open < least) [least, since] = [open, Date.now()]
    await sleep(300)
  }
}

/** Until `look` finds something. @throws when it does not within `ms` */
export async function until<T>(
  what: string,
  ms: number,
  look: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(30)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`waited ${ms / 1000} s in vain for ${what}`)
}

export const between = (least: number, most: number) => least + Math.random() * (most - least)
