/**
 * The API as a process of its own before a real Postgres, both on this machine: load, a storm of repeated submissions,
 * and generated requests. `npm run bench -- api [seconds=120] [storms=1000] [requests=100000] [seed=…]`; 0 leaves a
 * part out. The peer is pg-boss alone, which is sent as many jobs a second in the same run.
 */
import { randomInt } from 'node:crypto'
import { createKey } from '../../server/accounts/keys.ts'
import { fuzz } from '../../test/api/fuzz.ts'
import { load } from './load.ts'
import { openService, type Service } from './service.ts'
import { storm } from './storm.ts'

const DEFAULTS = { seconds: 120, storms: 1000, requests: 100_000, seed: 0 }

export async function run(args: string[]): Promise<void> {
  const wanted = { ...DEFAULTS, seed: randomInt(1e9) }
  for (const arg of args) {
    const [name = '', value = ''] = arg.split('=')
    if (!(name in wanted) || !/^\d+$/.test(value))
      throw new Error(`${arg} is not one of seconds=, storms=, requests=, seed=`)
    wanted[name as keyof typeof wanted] = Number(value)
  }
  const service = await openService()
  try {
    if (wanted.seconds > 0) await load(service, wanted.seconds)
    if (wanted.storms > 0) await storm(service, wanted.storms)
    if (wanted.requests > 0) await generated(service, wanted.requests, wanted.seed)
  } finally {
    await service.close()
  }
}

async function generated(service: Service, count: number, seed: number): Promise<void> {
  const ids: string[] = []
  for (let n = 0; n < 500; n++) ids.push((await service.submit()).id)
  const { key } = await createKey(service.pool, 'stranger@example.com')
  const started = performance.now()
  const { statuses, bad } = await fuzz({ port: service.port, count, seed, ids, keys: [service.key, key] })
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  const faults = [...statuses].reduce((sum, [status, n]) => sum + (status >= 500 ? n : 0), 0)
  console.log(
    `\nGenerated requests (seed ${seed}): ${count} in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  console.log(`  ${told.join('  ')}`)
  console.log(
    `  answers of 500 and above: ${faults}; answers that do not fit the description: ${bad.length}${bad.length === 20 ? ' or more' : ''}`,
  )
  for (const { request, status, wrong } of bad)
    console.log(`  ${status} ${wrong.join('; ')}\n    ${JSON.stringify(request).slice(0, 1000)}`)
}
