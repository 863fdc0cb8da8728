/** The check that each metric has: its level, and by how much it grew beyond the noise. */
import type { LighthouseRun, MetricName } from '../../../capture/lighthouse.ts'
import type { Finding } from '../../core/finding.ts'
import type { Report, Rules } from '../../core/rules.ts'
import { type Check, inconclusive } from '../../core/suite.ts'
import { causesOf, type JudgedMetric } from '../causes.ts'
import { busyMachine, onRuns, type Runs } from '../runs.ts'
import { METRICS } from './growth.ts'
import type { SlowRule } from './rules.ts'

type Notes = (runs: Runs, judged: JudgedMetric) => Finding[]

/** `report` reports the rule of the metric; `notes` explain it further. */
export function metricCheck(
  metric: MetricName,
  weight: number,
  rules: Pick<Rules, 'check' | 'list'>,
  report: (found: Report<SlowRule>) => Finding,
  notes: Notes = () => [],
): Check<'lighthouse'> {
  const { name, unit } = METRICS[metric]
  const shown = (value: number) => (unit ? `${Math.round(value)} ${unit}` : value.toFixed(3))
  return {
    id: rules.check,
    title: `${name} is kept`,
    weight,
    rules,
    judge: onRuns(runs => {
      const judged = causesOf(runs).metrics[metric]
      const { was, is, band, told, because, score, recurring, unclear } = judged
      if (unclear)
        return inconclusive(
          `${name} is ${listed(runs.before)} on the original and ${listed(runs.after)} on the new page: runs of one page differ by more than a grave change would${busyMachine(runs)}`,
        )
      const further = notes(runs, judged)
      if (score >= 1 && !told) return further
      const element = metric === 'lcp' && told ? runs.after.at(-1)!.counters.lcpElement : ''
      const issue = report({
        as: told === 'slower' ? undefined : (told ?? undefined),
        extent: 1 - score,
        message: told
          ? `${name} grew from ${shown(was)} to ${shown(is)}${recurring ? ` in ${recurring} of ${runs.after.length} runs, and in none of the original` : `, more than the noise of ±${shown(band)}`}${element ? `; the largest paint is ${element}` : ''}${because ? `; ${because}` : ''}`
          : `${name} is ${shown(is)}, ${is === was ? 'as on the original' : `on the original ${shown(was)}`}${is === was || was - is > band ? '' : `, which the noise of ±${shown(band)} cannot tell apart`}`,
        fix: told
          ? `Bring ${name} back to ${shown(was)}`
          : `Nothing got worse; at most ${shown(METRICS[metric].good)} is good`,
      })
      return [issue, ...further]
    }),
  }

  function listed(runs: LighthouseRun[]): string {
    return runs.map(run => shown(run.metrics[metric])).join(', ')
  }
}
