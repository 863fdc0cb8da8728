import type { LighthouseRun } from '../../capture/lighthouse.ts'
import { median } from '../../lib/statistics.ts'
import { inconclusive, type Outcome, type Pair } from '../core/suite.ts'

/** Runs of both sites taken in turn, as many of the one as of the other, all of them scored. */
export interface Runs {
  before: LighthouseRun[]
  after: LighthouseRun[]
}

/** Pairs in which both pages could be scored. */
export function scoredRuns(original: LighthouseRun[], rebuilt: LighthouseRun[]): Runs {
  const pairs = original
    .map((run, index) => ({ before: run, after: rebuilt[index] }))
    .filter(({ before, after }) => before.score !== null && after && after.score !== null)
  return { before: pairs.map(pair => pair.before), after: pairs.map(pair => pair.after!) }
}

/** `judge` on the runs that could be scored; inconclusive where there is no pair of them. */
export const onRuns =
  (judge: (runs: Runs) => Outcome) =>
  ({ original, rebuilt }: Pair<'lighthouse'>): Outcome => {
    const runs = scoredRuns(original.lighthouse, rebuilt.lighthouse)
    if (runs.before.length) return judge(runs)
    const failure = [...original.lighthouse, ...rebuilt.lighthouse].find(run => run.failure)?.failure
    return inconclusive(`no pair of Lighthouse runs could be taken: ${failure ?? 'nothing was measured'}`)
  }

/** Share of the machine that other programs used, 0 to 1. One of which that is not known is taken to be at rest. */
export const busyShareOf = ({ before, after }: Runs): number =>
  median([...before, ...after].map(run => run.busyShare ?? 0))

/** How busy other programs kept the machine, as a sentence's end; empty where they did not. */
export function busyMachine(runs: Runs): string {
  if (runs.before.some(run => run.busyShare === null))
    return '; whether other programs kept the machine busy is not known'
  const share = busyShareOf(runs)
  return share < NOTICEABLE_SHARE
    ? ''
    : `; other programs used ${Math.round(share * 100)} % of the machine meanwhile`
}

const NOTICEABLE_SHARE = 0.1

/** The file without origin, query and fingerprint. */
export function fileName(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.replace(/[-.][0-9a-f]{8,}(?=\.)/i, '')
}

export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`
