/**
 * Hostile pages, each scanned as the worker scans: its outcome, the seconds it took, the most memory that its processes
 * had, and what was left. A benign pair before and after tells whether they have done anything to this machine.
 * `npm run bench -- hostile [quick] [part=1/4] [part of a name …]`; `quick` leaves Lighthouse out. Alone: `bombs` unpacks
 * bombs by the HTTP client, `taken-over` prints what a renderer that was taken over reaches, `cost [quick]` what the walls
 * cost in time, `--soak [jobs] [minutes] [at once]` scans so many.
 */
import { join } from 'node:path'
import { scanEnvironment } from '../../server/config/index.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'
import { examineWalls } from '../../server/worker/walls.ts'
import { BOMBS } from '../../test/hostile/bombs.ts'
import { FIXTURES, type Fixture, serveFixture } from '../../test/hostile/index.ts'
import { serve } from '../../test/serve.ts'
import { bombs } from './bombs.ts'
import { GRACE_MS, measured, type Seen, scanPair, told } from './scan-pair.ts'
import { soak } from './soak.ts'
import { asPlainUser, takenOver } from './taken-over.ts'
import { type Watch, watchTraces } from './traces.ts'

const ROOT = join(import.meta.dirname, '../..')
const QUICK = join(import.meta.dirname, 'quick-process.ts')
const ENTRY = join(ROOT, 'server/worker/scan-process.ts')

export async function run(args: string[]): Promise<void> {
  const jobs = args.indexOf('--soak')
  if (jobs >= 0) {
    const [count = 300, minutes = 40, atOnce = 2] = args.slice(jobs + 1).map(Number)
    return soak(count, minutes, atOnce)
  }
  const names = args.filter(arg => arg !== 'quick' && !/^part=/.test(arg))
  const [part = 1, parts = 1] = (
    args
      .find(arg => arg.startsWith('part='))
      ?.slice(5)
      .split('/') ?? []
  ).map(Number)
  if (names[0] === 'bombs' || (names.length === 0 && part === 1)) await bombs()
  if (names[0] === 'bombs') return
  if (names[0] === 'taken-over') return takeOverHere()
  if (names[0] === 'cost') return cost(args.includes('quick') ? QUICK : ENTRY)
  const entry = args.includes('quick') ? QUICK : ENTRY
  const named = FIXTURES.filter(({ name }) => names.length === 0 || names.some(part => name.includes(part)))
  const wanted = named.filter((_, index) => index % parts === part - 1)
  const watch = await watchTraces({ peaks: true })
  const { walls, why } = await examineWalls(
    { environment: scanEnvironment(), chromePath: process.env.CHROME_PATH },
    process.getuid?.() === 0,
  )
  console.log(
    `hostile pages: ${wanted.length}; walls ${JSON.stringify(walls)}, deadline ${LIMITS.deadlineMs / 1000} s`,
  )
  const [original, rebuilt] = [
    await serve(join(ROOT, 'sample/original')),
    await serve(join(ROOT, 'sample/rebuilt')),
  ]
  const scan = (first: string, second: string) => scanPair(first, second, walls, entry)
  const benign = () => scan(`${original.origin}/`, `${rebuilt.origin}/`)
  for (const reason of why) console.log(`  no better: ${reason}`)
  const before = await benign()
  const rss = process.memoryUsage().rss
  console.log(`benign pair before: ${told(before)}`)
  const misses: string[] = []
  const single = async (fixture: Fixture) => {
    const served = await serveFixture(fixture)
    const seen = await scan(`${original.origin}/`, served.url)
    served.close()
    report([fixture], seen, watch, misses)
  }
  const harmless = wanted.filter(isHarmless)
  const failing = wanted.filter(({ outcomes }) => !outcomes.includes('scorecard'))
  const others = wanted.filter(one => !harmless.includes(one) && !failing.includes(one))
  for (const fixture of failing) await single(fixture)
  // Two at once: each ends in a scorecard, or they are looked at one by one.
  for (let i = 0; i < harmless.length; i += 2) {
    const couple = harmless.slice(i, i + 2)
    const [first, second] = couple
    if (!first || !second) {
      if (first) await single(first)
      continue
    }
    const served = await Promise.all(couple.map(serveFixture))
    const seen = await scan(served[0]!.url, served[1]!.url)
    for (const one of served) one.close()
    if (seen.outcome === 'scorecard') report(couple, seen, watch, misses)
    else {
      watch.takePeak() // of both together: neither's own
      for (const one of couple) await single(one)
    }
  }
  for (const fixture of others) await single(fixture)
  const after = await benign()
  console.log(`benign pair after:  ${told(after)}`)
  if (measured(after) !== measured(before)) misses.push('the benign pair is judged otherwise than before')
  const grown = process.memoryUsage().rss / rss - 1
  console.log(`memory of this process: ${grown < 0 ? '' : '+'}${(100 * grown).toFixed(1)} %`)
  await Promise.all([original.close(), rebuilt.close(), watch.close()])
  console.log(`${wanted.length} hostile pages, ${misses.length} misses`)
  for (const miss of misses) console.log(`  ${miss}`)
}

