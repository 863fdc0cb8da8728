/**
 * How still the perf suite stands: an identical pair measured again and again, on a quiet machine and with one core
 * kept busy by another process. How much a page weighs is set first, on the quiet machine, so that it scores what it
 * should there. `npm run bench -- stability [runs] [light|heavy] [idle|busy]`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from '../../server/capture/lighthouse.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { perf } from '../../server/suites/perf/index.ts'
import { sampling } from '../../server/suites/perf/sampling.ts'
import { serve } from '../../test/serve.ts'
import { makeCapture } from '../../test/suites/captures.ts'
import { calibrated } from './calibrate.ts'
import { type Weight, weighing } from './pages.ts'

export async function run(args: string[]): Promise<void> {
  const runs = Number(args.find(arg => /^\d+$/.test(arg)) ?? 20)
  const pages = (['light', 'heavy'] as const).filter(name => !args.includes(other(name)))
  const loads = (['idle', 'busy'] as const).filter(name => !args.includes(other(name)))
  for (const page of pages) {
    const weight = await calibrated(page)
    for (const load of loads) {
      const busy = load === 'busy' ? spawn(process.execPath, ['bench/stability/busy.ts']) : undefined
      try {
        await series(`${page}, ${load}`, weight, runs)
      } finally {
        await ended(busy)
      }
    }
  }
}

async function series(name: string, weight: Weight, runs: number): Promise<void> {
  const empty = await mkdtemp(join(tmpdir(), 'cutover-stability-'))
  const [original, rebuilt] = [await serve(empty, weighing(weight)), await serve(empty, weighing(weight))]
  const guard = createGuard({ allowHosts: [original.host, rebuilt.host] })
  const proxy = await startProxy(guard, { maxBytes: 5e9 })
  const sites = sitesOf(
    { original_url: `${original.origin}/`, new_url: `${rebuilt.origin}/`, ignore: [], policy: 'regressions' },
    proxy,
  )
  const taken: {
    score: number
    absolute: number
    baseline: number
    pass: boolean
    inconclusive: boolean
    pairs: number
    told: string[]
  }[] = []
  for (let count = 0; count < runs; count++) {
    const browser = await openBrowser({ proxyUrl: proxy.url })
    let pairs = 0
    const measured = await measure(browser, sites, sampling('regressions'), taken => {
      pairs = taken
    })
    await browser.close()
    const [judged] = runSuites(
      [perf],
      makeCapture('original', { lighthouse: measured.original }),
      makeCapture('rebuilt', { lighthouse: measured.rebuilt }),
    )
    const { score, absolute, baseline, pass, inconclusive, issues } = scoreSuite(judged!, 'regressions')
    const told = issues.filter(({ status }) => status === 'introduced').map(({ key }) => key)
    taken.push({ score, absolute, baseline, pass, inconclusive, pairs, told })
  }
  const absolutes = taken.map(one => one.absolute)
  console.log(
    `${name}: ${runs} runs; absolute mean ${mean(absolutes).toFixed(1)}, standard deviation ${deviation(absolutes).toFixed(2)}, ` +
      `${Math.min(...absolutes)} to ${Math.max(...absolutes)}; failed ${taken.filter(one => !one.pass).length}, inconclusive ${taken.filter(one => one.inconclusive).length}, introduced ${taken.flatMap(one => one.told).join(' ') || 'nothing'}, ` +
      `pairs ${taken.map(one => one.pairs).join(' ')}; scores ${[...new Set(taken.map(one => one.score))].join(', ')}; absolute ${absolutes.join(' ')}`,
  )
  await Promise.all([original.close(), rebuilt.close(), proxy.close()])
}

const OTHERS = { light: 'heavy', heavy: 'light', idle: 'busy', busy: 'idle' } as const
const other = (name: keyof typeof OTHERS): string => OTHERS[name]

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Of a sample. */
function deviation(values: number[]): number {
  const middle = mean(values)
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1),
  )
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child) return
  child.kill()
  await new Promise(resolve => child.once('exit', resolve))
}
