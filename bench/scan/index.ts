/**
 * Whole scans of three real pages against themselves, in a warm service and from a cold command line, in turn with two
 * runs of the `lighthouse` command line tool on the same pages: a table of phases with seconds, processor seconds and
 * memory, and ratios. `--rounds N`, `--pages small,heavy`, `--keep` writes the figures to `bench/results/`.
 */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { median } from '../../server/lib/statistics.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { CONTESTANTS, type Contestant, prepare } from './contestants.ts'
import { meterChildren } from './meter.ts'
import { PAGES, type PageName, servePage } from './pages.ts'
import { type Figure, figuresOf, type Phase, type Run, resultsOf, save, WHOLE } from './results.ts'

const PEER = 'two lighthouse runs'
const GOALS: Record<string, { wall: number; cpu: number }> = {
  'scan, warm': { wall: 0.75, cpu: 1.2 },
  'verify, cold': { wall: 1, cpu: 1.2 },
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      pages: { type: 'string', default: Object.keys(PAGES).join() },
      keep: { type: 'boolean', default: false },
    },
  })
  const names = values.pages.split(',') as PageName[]
  const runs: Run[] = []
  const end = await prepare()
  for (let round = 0; round < Number(values.rounds); round++)
    for (const page of names) runs.push(...(await lookAt(page, round)))
  await end()
  console.log(table(figuresOf(runs)))
  for (const line of ratios(runs)) console.log(line)
  if (values.keep) console.log(`kept as bench/results/${await save(resultsOf(runs, await versions()))}`)
}

/** Each round begins with another contestant: the machine may slow down meanwhile. */
async function lookAt(page: PageName, round: number): Promise<Run[]> {
  const { path } = PAGES[page]
  const [original, rebuilt] = [await servePage(page), await servePage(page)]
  const entries: [string, Contestant][] = Object.entries(CONTESTANTS)
  const turn = round % entries.length
  const runs: Run[] = []
  try {
    for (const [contestant, { compare }] of [...entries.slice(turn), ...entries.slice(0, turn)]) {
      const load = loadavg()[0]!
      const { verdict, phases } = await measured(onPhase =>
        compare(original.origin + path, rebuilt.origin + path, onPhase),
      )
      const [whole] = phases
      console.log(
        `${page}, ${contestant}: ${whole!.wall.toFixed(1)} s, ${whole!.cpu.toFixed(1)} processor seconds, ${whole!.memory.toFixed(0)} MB at load ${load.toFixed(1)}${verdict && `; ${verdict}`}`,
      )
      runs.push({ page, contestant, verdict, phases, load })
    }
  } finally {
    await Promise.all([original.close(), rebuilt.close()])
  }
  return runs
}

async function measured(work: (onPhase: (name: string) => void) => Promise<string>) {
  const usage = meterChildren()
  const phases: Phase[] = []
  const started = performance.now()
  let current: { name: string; from: number; cpu: number } | undefined
  const end = () => {
    if (!current) return
    const [wall, cpu] = [(performance.now() - current.from) / 1000, usage.cpu() - current.cpu]
    phases.push({ name: current.name, wall, cpu, memory: usage.peak() / 1e6 })
  }
  const verdict = await work(name => {
    if (name === current?.name) return
    end()
    current = { name, from: performance.now(), cpu: usage.cpu() }
  })
  end()
  const [wall, cpu] = [(performance.now() - started) / 1000, usage.cpu()]
  const memory = Math.max(usage.peak() / 1e6, ...phases.map(phase => phase.memory))
  usage.end()
  return { verdict, phases: [{ name: WHOLE, wall, cpu, memory }, ...phases] }
}

function table(figures: Figure[]): string {
  const lines = [`${'page'.padEnd(9)}${'who'.padEnd(21)}${'phase'.padEnd(28)}   wall s     cpu s        MB`]
  for (const group of Map.groupBy(
    figures,
    ({ page, contestant, phase }) => `${page} ${contestant} ${phase}`,
  ).values()) {
    const { page, contestant, phase } = group[0]!
    const shown = group.map(({ what, median, spread }) => {
      const digits = what === 'memory' ? 0 : 1
      return `${median.toFixed(digits)} ±${spread.toFixed(digits)}`.padStart(10)
    })
    lines.push(`${page.padEnd(9)}${contestant.padEnd(21)}${phase.padEnd(28)}${shown.join('')}`)
  }
  return lines.join('\n')
}

/** Of each round's own runs, which share what the machine had to do. */
function ratios(runs: Run[]): string[] {
  return [...Map.groupBy(runs, ({ page }) => page)].flatMap(([page, own]) => {
    const peers = own.filter(({ contestant }) => contestant === PEER)
    return Object.entries(GOALS).flatMap(([contestant, goal]) => {
      const ours = own.filter(run => run.contestant === contestant)
      return (['wall', 'cpu'] as const).map(what => {
        const all = ours.map((run, at) => run.phases[0]![what] / peers[at]!.phases[0]![what])
        const range = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`
        return `${page}, ${contestant}: ${median(all).toFixed(2)} of ${PEER} in ${what} (${range}; goal ${goal[what]})`
      })
    })
  })
}

async function versions(): Promise<Record<string, string>> {
  const browser = await findBrowser()
  const own = createRequire(import.meta.url)
  return {
    node: process.version,
    browser: browser ? execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim() : '',
    lighthouse: own('lighthouse/package.json').version,
    playwright: own('playwright/package.json').version,
  }
}
