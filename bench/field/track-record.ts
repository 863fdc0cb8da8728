/** What each rule did on the labelled pairs and on injected defects: for its page, and to be graded by. Pure but for reading. */
import { readFile } from 'node:fs/promises'
import type { IssueMember } from '../../server/contract.ts'
import type { Assessment as Verdict } from '../verdicts/assess.ts'
import { type Assessment, graveOf } from './assess.ts'

export interface RuleRecord {
  /** Issues on pairs that were read, and those of them that are serious or critical. */
  fired: number
  grave: number
  /** What readers say of them, as far as they do. */
  block: number
  lesser: number
  false: number
  /** Injected defects that it speaks of above minor, alone or with others, in a suite whose defect it is as well, or that are found by it. */
  defects: number
}

/** By the rule's id. */
export type TrackRecord = Record<string, RuleRecord>

/** Of all `rules`, so that those that nothing fires are seen. */
export function trackRecord(
  rules: readonly string[],
  assessments: readonly Assessment[],
  defects: ReadonlyMap<string, number>,
): TrackRecord {
  const issues = assessments.filter(({ read }) => read).flatMap(each => each.issues)
  const byRule = Map.groupBy(issues, ({ issue }) => issue.rule)
  return Object.fromEntries(
    rules.map(rule => {
      const fired = byRule.get(rule) ?? []
      const said = (verdict: string) => fired.filter(({ label }) => label?.verdict === verdict).length
      return [
        rule,
        {
          fired: fired.length,
          grave: graveOf({ issues: fired }).length,
          block: said('block'),
          lesser: said('lesser'),
          false: said('false'),
          defects: defects.get(rule) ?? 0,
        },
      ]
    }),
  )
}

/** Defects by the rules that spoke of them, as `npm run bench -- verdicts` wrote it down. */
export function defectsByRule(
  assessments: readonly Pick<Verdict, 'row' | 'suite' | 'also' | 'suites' | 'rule'>[],
): Map<string, number> {
  const rows = new Map<string, Set<string>>()
  for (const { row, suite, also = [], suites, rule: found } of assessments) {
    const loud = suites
      .filter(cell => cell.suite === suite || also.includes(cell.suite))
      .flatMap(cell => cell.loud.flatMap((issue): IssueMember[] => issue.members ?? [issue]))
      .filter(({ severity }) => severity !== 'minor')
    for (const rule of [...loud.map(issue => issue.rule), ...(found ? [found] : [])])
      rows.set(rule, (rows.get(rule) ?? new Set()).add(row))
  }
  return new Map([...rows].map(([rule, names]) => [rule, names.size]))
}

/** From the benchmark's file where there is one, else as they were recorded before. */
export async function knownDefects(verdicts: string, before: string): Promise<Map<string, number>> {
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  const fresh: { assessments: Verdict[] } | null = await read(verdicts)
  if (fresh) return defectsByRule(fresh.assessments)
  const old: TrackRecord | null = await read(before)
  return new Map(
    Object.entries(old ?? {}).flatMap(([rule, { defects }]) => (defects ? [[rule, defects]] : [])),
  )
}