const ROUNDS = 5

/** The sample pair with the browser in a network of its own and without, in turn. */
async function cost(entry: string): Promise<void> {
  const { walls } = await examineWalls(
    { environment: scanEnvironment(), chromePath: process.env.CHROME_PATH },
    process.getuid?.() === 0,
  )
  const [original, rebuilt] = [
    await serve(join(ROOT, 'sample/original')),
    await serve(join(ROOT, 'sample/rebuilt')),
  ]
  const seconds: Record<'true' | 'false', number[]> = { true: [], false: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const ownNetwork of round % 2 ? [true, false] : [false, true]) {
      const seen = await scanPair(
        `${original.origin}/`,
        `${rebuilt.origin}/`,
        { ...walls, ownNetwork },
        entry,
      )
      seconds[`${ownNetwork}`].push(seen.ms / 1000)
      console.log(`${ownNetwork ? 'a network of its own' : 'the machine’s network'}: ${told(seen)}`)
    }
  await Promise.all([original.close(), rebuilt.close()])
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!
  const [before, after] = [median(seconds.false), median(seconds.true)]
  console.log(
    `median of ${ROUNDS}: ${before.toFixed(1)} s without, ${after.toFixed(1)} s within: ${((100 * after) / before - 100).toFixed(1)} % (goal: at most 5 %)`,
  )
}

async function takeOverHere(): Promise<void> {
  const root = process.getuid?.() === 0
  const { walls } = await examineWalls(
    { environment: scanEnvironment(), chromePath: process.env.CHROME_PATH },
    root,
  )
  console.log(`as ${root ? 'root' : 'a user who is not root'}; walls ${JSON.stringify(walls)}`)
  await takenOver(walls)
  asPlainUser(process.argv[1]!)
}

/** Whose memory is of interest. */
const isBomb = (fixture: Fixture) => BOMBS.includes(fixture)
const MAX_BOMB_BYTES = 1.5e9

const isHarmless = (fixture: Fixture) =>
  fixture.outcomes.length === 1 && fixture.outcomes[0] === 'scorecard' && !isBomb(fixture)

function report(
  fixtures: Fixture[],
  { outcome, ms, detail, card }: Seen,
  watch: Watch,
  misses: string[],
): void {
  const name = fixtures.map(fixture => fixture.name).join(' | ')
  const left = watch.left()
  const peak = watch.takePeak()
  const wrong = [
    ...(fixtures.every(({ outcomes }) => outcomes.some(one => one === outcome))
      ? []
      : [`ended in ${outcome}: ${detail}`]),
    ...(ms > LIMITS.deadlineMs + GRACE_MS ? [`took ${Math.round(ms / 1000)} s`] : []),
    ...(peak > MAX_BOMB_BYTES && fixtures.some(isBomb) ? [`took ${Math.round(peak / 1e6)} MB`] : []),
    ...(left.length > 0 ? [`left ${left.join('; ')}`] : []),
  ]
  const gaps = card ? `, ${card.gaps.length} gaps` : ''
  const columns = [
    (wrong.length > 0 ? 'MISS' : 'ok').padEnd(4),
    outcome.padEnd(18),
    `${(ms / 1000).toFixed(1).padStart(6)} s`,
    `${Math.round(peak / 1e6)
      .toString()
      .padStart(5)} MB`,
    `${name}${gaps}`,
  ]
  console.log(columns.join('  '))
  for (const one of wrong) misses.push(`${name}: ${one}`)
}
