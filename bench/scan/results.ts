/** What was measured, as it is kept, and whether a later measurement is slower than an earlier one. */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from '../../server/lib/statistics.ts'

/** One part of one comparison. */
export interface Phase {
  name: string
  /** Seconds, by the clock and of all processors. */
  wall: number
  cpu: number
  /** MB at its peak. */
  memory: number
}

export interface Run {
  page: string
  contestant: string
  verdict: string
  /** All of it first. */
  phases: Phase[]
  /** Of the machine within the last minute, when it began. */
  load: number
}

export interface Results {
  date: string
  commit: string
  machine: { processor: string; cores: number; memory: number }
  versions: Record<string, string>
  runs: Run[]
}

export const WHOLE = 'whole'
const FOLDER = join(import.meta.dirname, '../results')

export function resultsOf(runs: Run[], versions: Record<string, string>): Results {
  return {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim(),
    machine: {
      processor: cpus()[0]!.model,
      cores: cpus().length,
      memory: Math.round(totalmem() / 1e9),
    },
    versions,
    runs,
  }
}

/** @returns the name of the file */
export async function save(results: Results): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const name = `scan-${results.date.replace(/[:.]/g, '-').slice(0, 19)}-${results.commit}.json`
  await writeFile(join(FOLDER, name), `${JSON.stringify(results, null, 1)}\n`)
  return name
}

/** Those of these names, else the last two that were saved. */
export async function saved(names: string[]): Promise<[before: Results, after: Results]> {
  const all = (await readdir(FOLDER).catch(() => [])).filter(name => /^scan-.*\.json$/.test(name)).sort()
  const [before, after] = names.length === 2 ? names : all.slice(-2)
  if (!before || !after) throw new Error(`two results are compared; there are: ${all.join(', ') || 'none'}`)
  const read = async (name: string): Promise<Results> =>
    JSON.parse(await readFile(join(FOLDER, name), 'utf8'))
  return [await read(before), await read(after)]
}

export interface Figure {
  page: string
  contestant: string
  phase: string
  what: 'wall' | 'cpu' | 'memory'
  median: number
  /** Half of the distance between the quartiles. */
  spread: number
}

/** Of each phase of each contestant on each page, in the order in which they were met. */
export function figuresOf(runs: readonly Run[]): Figure[] {
  const groups = Map.groupBy(
    runs.flatMap(({ page, contestant, phases }) => phases.map(phase => ({ page, contestant, phase }))),
    ({ page, contestant, phase }) => JSON.stringify([page, contestant, phase.name]),
  )
  return [...groups.values()].flatMap(group =>
    (['wall', 'cpu', 'memory'] as const).map(what => {
      const values = group.map(({ phase }) => phase[what]).sort((a, b) => a - b)
      const quartile = (share: number) => values[Math.round(share * (values.length - 1))]!
      const { page, contestant, phase } = group[0]!
      const spread = (quartile(0.75) - quartile(0.25)) / 2
      return { page, contestant, phase: phase.name, what, median: median(values), spread }
    }),
  )
}

/** Less is no matter, whatever the spread: seconds, or MB. */
const LEAST = { wall: 0.3, cpu: 0.3, memory: 50 }
const SHARE = 0.05
/** Spreads of both measurements together. */
const SPREADS = 2

/** The figures that have grown by more than the noise, in words. */
export function slower(before: readonly Run[], after: readonly Run[]): string[] {
  const known = new Map(figuresOf(before).map(figure => [keyOf(figure), figure]))
  return figuresOf(after).flatMap(now => {
    const was = known.get(keyOf(now))
    if (!was) return []
    const noise = Math.max(LEAST[now.what], SHARE * was.median, SPREADS * (was.spread + now.spread))
    const unit = now.what === 'memory' ? 'MB' : 's'
    return now.median > was.median + noise
      ? [
          `${keyOf(now)}: ${was.median.toFixed(1)} to ${now.median.toFixed(1)} ${unit}, noise ${noise.toFixed(1)}`,
        ]
      : []
  })
}

const keyOf = ({ page, contestant, phase, what }: Figure) => `${page}, ${contestant}, ${phase}, ${what}`
