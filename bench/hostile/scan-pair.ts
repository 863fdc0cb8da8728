/** One scan as the worker runs it, and what came of it. */
import { scanEnvironment } from '../../server/config/index.ts'
import { type Scorecard, Submission } from '../../server/contract.ts'
import type { Log } from '../../server/jobs/log.ts'
import { LIMITS, runScan } from '../../server/worker/run-scan.ts'
import type { Walls } from '../../server/worker/walls.ts'
import type { Outcome } from '../../test/hostile/index.ts'

/** Beyond the deadline, for what is killed and swept up. */
export const GRACE_MS = 5000

export interface Seen {
  outcome: Outcome | 'stopped'
  detail: string
  card?: Scorecard
  ms: number
}

export async function scanPair(
  originalUrl: string,
  newUrl: string,
  walls: Walls,
  entry: string,
): Promise<Seen> {
  const lines: string[] = []
  const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug() {}, info() {}, warn: line, error: line }
  const started = performance.now()
  const outcome = await runScan(
    {
      submission: Submission.parse({ original_url: originalUrl, new_url: newUrl }),
      allowHosts: [originalUrl, newUrl].map(url => new URL(url).host),
      sandbox: walls.sandbox,
      ownNetwork: walls.ownNetwork,
      ...(process.env.CHROME_PATH && { chromePath: process.env.CHROME_PATH }),
    },
    {
      entry,
      environment: scanEnvironment(),
      ownUser: walls.ownUser,
      limits: LIMITS,
      log,
      onProgress: () => {},
      signal: new AbortController().signal,
    },
  )
  const ms = performance.now() - started
  if (outcome === 'stopped' || outcome === 'browser-gone') return { outcome: 'stopped', detail: '', ms }
  if ('scorecard' in outcome)
    return { outcome: 'scorecard', detail: lines.join(' '), card: outcome.scorecard, ms }
  return {
    outcome: outcome.failure.code,
    detail: [outcome.failure.detail, ...lines].join(' ').slice(0, 600),
    ms,
  }
}

/** Of all suites but the one that measures time. */
export const measured = ({ card, outcome }: Seen) =>
  card
    ? card.suites
        .filter(({ suite }) => suite !== 'perf')
        .map(({ suite, score }) => `${suite} ${score}`)
        .join(', ')
    : outcome

export const told = (seen: Seen) =>
  `${measured(seen)} in ${(seen.ms / 1000).toFixed(1)} s${seen.card ? '' : `: ${seen.detail}`}`
