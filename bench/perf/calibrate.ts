/** Makes a page weigh so much that it scores what it should on this machine. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { median } from '../../server/lib/statistics.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { serve } from '../../test/serve.ts'
import { scaled, WEIGHTS, type Weight, weighing } from './weighted.ts'

/** Lighthouse's performance score that each page should have. */
const WANTED = { light: 95, heavy: 82 } as const
/** Points that the median of `RUNS` may be off. */
const NEAR = 1
const RUNS = 5
const ROUNDS = 6

/** Halves the range of weights until the score is near. Throws when none of it scores what is wanted. */
export async function calibrated(page: 'light' | 'heavy'): Promise<Weight> {
  let [lighter, heavier] = [1 / 2.5, 2.5]
  for (let round = 0; round < ROUNDS; round++) {
    const times = Math.sqrt(lighter * heavier)
    const weight = scaled(WEIGHTS[page], times)
    const score = await scoreOf(weight)
    console.log(`${page}: ${JSON.stringify(weight)} scores ${score}, wanted ${WANTED[page]}`)
    if (Math.abs(score - WANTED[page]) <= NEAR) return weight
    if (score > WANTED[page]) lighter = times
    else heavier = times
  }
  throw new Error(`The ${page} page could not be made to score ${WANTED[page]} on this machine`)
}

/** The median of some runs. */
async function scoreOf(weight: Weight): Promise<number> {
  const site = await serve(await mkdtemp(join(tmpdir(), 'cutover-perf-')), weighing(weight))
  const guard = createGuard({ allowHosts: [site.host] })
  const proxy = await startProxy(guard, { maxBytes: 5e9 })
  const url = `${site.origin}/`
  const { original } = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  const scores: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { score, failure } = await runLighthouse(browser, original)
    if (score === null) throw new Error(`Lighthouse could not score the page: ${failure}`)
    scores.push(score)
  }
  await browser.close()
  await Promise.all([site.close(), proxy.close()])
  return median(scores)
}
