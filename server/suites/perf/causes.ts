/**
 * One cause, one issue. A heavy picture makes a page heavier, its largest paint later, with it the speed index, and so the
 * score: the gravest of these speaks, the others are told a step milder.
 */
import type { MetricName } from '../../capture/lighthouse.ts'
import { type Extent, type Growth, growthOf, METRICS } from './metrics/growth.ts'
import type { Runs } from './runs.ts'
import { heavier } from './weight/growth.ts'

export interface JudgedMetric extends Growth {
  /** As its issue is graded: milder than `extent` where another metric, or the bytes, speak of the same cause. */
  told: Extent | null
  /** Which that is, in the reader's words. */
  because: string | null
}

export interface Causes {
  metrics: Record<MetricName, JudgedMetric>
  weight: ReturnType<typeof heavier>
  /** Any of it fails the suite, or is more than worth knowing. */
  failing: boolean
  worse: boolean
}

/** Those that wait for the same files, in the order in which they speak for each other. */
const LOADING: readonly MetricName[] = ['lcp', 'fcp', 'si']
const MILDER: Record<Extent, Extent> = { poor: 'worse', worse: 'slower', slower: 'slower' }
const GRAVITY: readonly Extent[] = ['poor', 'worse', 'slower']

export function causesOf(runs: Runs): Causes {
  const names = Object.keys(METRICS) as MetricName[]
  const growths = new Map(names.map(name => [name, growthOf(name, runs)]))
  const weight = heavier(runs)
  const lead = GRAVITY.flatMap(extent => LOADING.filter(name => growths.get(name)!.extent === extent)).at(0)
  const judged = names.map((name): [MetricName, JudgedMetric] => {
    const growth = growths.get(name)!
    const { extent } = growth
    if (!extent || !LOADING.includes(name)) return [name, { ...growth, told: extent, because: null }]
    if (weight.extent === 'several-times')
      return [name, { ...growth, told: MILDER[extent], because: 'the page became several times heavier' }]
    if (name === lead) return [name, { ...growth, told: extent, because: null }]
    return [name, { ...growth, told: MILDER[extent], because: `${METRICS[lead!].name} grew as well` }]
  })
  const told = judged.map(([, metric]) => metric.told)
  return {
    metrics: Object.fromEntries(judged) as Record<MetricName, JudgedMetric>,
    weight,
    failing: weight.extent === 'several-times' || told.includes('poor'),
    worse: weight.extent !== null || told.includes('poor') || told.includes('worse'),
  }
}

/** Whether the time that a page takes to load already tells of what it weighs. */
export const loadsSlower = ({ metrics }: Causes): boolean =>
  LOADING.some(name => metrics[name].extent === 'poor' || metrics[name].extent === 'worse')
