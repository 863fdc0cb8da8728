/** In which order the issues of several suites are told: one order for the comment, its summary and the report. */

interface Told {
  /** 0 is the gravest. */
  rank: number
  /** Of the suite's 100. */
  points: number
  /** What it belongs to, the same for all issues of one suite. */
  suite: unknown
  pass: boolean
}

/**
 * Failing suites before others, then by gravity, then by what it costs. Issues of one suite that are as grave keep their
 * order, in which the scorecard has what everybody meets before what costs more: it ranks with what it comes before.
 */
export function worstFirst<T>(items: readonly T[], toldOf: (item: T) => Told): T[] {
  const told = items.map(item => ({ item, ...toldOf(item) }))
  const most = new Map<unknown, Map<number, number>>()
  for (const one of told.toReversed()) {
    const ofSuite = most.get(one.suite) ?? new Map<number, number>()
    most.set(one.suite, ofSuite)
    one.points = Math.max(one.points, ofSuite.get(one.rank) ?? 0)
    ofSuite.set(one.rank, one.points)
  }
  return told
    .sort((a, b) => Number(a.pass) - Number(b.pass) || a.rank - b.rank || b.points - a.points)
    .map(({ item }) => item)
}

interface Weighed {
  checks: readonly { id: string; weight: number; outcome: string }[]
}

/** What an issue costs of its suite's 100, before a cap. */
export function pointsIn({ checks }: Weighed): (issue: { check: string; charged: number }) => number {
  const weights = new Map(checks.map(({ id, weight }) => [id, weight]))
  const total = checks.reduce((sum, { weight, outcome }) => sum + (outcome === 'assessed' ? weight : 0), 0)
  return ({ check, charged }) => (total === 0 ? 0 : (100 * charged * (weights.get(check) ?? 0)) / total)
}
