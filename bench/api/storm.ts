import type { Service } from './service.ts'

const PARALLEL = 20
const STORMS_AT_ONCE = 4

/** Each idempotency key is sent by twenty at once; then it is counted what became of it. */
export async function storm(service: Service, storms: number): Promise<void> {
  const { rows: before } = await service.pool.query('SELECT count(*)::int AS jobs FROM jobs')
  const statuses = new Map<number, number>()
  const broken: string[] = []
  const started = performance.now()
  let next = 0
  const worker = async () => {
    for (let n = next++; n < storms; n = next++) {
      const headers = { 'idempotency-key': `"storm-${n}"` }
      const body = { original_url: `https://a${n}.example.com/`, new_url: `https://b${n}.example.com/` }
      const send = () => service.ask('POST', '/api/v1/scorecard', { key: service.key, headers, body })
      const answers = await Promise.all(Array.from({ length: PARALLEL }, send))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const ids = new Set(answers.filter(({ status }) => status === 202).map(({ json }) => json.job_id))
      ids.add((await send()).json.job_id)
      if (ids.size !== 1) broken.push(`storm-${n}: ${[...ids].join(', ')}`)
    }
  }
  await Promise.all(Array.from({ length: STORMS_AT_ONCE }, worker))
  const { rows: after } = await service.pool.query('SELECT count(*)::int AS jobs FROM jobs')
  const told = [...statuses].map(([status, n]) => `${status}: ${n}`)
  console.log(
    `\nStorm: ${storms} keys, ${PARALLEL} submissions each at once, in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  console.log(`  ${told.join('  ')}`)
  console.log(`  jobs made: ${after[0].jobs - before[0].jobs}; keys with more than one job: ${broken.length}`)
  for (const line of broken.slice(0, 20)) console.log(`  ${line}`)
}
