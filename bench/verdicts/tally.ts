/** Counts over all assessments. Pure. */
import { type SuiteName, TARGETS } from '../../server/contract.ts'
import type { Assessment } from './assess.ts'

export interface Share {
  of: number
  count: number
}

export interface SuiteTally {
  suite: SuiteName
  /** Defects that must fail it, and those that did with the right issue. */
  mustFail: Share
  mustRaise: Share
  /** Harmless cells (change, page): those in which it failed, and those with an issue above minor. */
  falseFailures: Share
  falseIssues: Share
  /** Defects of other suites, and those on which this one failed. */
  wrong: Share
  /** Largest and mean difference between highest and lowest score over repeated captures. */
  spread: { samples: number; largest: number; mean: number }
}

export function tally(
  assessments: readonly Assessment[],
  repeated: readonly Assessment[] = [],
): SuiteTally[] {
  return (Object.keys(TARGETS) as SuiteName[])
    .map(suite => tallySuite(suite, assessments, repeated))
    .filter(({ mustFail, mustRaise, falseFailures, wrong }) =>
      [mustFail, mustRaise, falseFailures, wrong].some(({ of }) => of > 0),
    )
}

function tallySuite(
  suite: SuiteName,
  assessments: readonly Assessment[],
  repeated: readonly Assessment[],
): SuiteTally {
  const own = assessments.filter(each => each.suite === suite)
  const cellOf = (each: Assessment) => each.suites.find(cell => cell.suite === suite)
  const harmless = assessments.filter(each => each.kind === 'silent' && cellOf(each))
  const others = assessments.filter(each => each.kind !== 'silent' && each.suite !== suite && cellOf(each))
  const spreads = [...Map.groupBy(repeated, each => `${each.page} ${each.row}`).values()]
    .map(group => group.flatMap(each => cellOf(each)?.score ?? []))
    .filter(scores => scores.length > 1)
    .map(scores => Math.max(...scores) - Math.min(...scores))
  return {
    suite,
    mustFail: share(
      own.filter(({ kind }) => kind === 'must-fail'),
      each => each.caught === true,
    ),
    mustRaise: share(
      own.filter(({ kind }) => kind === 'must-raise'),
      each => each.caught === true,
    ),
    falseFailures: share(harmless, each => !cellOf(each)!.pass),
    falseIssues: share(harmless, each => cellOf(each)!.loud.length > 0),
    wrong: share(others, each => each.wrong.includes(suite)),
    spread: {
      samples: spreads.length,
      largest: round(Math.max(0, ...spreads)),
      mean: round(spreads.reduce((sum, spread) => sum + spread, 0) / (spreads.length || 1)),
    },
  }
}

function share(all: readonly Assessment[], counts: (each: Assessment) => boolean): Share {
  return { of: all.length, count: all.filter(counts).length }
}

const round = (value: number) => Math.round(value * 10) / 10
