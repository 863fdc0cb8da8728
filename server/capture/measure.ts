import { type LighthouseRun, runLighthouse } from './lighthouse.ts'
import type { OpenBrowser } from './page/browser.ts'
import type { Site } from './page/page-load.ts'

/** After each pair: take another one, and whether the last one is to be thrown away first. */
export type Sampling = (
  original: LighthouseRun[],
  rebuilt: LighthouseRun[],
) => { again: boolean; discard: boolean }

/** ms for all pairs together: the capture before it and the deadline after it leave no more. */
const BUDGET = 100_000

/**
 * Measures both sites in turn, A B, A B, …, until `decide` has seen enough. Nothing else may load a page meanwhile.
 * Returns as many runs of the one as of the other, pair by pair.
 */
export async function measure(
  browser: OpenBrowser,
  sites: { original: Site; rebuilt: Site },
  decide: Sampling,
  onPair: (pairs: number) => void,
): Promise<{ original: LighthouseRun[]; rebuilt: LighthouseRun[] }> {
  const runs = { original: [] as LighthouseRun[], rebuilt: [] as LighthouseRun[] }
  const started = performance.now()
  for (let taken = 1; ; taken++) {
    runs.original.push(await runLighthouse(browser, sites.original))
    runs.rebuilt.push(await runLighthouse(browser, sites.rebuilt))
    onPair(taken)
    const { again, discard } = decide(runs.original, runs.rebuilt)
    // Another pair that may not end in time would cost the whole result; a drifted one is better than none.
    const average = (performance.now() - started) / taken
    if (!again || average * (taken + 1) > BUDGET) return runs
    if (discard) {
      runs.original.pop()
      runs.rebuilt.pop()
    }
  }
}
