import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Service } from './service.ts'

const POSTS = 50
const GETS = 500

interface Measured {
  /** Milliseconds from the moment when a request was due, so that one that waits for others counts in full. */
  times: number[]
  statuses: Map<number, number>
}

/** Submissions and polls at a steady rate, side by side; then as many jobs sent to pg-boss alone. */
export async function load(service: Service, seconds: number): Promise<void> {
  const ids: string[] = []
  for (let n = 0; n < 100; n++) ids.push((await service.submit()).id)
  const tags = await Promise.all(
    ids.map(async id => (await service.ask('GET', `/api/v1/jobs/${id}`)).headers.etag!),
  )
  let polls = 0
  const poll = async () => {
    const n = polls++
    const at = n % ids.length
    // A quarter each: with and without a key, with and without the tag of what is there.
    return (
      await service.ask('GET', `/api/v1/jobs/${ids[at]}`, {
        key: n % 2 ? service.key : undefined,
        headers: n % 4 < 2 ? {} : { 'if-none-match': tags[at]! },
      })
    ).status
  }
  const [posts, gets] = await Promise.all([
    steadily(POSTS, seconds, async () => (await service.submit()).status),
    steadily(GETS, seconds, poll),
  ])
  const peer = await bare(service, seconds)
  console.log(`\nLoad for ${seconds} s: ${POSTS} submissions and ${GETS} polls a second`)
  tell('submission', posts, 250)
  tell('poll', gets, 100)
  tell(`pg-boss send alone, ${POSTS} a second`, peer)
  console.log(
    `  a submission takes ${(at(posts.times, 0.5) / at(peer.times, 0.5)).toFixed(1)} times as long as a bare send (p50)`,
  )
}

async function bare({ databaseUrl }: Service, seconds: number): Promise<Measured> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'bare',
    supervise: false,
    schedule: false,
  })
  boss.on('error', error => console.error(error.message))
  await boss.start()
  await boss.createQueue('bare')
  const measured = await steadily(POSTS, seconds, async () => {
    await boss.send('bare', { id: randomUUID() })
    return 0
  })
  await boss.stop({ graceful: false })
  return measured
}

/** `rate` calls a second, each when it is due, however long the others take. */
async function steadily(rate: number, seconds: number, call: () => Promise<number>): Promise<Measured> {
  const measured: Measured = { times: [], statuses: new Map() }
  const started = performance.now()
  const running: Promise<void>[] = []
  const one = async (due: number) => {
    const status = await call()
    measured.times.push(performance.now() - due)
    measured.statuses.set(status, (measured.statuses.get(status) ?? 0) + 1)
  }
  for (let n = 0; n < rate * seconds; n++) {
    const due = started + (n * 1000) / rate
    const early = due - performance.now()
    if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
    running.push(one(due))
  }
  await Promise.all(running)
  return measured
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))]!

function tell(name: string, { times, statuses }: Measured, goal?: number): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map(share => at(times, share).toFixed(1))
  const told = [...statuses].filter(([status]) => status > 0).map(([status, n]) => `${status}: ${n}`)
  console.log(
    `  ${name}: p50 ${p50} ms, p99 ${p99} ms${goal ? ` (goal ${goal})` : ''}, longest ${most} ms  ${told.join('  ')}`,
  )
}
