/** From a submission to its claim by an idle worker, as announced by the database and as found by looking alone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SLEEP } from './scale.ts'
import { openTestbed, type Testbed } from './testbed.ts'
import { settled, until } from './traffic.ts'

const GOALS = { p50: 50, p99: 500, without: 2_500 }

/** @returns misses */
export async function pickup(count: number): Promise<string[]> {
  const testbed = await openTestbed()
  const api = await testbed.api()
  const worker = await testbed.worker(SLEEP)
  const one = async () => {
    await until('an idle worker', 30_000, () => worker.jobs.size === 0).catch(error => {
      throw new Error(`${error.message}: ${worker.said().slice(-2000)}`)
    })
    // It has looked once more, and waits.
    await sleep(300 + Math.random() * 700)
    const at = Date.now()
    const job = (await testbed.submit(api.port!))!
    return { job, at }
  }
  const announced: { job: string; at: number }[] = []
  for (let n = 0; n < count; n++) announced.push(await one())
  const found: typeof announced = []
  for (let n = 0; n < Math.ceil(count / 4); n++) {
    await deafen(testbed)
    found.push(await one())
  }
  await settled(testbed)
  const claimed = new Map<string, number>()
  for (const { job, status, at } of await testbed.diary()) if (status === 'running') claimed.set(job, at)
  const times = (sent: typeof announced) =>
    sent.map(({ job, at }) => (claimed.get(job) ?? Number.POSITIVE_INFINITY) - at).toSorted((a, b) => a - b)
  const [with_, without] = [times(announced), times(found)]
  const at = (list: number[], share: number) => Math.round(list[Math.floor(share * (list.length - 1))]!)
  const [p50, p99, most] = [at(with_, 0.5), at(with_, 0.99), at(without, 1)]
  console.log(
    `pick-up of ${with_.length} jobs by an idle worker, from before the request to the claim: p50 ${p50} ms (goal ${GOALS.p50}), p99 ${p99} ms (goal ${GOALS.p99}), longest ${at(with_, 1)} ms`,
  )
  console.log(
    `  without notifications, ${without.length} jobs: p50 ${at(without, 0.5)} ms, longest ${most} ms (goal ${GOALS.without})`,
  )
  const left = await testbed.close()
  return [
    ...(p50 > GOALS.p50 ? [`pick-up: p50 ${p50} ms`] : []),
    ...(p99 > GOALS.p99 ? [`pick-up: p99 ${p99} ms`] : []),
    ...(most > GOALS.without ? [`pick-up: ${most} ms without notifications`] : []),
    ...left.map(line => `pick-up: left ${line}`),
  ]
}

/** No worker listens any more for a second and longer, until it has connected anew. */
async function deafen({ pool }: Testbed): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'cutover-queue' AND (query LIKE 'LISTEN%' OR query LIKE '%pg_listening_channels%')`,
  )
}
