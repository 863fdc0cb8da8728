/** The check that each metric has: its level, and by how much it grew beyond the noise. */
import type { LighthouseRun, MetricName } from '../../../capture/lighthouse.ts'
import type { Finding } from '../../core/finding.ts'
import type { Report, Rule, Rules } from '../../core/rules.ts'
import { type Check, inconclusive } from '../../core/suite.ts'
import { causesOf, type JudgedMetric } from '../causes.ts'
import { busyMachine, nothingMeasured, type Runs, scoredRuns } from '../runs.ts'
import { DOUBLED, METRICS, MIN_RATIO, SEVERAL } from './growth.ts'

type SlowRule = Rule & { cases: { poor: { when: string }; worse: { when: string } } }

/** The rule that each metric has. */
export function slowRule(metric: MetricName): SlowRule {
  const { name, unit, good, poor, minGrowth } = METRICS[metric]
  const value = (number: number) => (unit ? `${number.toLocaleString('en')} ${unit}` : String(number))
  return {
    severity: 'minor',
    penalty: { of: `the share of Lighthouse's score of ${name} that is lacking` },
    measures: `${name}, the median of all runs. It grew when it is over ${Math.round((MIN_RATIO - 1) * 100)} % and ${value(minGrowth)} more, and beyond what its own runs differ by.`,
    fix: 'Bring the metric back',
    cases: {
      poor: {
        when: `it grew from good (${value(good)} at most) to poor (${metric === 'cls' ? 'from' : 'over'} ${value(poor)}${metric === 'cls' ? ', in most runs' : ''}), or is poor and ${SEVERAL} times what it was`,
        severity: 'serious',
      },
      worse: {
        when: `it grew and is no longer good, or poor, or ${DOUBLED} times what it was and not good`,
        severity: 'moderate',
      },
    },
  }
}

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
    judge({ original, rebuilt }) {
      const runs = scoredRuns(original.lighthouse, rebuilt.lighthouse)
      if (!runs.before.length) return inconclusive(nothingMeasured(original.lighthouse, rebuilt.lighthouse))
      const judged = causesOf(runs).metrics[metric]
      const { was, is, band, told, because, score, unclear } = judged
      if (unclear)
        return inconclusive(
          `${name} was ${listed(runs.before)} before and is ${listed(runs.after)} now: runs of one page differ by more than a grave change would${busyMachine(runs)}`,
        )
      const further = notes(runs, judged)
      if (score >= 1 && !told) return further
      const element = metric === 'lcp' && told ? runs.after.at(-1)!.counters.lcpElement : ''
      const issue = report({
        as: told === 'slower' ? undefined : (told ?? undefined),
        extent: 1 - score,
        message: told
          ? `${name} grew from ${shown(was)} to ${shown(is)}, more than the noise of ±${shown(band)}${element ? `; the largest paint is ${element}` : ''}${because ? `; ${because}` : ''}`
          : `${name} is ${shown(is)}, ${shown(was)} before, within the noise of ±${shown(band)}`,
        fix: `Bring ${name} back to ${shown(was)}`,
      })
      return [issue, ...further]
    },
  }

  function listed(runs: LighthouseRun[]): string {
    return runs.map(run => shown(run.metrics[metric])).join(', ')
  }
}
