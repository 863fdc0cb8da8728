/**
 * What two stores cost: 1,000 to 10,000 products with three variants each on both sides, on local servers that answer
 * after 20 ms, 8 requests at once. `--urls` follows the old addresses as well; `--plain` takes an original whose product
 * pages are read one by one; numbers are the sizes to try. `--siblings` tells how well the right page is told from an alike
 * one instead, on shops of 200 such pages or of as many as the number says; `--list` names what was told wrongly.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { SCAN_FLAGS } from '../../server/worker/run-scan.ts'
import type { Cost } from './once.ts'
import { siblings } from './siblings.ts'

const SIZES = [1000, 2000, 5000, 10_000]

export async function run(args: string[]): Promise<void> {
  const given = args.filter(arg => /^\d+$/.test(arg)).map(Number)
  if (args.includes('--siblings')) return siblings(given[0] ?? 200, given[1] ?? 0, args.includes('--list'))
  const sizes = given.length ? given : SIZES
  const original = args.includes('--plain') ? 'plain' : 'woo'
  const rows = sizes.map(size => {
    const urls = args.includes('--urls') ? 2 * size + 200 : 0
    const printed = execFileSync(
      process.execPath,
      [...SCAN_FLAGS, join(import.meta.dirname, 'once.ts'), String(size), original, String(urls)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const cost = JSON.parse(printed) as Cost
    console.log(
      [
        `${cost.products} products`,
        `${cost.variants} variants`,
        `${cost.urls} URLs`,
        `catalogs ${cost.catalogs.toFixed(1)} s`,
        `traces ${cost.traces.toFixed(1)} s`,
        `judging ${cost.judging.toFixed(1)} s`,
        `peak ${cost.peak.toFixed(0)} MB (${cost.idle.toFixed(0)} idle)`,
        `${cost.requests} requests, ${cost.atOnce} at once`,
        JSON.stringify(cost.scores),
      ].join('  '),
    )
    return cost
  })
  if (rows.length < 2) return
  const exponent = (value: (cost: Cost) => number) =>
    slope(
      rows.map(({ products }) => Math.log(products)),
      rows.map(cost => Math.log(Math.max(1e-3, value(cost)))),
    ).toFixed(2)
  console.log(
    `exponents: time ${exponent(cost => cost.catalogs + cost.traces + cost.judging)}, judging ${exponent(cost => cost.judging)}, memory beyond idle ${exponent(cost => cost.peak - cost.idle)}`,
  )
}

/** Of the straight line that fits best. */
function slope(xs: number[], ys: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  return mean(xs.map((each, at) => (each - x) * (ys[at]! - y))) / mean(xs.map(each => (each - x) ** 2))
}
