/** Scores over time as small pictures, one for each suite, drawn on the server. Pure. */
import { SuiteName } from '../../../contract.ts'
import type { RunSummary } from '../../../jobs/history.ts'

export interface Chart {
  suite: SuiteName
  score: number
  target: number
  pass: boolean
  /** The original's own score at the last run, and at the first that is shown. */
  baseline: number
  firstBaseline: number
  /** In words, for who does not see the picture. */
  label: string
  /** Of the `polyline`. */
  line: string
  points: { x: number; y: number; pass: boolean }[]
  targetY: number
}

export const WIDTH = 240
export const HEIGHT = 56
const EDGE = 5
/** Below it scores are drawn at the bottom: what matters is near the target. */
const LOWEST = 40

/** @param runs the oldest first; a suite that did not run in the last of them is left out */
export function chartsOf(runs: readonly (RunSummary & { finishedAt: Date })[]): Chart[] {
  const last = runs.at(-1)
  return SuiteName.options.flatMap(suite => {
    const scores = runs.flatMap(({ suites }, index) => {
      const result = suites.find(one => one.suite === suite)
      return result ? [{ ...result, index }] : []
    })
    const now = last?.suites.find(one => one.suite === suite)
    if (!now) return []
    const points = scores.map(({ index, score, pass }) => ({
      x: xOf(index, runs.length),
      y: yOf(score),
      pass,
    }))
    const { score, target, pass, baseline } = now
    return [
      {
        ...{ suite, score, target, pass, baseline },
        firstBaseline: scores[0]!.baseline,
        label: `${suite}, the oldest run first: ${scores.map(one => one.score.toFixed(1)).join(', ')}; target ${target}`,
        line: points.map(({ x, y }) => `${x},${y}`).join(' '),
        points,
        targetY: yOf(target),
      },
    ]
  })
}

const xOf = (index: number, count: number): number =>
  rounded(count === 1 ? WIDTH / 2 : EDGE + (index * (WIDTH - 2 * EDGE)) / (count - 1))

const yOf = (score: number): number =>
  rounded(HEIGHT - EDGE - ((Math.max(LOWEST, score) - LOWEST) / (100 - LOWEST)) * (HEIGHT - 2 * EDGE))

const rounded = (value: number) => Math.round(value * 10) / 10
