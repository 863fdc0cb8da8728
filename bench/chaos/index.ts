/**
 * Whatever befalls a running service: each part on a Postgres and processes of its own, then one table of what came of
 * the jobs. `npm run bench -- chaos [part=kills,stops,…] [count=…] [old=REVISION]`; without a part all of them, each with the
 * count that stands here. Ends with 1 when there is a miss. See README.md beside this.
 */
import { bucketAway } from './bucket.ts'
import { halfOpen, pauses, stops } from './database.ts'
import { fullDisk } from './disk.ts'
import { growth } from './growth.ts'
import { pickup } from './pickup.ts'
import { scale } from './scale.ts'
import { type Outcome, told } from './table.ts'
import { GLANCE } from './testbed.ts'
import { versions } from './versions.ts'
import { deploys, kills, poison, zombies } from './workers.ts'

interface Part {
  /** Of faults, requests or seconds. */
  count: number
  /** Rows of the table, or misses. */
  run(count: number, revision: string): Promise<Outcome | Outcome[] | string[]>
}

const PARTS: Record<string, Part> = {
  kills: { count: 200, run: count => kills(count, GLANCE) },
  'kills-full': { count: 20, run: count => kills(count) },
  stops: { count: 20, run: stops },
  pauses: { count: 10, run: pauses },
  deploys: { count: 20, run: deploys },
  zombies: { count: 50, run: zombies },
  'half-open': { count: 10, run: halfOpen },
  disk: { count: 5, run: fullDisk },
  bucket: { count: 3, run: bucketAway },
  poison: { count: 2, run: poison },
  versions: { count: 1, run: (_, revision) => versions(revision) },
  pickup: { count: 100, run: pickup },
  growth: { count: 300, run: growth },
  scale: { count: 30, run: scale },
}
const OLD = 'eb3df12'

export async function run(args: string[]): Promise<void> {
  const given = Object.fromEntries(args.map(arg => arg.split('=') as [string, string]))
  const names = given.part?.split(',') ?? Object.keys(PARTS)
  const wrong = [
    ...Object.keys(given).filter(name => !['part', 'count', 'old'].includes(name)),
    ...names.filter(name => !(name in PARTS)),
  ]
  if (wrong.length > 0 || (given.count !== undefined && !/^[1-9]\d*$/.test(given.count)))
    throw new Error(
      `${wrong.join(', ') || 'count'}: there are part=${Object.keys(PARTS).join(',')}, count=NUMBER and old=REVISION`,
    )
  // So that what was started ends with us.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
  const outcomes: Outcome[] = []
  const misses: string[] = []
  for (const name of names) {
    const { count, run } = PARTS[name]!
    const started = performance.now()
    console.log(`${name}, ${given.count ?? count} times`)
    const came = [await run(Number(given.count ?? count), given.old ?? OLD)].flat()
    for (const one of came) {
      if (typeof one === 'string') misses.push(one)
      else {
        outcomes.push(one)
        misses.push(...one.misses)
        for (const note of one.notes) console.log(`  ${note}`)
      }
    }
    console.log(`  in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  if (outcomes.length > 0) console.log(`\n${told(outcomes)}`)
  console.log(`\n${misses.length} misses`)
  for (const miss of misses) console.log(`  ${miss}`)
  if (misses.length > 0) process.exit(1)
}
