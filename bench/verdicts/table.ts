/** The figures as text, and every miss by name. */
import { printable } from '../../server/verify/printable.ts'
import type { Assessment } from './assess.ts'
import type { Share, SuiteTally } from './tally.ts'

const COLUMNS = [
  'suite',
  'must fail',
  'must be raised',
  'harmless failed',
  'harmless raised',
  'wrong suite',
  'spread',
] as const

export function printTable(tallies: readonly SuiteTally[]): string {
  const rows = tallies.map(({ suite, mustFail, mustRaise, falseFailures, falseIssues, wrong, spread }) => [
    suite,
    share(mustFail, true),
    share(mustRaise, true),
    share(falseFailures),
    share(falseIssues),
    share(wrong, true),
    spread.samples ? `${spread.largest} (${spread.mean})` : '-',
  ])
  const total = (pick: (tally: SuiteTally) => Share) => ({
    of: tallies.reduce((sum, tally) => sum + pick(tally).of, 0),
    count: tallies.reduce((sum, tally) => sum + pick(tally).count, 0),
  })
  rows.push([
    'all',
    share(
      total(tally => tally.mustFail),
      true,
    ),
    share(
      total(tally => tally.mustRaise),
      true,
    ),
    share(total(tally => tally.falseFailures)),
    share(total(tally => tally.falseIssues)),
    share(
      total(tally => tally.wrong),
      true,
    ),
    String(Math.max(0, ...tallies.map(tally => tally.spread.largest))),
  ])
  return [[...COLUMNS], ...rows]
    .map(row => row.map((text, at) => (at ? text.padStart(17) : text.padEnd(11))).join(''))
    .join('\n')
}

/** One line for each miss, false alarm and failure of a wrong suite. */
export function printFaults(assessments: readonly Assessment[]): string[] {
  return assessments.flatMap(({ page, row, kind, caught, because, wrong, alarms, suites }) => {
    const place = `${row} [${page}]`
    const said = (name: string) => {
      const cell = suites.find(({ suite }) => suite === name)
      const issues = cell?.loud
        .slice(0, 3)
        .map(issue => printable(`[${issue.severity}] ${issue.key}: ${issue.message}`))
      return `${name} ${cell?.score}${cell?.pass ? '' : ' fails'}: ${issues?.join(' | ') || 'no issue above minor'}`
    }
    return [
      ...(caught === false ? [`MISSED       ${place} (${kind}) ${because}`] : []),
      ...alarms.map(name => `FALSE ALARM  ${place} ${said(name)}`),
      ...wrong.map(name => `WRONG SUITE  ${place} ${said(name)}`),
    ]
  })
}

function share({ count, of }: Share, percent = false): string {
  if (!of) return '-'
  return `${count}/${of}${percent ? ` ${Math.round((1000 * count) / of) / 10} %` : ''}`
}
