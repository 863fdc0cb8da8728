/** Files that hold back the first paint: those that did not before, and those whose server became slow. */
import type { LighthouseRun } from '../../../capture/lighthouse.ts'
import { median } from '../../../lib/statistics.ts'
import { beyondChance } from '../noise.ts'
import { fileName, type Runs } from '../runs.ts'
import { METRICS } from './growth.ts'

/** ms by which a new file has to hold back the first paint. */
export const MIN_BLOCKING_MS = 100
/** ms by which a file that holds back the first paint has to arrive later. Measured without throttling. */
export const MIN_SLOWER_MS = 500

/**
 * What is said of each. The simulation takes the median of an origin's answers, so that one slow file hardly moves a
 * metric: unless the metric tells of it, the time that it took here does.
 */
export function blockingFiles(
  runs: Runs,
  isTold: boolean,
): { place: string; message: string; as: 'late' | 'very-late' | undefined }[] {
  const slow = slowFiles(runs)
  const was = runs.before.at(-1)!.counters.renderBlocking
  return runs.after.at(-1)!.counters.renderBlocking.flatMap(({ url, ms }) => {
    const file = fileName(url)
    const old = was.some(known => fileName(known.url) === file)
    const slower = slow.find(known => known.file === file)
    const late = slower && beyondChance(slower.was, slower.is) === true
    if (!late)
      return old || ms <= MIN_BLOCKING_MS
        ? []
        : {
            place: file,
            message: `${url} holds back the first paint by about ${Math.round(ms)} ms`,
            as: undefined,
          }
    const [before, now] = [median(slower.was), median(slower.is)]
    const isVery = now > METRICS.fcp.poor && before <= METRICS.fcp.good
    return {
      place: file,
      message: `${url} holds back the first paint and took ${now} ms to arrive, ${old ? `${before} ms on the original` : 'which the original did not wait for'}`,
      as: isTold ? undefined : isVery ? 'very-late' : 'late',
    }
  })
}

/** Files that hold back the first paint and take clearly longer to arrive than before: ms of every run, 0 where a run has none. */
export function slowFiles({ before, after }: Runs): { file: string; was: number[]; is: number[] }[] {
  const names = new Set(after.flatMap(run => run.counters.renderBlocking.map(({ url }) => fileName(url))))
  const times = (runs: LighthouseRun[], file: string) =>
    runs.map(run => run.counters.renderBlocking.find(({ url }) => fileName(url) === file)?.took ?? 0)
  return [...names]
    .map(file => ({ file, was: times(before, file), is: times(after, file) }))
    .filter(({ was, is }) => was.length > 0 && median(is) - median(was) > MIN_SLOWER_MS)
}
