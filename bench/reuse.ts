/**
 * Each pair of pages three times: captured whole, with the original taken over from that, and captured whole again. The
 * verdicts must be the same, speed apart, which is measured each time; what is saved is told in seconds. `[PAGE…]`: some
 * of the pages of the verdict benchmark, or `sample`, the pair that ships with the project.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scorecard } from '../server/contract.ts'
import { scan } from '../server/scan/scan.ts'
import type { ScanOptions } from '../server/scan/types.ts'
import type { Built, TestPage } from '../test/page-pair.ts'
import { serve } from '../test/serve.ts'
import { benchPages } from './verdicts/pages.ts'

const SAMPLE = join(import.meta.dirname, '../sample')
const sample: TestPage = {
  name: 'sample',
  original: { folder: join(SAMPLE, 'original'), page: '/index.html' },
  rebuilt: { folder: join(SAMPLE, 'rebuilt'), page: '/index.html' },
}

export async function run(names: string[]): Promise<void> {
  const all = [sample, ...(await benchPages())]
  const wrong = names.filter(name => !all.some(page => page.name === name))
  if (wrong.length > 0)
    throw new Error(
      `no page is called ${wrong.join(', ')}; there are: ${all.map(({ name }) => name).join(', ')}`,
    )
  let differing = 0
  for (const page of all.filter(({ name }) => names.length === 0 || names.includes(name)))
    if (!(await isSame(page))) differing++
  console.log(`${differing} pairs are judged otherwise with the original taken over`)
  if (differing > 0) process.exit(1)
}

async function isSame({ name, original, rebuilt = original }: TestPage): Promise<boolean> {
  const [before, after] = [await served(original), await served(rebuilt)]
  const folder = await mkdtemp(join(tmpdir(), 'reuse-'))
  const took = async (attempt: string, reuse: ScanOptions['reuse']) => {
    const phases = new Map<string, number>()
    const started = performance.now()
    const used = processorSeconds()
    const card = await scan(
      {
        original_url: before.origin + original.page,
        new_url: after.origin + rebuilt.page,
        policy: 'regressions',
        ignore: [],
      },
      {
        allowHosts: [before.host, after.host],
        artifactsDir: join(folder, attempt),
        reuse,
        onProgress: phase => phases.set(phase, (performance.now() - started) / 1000),
        onBrowser: () => {},
      },
    )
    const seconds = (performance.now() - started) / 1000
    const captured = phases.get('capturing both pages')! - phases.get('opening both pages')!
    return { card, seconds, captured, processor: processorSeconds() - used }
  }
  try {
    const first = await took('first', {})
    const kept = { folder: join(folder, 'first/original'), capturedAt: new Date().toISOString() }
    const second = await took('second', { kept })
    const third = await took('third', undefined)
    const differences = differencesOf(second.card, third.card)
    const chance = differencesOf(first.card, third.card)
    const told = [first, second, third].map(
      ({ seconds, captured, processor }) =>
        `${seconds.toFixed(1)} s, captures ${captured.toFixed(1)} s, processor ${processor.toFixed(1)} s`,
    )
    console.log(
      `${name}: whole ${told[0]}; taken over ${told[1]}${second.card.original_captured_at ? '' : ' (nothing: not the same page)'}; whole again ${told[2]}`,
    )
    for (const line of differences) console.log(`  taken over and whole: ${line}`)
    for (const line of chance) console.log(`  whole and whole again: ${line}`)
    return differences.length <= chance.length
  } finally {
    await rm(folder, { recursive: true, force: true })
    await Promise.all([before.close(), after.close()])
  }
}

/** proc(5): ours and those of our children that have ended, in hundredths. What else the machine does has no part in it. */
function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}

const served = ({ folder, page, files, repair }: Built) =>
  serve(folder, (path, body) => (path === page && repair ? repair(String(body)) : files?.(path, body)))

/** Of all suites but perf: scores, outcomes of checks, and issues with what they cost. */
function differencesOf(one: Scorecard, other: Scorecard): string[] {
  const told = ({ suites, volatile }: Scorecard) => [
    ...suites
      .filter(({ suite }) => suite !== 'perf')
      .flatMap(({ suite, score, checks, issues }) => [
        `${suite} ${score}`,
        ...checks.map(({ id, outcome, worth }) => `${id} ${outcome} ${worth}`),
        ...issues.map(({ key, status, severity, charged }) => `${key} ${status} ${severity} ${charged}`),
      ]),
    ...volatile.map(({ side, text }) => `volatile on ${side}: ${text}`),
  ]
  const [first, second] = [told(one), told(other)]
  return [
    ...first.filter(line => !second.includes(line)).map(line => `only the first: ${line}`),
    ...second.filter(line => !first.includes(line)).map(line => `only the second: ${line}`),
  ]
}
