/**
 * What the perf suite sleeps through, and what it invents: pages whose rebuilt one is several times heavier or slower for
 * one cause, and identical pairs, each verified again and again, at rest or beside processes that keep the machine busy.
 * `npm run bench -- perf [runs] [--load PROCESSES] [--only WORD] [--calibrate] [--save FILE]`. With `--calibrate` two
 * further identical pages are first made so heavy that they score 95 and 82 on this machine at rest.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { LighthouseRun, MetricName } from '../../server/capture/lighthouse.ts'
import type { SuiteResult } from '../../server/contract.ts'
import { deviation, median } from '../../server/lib/statistics.ts'
import type { Rewrite } from '../../test/serve.ts'
import { besideBusy } from '../busy.ts'
import { calibrated } from './calibrate.ts'
import { CAUSES, foreignOf, IDENTICAL, ORIGINAL, type PageParts, pageOf, partsOf } from './pages.ts'
import { verify } from './verify.ts'
import { weighing } from './weighted.ts'

interface PagePair {
  name: string
  /** Whether it has to fail. */
  isDefect: boolean
  original: (foreign: string) => Rewrite
  rebuilt: (foreign: string) => Rewrite
  foreign: { original: Rewrite; rebuilt: Rewrite }
}

interface Verified {
  result: SuiteResult
  original: LighthouseRun[]
  rebuilt: LighthouseRun[]
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      load: { type: 'string', default: '0' },
      only: { type: 'string', default: '' },
      calibrate: { type: 'boolean', default: false },
      save: { type: 'string' },
    },
  })
  const runs = Number(positionals[0] ?? 3)
  const pairs = [
    ...Object.keys(CAUSES).map(cause => pairOf(cause, ORIGINAL, partsOf(cause))),
    ...Object.entries(IDENTICAL).map(([name, parts]) => pairOf(name, parts, parts)),
    ...(values.calibrate ? await calibratedPairs() : []),
  ].filter(({ name }) => name.includes(values.only))
  const taken = new Map(pairs.map(pair => [pair, [] as Verified[]]))
  await besideBusy(Number(values.load), async () => {
    for (let round = 0; round < runs; round++)
      for (const pair of pairs) {
        const verified = await verify(pair)
        taken.get(pair)!.push(verified)
        console.log(`${round + 1} ${pair.name}: ${told(verified)}`)
      }
  })
  if (values.save)
    await writeFile(
      values.save,
      JSON.stringify(
        [...taken].map(([pair, verified]) => ({ name: pair.name, isDefect: pair.isDefect, verified })),
      ),
    )
  console.log(`\n${runs} runs beside ${values.load} busy processes`)
  for (const [pair, verified] of taken) console.log(rowOf(pair, verified))
  console.log(totals(taken))
  console.log(spreads([...taken.values()].flat()))
}

function pairOf(name: string, original: PageParts, rebuilt: PageParts): PagePair {
  return {
    name,
    isDefect: original !== rebuilt,
    original: foreign => pageOf(original, foreign),
    rebuilt: foreign => pageOf(rebuilt, foreign),
    foreign: { original: foreignOf(original), rebuilt: foreignOf(rebuilt) },
  }
}

async function calibratedPairs(): Promise<PagePair[]> {
  const pairs: PagePair[] = []
  for (const page of ['light', 'heavy'] as const) {
    const weight = await calibrated(page)
    const same = () => weighing(weight)
    const none: Rewrite = () => undefined
    const name = `calibrated ${page}, unchanged`
    pairs.push({
      name,
      isDefect: false,
      original: same,
      rebuilt: same,
      foreign: { original: none, rebuilt: none },
    })
  }
  return pairs
}

const METRICS: readonly MetricName[] = ['fcp', 'lcp', 'tbt', 'cls', 'si']
const scores = (runs: LighthouseRun[]) => runs.map(run => run.score ?? 'none').join(' ')
const unclear = ({ result }: Verified) =>
  result.checks.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id)
