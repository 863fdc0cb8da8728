/** What of a measurement may be said, when runs of one page differ from each other. */
import { deviation } from '../../lib/statistics.ts'

/**
 * Pairs that it takes to say that something got worse. Lighthouse's simulation takes a script for one that held back
 * the first paint when it happened to run before it: a page where the two race scores 91 or 61, with nothing between.
 */
export const CONFIRMED = 3

/** The difference of two medians strays beyond so many of its standard errors once in a hundred times. */
const BEYOND_NOISE = 2.5
/** What is usual counts as much as so many further runs. */
const USUAL_RUNS = 2

/**
 * By how much the medians of two sides may differ by chance. Few runs tell little of their own spread: `usual`, the
 * standard deviation of such values elsewhere, stands beside it.
 */
export function bandOf(before: number[], after: number[], usual: number): number {
  const pairs = Math.min(before.length, after.length)
  return BEYOND_NOISE * likelyDeviation(before, after, usual) * Math.sqrt(2 / pairs)
}

/** The standard deviation of one run, by the runs that there are and by what is usual. */
export function likelyDeviation(before: number[], after: number[], usual: number): number {
  const free = before.length + after.length - 2
  const squares = USUAL_RUNS * usual ** 2 + free * deviation(before, after) ** 2
  return Math.sqrt(squares / (USUAL_RUNS + free))
}

/**
 * Of how many comparisons of one run with another, after so many pairs, a change for the worse may lose: 2 % one-sided,
 * and 5 % after three, where no less can be had.
 */
const LARGEST_U: Record<number, number> = { 3: 0, 4: 0, 5: 2, 6: 4, 7: 8, 8: 12 }

/**
 * Whether the runs of two sides, as many of the one as of the other, differ beyond chance, `greater` being the greater
 * (Mann & Whitney 1947, "On a test of whether one of two random variables is stochastically larger than the other").
 * Undefined with too few runs to tell.
 */
export function beyondChance(lesser: number[], greater: number[]): boolean | undefined {
  const largest = LARGEST_U[Math.min(lesser.length, greater.length)]
  if (largest === undefined) return undefined
  const u = lesser
    .flatMap(low => greater.map(high => (low > high ? 1 : low === high ? 0.5 : 0) as number))
    .reduce((a, b) => a + b)
  return u <= largest
}

/** Chance by which all faults may have fallen on runs of the rebuilt page. */
const LARGEST_CHANCE = 0.05

/**
 * Whether a page that is at fault in `faulty` of its `pairs` runs, and the other page in none of as many, is so by itself:
 * in half of its runs or more, and not by chance (Fisher's exact test, one-sided). Every other visitor meets it at its
 * worst, whatever its median. Undefined where it may be, and more runs would tell; of all runs the medians tell.
 */
export function recurs(faulty: number, pairs: number): boolean | undefined {
  if (faulty === pairs || 2 * faulty < pairs) return false
  let chance = 1
  for (let run = 0; run < faulty; run++) chance *= (pairs - run) / (2 * pairs - run)
  return chance <= LARGEST_CHANCE || undefined
}
