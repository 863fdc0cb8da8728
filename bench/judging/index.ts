/**
 * What judging a captured pair costs: pages of 250 to 4,000 text blocks and a seventh as many pictures, captured in a
 * real browser and judged in a process of their own. The captures are kept in `.data/bench/judging`; `--fresh` makes
 * them again.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveCapture } from '../../server/capture/artifact.ts'
import { SCAN_FLAGS } from '../../server/worker/run-scan.ts'
import { capturePair } from '../../test/capture-pair.ts'
import { serve } from '../../test/serve.ts'
import { longPage, rebuiltPage } from './pages.ts'

const SIZES = [250, 500, 1000, 2000, 4000]
const KEPT = '.data/bench/judging'

interface Cost {
  /** Of each suite and of the matching, and all together; milliseconds. */
  suites: Record<string, number>
  cold: number
  warm: number
  /** Peak of the process, and of the same process that only reads the captures; MB. */
  memory: number
  reading: number
  blocks: number
  pictures: number
  allPass: boolean
}

export async function run(args: string[]): Promise<void> {
  const rows: Cost[] = []
  for (const size of SIZES) {
    const folder = join(KEPT, String(size))
    if (args.includes('--fresh') || !existsSync(join(folder, 'rebuilt', 'capture.json')))
      await capture(size, folder)
    const printed = execFileSync(process.execPath, [...SCAN_FLAGS, 'bench/judging/judge-once.ts', folder], {
      encoding: 'utf8',
    })
    const cost = JSON.parse(printed) as Cost
    rows.push(cost)
    const suites = Object.entries(cost.suites).map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
    console.log(
      `${cost.blocks} blocks, ${cost.pictures} pictures: first ${cost.cold.toFixed(0)} ms, again ${cost.warm.toFixed(0)} ms; ` +
        `${cost.memory.toFixed(0)} MB (${cost.reading.toFixed(0)} MB for reading alone)${cost.allPass ? '' : '; FAILED'} [${suites.join(', ')}]`,
    )
  }
  for (const time of ['cold', 'warm'] as const)
    console.log(
      `exponent ${time}: ${slope(
        rows.map(row => Math.log(row.blocks)),
        rows.map(row => Math.log(row[time])),
      ).toFixed(2)}`,
    )
}

async function capture(size: number, folder: string): Promise<void> {
  const empty = await mkdtemp(join(tmpdir(), 'cutover-judging-'))
  const [original, rebuilt] = [await serve(empty, longPage(size)), await serve(empty, rebuiltPage(size))]
  const pair = await capturePair(`${original.origin}/index.html`, `${rebuilt.origin}/index.html`)
  for (const side of ['original', 'rebuilt'] as const) {
    await mkdir(join(folder, side), { recursive: true })
    await saveCapture(join(folder, side), pair[side])
    for (const gap of pair[side].gaps) console.log(`  ${side}: ${gap}`)
  }
  await Promise.all([original.close(), rebuilt.close()])
}

/** Of the straight line that fits best. */
function slope(xs: number[], ys: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  return mean(xs.map((each, at) => (each - x) * (ys[at]! - y))) / mean(xs.map(each => (each - x) ** 2))
}