const introduced = ({ result }: Verified) => result.issues.filter(({ status }) => status === 'introduced')

/** One verification in a line. */
function told(verified: Verified): string {
  const { result, original, rebuilt } = verified
  const medians = METRICS.map(name => {
    const [was, is] = [original, rebuilt].map(runs => median(runs.map(run => run.metrics[name])))
    return name === 'cls'
      ? `${name} ${was!.toFixed(2)} ${is!.toFixed(2)}`
      : `${name} ${Math.round(was!)} ${Math.round(is!)}`
  })
  const [was, is] = [original, rebuilt].map(runs => median(runs.map(run => run.counters.bytes)) / 1000)
  const issues = introduced(verified).map(({ key, severity }) => `${key} ${severity}`)
  return [
    `${result.pass ? 'passes' : result.inconclusive ? 'is inconclusive' : 'fails'} with ${result.score}`,
    `scores ${scores(original)} / ${scores(rebuilt)}`,
    `${medians.join(', ')}, kB ${Math.round(was!)} ${Math.round(is!)}`,
    `others ${Math.round(100 * median([...original, ...rebuilt].map(run => run.busyShare ?? 0)))} %`,
    `unclear ${unclear(verified).join(' ') || 'nothing'}`,
    issues.join(', ') || 'no issue',
  ].join('; ')
}

function rowOf({ name, isDefect }: PagePair, verified: Verified[]): string {
  const whole = verified.filter(({ result }) => result.inconclusive).length
  const failed = verified.filter(({ result }) => !result.pass).length - whole
  const counted = Map.groupBy(
    verified.flatMap(each => introduced(each).slice(0, 1)),
    ({ key, severity }) => `${key} (${severity})`,
  )
  const first = [...counted].map(([key, all]) => `${key} ${all.length}`).join(', ') || 'nothing'
  const pairs = verified.map(({ original }) => original.length).join(' ')
  return `${isDefect ? 'must fail' : 'must pass'}  ${name}: failed ${failed} of ${verified.length}, inconclusive ${whole}; first issue ${first}; standard deviation of the suite's score ${deviation(verified.map(({ result }) => result.score)).toFixed(2)}, of Lighthouse's ${lighthouseDeviation(verified).toFixed(2)}; pairs ${pairs}`
}

const lighthouseDeviation = (verified: Verified[]) =>
  deviation(
    ...(['original', 'rebuilt'] as const).map(side =>
      verified.flatMap(each => each[side].flatMap(run => run.score ?? [])),
    ),
  )

function totals(taken: Map<PagePair, Verified[]>): string {
  const of = (isDefect: boolean) =>
    [...taken].filter(([pair]) => pair.isDefect === isDefect).flatMap(([, all]) => all)
  const told = (all: Verified[]) => {
    const whole = all.filter(({ result }) => result.inconclusive).length
    const failed = all.filter(({ result }) => !result.pass).length - whole
    const some = all.filter(each => unclear(each).length).length
    return `failed ${failed} of ${all.length}, inconclusive as a whole ${whole}, with an unclear check ${some}`
  }
  return `defects: ${told(of(true))}\nidentical pairs: ${told(of(false))}`
}

/** Of each metric, by how much runs of one page deviate within a verification, as a share of their mean and in its unit. */
function spreads(all: Verified[]): string {
  const groups = all.flatMap(({ original, rebuilt }) => [original, rebuilt]).filter(runs => runs.length > 1)
  const lines = METRICS.map(name => {
    const values = groups.map(runs => runs.map(run => run.metrics[name]))
    const shares = values.flatMap(group => {
      const mean = group.reduce((sum, value) => sum + value, 0) / group.length
      return mean > 0 ? deviation(group) / mean : []
    })
    const typical = shares.length ? (100 * median(shares)).toFixed(1) : '0'
    return `${name}: pooled deviation ${deviation(...values).toFixed(name === 'cls' ? 3 : 0)}, median share ${typical} %`
  })
  return `within a verification: ${lines.join('; ')}`
}
