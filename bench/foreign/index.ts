/**
 * Whether the collectors survive pages that nobody wrote for them, and whether a page is like itself: on built sites
 * that lie on this machine. `npm run bench -- foreign --pages FILE`: each page once, and what failed or was cut.
 * `--identity`: each page some times, every capture judged against every other; all below 100 is a false alarm.
 */
import { join } from 'node:path'
import type { Capture } from '../../server/capture/artifact.ts'
import { printable } from '../../server/verify/printable.ts'
import { besideBusy } from '../busy.ts'
import { photograph, type Shot } from './camera.ts'
import { differences } from './identity.ts'
import { type ForeignPage, type Options, readOptions } from './options.ts'

/** Not measured here, or of stores only. */
const LEFT_OUT = new Set(['lighthouse', 'catalog', 'urls'])

interface Row {
  page: string
  failures: number
  gaps: number
  restless: number
  seconds: number
  /** With `--identity`: pairs judged, those with a score below 100, and the lowest score. */
  pairs?: number
  unlike?: number
  lowest?: number
}

export async function run(args: string[]): Promise<void> {
  const options = await readOptions(args)
  const rows: Row[] = []
  await besideBusy(options.load, async () => {
    for (const page of options.pages) rows.push(await look(page, options))
  })
  console.log(`\n${table(rows)}`)
}

async function look(page: ForeignPage, { folder, identity, repeats }: Options): Promise<Row> {
  const name = `${page.site}/${page.path}`
  console.log(`\n${name} (${page.kind})`)
  const shots = await photograph(join(folder, page.site), page.path, repeats).catch((error): Shot[] => [
    { seconds: 0, failure: String(error?.message ?? error) },
  ])
  const captures = shots.flatMap(shot => ('capture' in shot ? [shot.capture] : []))
  const failures = [
    ...shots.flatMap(shot => ('failure' in shot ? [`no capture: ${shot.failure}`] : [])),
    ...captures.flatMap(failed),
  ]
  const gaps = captures.flatMap(({ gaps }) => gaps.filter(gap => !/could not be collected/.test(gap)))
  for (const failure of failures) say('FAILURE', failure)
  for (const [gap, count] of counted(gaps)) say('gap', count > 1 ? `${gap} (${count} times)` : gap)
  const row: Row = {
    page: name,
    failures: failures.length,
    gaps: gaps.length,
    restless: gaps.filter(gap => /never came to rest/.test(gap)).length,
    seconds: shots.reduce((sum, shot) => sum + shot.seconds, 0) / shots.length,
  }
  console.log(`  ${row.seconds.toFixed(1)} s`)
  return identity ? { ...row, ...judged(captures) } : row
}

function judged(captures: Capture[]): Pick<Row, 'pairs' | 'unlike' | 'lowest'> {
  const pairs = captures.flatMap((first, at) =>
    captures.slice(at + 1).map((second, after) => ({ first, second, name: `${at + 1}-${at + after + 2}` })),
  )
  let [unlike, lowest] = [0, 100]
  for (const { first, second, name } of pairs) {
    const found = differences(first, second)
    if (found.length) unlike++
    for (const { suite, score, issues } of found) {
      lowest = Math.min(lowest, score)
      say('UNLIKE', `${name} ${suite} ${score}`)
      for (const issue of issues) console.log(`    ${printable(issue)}`)
    }
  }
  return { pairs: pairs.length, unlike, lowest }
}

function failed({ artifacts }: Capture): string[] {
  return Object.entries(artifacts).flatMap(([name, collected]) =>
    collected.ok || LEFT_OUT.has(name) ? [] : [`${name}: ${collected.reason}`],
  )
}

const say = (what: string, text: string) => console.log(`  ${what} ${printable(text)}`)

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(row => [
    row.page.slice(-70),
    ...[row.failures, row.gaps, row.restless, row.seconds.toFixed(1)].map(String),
    ...(row.pairs === undefined ? [] : [`${row.unlike}/${row.pairs}`, String(row.lowest)]),
  ])
  const failing = rows.filter(({ failures }) => failures > 0).length
  const head = ['page', 'failures', 'gaps', 'restless', 's', 'unlike', 'lowest']
  return [head.slice(0, lines[0]?.length ?? 5), ...lines]
    .map(cells => cells.map((cell, at) => (at ? cell.padStart(9) : cell.padEnd(72))).join(''))
    .concat(`${rows.length} pages, ${failing} with failures`)
    .join('\n')
}
