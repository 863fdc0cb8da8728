/** The figures as text, and every fault by name. */
import { printable } from '../../server/verify/printable.ts'
import { type Assessment, agreement, causesOf, graveOf, readTwice, weigh } from './assess.ts'
import type { Labels } from './labels.ts'
import { type Reference, referenceOf } from './reference.ts'
import type { TrackRecord } from './track-record.ts'

/** The figures of a part; shares of issues are of those that are labelled. */
export function figures(all: readonly Assessment[]): string {
  const total = (of: (assessment: Assessment) => number) => all.reduce((sum, each) => sum + of(each), 0)
  const read = all.filter(each => each.read)
  const grave = all.flatMap(graveOf)
  const labelled = grave.filter(({ label }) => label)
  const said = (verdict: string) =>
    share(labelled.filter(({ label }) => label!.verdict === verdict).length, labelled.length)
  const verdicts = all.flatMap(each => each.verdicts)
  const agreeing = (truth: string) => {
    const those = verdicts.filter(each => each.truth === truth)
    return share(those.filter(({ agrees }) => agrees).length, those.length)
  }
  const first = all.flatMap(each => each.first).filter(({ right }) => right !== undefined)
  const weights = all.map(weigh)
  const untold = weights.reduce((sum, each) => sum + each.untold, 0)
  const told = weights.reduce((sum, each) => sum + each.told, 0)
  const causes = total(causesOf)
  const milder = all.flatMap(({ issues }) => issues).filter(({ label }) => label?.verdict === 'block').length
  const slowest = all.toSorted((a, b) => b.ms - a.ms)[0]
  return rows([
    ['pairs', `${all.length}, ${read.length} with labels`],
    ['grave issues', `${grave.length}`],
    ['  hold a launch', said('block')],
    ['  over-graded', said('lesser')],
    ['  false', said('false')],
    ['  unlabelled', share(grave.length - labelled.length, grave.length)],
    [
      'hold a launch, graded milder',
      `${milder - labelled.filter(({ label }) => label!.verdict === 'block').length}`,
    ],
    [
      'labels whose issue is gone',
      `${total(({ gone }) => gone.length)}, ${total(({ lost }) => lost.length)} of them held a launch and nothing tells`,
    ],
    ['faithful suites that pass', agreeing('faithful')],
    ['regressed suites that fail', agreeing('regressed')],
    ['missed, by weight', share(untold, untold + told)],
    [
      'grave issues per cause',
      causes ? `${(grave.length / causes).toFixed(2)} (${grave.length}/${causes})` : '-',
    ],
    [
      'first issue right',
      `${share(first.filter(({ right }) => right).length, first.length)}, ${total(each => each.first.length) - first.length} unknown`,
    ],
    ['originals like themselves', share(all.filter(({ unlike }) => !unlike).length, all.length)],
    ['judging at most', slowest ? `${Math.round(slowest.ms)} ms, ${slowest.pair}` : '-'],
  ])
}

/** One line for each fault, and for each thing that no label tells. */
export function faults(all: readonly Assessment[]): string[] {
  return all.flatMap(each => {
    const { pair, gone, lost, missed, verdicts, first, read } = each
    const line = (what: string, text: string) => `${what.padEnd(13)} ${pair} ${printable(text)}`
    const named = ({ rule, place }: Reference) => `${rule} ${place}`
    const grave = graveOf(each)
    const unlabelled = grave.filter(({ label }) => !label)
    return [
      ...each.issues.flatMap(({ issue, label }) => {
        const what = `${named(referenceOf(issue))} [${issue.severity}]: ${label?.reason}`
        const isGraveNow = grave.some(one => one.issue === issue)
        if (label?.verdict === 'false') return line('FALSE', what)
        if (label?.verdict === 'lesser' && isGraveNow)
          return line('OVER-GRADED', `${what} (${label.severity})`)
        return label?.verdict === 'block' && !isGraveNow ? line('UNDER-GRADED', what) : []
      }),
      ...(read
        ? unlabelled.map(({ issue }) =>
            line('UNLABELLED', `${named(referenceOf(issue))} [${issue.severity}]: ${issue.message}`),
          )
        : [line('NO LABELS', `${unlabelled.length} grave issues`)]),
      ...verdicts
        .filter(({ agrees }) => !agrees)
        .map(({ suite, truth, score }) => line('WRONG VERDICT', `${suite} ${score}, but it is ${truth}`)),
      ...first
        .filter(({ right }) => !right)
        .map(({ issue, right }) =>
          line(right === false ? 'WRONG FIRST' : 'FIRST UNKNOWN', named(referenceOf(issue))),
        ),
      ...missed.map(({ what, suite, severity }) => line('MISSED', `${suite} [${severity}] ${what}`)),
      ...lost.map(label => line('LOST', `${named(label)}: ${label.reason}`)),
      ...gone
        .filter(label => !lost.includes(label))
        .map(label => line('GONE', `${named(label)} (${label.verdict})`)),
    ]
  })
}

/** What two readers say of the same pairs, and where they differ. */
export function readings(pairs: readonly (readonly [Labels, Labels])[]): string[] {
  const twice = pairs.map(([a, b]) => ({ pair: a.pair, ...readTwice(a, b) }))
  const lines = twice.flatMap(({ pair, issues, suites }) =>
    [...issues, ...suites]
      .filter(({ said: [a, b] }) => a !== b)
      .map(({ what, said: [a, b] }) => printable(`READ TWICE    ${pair} ${what}: ${a}, ${b}`)),
  )
  const told = (['issues', 'suites'] as const).flatMap(kind => {
    const said = twice.flatMap(each => each[kind].map(one => one.said))
    if (!said.length) return []
    const { share, kappa } = agreement(said)
    return `two readers agree on ${(100 * share).toFixed(1)} % of ${said.length} ${kind}, kappa ${kappa.toFixed(2)}`
  })
  return [...lines, ...told]
}

/** The track record of what fired, what is most often false first; then what did not. */
export function ruleTable(record: TrackRecord): string {
  const columns = ['fired', 'grave', 'block', 'lesser', 'false', 'defects'] as const
  const all = Object.entries(record)
  const lines = all
    .filter(([, { fired }]) => fired > 0)
    .toSorted(([, a], [, b]) => b.false - a.false || b.lesser - a.lesser || b.fired - a.fired)
    .map(([rule, of]) => [rule, ...columns.map(column => String(of[column]))])
  const table = [['rule', ...columns], ...lines].map(row =>
    row.map((cell, at) => (at ? cell.padStart(8) : cell.padEnd(44))).join(''),
  )
  const idle = all.filter(([, { fired }]) => !fired)
  const named = (title: string, rules: typeof all) =>
    rules.length ? [`${title}: ${rules.map(([rule]) => rule).join(', ')}`] : []
  return [
    ...table,
    ...named(
      'fired by defects alone',
      idle.filter(([, { defects }]) => defects),
    ),
    ...named(
      'fired by nothing',
      idle.filter(([, { defects }]) => !defects),
    ),
  ].join('\n')
}

const rows = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([name, value]) => `${name.padEnd(30)}${value}`).join('\n')

const share = (count: number, of: number) =>
  of ? `${((100 * count) / of).toFixed(1)} % (${count}/${of})` : '-'
