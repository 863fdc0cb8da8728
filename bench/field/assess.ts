/** What the labels of a pair say of today's scorecard. Pure. */
import type { Issue, Severity, SuiteResult } from '../../server/contract.ts'
import { introduced, isGrave, type JudgedPair } from './judged.ts'
import type { IssueLabel, Labels, Missed } from './labels.ts'
import { type Reference, resolve } from './reference.ts'

export interface Assessment {
  pair: string
  ms: number
  /** Suites in which the original is not like itself. */
  unlike: number
  /** Whether somebody read it. */
  read: boolean
  /** Each issue that the rebuild is charged with, and its label. */
  issues: { issue: Issue; label?: IssueLabel }[]
  /** Labels whose issue is not there today. */
  gone: IssueLabel[]
  /** Those of them that held a launch and whose cause no other issue tells. */
  lost: IssueLabel[]
  missed: Missed[]
  /** What was missed when it was labelled, and an issue names today. */
  named: Missed[]
  /** Suites that were called faithful or regressed, and whether the suite's verdict agrees. */
  verdicts: { suite: string; truth: 'faithful' | 'regressed'; agrees: boolean; score: number }[]
  /** The first issue of each failed suite; `right` is undefined where no label tells. */
  first: { issue: Issue; right?: boolean }[]
}

export const WEIGHTS: Record<Severity, number> = { critical: 4, serious: 2, moderate: 1, minor: 0.5 }

export function assess(pair: string, judged: JudgedPair, labels?: Labels): Assessment {
  const { suites, ms, unlike } = judged
  const issues = suites.flatMap(introduced)
  const places = new Map(issues.flatMap(issue => placesOf(issue).map(place => [place, issue] as const)))
  const found = new Map(
    [...resolve(labels?.issues ?? [], [...places.keys()])].map(([label, place]) => [
      label,
      places.get(place)!,
    ]),
  )
  const labelOf = new Map(
    [...Map.groupBy(found.keys(), label => found.get(label)!)].map(([issue, those]) => [
      issue,
      gravestOf(those),
    ]),
  )
  const gone = (labels?.issues ?? []).filter(label => !found.has(label))
  const told = new Set([...found.keys()].map(({ cause }) => cause))
  const means = (reference: Reference, issue: Issue) => {
    const place = resolve([reference], [...places.keys()]).get(reference)
    return place !== undefined && places.get(place) === issue
  }
  const isNamed = ({ named }: Missed) => !!named && issues.some(issue => means(named, issue))

  return {
    pair,
    ms,
    unlike: unlike.length,
    read: labels !== undefined,
    issues: issues.map(issue => ({ issue, label: labelOf.get(issue) })),
    gone,
    lost: gone.filter(({ verdict, cause }) => verdict === 'block' && !(cause && told.has(cause))),
    missed: (labels?.missed ?? []).filter(missed => !isNamed(missed)),
    named: (labels?.missed ?? []).filter(isNamed),
    verdicts: suites.flatMap(({ suite, pass, score }) => {
      const truth = labels?.suites[suite]
      return truth === undefined || truth === 'unsure'
        ? []
        : [{ suite, truth, score, agrees: pass === (truth === 'faithful') }]
    }),
    first: suites.flatMap(suite => {
      const [issue] = introduced(suite)
      return issue && !suite.pass && labels ? [{ issue, right: isRight(suite, issue) }] : []
    }),
  }

  function isRight({ suite }: SuiteResult, issue: Issue): boolean | undefined {
    const first = labels?.first[suite]
    if (first?.rather?.some(reference => means(reference, issue))) return true
    if (first && means(first, issue)) return first.verdict === 'right'
    return labelOf.get(issue)?.verdict === 'false' ? false : undefined
  }
}

/** What a label may mean of an issue: itself, or each place of one that has several. */
const placesOf = ({ members, ...issue }: Issue): Issue[] =>
  members ? members.map(member => ({ ...issue, ...member })) : [issue]

/** Of the labels of one issue's places: it holds a launch when one of them does, and is false when all are. */
function gravestOf(labels: IssueLabel[]): IssueLabel {
  const rank = ({ verdict, severity }: IssueLabel) =>
    verdict === 'block' ? 0 : verdict === 'false' ? 3 : severity === 'moderate' ? 1 : 2
  return labels.toSorted((a, b) => rank(a) - rank(b))[0]!
}

/** Issues of one cause: what the labels call so, else what breaks one rule. */
export function causesOf({ issues }: Assessment): number {
  return new Set(graveOf({ issues }).map(({ issue, label }) => label?.cause ?? issue.rule)).size
}

export const graveOf = ({ issues }: Pick<Assessment, 'issues'>) =>
  issues.filter(({ issue }) => isGrave(issue))

/** Weight of what is labelled as real and is told, and of what nothing tells. */
export function weigh({ issues, missed, named, lost }: Assessment): { told: number; untold: number } {
  const real = issues.flatMap(({ issue, label }) => {
    if (!label || label.verdict === 'false') return []
    return label.severity ?? (isGrave(issue) ? issue.severity : 'serious')
  })
  return {
    told: sum([...real, ...named.map(({ severity }) => severity)]),
    untold: sum([...missed.map(({ severity }) => severity), ...lost.map(() => 'serious' as const)]),
  }
}

const sum = (severities: readonly Severity[]) =>
  severities.reduce((total, severity) => total + WEIGHTS[severity], 0)

/** How often two readers say the same of the same things, and how much of that is more than chance (Cohen). */
export function agreement(pairs: readonly (readonly [string, string])[]): { share: number; kappa: number } {
  const share = pairs.filter(([a, b]) => a === b).length / pairs.length
  const names = [...new Set(pairs.flat())]
  const part = (reader: 0 | 1, name: string) =>
    pairs.filter(said => said[reader] === name).length / pairs.length
  const chance = names.reduce((total, name) => total + part(0, name) * part(1, name), 0)
  return { share, kappa: chance === 1 ? 1 : (share - chance) / (1 - chance) }
}

/** What both readers of a pair said: of issues, and of suites. */
export function readTwice(a: Labels, b: Labels) {
  const key = ({ rule, place }: Reference) => `${rule} ${place.toLowerCase()}`
  const other = new Map(b.issues.map(label => [key(label), label.verdict]))
  const issues = a.issues.flatMap(label => {
    const verdict = other.get(key(label))
    return verdict ? [{ what: key(label), said: [label.verdict, verdict] as const }] : []
  })
  const suites = Object.entries(a.suites).flatMap(([suite, verdict]) => {
    const said = b.suites[suite as keyof typeof b.suites]
    return said ? [{ what: suite, said: [verdict, said] as const }] : []
  })
  return { issues, suites }
}
